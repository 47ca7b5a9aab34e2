"""Who leads a tournament, and by what those with as many points are told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from fimbul.server.tournaments.bouts import ABSENT, BYE, Bout, Entrant, gained
from fimbul.server.tournaments.brackets import TRIES, is_even
from fimbul.server.wire.tournaments import TieBreak, TournamentKind

BREAKS: Mapping[TournamentKind, tuple[TieBreak, ...]] = {
    "arena": ("wins", "beaten"),
    "swiss": ("rivals", "beaten", "wins"),
    "round_robin": ("direct", "beaten", "wins"),
    "knock_out": (),
}


class Ranked(Struct, frozen=True):
    """A line of the standings. Equal in everything: the same rank."""

    number: int
    rank: int
    points: int
    breaks: tuple[int, ...]
    won: int
    drawn: int
    lost: int


class _Score:
    """What one entrant has reached: each bout as the rivals and what was gained there."""

    def __init__(self) -> None:
        self.points = self.won = self.drawn = self.lost = self.round = 0
        self.met: list[tuple[int, int]] = []  # a rival, and 2, 1 or 0 against them

    def take(self, bout: Bout, seat: int) -> None:
        got, most = gained(bout, seat), 2 * (len(bout.entrants) - 1) or BYE
        self.points += got
        self.won += got == most
        self.drawn += 0 < got < most
        self.lost += got == 0
        self.round = max(self.round, bout.round + (got == most))
        self.met += _against(bout, seat)


def _against(bout: Bout, seat: int) -> Iterable[tuple[int, int]]:
    mine = bout.places[seat]
    for other, place in enumerate(bout.places):
        if other != seat:
            ahead = mine != ABSENT and (place == ABSENT or mine < place)
            even = mine == place != ABSENT
            yield bout.entrants[other], 2 if ahead else 1 if even else 0


def standings(
    kind: TournamentKind, entrants: Sequence[Entrant], bouts: Sequence[Bout]
) -> list[Ranked]:
    """Best first; of equals whoever came in stronger, and then earlier, stands above."""
    scores = scores_of(entrants, bouts)
    if kind == "knock_out":
        _send_on(entrants, bouts, scores)
    keys = {one.number: _key(kind, one.number, scores) for one in entrants}
    order = sorted(entrants, key=lambda one: (*_down(keys[one.number]), -one.strength, one.number))
    ranks: dict[tuple[int, ...], int] = {}
    for place, one in enumerate(order, 1):
        ranks.setdefault(keys[one.number], place)
    return [_line(one.number, ranks, keys[one.number], scores[one.number], kind) for one in order]


def scores_of(entrants: Sequence[Entrant], bouts: Iterable[Bout]) -> dict[int, _Score]:
    scores = {one.number: _Score() for one in entrants}
    for bout in bouts:
        for seat, number in enumerate(bout.entrants if bout.over else ()):
            scores[number].take(bout, seat)
    return scores


def _send_on(
    entrants: Sequence[Entrant], bouts: Iterable[Bout], scores: Mapping[int, _Score]
) -> None:
    """Of two who drew as often as they may, the better seed: in the last round that decides it."""
    seeds = {one.number: (-one.strength, one.number) for one in entrants}
    drawn = Counter((b.round, frozenset(b.entrants)) for b in bouts if b.over and is_even(b))
    for (number, pair), count in drawn.items():
        if count >= TRIES:
            through = scores[min(pair, key=seeds.__getitem__)]
            through.round = max(through.round, number + 1)


def _down(key: Sequence[int]) -> tuple[int, ...]:
    return tuple(-value for value in key)


def _line(
    number: int, ranks: Mapping[tuple[int, ...], int], key: tuple[int, ...], one: _Score, kind: str
) -> Ranked:
    breaks = () if kind == "knock_out" else key[1:]
    return Ranked(number, ranks[key], one.points, breaks, one.won, one.drawn, one.lost)


def _key(kind: TournamentKind, number: int, scores: Mapping[int, _Score]) -> tuple[int, ...]:
    if kind == "knock_out":
        return (scores[number].round,)
    return scores[number].points, *(_BREAKS[name](number, scores) for name in BREAKS[kind])


def _rivals(number: int, scores: Mapping[int, _Score]) -> int:
    """The points of all rivals together (Buchholz)."""
    return sum(scores[other].points for other, _ in scores[number].met)


def _beaten(number: int, scores: Mapping[int, _Score]) -> int:
    """The points of rivals who were beaten, and half of those of rivals with whom one drew
    (Sonneborn and Berger); twice that, so that it is whole."""
    return sum(scores[other].points * got for other, got in scores[number].met)


def _direct(number: int, scores: Mapping[int, _Score]) -> int:
    """Points against those with as many points."""
    mine = scores[number]
    return sum(got for other, got in mine.met if scores[other].points == mine.points)


def _wins(number: int, scores: Mapping[int, _Score]) -> int:
    return scores[number].won


_BREAKS: Mapping[TieBreak, Callable[[int, Mapping[int, _Score]], int]] = {
    "rivals": _rivals,
    "beaten": _beaten,
    "direct": _direct,
    "wins": _wins,
}
