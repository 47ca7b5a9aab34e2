"""What a match is worth, from the battles won and lost and from what is left for the next ones.

The formula is that of `lore.value`, kept in flat lists: the chance of a battle by its margin, and
the chance of the match by the score and by the edge in all battles to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from fimbul.games.nine_realms import parts as p

_WINS, _BATTLES = p.WINS, p.BATTLES
_FINE, _FAR = 16, 3  # an edge counts by the sixteenth of a point, up to three points
_MIDDLE = _FINE * _FAR
_LEVELS = 2 * _MIDDLE + 1
_STEP, _WIDE = 8, 24  # a margin counts by the eighth, up to 24 points
_CENTRE = _STEP * _WIDE
_SCALE = 2 * _CENTRE + 1


def floats(count: int) -> memoryview[float]:
    """A list of that many double-precision numbers, all zero."""
    return memoryview(bytearray(8 * count)).cast("d")


def normal(margin: float, spread: float) -> float:
    """How likely something that is off by about `spread` stays below a margin."""
    return (1 + erf(margin / (spread * sqrt(2)))) / 2


class Sight:
    """Tables for one way of judging: how far margins are open, at each stage and in the future."""

    def __init__(self, spreads: Sequence[float], future: float) -> None:
        self.below = floats(len(spreads) * _SCALE)
        for stage, spread in enumerate(spreads):
            for at in range(_SCALE):
                margin = 1.0 * (at - _CENTRE) / _STEP
                self.below[stage * _SCALE + at] = normal(margin, spread)
        self.future = floats(2 * _LEVELS)  # won and lost, by the edge
        for level in range(_LEVELS):
            edge = 1.0 * (level - _MIDDLE) / _FINE
            self.future[level] = normal(edge - 0.5, future)
            self.future[_LEVELS + level] = normal(-edge - 0.5, future)
        self.chances = floats((_WINS + 1) * (_WINS + 1) * (_BATTLES + 1) * 3 * _LEVELS)
        self.fill()

    def at(self, wins: int, losses: int, left: int, first: int) -> int:
        """Where the chances of that score begin; `first` is 1 if this side won first, or -1."""
        row = (wins * (_WINS + 1) + losses) * (_BATTLES + 1) + left
        return (row * 3 + first + 1) * _LEVELS

    def fill(self) -> None:
        """The chance of every score, the last battles first."""
        for left in range(_BATTLES + 1):
            for wins in range(_WINS + 1):
                for losses in range(_WINS + 1):
                    if wins + losses + left <= _BATTLES:
                        for first in range(-1, 2):
                            self.fill_score(wins, losses, left, first)

    def fill_score(self, wins: int, losses: int, left: int, first: int) -> None:
        start = self.at(wins, losses, left, first)
        if wins == _WINS or losses == _WINS or not left:
            lead = wins - losses if wins != losses else first
            for level in range(_LEVELS):
                self.chances[start + level] = (lead > 0) - (lead < 0)
            return
        good = self.at(wins + 1, losses, left - 1, first if first else 1)
        bad = self.at(wins, losses + 1, left - 1, first if first else -1)
        tie = self.at(wins, losses, left - 1, first)
        for level in range(_LEVELS):
            won, lost = self.future[level], self.future[_LEVELS + level]
            even = (1.0 - won - lost) * self.chances[tie + level]
            won *= self.chances[good + level]
            self.chances[start + level] = won + lost * self.chances[bad + level] + even

    def score(self, wins: int, losses: int, left: int, first: int) -> None:
        """From now on judge battles that are fought at that score."""
        self.good = self.at(wins + 1, losses, left - 1, first if first else 1)
        self.bad = self.at(wins, losses + 1, left - 1, first if first else -1)
        self.tie = self.at(wins, losses, left - 1, first)

    def judge(self, stage: int, margin: float, edge: float) -> float:
        """The chance of the match, with this margin in the battle and that edge after it."""
        level, scale = self.level(edge), stage * _SCALE
        won = self.below[scale + self.mark(margin - 0.5)]
        lost = self.below[scale + self.mark(-margin - 0.5)]
        even = (1.0 - won - lost) * self.chances[self.tie + level]
        won *= self.chances[self.good + level]
        return won + lost * self.chances[self.bad + level] + even

    def level(self, edge: float) -> int:
        level = int(edge * _FINE + _MIDDLE + 0.5)
        if level < 0:
            return 0
        return level if level < _LEVELS else _LEVELS - 1

    def mark(self, margin: float) -> int:
        mark = int(margin * _STEP + _CENTRE + 0.5)
        if mark < 0:
            return 0
        return mark if mark < _SCALE else _SCALE - 1
