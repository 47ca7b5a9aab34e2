"""Units that face each other, for sergeants."""

from __future__ import annotations

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.charge.charges import Charge
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, choose
from tests.games.rag_narok.drawn import ask, battle, put

LANE = (40, 28)  # from here nobody runs off the table at once
BLADES, DEAD, GUNS = "1 abel, 6 griffin-duelist", "7 morbid-puppet", "4 griffin-fusilier leader"


def facing_each_other(gap: float, first: str = BLADES) -> RagNarok:
    """Two Units in the open, face to face, that many centimetres apart."""
    x, y = LANE if gap < 20 else (70, 10)
    state = battle([first], [DEAD])
    put(state, 0, (x, y, 90), files=4)
    put(state, 1, (x, y + gap + 5, 270), files=4)
    return state


def skirmish(seed: int, sergeant: int) -> RagNarok:
    """A sergeant against random picks."""
    state, dice = GAME.new(GAME.setup(), seed), Dice(seed)
    while state.open:
        decision = state.open[0]
        pick = decision.options[dice.roll(len(decision.options))]
        choose(state, decision.seat, answer(state, decision) if decision.seat == sergeant else pick)
    return state


def about_to_charge() -> RagNarok:
    """One of two enemies is to be chosen: the dead in front, or rifles who are too far."""
    state = battle([BLADES], [DEAD, GUNS])
    put(state, 0, (60, 10, 90), files=4)
    put(state, 1, (60, 28, 270), files=4)
    put(state, 2, (74, 50, 270), files=4)
    return ask(state, Charge(0, 0))
