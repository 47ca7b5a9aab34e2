"""What bots know: what a state is worth."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.ending import scores
from fimbul.games.rag_narok.state import RagNarok, fighter

LEAD = 120  # so many AP ahead are as good as won


def value(state: RagNarok, seat: int) -> float:
    """The lead in victory points, wounds counted in part; at the end the result itself."""
    if state.result is not None:
        return state.result.reward(seat)
    points = list(scores(state))
    for number, hurt in enumerate(state.hurt):
        if hurt and state.fates[number] == p.STANDING:
            one = fighter(state, number)
            points[1 - one.seat] += one.ap * hurt // (2 * one.card.wounds)
    lead = points[seat] - points[1 - seat]
    return max(-0.95, min(0.95, lead / LEAD))
