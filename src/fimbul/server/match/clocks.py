"""Clocks: kept by the server, in its own time. While it stands still nobody's time runs.

What is left is written down with every choice, so taking a choice back gives its time back, and
a restart resumes from the last choice. There is no credit for lag. Bots have no clock: they keep
to their own budget.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from fimbul.server.wire.messages import Clocks
from fimbul.server.wire.table_card import Clock, DecisionClock, MatchClock

Left = tuple[int | None, ...]


class Ticking:
    """The clocks of one match. Times are seconds of the server, which the caller reads."""

    def __init__(self, clock: Clock, people: Sequence[bool]) -> None:
        self.clock = clock
        self.people = list(people)
        start = None if not isinstance(clock, MatchClock | DecisionClock) else clock.seconds * 1000
        self._left: list[int | None] = [start if person else None for person in people]
        self._since: dict[int, float] = {}

    @property
    def runs(self) -> bool:
        return bool(self._since)

    def left(self, now: float) -> Left:
        """Milliseconds by seat, never below zero."""
        return tuple(self._left_of(seat, now) for seat in range(len(self._left)))

    def shown(self, now: float) -> Clocks | None:
        if not isinstance(self.clock, MatchClock | DecisionClock):
            return None
        return Clocks(self.left(now), tuple(sorted(self._since)))

    def if_chosen(self, seat: int, waiting: Collection[int], now: float) -> Left:
        """What would be left, to be written down before it is so; nothing where time is free."""
        if not isinstance(self.clock, MatchClock | DecisionClock):
            return ()
        twin = copy(self)
        twin._left, twin._since = self._left.copy(), self._since.copy()
        twin.chosen(seat, waiting, now)
        return twin.left(now)

    def chosen(self, seat: int, waiting: Collection[int], now: float) -> None:
        """That seat has chosen; these are waited for now."""
        self._stop(now)
        mine = self._left[seat]
        if isinstance(self.clock, MatchClock) and mine is not None and seat not in waiting:
            self._left[seat] = mine + self.clock.increment * 1000
        self._run(waiting, now, anew=seat)

    def restore(self, left: Left, waiting: Collection[int], now: float) -> None:
        """Go on from what was written down; nothing written: from the beginning."""
        self._since.clear()
        if left:
            self._left = list(left)
        elif isinstance(self.clock, MatchClock):
            self._left = [self.clock.seconds * 1000 if person else None for person in self.people]
        self._run(waiting, now)

    def release(self, seat: int) -> None:
        """A bot plays there from now on: it has no clock."""
        self.people[seat] = False
        self._left[seat] = None
        self._since.pop(seat, None)

    def stop(self, now: float) -> None:
        """The match is over."""
        self._stop(now)
        self._since.clear()

    def out(self, now: float) -> int | None:
        """A seat whose time is up."""
        return next((seat for seat in sorted(self._since) if self._left_of(seat, now) == 0), None)

    def next_flag(self, now: float) -> float | None:
        """Seconds until the next clock runs out."""
        left = [self._left_of(seat, now) for seat in self._since]
        return min((ms / 1000 for ms in left if ms is not None), default=None)

    def _left_of(self, seat: int, now: float) -> int | None:
        left = self._left[seat]
        if left is None or seat not in self._since:
            return left
        return max(0, left - int((now - self._since[seat]) * 1000))

    def _stop(self, now: float) -> None:
        for seat in self._since:
            self._left[seat] = self._left_of(seat, now)
            self._since[seat] = now

    def _run(self, waiting: Collection[int], now: float, anew: int | None = None) -> None:
        """A decision's clock starts full for whoever is asked something new."""
        for seat in waiting:
            if self._left[seat] is None:
                continue
            if isinstance(self.clock, DecisionClock) and (seat == anew or seat not in self._since):
                self._left[seat] = self.clock.seconds * 1000
            self._since.setdefault(seat, now)
        for seat in set(self._since) - set(waiting):
            del self._since[seat]
