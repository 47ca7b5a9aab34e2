"""Who is connected to a table through other workers, as they told lately."""

from __future__ import annotations

from time import monotonic

FRESH = 20.0  # seconds for which a worker's word is believed; it says it again every few


class Elsewhere:
    """By worker: the seats that are connected there. A worker that died says nothing any more."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[frozenset[int], float]] = {}

    def take(self, worker: str, seats: tuple[int, ...]) -> bool:
        """Note who is connected at that worker; return whether that is news."""
        before = self.seats
        self._told[worker] = (frozenset(seats), monotonic() + FRESH)
        return self.seats != before

    @property
    def seats(self) -> frozenset[int]:
        now = monotonic()
        fresh = (seats for seats, until in self._told.values() if until > now)
        return frozenset().union(*fresh)
