"""Censorship: the faithful of the other side deny miracles, and Communions that begin."""

from __future__ import annotations

from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.rules.faith.faithful import (
    aspects,
    clerics,
    free_faith,
    perceives,
    spend,
)
from fimbul.games.rag_narok.rules.rolls import best_of, passes, told
from fimbul.games.rag_narok.state import RagNarok, fighter, say
from fimbul.kernel import phrase

ALLOW = "button:let-it-happen"
DENIED = "{fighter} denies it: {sum} against {difficulty}, the miracle fails"
IN_VAIN = "{fighter} denies it: {sum} against {difficulty}, in vain"


def censors(state: RagNarok, seat: int, caller: int, fervour: int) -> list[int]:
    """The faithful who see a caller within twice their aura and can pay."""
    return [
        cleric
        for cleric in clerics(state, seat)
        if free_faith(state, cleric) >= fervour
        and near(state, cleric, caller, 2 * fighter(state, cleric).card.aura)
        and perceives(state, cleric, caller)
    ]  # rule: miracle.censorship, faithful.fear-still-calls


def deny(state: RagNarok, cleric: int, fervour: int, wanted: int) -> bool:
    """Pay the Fervour and roll against the caller's result."""
    one = fighter(state, cleric)  # rule: miracle.censorship
    spend(state, cleric, fervour)
    value = aspects(one.card)
    roll = best_of(state, one.unit, value, (1, wanted))
    good = passes(roll, wanted)
    words = DENIED if good else IN_VAIN
    parts = {"fighter": one.card.name, "sum": told(roll, value), "difficulty": wanted}
    say(state, one.seat, phrase(words, **parts))
    return good
