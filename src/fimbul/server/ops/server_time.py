"""The time that clocks run by: it stands still while the server does.

A process that is stopped, starved or busy with one long piece of work hears nobody, so nobody's
time may run meanwhile. A heartbeat of the event loop shows that the server is alive: when none
comes, time stays at the last.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

BEAT = 0.05  # seconds between two heartbeats
PAUSE = 0.25  # seconds without a heartbeat until the server is said to stand still


class ServerTime:
    """Seconds, never backwards. Before the first heartbeat it is the system's own time."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._beat: float | None = None  # the last one
        self._lost = self._told = 0.0

    def __call__(self) -> float:
        now = self._now()
        if self._beat is not None and now - self._beat > PAUSE:
            now = self._beat
        self._told = max(self._told, now - self._lost)
        return self._told

    def beat(self) -> float:
        """The event loop has come round: the seconds it stood still before, mostly none."""
        now = self._now()
        paused = 0.0 if self._beat is None else now - self._beat
        self._beat = now
        if paused <= PAUSE:
            return 0.0
        self._lost += paused
        return paused
