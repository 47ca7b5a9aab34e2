"""Bradley and Terry: strengths that explain who beat whom best, on the scale of Elo points."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log10, sqrt

from msgspec import Struct

from fimbul.arena.ranking import DEVIATIONS

POINTS = 400 / 2.302585092994046  # Elo points for a natural logarithm of strength
ROUNDS = 500
CLOSE = 1e-9
HALF = 0.5  # of a match against somebody of mean strength: whoever lost all has a strength too

Duel = tuple[str, str, float]  # who met whom, and the first one's share


class Strength(Struct, frozen=True):
    """In points around a mean of 0: 100 more are a chance of 64 %."""

    name: str
    points: float
    reach: float  # the true strength lies so far to either side, 95 times of 100


def strengths(duels: Iterable[Duel]) -> list[Strength]:
    """The strongest first. By Zermelo's method: better and better guesses, until nothing
    changes."""
    won: dict[str, float] = {}
    met: dict[str, dict[str, int]] = {}
    for one, other, share in duels:
        for name, part, rival in ((one, share, other), (other, 1 - share, one)):
            won[name] = won.get(name, 0.0) + part
            rivals = met.setdefault(name, {})
            rivals[rival] = rivals.get(rival, 0) + 1
    power = dict.fromkeys(won, 1.0)
    for _ in range(ROUNDS):
        better = {name: _better(name, power, won, met) for name in power}
        mean = exp(sum(map(_natural, better.values())) / max(1, len(better)))
        better = {name: value / mean for name, value in better.items()}
        moved = max((abs(better[name] - power[name]) for name in power), default=0.0)
        power = better
        if moved < CLOSE:
            break
    found = [_strength(name, power, met) for name in power]
    return sorted(found, key=lambda one: (-one.points, one.name))


def _natural(value: float) -> float:
    return log10(value) * 2.302585092994046


def _better(
    name: str, power: dict[str, float], won: dict[str, float], met: dict[str, dict[str, int]]
) -> float:
    mine = power[name]
    weight = sum(count / (mine + power[rival]) for rival, count in met[name].items())
    return (won[name] + HALF) / (weight + 2 * HALF / (mine + 1.0))


def _strength(name: str, power: dict[str, float], met: dict[str, dict[str, int]]) -> Strength:
    """A strength with its error, from how much each match could tell."""
    told, mine = 2 * HALF * mine_chance(power[name], 1.0), power[name]
    told += sum(count * mine_chance(mine, power[rival]) for rival, count in met[name].items())
    return Strength(name, POINTS * _natural(mine), POINTS * DEVIATIONS / sqrt(told))


def mine_chance(mine: float, theirs: float) -> float:
    """The variance of one match between these two."""
    return mine * theirs / (mine + theirs) ** 2
