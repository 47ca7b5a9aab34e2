"""What players bring to a table themselves, and what all of them must agree to.

A field of a setup says so in its schema: `extra_json_schema={"seat": 1}` is brought by whoever
takes that seat, `{"agreed": True}` needs everybody's word as soon as it is not the game's own, and
with `{"rated": False}` a match is not rated then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel import Game, of_field
from fimbul.server.store.base import Seat
from fimbul.server.wire.bodies import SitDown
from fimbul.server.wire.errors import BadTable

Options = Mapping[str, Any]
WORD = 40  # what is longer is no word


def options_schema(setup: type[Struct]) -> dict[str, Any]:
    """The JSON Schema of a game's setup, in one piece."""
    schema = msgspec.json.schema(setup)
    name = schema.pop("$ref").rpartition("/")[2]
    shapes: dict[str, Any] = schema["$defs"]
    whole_: dict[str, Any] = shapes.pop(name)
    return {**whole_, "$defs": shapes} if shapes else whole_


@cache
def fields(game: Game[Any]) -> dict[str, dict[str, Any]]:
    """The options of a game, each with its schema, as JSON has them: lists, no tuples."""
    shapes = options_schema(game.setup_type)["properties"]
    return dict(msgspec.json.decode(msgspec.json.encode(shapes)))


def own(game: Game[Any], seat: int) -> list[str]:
    """The options that whoever takes that seat brings."""
    return [name for name, field in fields(game).items() if field.get("seat") == seat]


def agreed(game: Game[Any], options: Options) -> list[str]:
    """The options that are not the game's own and need everybody's agreement."""
    return [name for name in changed(game, options) if fields(game)[name].get("agreed")]


def changed(game: Game[Any], options: Options) -> list[str]:
    """The options that are not the game's own."""
    own = {name: field.get("default") for name, field in fields(game).items()}
    return [name for name, value in own.items() if options.get(name, value) != value]


def owned(game: Game[Any]) -> frozenset[str]:
    """The options that take the cards of a printed game from its owner."""
    origin = game.rulebook.provenance
    return frozenset() if origin is None else frozenset(origin.options)


def brought(game: Game[Any], options: Options) -> tuple[str, ...]:
    """The options that hold cards or armies of a player's own: their names are that player's
    words."""
    theirs = {name for name, field in fields(game).items() if "seat" in field} | owned(game)
    found = {name: options[name] for name in sorted(theirs) if options.get(name)}
    return tuple(name for name, value in found.items() if not _is_word(value))


def plain(game: Game[Any], options: Options) -> dict[str, Any]:
    """The other options that differ from the game's own values, where a few words can tell them."""
    return {
        name: value
        for name, field in fields(game).items()
        if name != "seats" and "seat" not in field and not field.get("agreed")
        if (value := options.get(name, field.get("default"))) != field.get("default")
        if _is_word(value) or (isinstance(value, list) and value and all(map(_is_word, value)))
    }


def _is_word(value: Any) -> bool:
    return isinstance(value, int | str) and len(str(value)) <= WORD


def joined(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """The options of a table with all that its players have brought."""
    whole = dict(options)
    for seat in seats:
        whole |= seat.brings
    return whole


def check(game: Game[Any], options: Options, seat: int, wish: SitDown) -> None:
    """Whether somebody may take that seat with what they bring and agree to.

    BadTable says what is not theirs to choose and what they have not agreed to, BadSetup what is
    wrong with what they bring.
    """
    strange = [name for name in wish.options if name not in own(game, seat)]
    problems = [of_field(name, "that is not for this seat to choose") for name in strange]
    missing = [name for name in agreed(game, options) if name not in wish.agrees]
    problems += [of_field(name, "everybody at the table must agree to that") for name in missing]
    if problems:
        raise BadTable(problems)
    game.setup(**{**options, **wish.options})
