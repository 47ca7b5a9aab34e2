"""Who plays whom, of those who look for a rival: those nearest by rating, and the longer somebody
has waited, the farther off a rival may be.

All of them are sorted once, and only neighbours are compared: O(n log n).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from heapq import heapify, heappop, heappush

from msgspec import Struct

FIRST = 100.0  # points apart, at once
WIDENS = 20.0  # points for each second of waiting
EAGER = 20.0  # points that a second of waiting is worth when rivals are chosen
HOPS = 8  # neighbours that are passed over where two may not meet


class Seeker(Struct, frozen=True):
    """Somebody who waits. Only those with the same game and terms can meet."""

    id: str
    account: str
    game: str
    terms: str
    points: float
    since: float
    within: int = 0  # points apart at most, however long it takes; 0: anybody in the end

    def width(self, now: float) -> float:
        """How far from their own rating a rival may be by now."""
        reach = FIRST + WIDENS * max(0.0, now - self.since)
        return min(reach, self.within) if self.within else reach


Pair = tuple[Seeker, Seeker]
Apart = Collection[frozenset[str]]  # accounts that are not to meet


def pairs(waiting: Sequence[Seeker], now: float, apart: Apart = ()) -> list[Pair]:
    """The pairs that can be made now: each near enough for both."""
    groups: dict[tuple[str, str], list[Seeker]] = defaultdict(list)
    for one in waiting:
        groups[one.game, one.terms].append(one)
    return [pair for group in groups.values() for pair in _Line(group, now, apart).pairs()]


class _Line:
    """Those of one game and the same terms, by rating, each beside the next who is still free."""

    def __init__(self, group: Sequence[Seeker], now: float, apart: Apart) -> None:
        self.line = sorted(group, key=lambda one: (one.points, one.since, one.id))
        self.now, self.apart = now, apart
        count = len(self.line)
        self.before, self.after = [*range(-1, count - 1)], [*range(1, count + 1)]
        self.free = [True] * count
        self.heap = [(self._cost(n, n + 1), n, n + 1, 0) for n in range(count - 1)]
        heapify(self.heap)

    def pairs(self) -> list[Pair]:
        found = []
        while self.heap:
            _, low, high, hops = heappop(self.heap)
            if not (self.free[low] and self.free[high]):
                continue
            if self._content(low, high):
                found.append((self.line[low], self.line[high]))
                self._take(low)
                self._take(high)
            elif hops < HOPS:
                self._propose(low, self.after[high], hops + 1)
        return found

    def _content(self, low: int, high: int) -> bool:
        one, other = self.line[low], self.line[high]
        gap = other.points - one.points
        near = gap <= min(one.width(self.now), other.width(self.now))
        return near and frozenset((one.account, other.account)) not in self.apart

    def _cost(self, low: int, high: int) -> float:
        one, other = self.line[low], self.line[high]
        waited = 2 * self.now - one.since - other.since
        return other.points - one.points - EAGER * waited

    def _propose(self, low: int, high: int, hops: int = 0) -> None:
        if low >= 0 and high < len(self.line):
            heappush(self.heap, (self._cost(low, high), low, high, hops))

    def _take(self, gone: int) -> None:
        """Take one out of the line: the two beside it are neighbours now."""
        before, after = self.before[gone], self.after[gone]
        self.free[gone] = False
        if before >= 0:
            self.after[before] = after
        if after < len(self.line):
            self.before[after] = before
        self._propose(before, after)
