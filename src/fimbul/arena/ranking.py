"""What a series says about its bots and seats, and how sure one may be of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist

from msgspec import Struct

from fimbul.arena.series import PlayedMatch

DEVIATIONS = 1.959964  # standard deviations that hold 95 of 100 cases


class FirstRate(Struct, frozen=True):
    """How often somebody came first. A first place that several share is divided among them."""

    played: int
    firsts: float

    @property
    def rate(self) -> float:
        return self.firsts / self.played if self.played else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between these the true rate lies, 95 times of 100."""
        return wilson(self.firsts, self.played)


class BotRank(Struct, frozen=True):
    """One bot in a series. A match counts once for it, at however many seats it sat."""

    bot: str
    played: int
    won: int  # first, and no other bot with it
    shared: int  # first with others
    lost: int
    rate: float
    fair: float  # the rate of somebody no better and no worse than the others
    low: float  # between low and high the true rate lies, 95 times of 100
    high: float
    score: float  # points of a seat on average; 0 in a game without points
    by_seat: tuple[FirstRate, ...]


class _Share(Struct, frozen=True):
    """What one match brought one bot."""

    seats: tuple[int, ...]
    parts: tuple[float, ...]  # of the first place, by seat
    scores: tuple[int, ...]
    of: int  # seats in all

    @property
    def part(self) -> float:
        return sum(self.parts[seat] for seat in self.seats)


def rank_bots(matches: Iterable[PlayedMatch]) -> list[BotRank]:
    """The furthest above its fair share first; among equals by name."""
    shares: dict[str, list[_Share]] = {}
    for ended in matches:
        for name in dict.fromkeys(ended.bots):
            shares.setdefault(name, []).append(_share(name, ended))
    found = [_rank(name, played) for name, played in shares.items()]
    return sorted(found, key=lambda rank: (rank.fair - rank.rate, rank.bot))


def rank_seats(matches: Iterable[PlayedMatch]) -> list[FirstRate]:
    """How often each seat came first, whoever sat there."""
    return _by_seat([(tuple(range(len(ended.places))), place_parts(ended)) for ended in matches])


def place_parts(ended: PlayedMatch) -> tuple[float, ...]:
    """Each seat's part of the first place."""
    firsts = ended.places.count(1)
    return tuple(1 / firsts if place == 1 else 0.0 for place in ended.places)


def _share(name: str, ended: PlayedMatch) -> _Share:
    seats = tuple(seat for seat, bot in enumerate(ended.bots) if bot == name)
    scores = ended.scores or (0,) * len(ended.places)
    return _Share(seats, place_parts(ended), scores, len(ended.places))


def _rank(name: str, shares: list[_Share]) -> BotRank:
    played, parts = len(shares), sum(share.part for share in shares)
    won = sum(share.part > 1 - 1e-9 for share in shares)
    lost = sum(share.part == 0 for share in shares)
    low, high = wilson(parts, played)
    scores = [share.scores[seat] for share in shares for seat in share.seats]
    return BotRank(
        bot=name,
        played=played,
        won=won,
        shared=played - won - lost,
        lost=lost,
        rate=parts / played,
        fair=sum(len(share.seats) / share.of for share in shares) / played,
        low=low,
        high=high,
        score=sum(scores) / len(scores),
        by_seat=tuple(_by_seat([(share.seats, share.parts) for share in shares])),
    )


def _by_seat(held: Sequence[tuple[tuple[int, ...], tuple[float, ...]]]) -> list[FirstRate]:
    """A rate for each seat, from who held which seats and what every seat's part was."""
    seats = max((len(parts) for _, parts in held), default=0)
    found = [[parts[seat] for own, parts in held if seat in own] for seat in range(seats)]
    return [FirstRate(len(parts), sum(parts)) for parts in found]


def deviations_for(rates: int) -> float:
    """For intervals that hold for so many rates at once, 95 times of 100 (Bonferroni).

    Of forty things that are all as good as each other, two would stand out by chance alone.
    """
    return NormalDist().inv_cdf(1 - 0.025 / max(1, rates))


def wilson(won: float, played: int, deviations: float = DEVIATIONS) -> tuple[float, float]:
    """Wilson's interval for a rate: honest also for few matches and near 0 and 1."""
    if not played:
        return 0.0, 1.0
    rate, square = won / played, deviations * deviations / played
    middle = rate + square / 2
    reach = sqrt(square * (rate * (1 - rate) + square / 4))
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))
