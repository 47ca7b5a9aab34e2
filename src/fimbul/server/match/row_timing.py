"""Time within one row of decisions, where the game asks for it: openings, closings, counts.

Nothing of it is written down but the choices it leads to: after a restart a row begins anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fimbul.kernel import State, Timing, timing_of
from fimbul.server.wire.messages import Clocks

Due = Literal["opens", "calls", "closes"]
RowNews = Literal["opens", "waits", "counts"]


class RowTiming:
    """The row that is open now. Times are seconds of the server, which the caller reads."""

    def __init__(self) -> None:
        self.row = 0
        self.since = 0.0  # when the row was laid
        self.picked: float | None = None  # when the first of it picked
        self.called: float | None = None  # when the count began
        self.held = False  # is it still too early to pick?
        self.timing: Timing | None = None  # what the game asks for; mostly nothing

    def follow(self, row: int, state: State, now: float) -> None:
        """The match has moved on, or the row has."""
        self.timing = _timing(state)
        if row != self.row:
            self.row, self.since, self.picked, self.called = row, now, None, None
            self.held = self.timing is not None and self.timing.opens > 0
        if not state.sealed:
            self.picked = self.called = None
        elif self.picked is None:
            self.picked = now

    def take(self, news: RowNews, now: float) -> None:
        """Picks begin to count; or the count begins; or, as somebody is away, it has to wait."""
        if news == "opens":
            self.held = False
        elif news == "waits":
            self.picked = now
        else:
            self.called = now

    def due(self, now: float) -> Due | None:
        """What has to happen by now."""
        found = self._next()
        return found[1] if found is not None and found[0] <= now else None

    def next_flag(self, now: float) -> float | None:
        """Seconds until something is due."""
        found = self._next()
        return None if found is None else max(0.0, found[0] - now)

    def _next(self) -> tuple[float, Due] | None:
        return min(self._coming(), default=None)

    def _coming(self) -> Iterator[tuple[float, Due]]:
        timing = self.timing
        if timing is None:
            return
        if self.held:
            yield self.since + timing.opens / 1000, "opens"
        elif timing.closes:
            yield self.since + timing.closes / 1000, "closes"
        if self.called is not None:
            yield self.called + timing.count / 1000, "closes"
        elif timing.calls and self.picked is not None:
            yield self.picked + timing.calls / 1000, "calls"

    def may_call(self, state: State, seat: int | None) -> bool:
        """Whoever picked first may start the count, once."""
        timing = self.timing
        counts = timing is not None and timing.count > 0 and not timing.calls
        return counts and self.called is None and next(iter(state.sealed), None) == seat

    def reach(self, timing: Timing) -> float:
        """The moment in which a bot picks."""
        return self.since + (timing.opens + timing.reach[0]) / 1000

    def shown(self, state: State, now: float) -> Clocks | None:
        """What is left of a count, or until the row closes, for all who have not picked."""
        closing = [when for when, due in self._coming() if due == "closes"]
        if not closing:
            return None
        running = tuple(decision.seat for decision in state.open)
        left = max(0, int((min(closing) - now) * 1000))
        return Clocks(tuple(left if n in running else None for n in range(state.seats)), running)


def _timing(state: State) -> Timing | None:
    """All who are still asked keep the same time."""
    return timing_of(state, state.open[0].seat) if state.open else None
