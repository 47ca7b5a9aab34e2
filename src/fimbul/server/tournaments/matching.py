"""Whom one may be paired with so that all others can still be paired: a perfect matching, kept
while pairs are fixed one after the other (Edmonds' algorithm).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

May = Callable[[int, int], bool]


class Matching:
    """Those who are still to be paired, and for each of them somebody they could meet."""

    def __init__(self, people: Sequence[int], may: May) -> None:
        self.left = {
            one: {other for other in people if other != one and may(one, other)} for one in people
        }
        self.mate: dict[int, int] = {}
        for one in people:
            free = (x for x in people if x in self.left[one] and x not in self.mate)
            if one not in self.mate and (other := next(free, None)) is not None:
                self.mate[one], self.mate[other] = other, one
        for one in people:
            if one not in self.mate:
                self._augment(one)

    @property
    def whole(self) -> bool:
        """Whether everybody has somebody."""
        return len(self.mate) == len(self.left)

    def fix(self, one: int, wishes: Iterable[int]) -> int:
        """Pair somebody with the first of these who leaves a rival to everybody else."""
        for other in wishes:
            if other in self.left[one] and self._can_go(one, other):
                return other
        raise AssertionError("somebody was left for everybody")

    def _can_go(self, one: int, other: int) -> bool:
        kept, mates = dict(self.mate), (self.mate[one], self.mate[other])
        taken = [(name, self.left.pop(name)) for name in (one, other)]
        for name in (one, other, *mates):
            self.mate.pop(name, None)
        if mates[0] == other or self._augment(mates[0]):
            return True
        self.mate = kept
        self.left.update(taken)
        return False

    def _augment(self, root: int) -> bool:
        """Find somebody for `root`, even if others have to change their rivals for it."""
        return _Search(self.left, self.mate, root).found()


class _Search:
    """A tree of alternating paths from somebody who has no rival; odd circles count as one."""

    def __init__(self, left: dict[int, set[int]], mate: dict[int, int], root: int) -> None:
        self.left, self.mate, self.root = left, mate, root
        self.above: dict[int, int] = {}
        self.base = {one: one for one in left}
        self.seen, self.line = {root}, deque([root])

    def found(self) -> bool:
        while self.line:
            one = self.line.popleft()
            for other in sorted(self.left[one] & self.left.keys()):
                if self._grows(one, other):
                    self._turn(other)
                    return True
        return False

    def _grows(self, one: int, other: int) -> bool:
        """Whether the path to `other` ends with somebody who is free."""
        mate = self.mate
        if self.base[one] == self.base[other] or mate.get(one) == other:
            return False
        if other == self.root or (other in mate and mate[other] in self.above):
            self._fold(one, other)
        elif other not in self.above:
            self.above[other] = one
            if other not in mate:
                return True
            self._reach(mate[other])
        return False

    def _reach(self, one: int) -> None:
        if one not in self.seen:
            self.seen.add(one)
            self.line.append(one)

    def _fold(self, one: int, other: int) -> None:
        top, circle = self._meeting(one, other), set[int]()
        self._mark(one, top, other, circle)
        self._mark(other, top, one, circle)
        for name in self.base:
            if self.base[name] in circle:
                self.base[name] = top
                self._reach(name)

    def _mark(self, one: int, top: int, child: int, circle: set[int]) -> None:
        while self.base[one] != top:
            circle |= {self.base[one], self.base[self.mate[one]]}
            self.above[one] = child
            child = self.mate[one]
            one = self.above[child]

    def _meeting(self, one: int, other: int) -> int:
        path = set[int]()
        while True:
            one = self.base[one]
            path.add(one)
            if one == self.root or one not in self.mate:
                break
            one = self.above[self.mate[one]]
        while self.base[other] not in path:
            other = self.above[self.mate[self.base[other]]]
        return self.base[other]

    def _turn(self, end: int | None) -> None:
        """Along the path everybody changes their rival."""
        while end is not None:
            before = self.above[end]
            following = self.mate.get(before)
            self.mate[end], self.mate[before] = before, end
            end = following
