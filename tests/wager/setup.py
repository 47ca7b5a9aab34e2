"""What may be asked for before a match."""

from fimbul.kernel import Setup


class WagerSetup(Setup, frozen=True, kw_only=True):
    seats: int = 3
