"""All of a game in one room that no other game has."""

from collections.abc import Sequence
from typing import Any

from fimbul.kernel import Line, PlainNotation, Scene, Setup
from tests.wager.rules import Bid
from tests.wager.scene import show
from tests.wager.state import Wager


class RoomySetup(Setup, frozen=True, kw_only=True):
    seats: int = 3


class Court(Wager, kw_only=True):
    """Named after something else, too."""


class LostBid(Bid, frozen=True):
    """A step where no rules are."""


class LostNotation(PlainNotation):
    """Writes as all do, but from here."""


class LostEngine:
    """Knows no position."""

    def search(self, *_: Any) -> Sequence[Line]:
        return ()


class Tent:
    """Nobody works here."""


def spread(state: Wager, seat: int | None) -> Scene:
    return show(state, seat)
