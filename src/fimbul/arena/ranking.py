"""What a series says about its bots, and how sure one may be of it."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from fimbul.arena.series import PlayedMatch

DEVIATIONS = 1.959964  # standard deviations that hold 95 of 100 cases


class BotRank(Struct, frozen=True):
    """One bot in a series. Of a first place that several share each has its part in `rate`."""

    bot: str
    played: int
    won: int  # first alone
    shared: int  # first with others
    lost: int
    rate: float
    low: float  # between low and high the true rate lies, 95 times of 100
    high: float
    score: float  # points on average; 0 in a game without points


class _Seat(Struct, frozen=True):
    """What one match brought one seat."""

    place: int
    part: float  # of the first place
    score: int


def rank_bots(matches: Iterable[PlayedMatch]) -> list[BotRank]:
    """The best first; among equals by name. A bot at two seats of a match counts for both."""
    seats: dict[str, list[_Seat]] = {}
    for ended in matches:
        for name, seat in zip(ended.bots, _seats(ended), strict=True):
            seats.setdefault(name, []).append(seat)
    found = [_rank(name, played) for name, played in seats.items()]
    return sorted(found, key=lambda rank: (-rank.rate, rank.bot))


def _seats(ended: PlayedMatch) -> list[_Seat]:
    firsts = ended.places.count(1)
    scores = ended.scores or (0,) * len(ended.places)
    return [
        _Seat(place, 1 / firsts if place == 1 else 0.0, score)
        for place, score in zip(ended.places, scores, strict=True)
    ]


def _rank(name: str, seats: list[_Seat]) -> BotRank:
    played, parts = len(seats), sum(seat.part for seat in seats)
    won = sum(seat.part == 1 for seat in seats)
    first = sum(seat.place == 1 for seat in seats)
    low, high = wilson(parts, played)
    return BotRank(
        bot=name,
        played=played,
        won=won,
        shared=first - won,
        lost=played - first,
        rate=parts / played,
        low=low,
        high=high,
        score=sum(seat.score for seat in seats) / played,
    )


def wilson(won: float, played: int) -> tuple[float, float]:
    """Wilson's interval for a rate: honest also for few matches and near 0 and 1."""
    if not played:
        return 0.0, 1.0
    rate, square = won / played, DEVIATIONS * DEVIATIONS / played
    middle = rate + square / 2
    reach = sqrt(square * (rate * (1 - rate) + square / 4))
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))
