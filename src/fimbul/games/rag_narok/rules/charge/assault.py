"""An attack by one Unit on another, as charges and engagements share it."""

from __future__ import annotations

from msgspec import Struct


class Assault(Struct, frozen=True):
    """A Unit that charges or engages another, and how that other answers."""

    unit: int
    target: int
    charge: bool
    pursuit: bool = False
    answer: int = -1  # the reaction Order; -1: none
    ahead: bool = False  # straight on, without turning: a blind charge, or a rush

    @property
    def far(self) -> bool:
        """Whether it goes up to twice MOV."""
        return self.charge or self.pursuit or self.ahead
