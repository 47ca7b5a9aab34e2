"""What lies on Units and fighters for a while: miracles, Communions, banners, and what they add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok

FOREVER = 1_000_000  # until something else ends it
KNIGHTING, VENGEANCE = "occult-knighting", "vengeance-of-the-temple"
BEWITCHMENT = "bewitchment-of-salatiel"
BOOSTS: dict[str, dict[str, int]] = {
    KNIGHTING: {"att": 1, "def": 1},
    BEWITCHMENT: {"strength": 4, "att": 2},
    "shield-of-faith": {"res": 1},
    "sudden-fervour": {"cou": 1, "fear": 1},
    "hearth-oath": {"def": 2},
    "chorus-of-aegis": {"res": 2},
    "embrace-of-danu": {"strength": 1, "cou": 1},
    VENGEANCE: {},
}


class Effect(Struct, frozen=True):
    """Something that was laid on a Unit, or on one fighter of it."""

    name: str
    unit: int
    number: int = -1  # the one fighter it is for; -1: the whole Unit
    until: int = 0  # the last turn it lasts


def lay(state: RagNarok, effect: Effect) -> None:
    """The same effect does not add up: the later one takes the earlier one's place."""
    # rule: ruling.same-effect-once
    before = [e for e in state.effects if e.until > effect.until and _same(e, effect)]
    if not before:
        state.effects = [e for e in state.effects if not _same(e, effect)]
        state.effects.append(effect)


def _same(one: Effect, other: Effect) -> bool:
    return (one.name, one.unit, one.number) == (other.name, other.unit, other.number)


def lies_on(state: RagNarok, name: str, unit: int, number: int = -1) -> bool:
    """Whether that effect lies on a Unit, or on a fighter of it."""
    return any(
        effect.name == name and effect.unit == unit and effect.number in (-1, number)
        for effect in state.effects
    )


def boost(state: RagNarok, what: str, unit: int, number: int = -1) -> int:
    """All that effects add to one value of a Unit, or of a fighter in it."""
    if not state.effects:
        return 0
    return sum(
        BOOSTS[effect.name].get(what, 0)
        for effect in state.effects
        if effect.unit == unit and effect.number in (-1, number)
    )


def marks(state: RagNarok, number: int) -> frozenset[str]:
    """The effects that lie on one fighter alone."""
    return frozenset(effect.name for effect in state.effects if effect.number == number)


def fade(state: RagNarok) -> None:
    """What lasts until the end of this turn stops, and what lies on the dead."""
    # rule: end.sequence
    state.effects = [
        effect
        for effect in state.effects
        if effect.until > state.turn
        and state.ranks[effect.unit]
        and (effect.number < 0 or state.places[effect.number] is not None)
    ]
