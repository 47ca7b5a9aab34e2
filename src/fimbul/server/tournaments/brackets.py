"""Round robin, where everybody meets everybody, and knock-out, where whoever loses is out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fimbul.server.tournaments.bouts import ABSENT, Bout

Slot = tuple[int | None, int | None]
Pair = tuple[int, int]
TRIES = 2  # drawn matches of a knock-out, until the better seed goes on


def round_robin(entrants: Sequence[int]) -> list[list[tuple[int, int | None]]]:
    """All rounds: one stays, the others walk round the table. None: without a rival."""
    line: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    rounds = []
    for _ in range(len(line) - 1):
        half = len(line) // 2
        pairs = zip(line[:half], reversed(line[half:]), strict=True)
        rounds.append([pair for one, other in pairs if (pair := _sorted(one, other))])
        line = [line[0], line[-1], *line[1:-1]]
    return rounds


def _sorted(one: int | None, other: int | None) -> tuple[int, int | None] | None:
    if one is None:
        return None if other is None else (other, None)
    return one, other


def bracket(seeds: Sequence[int]) -> list[Slot]:
    """The first round of a knock-out: the best meet as late as can be, and have no rival first
    where there are not enough."""
    order = [0]
    while len(order) < len(seeds):
        order = [place for low in order for place in (low, 2 * len(order) - 1 - low)]
    named = [seeds[place] if place < len(seeds) else None for place in order]
    return list(zip(named[::2], named[1::2], strict=True)) if len(named) > 1 else []


def knock_out(seeds: Sequence[int], bouts: Iterable[Bout]) -> tuple[int, list[Slot]]:
    """The round that is played and what is to be drawn in it; nothing more, if all is decided."""
    by_round: dict[int, list[Bout]] = {}
    for bout in bouts:
        by_round.setdefault(bout.round, []).append(bout)
    slots, number = bracket(seeds), 1
    while slots:
        played = by_round.get(number, [])
        due = [slot for slot in slots if _is_due(slot, played)]
        if due:
            return number, due
        through = [_through(slot, played, seeds) for slot in slots]
        slots = list(zip(through[::2], through[1::2], strict=True)) if len(through) > 1 else []
        number += 1
    return number, []


def _of(slot: Slot, played: Iterable[Bout]) -> list[Bout]:
    names = {one for one in slot if one is not None}
    return [bout for bout in played if names and {*bout.entrants} == names]


def _is_due(slot: Slot, played: Iterable[Bout]) -> bool:
    if slot == (None, None):
        return False
    bouts = _of(slot, played)
    return not bouts or (is_even(bouts[-1]) and len(bouts) < TRIES)


def is_even(bout: Bout) -> bool:
    return len({*bout.places}) == 1 and not bout.is_bye and bout.places[0] != ABSENT


def _through(slot: Slot, played: Iterable[Bout], seeds: Sequence[int]) -> int | None:
    """Nobody goes on where neither came."""
    bouts = _of(slot, played)
    if not bouts:
        return None
    last = bouts[-1]
    if is_even(last):
        return min(last.entrants, key=seeds.index)
    came = [
        (place, one) for place, one in zip(last.places, last.entrants, strict=True) if place > 0
    ]
    return min(came)[1] if came else None
