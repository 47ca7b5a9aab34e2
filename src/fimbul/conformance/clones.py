"""Clones share nothing with what they were cloned from, and looking changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fimbul.conformance.tales import DrawnTale, moments, viewers, walk
from fimbul.kernel import Dice, Game, State, encode


def clones_are_strangers_and_equal(game: Game[Any], tale: DrawnTale) -> None:
    """Every clone of the match is kept, and none has moved when the match is over."""
    kept: list[tuple[State, bytes]] = []
    for number, (state, _, _) in enumerate(walk(game, tale)):
        twin = state.clone()
        assert twin == state, "a clone is equal"
        if number < 10 or number % 20 == 0:
            check_strangers(state, twin)
        kept.append((twin, encode(twin)))
    for number, (twin, before) in enumerate(kept):
        assert encode(twin) == before, f"the clone before choice {number} has moved"


def looking_changes_nothing(game: Game[Any], tale: DrawnTale) -> None:
    for state, _ in moments(game, tale):
        before, twin = encode(state), state.clone()
        for seat in viewers(state):
            seen = game.seen(state, seat)
            check_strangers(state, game.imagine(state, seat, Dice(tale.whim)))
            for thing in seen.scene.things():
                game.why(state, seat or 0, thing.id)
        assert (encode(state), state) == (before, twin), "to look is not to touch"


def check_strangers(one: State, other: State) -> None:
    mine, theirs = dict(mutables(one, "state")), dict(mutables(other, "state"))
    shared = [mine[key] for key in mine.keys() & theirs.keys()]
    assert not shared, f"two states hold the same {', '.join(shared)}"


def mutables(value: Any, name: str) -> Iterator[tuple[int, str]]:
    """All that can change inside a value, however deep: its identity and its place."""
    if isinstance(value, list | dict | set | bytearray):
        yield id(value), name
    if isinstance(value, Struct):
        if not value.__struct_config__.frozen:
            yield id(value), name
        for field in value.__struct_fields__:
            yield from mutables(getattr(value, field), f"{name}.{field}")
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from mutables(inner, f"{name}[{key!r}]")
    elif isinstance(value, list | tuple | set | frozenset):
        for number, inner in enumerate(value):
            yield from mutables(inner, f"{name}[{number}]")
