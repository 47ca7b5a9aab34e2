"""What a learner is told: all cards by name, my hand, what lies open."""

from __future__ import annotations

from fimbul.kernel import LearningLore, marked
from tests.wager.parts import CARDS, DONE, NAMES
from tests.wager.setup import WagerSetup
from tests.wager.state import Wager


def things(_setup: WagerSetup) -> tuple[str, ...]:
    return (*NAMES[1:], DONE)


def features(state: Wager, seat: int) -> bytes:
    points = [state.points[other] for other in state.around(seat)]
    hand, shown = (marked(cards, CARDS + 1) for cards in (state.hands[seat], state.shown))
    return bytes((state.round, *points)) + hand + shown


LEARNING = LearningLore(things=things, features=features)
