"""Courage and Fear: who must test, and what a failure does."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.command.orders import discard_orders
from fimbul.games.rag_narok.rules.rolls import FAILED, PASSED, OpenRoll, attempt, lay_open, told
from fimbul.games.rag_narok.rules.values import brave_df, fearless, fearsome_df, terror, unit_value
from fimbul.games.rag_narok.state import RagNarok, df, name, tell
from fimbul.kernel import phrase

MOODS = (  # what is told when a Unit falls into that mood
    "",
    "{unit} [is|are] now in Fear",
    "{unit} [is|are] now under Control",
    "{unit} [is|are] now in Rout",
)


def must_test(state: RagNarok, unit: int, enemy: int) -> bool:  # rule: fear.brave-fearsome
    """Whether a Unit must take a Courage test to meet that enemy."""
    if state.units[unit].roar:  # rule: ruling.war-cry-brave, fear.mixed-compare, fear.mixed-test
        return False  # rule: fear.mixed-no-test, ruling.mixed-unit-charging, fear.resisted
    brave = brave_df(state, unit)  # rule: ruling.resisted-duration
    if not brave or brave < fearsome_df(state, unit) or fearless(state, unit):
        return False
    return terror(state, enemy) > max(0, state.units[unit].resisted)


def reaction(own: int, enemy: int, natural_one: bool) -> int:  # rule: fear.reaction
    """The mood of a Unit that fails, by the DF on both sides."""
    mood = p.FEAR if own >= 2 * enemy else p.CONTROL if own >= enemy else p.ROUT
    return min(p.ROUT, mood + natural_one)


def face_fear(state: RagNarok, unit: int, enemy: int) -> bool:  # rule: fear.test, fear.when-charged
    """A Courage test against that enemy, if one is due; return whether the Unit keeps its head."""
    if not must_test(state, unit, enemy):  # rule: fear.when-charging
        return True
    difficulty = terror(state, enemy)
    value = unit_value(state, unit, "cou") or 0
    roll = attempt(state, unit, value, difficulty)
    names = {"unit": name(state, unit), "enemy": name(state, enemy)}
    title = phrase("{unit}, Courage against {enemy}", **names)
    good = lay_open(state, unit, OpenRoll(title, "COU", value, difficulty, "fear.test"), roll)
    words = PASSED if good else FAILED
    tell(state, unit, words, what="Courage", sum=told(roll, value), difficulty=difficulty)
    if good:
        state.units[unit].resisted = difficulty
        return True
    set_mood(state, unit, reaction(df(state, unit), df(state, enemy), roll.die == 1))
    return False  # rule: fear.mixed-total-df


def set_mood(state: RagNarok, unit: int, mood: int) -> None:  # rule: state.fear, state.control
    """A worse mood takes the place of a better one, never the other way."""
    if mood <= state.units[unit].mood:  # rule: state.rout
        return
    state.units[unit].mood = mood
    tell(state, unit, MOODS[mood])
    if mood in (p.CONTROL, p.ROUT):
        discard_orders(state, unit)


def is_broken(state: RagNarok, unit: int) -> bool:  # rule: state.control, state.rout
    """In Control or Rout: whatever it was about to do, it does not."""
    return state.units[unit].mood in (p.CONTROL, p.ROUT)


def flees_at_once(state: RagNarok, unit: int) -> bool:  # rule: rout.in-melee-must-disengage
    """Routed, and nobody holds it back."""
    return (
        state.units[unit].mood == p.ROUT
        and bool(state.units[unit].ranks)
        and not in_melee(state, unit)
    )
