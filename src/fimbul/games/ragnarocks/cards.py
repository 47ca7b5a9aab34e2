"""Which cards carry Odin's icon. Ours are a reconstruction; owners of the box bring their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons
from fimbul.kernel import did_you_mean, phrase, quoted
from fimbul.kit.cards import read_rows, repeated

if TYPE_CHECKING:
    from fimbul.games.ragnarocks.state import Ragnarocks

TABLE = "power"
FEWEST = p.MOST_PLAYERS + p.COMMANDS  # a card for each of a full table, and a choice


class Printed(Struct, frozen=True):
    """A card as an owner's file describes it."""

    id: str
    odin_icon: bool


def icons(state: Ragnarocks) -> tuple[str, ...]:
    """The cards that may be command cards and may be used in a team game."""
    return state.icons or our_icons()  # rule: adv.odin-icon, ruling.odin-icons


def read_icons(tables: Mapping[str, Any]) -> tuple[tuple[str, ...], list[str]]:
    """The cards with the icon, and every mistake in the file.

    Cards that the file does not name stay as they are.
    """
    rows = tables.get(TABLE)
    if not isinstance(rows, list | tuple) or len(tables) > 1:
        return our_icons(), ["this file needs [[power]] with id and odin_icon, and nothing else"]
    printed, problems = read_rows(rows, Printed, "card")
    said = {card.id: card.odin_icon for card in printed}
    found = tuple(name for name, power in POWERS.items() if said.get(name, power.icon))
    return found, [*problems, *_mistakes(printed, found)]


def _mistakes(printed: list[Printed], found: tuple[str, ...]) -> Iterator[str]:
    yield from repeated([card.id for card in printed], "card")
    for card in printed:
        if card.id not in POWERS:
            words, tail = "there is no card {name}{tail}", did_you_mean(card.id, POWERS)
            yield phrase(words, name=quoted(card.id), tail=tail)
    if "odin" in found:
        yield "Odin cannot command himself: his own card carries no icon"
    if len(found) < FEWEST:
        words = "at least {fewest} cards carry the icon, not {count}"
        yield phrase(words, fewest=FEWEST, count=len(found))
