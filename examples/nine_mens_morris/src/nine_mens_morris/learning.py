"""What a learner is told: points and men by name, and where everything stands."""

from __future__ import annotations

from fimbul.kernel import LearningLore, next_step
from nine_mens_morris import parts as p
from nine_mens_morris.rules import Go, in_hand
from nine_mens_morris.state import NineMensMorris

NAMED = (*p.POINTS, *p.THINGS[1:])


def features(state: NineMensMorris, seat: int) -> bytes:
    """Point by point: white men, red men, the man that goes now; then how many men each side
    holds in hand, whose eyes these are, and the turns since a man was placed or taken."""
    step = next_step(state)
    chosen = p.NUMBER[step.man] if isinstance(step, Go) and step.seat == seat else -1
    stands = [bytes(man in side for man in state.board) for side in p.SIDES]
    held = [sum(1 for _ in in_hand(state, one)) for one in (0, 1)]
    goes = bytes(man == chosen for man in state.board)
    return b"".join((*stands, goes, bytes((*held, seat, state.quiet))))


LEARNING = LearningLore(things=lambda setup: NAMED, features=features)
