"""Two bots on common deals: each deal is one observation, so that its luck drops out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, log, sqrt
from typing import Literal

from msgspec import Struct

from fimbul.arena.ranking import DEVIATIONS
from fimbul.arena.series import PlayedMatch

Verdict = Literal["stronger", "not stronger", "undecided"]


class Comparison(Struct, frozen=True):
    """How the first bot did against the others, deal by deal."""

    deals: int
    better: int  # deals in which it had more than its fair share of the first places
    worse: int
    rate: float
    low: float  # between low and high the true rate lies, 95 times of 100
    high: float
    chance: float  # how often equal bots would differ by as many deals or more


def compare(bot: str, matches: Iterable[PlayedMatch]) -> Comparison:
    """A deal counts when it was played with every seating; half-played ones are left out."""
    shares = list(deal_shares(bot, matches))
    better = sum(share > fair + 1e-9 for share, fair in shares)
    worse = sum(share < fair - 1e-9 for share, fair in shares)
    rates = [share for share, _ in shares]
    mean = sum(rates) / len(rates) if rates else 0.0
    reach = DEVIATIONS * sqrt(_spread(rates, mean) / max(1, len(rates)))
    return Comparison(
        deals=len(rates),
        better=better,
        worse=worse,
        rate=mean,
        low=max(0.0, mean - reach),
        high=min(1.0, mean + reach),
        chance=sign_test(better, worse),
    )


def deal_shares(bot: str, matches: Iterable[PlayedMatch]) -> Iterator[tuple[float, float]]:
    """For every deal that was played out: the bot's share of first places, and the fair one."""
    deals: dict[int, list[PlayedMatch]] = {}
    for ended in matches:
        deals.setdefault(ended.deal, []).append(ended)
    whole = max((len(played) for played in deals.values()), default=0)
    for played in (deals[number] for number in sorted(deals)):
        if len(played) == whole:
            seats = sum(ended.bots.count(bot) for ended in played)
            yield (
                sum(_part(bot, ended) for ended in played) / whole,
                seats / sum(len(ended.bots) for ended in played),
            )


def _part(bot: str, ended: PlayedMatch) -> float:
    firsts = [name for name, place in zip(ended.bots, ended.places, strict=True) if place == 1]
    return firsts.count(bot) / len(firsts)


def _spread(rates: list[float], mean: float) -> float:
    """The variance of a deal's rate, with that of a coin counted in as if it had been seen once.

    A few deals that all went alike do not prove that every deal will.
    """
    return (sum((rate - mean) ** 2 for rate in rates) + 0.25) / (len(rates) + 1)


def sign_test(better: int, worse: int) -> float:
    """The exact two-sided sign test: deals without a difference say nothing."""
    decided, fewer = better + worse, min(better, worse)
    tail = sum(comb(decided, count) for count in range(fewer + 1))
    return min(1.0, 2.0 * tail / (1 << decided))


class SequentialTest(Struct, frozen=True):
    """Is the true rate `usual` or at least `wanted`? Asked after every deal (SPRT).

    The likelihood ratio is the generalised one for observations of any spread: exact for
    many deals, and careful for few, since a spread that is not yet known counts as large.
    """

    usual: float = 0.5
    wanted: float = 0.55
    error: float = 0.05  # how often either answer may be wrong

    @property
    def bound(self) -> float:
        return log((1 - self.error) / self.error)

    def ratio(self, rates: list[float]) -> float:
        if not rates:
            return 0.0
        count, mean = len(rates), sum(rates) / len(rates)
        step = self.wanted - self.usual
        return count * step * (2 * mean - self.usual - self.wanted) / (2 * _spread(rates, mean))

    def verdict(self, rates: list[float]) -> Verdict:
        ratio = self.ratio(rates)
        if abs(ratio) < self.bound:
            return "undecided"
        return "stronger" if ratio > 0 else "not stronger"
