"""What the points of a battle that is over are the sum of."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok.army.terms import PITCHED, STONES
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.ending import losses
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Fact


def gains(state: RagNarok, seat: int) -> tuple[Fact, ...]:
    """They add up to its score: `ending.scores` rounds once, and so does this."""
    return tuple(fact for fact in _gains(state, seat) if fact.amount)


def _gains(state: RagNarok, seat: int) -> Iterator[Fact]:
    lost, routed = [both[seat] for both in losses(state)]
    if state.scenario == STONES:  # rule: ruling.three-stones
        fallen = -(-(2 * lost + routed) // 4)
        yield Fact("Half the AP of enemies killed, fled or in Rout", "victory.points", fallen)
        yield Fact("Stones held", "ruling.three-stones", state.sides[seat].stones)
        return
    yield Fact("Enemies killed or fled", "victory.points", lost)
    yield Fact("Enemies in Rout, at half their AP", "victory.points", -(-routed // 2))
    if state.scenario == PITCHED:
        yield Fact("Aims of the battle", "ruling.pitched-aims", aims(state, seat))
