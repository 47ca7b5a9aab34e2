"""Spells and Rituals as the tables have them, read once: cost, range, whom they touch."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok.army.own_cards import OwnCard
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.deeds import Touches
from fimbul.games.rag_narok.rules.magic.mana import is_magician
from fimbul.games.rag_narok.rules.values import members
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.charms import lies_on

PERSONAL = 0  # rule: spell.range-zero-personal


class Formula(NamedTuple):
    """A spell or Ritual, as numbers."""

    card: t.Spell
    thing: str  # its id on the table
    least: int  # gems: the basic cost
    most: int
    reach: int  # hundredths of a centimetre
    often: int  # castings in a turn
    touches: Touches
    harms: bool  # aimed at enemies
    ritual: bool = False

    @property
    def moving(self) -> bool:
        """Cast in the movement phase, before the target's Unit is activated."""
        return self.card.deeds.moving != ""

    @property
    def only_moving(self) -> bool:
        return self.card.deeds.moving == "only"


def _formula(card: t.Spell, ritual: bool) -> Formula:  # rule: spell.range-zero-personal
    """A row of the tables; a range of 0 is Personal."""
    deeds, thing = card.deeds, f"{'ritual' if ritual else 'spell'}:{card.id}"
    return Formula(
        card, thing, deeds.gems, deeds.gems_most, deeds.reach, deeds.often, deeds.touches,
        deeds.whom == "enemies", ritual,
    )  # fmt: skip


FORMULAS = (
    *(_formula(card, False) for card in t.SPELLS.values()),
    *(_formula(card, True) for card in t.RITUALS.values()),
)
RITUALS = range(len(t.SPELLS), len(FORMULAS))
NUMBER = {formula.card.id: number for number, formula in enumerate(FORMULAS)}
BY_THING = {formula.thing: number for number, formula in enumerate(FORMULAS)}


@lru_cache(maxsize=1024)  # owners write what they like
def _of_an_owner(own: OwnCard) -> Formula:
    assert isinstance(own.card, t.Spell), "its table holds spells or Rituals"
    return _formula(own.card, own.table == "ritual")


def formula(state: RagNarok, caster: int, number: int) -> Formula:
    """A spell or Ritual as the caster's army has it."""
    return formula_for(state, fighter(state, caster).seat, number)


def formula_for(state: RagNarok, seat: int, number: int) -> Formula:  # rule: ruling.own-profiles
    """A spell or Ritual as a seat's army has it."""
    ours = FORMULAS[number]
    own = state.roster.cards[seat].get(ours.card.id)
    return ours if own is None else _of_an_owner(own)


# -- who may be touched ----------------------------------------------------------------------

Suits = Callable[[RagNarok, int], bool]  # a Unit or a fighter, as the spell has it


def _people(name: str) -> Suits:
    return lambda state, unit: all(one.card.people == name for one in members(state, unit))


def _is_danu(state: RagNarok, number: int) -> bool:
    spasm = lies_on(state.charms, "spasm", number)
    return fighter(state, number).card.id == "danu-warrior" and not spasm


def _is_fitted(state: RagNarok, number: int) -> bool:  # rule: spell.thermo-acceleration-area
    """A Boiler with an accelerator; a Thermo-Priest's Razorback has one built in."""
    one = fighter(state, number)
    built_in = is_magician(one) and "boiler/MOV" in one.card.skills
    return "accelerator" in one.extras or built_in


def _has_compressors(state: RagNarok, unit: int) -> bool:
    return all("compressor" in one.extras for one in members(state, unit))


def mendable(state: RagNarok, unit: int) -> list[int]:
    """The Undead of a Unit that fell this turn, or are wounded."""
    fell = [number for number, *_ in state.fallen if fighter(state, number).unit == unit]
    hurt = [number for number in state.units[unit].ranks if state.fighters[number].hurt]
    return [number for number in (*hurt, *fell) if fighter(state, number).card.has("undead")]


def _is_troop(state: RagNarok, number: int) -> bool:
    """Whoever fills a place in the ranks: Leaders, Standard Bearers and Musicians too."""
    card = fighter(state, number).card
    return not card.independent and card.kind != "machine"


def _is_low(state: RagNarok, number: int) -> bool:  # rule: ruling.template-level
    """On the ground or in low flight: higher up a Tornado touches nobody."""
    return state.units[fighter(state, number).unit].altitude in t.SPELLS["tornado"].deeds.levels


SUITS: dict[str, Suits] = {
    "tornado": _is_low,
    "storm-spirit": lambda state, number: fighter(state, number).card.id == "brontops",
    "lamentations-of-danu": _is_danu,
    "thermo-compression": _has_compressors,
    "thermo-acceleration": _is_fitted,
    "transfiguration": _is_troop,
    "bone-mending": lambda state, unit: bool(mendable(state, unit)),
    "healing-light": lambda state, number: state.fighters[number].hurt > 0,
    "injection-of-rage": _people("dirz"),
    "gift-of-the-jackal": _people("orcs"),
}
