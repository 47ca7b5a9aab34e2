"""Spells and Rituals as the tables have them, read once: cost, range, whom they touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.charms import lies_on
from fimbul.games.rag_narok.rules.mana import is_magician
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.tables import CM
from fimbul.games.rag_narok.values import members

PERSONAL = 0  # rule: spell.range-zero-personal
ENDLESS = 99  # castings a turn of what is unlimited
Touches = Literal["self", "fighter", "unit", "spot"]


class Formula(NamedTuple):
    """A spell or Ritual, as numbers."""

    card: t.Spell
    thing: str  # its id on the table
    least: int  # gems: the basic cost
    most: int
    reach: int  # hundredths of a centimetre
    frequency: int
    touches: Touches
    harms: bool  # aimed at enemies
    ritual: bool = False

    @property
    def moving(self) -> bool:
        """Cast in the movement phase, before the target's Unit is activated."""
        return "movement phase" in self.card.effect

    @property
    def only_moving(self) -> bool:
        return self.card.effect.startswith("In the movement phase")


AIMED: dict[str, Touches] = {
    "thousand-tears": "unit", "tornado": "fighter", "veil-of-mist": "spot",
    "veil-of-soot": "spot", "wall-of-earth": "spot", "dark-lash": "fighter",
    "primal-bolt": "fighter",
}  # fmt: skip
GIVEN: dict[str, Touches] = {
    "storm-spirit": "fighter", "lamentations-of-danu": "fighter", "thermo-compression": "unit",
    "thermo-acceleration": "fighter", "transfiguration": "fighter", "bone-mending": "unit",
    "healing-light": "fighter", "stone-skin": "unit", "injection-of-rage": "unit",
    "gift-of-the-jackal": "unit", "mark-of-the-caste": "self",
}  # fmt: skip


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _formula(card: t.Spell, ritual: bool) -> Formula:
    """A row of the tables; ranges 0 and None are Personal."""  # rule: spell.range-zero-personal
    cost, reach = _numbers(card.cost) or [0], _numbers(card.range) or [PERSONAL]
    most = cost[1] if "to" in card.cost.split() else ENDLESS
    often = _numbers(card.frequency)
    touches = "unit" if ritual else AIMED.get(card.id) or GIVEN.get(card.id, "self")
    harms = ritual or card.id in AIMED
    thing = f"{'ritual' if ritual else 'spell'}:{card.id}"
    return Formula(
        card, thing, cost[0], most, reach[0] * CM, often[0] if often else ENDLESS, touches, harms,
        ritual,
    )  # fmt: skip


FORMULAS = (
    *(_formula(card, False) for card in t.SPELLS.values()),
    *(_formula(card, True) for card in t.RITUALS.values()),
)
RITUALS = range(len(t.SPELLS), len(FORMULAS))
NUMBER = {formula.card.id: number for number, formula in enumerate(FORMULAS)}
BY_THING = {formula.thing: number for number, formula in enumerate(FORMULAS)}


# -- who may be touched ----------------------------------------------------------------------

Suits = Callable[[RagNarok, int], bool]  # a Unit or a fighter, as the spell has it


def _people(name: str) -> Suits:
    return lambda state, unit: all(one.card.people == name for one in members(state, unit))


def _is_danu(state: RagNarok, number: int) -> bool:
    spasm = lies_on(state.charms, "spasm", number)
    return fighter(state, number).card.id == "danu-warrior" and not spasm


def _is_fitted(state: RagNarok, number: int) -> bool:
    """A Boiler with an accelerator; a Thermo-Priest's Razorback has one built in."""
    # rule: spell.thermo-acceleration-area
    one = fighter(state, number)
    built_in = is_magician(one) and "boiler/MOV" in one.card.skills
    return "accelerator" in one.extras or built_in


def _has_compressors(state: RagNarok, unit: int) -> bool:
    return all("compressor" in one.extras for one in members(state, unit))


def mendable(state: RagNarok, unit: int) -> list[int]:
    """The Undead of a Unit that fell this turn, or are wounded."""
    fell = [number for number, *_ in state.fallen if fighter(state, number).unit == unit]
    hurt = [number for number in state.ranks[unit] if state.hurt[number]]
    return [number for number in (*hurt, *fell) if fighter(state, number).card.has("undead")]


def _is_troop(state: RagNarok, number: int) -> bool:
    """Whoever fills a place in the ranks: Leaders, Standard Bearers and Musicians too."""
    card = fighter(state, number).card
    return not card.independent and card.kind != "machine"


def _is_low(state: RagNarok, number: int) -> bool:
    """On the ground or in low flight: higher up a Tornado touches nobody."""
    # rule: ruling.template-level
    return state.altitude[fighter(state, number).unit] <= p.LOW


SUITS: dict[str, Suits] = {
    "tornado": _is_low,
    "storm-spirit": lambda state, number: fighter(state, number).card.id == "brontops",
    "lamentations-of-danu": _is_danu,
    "thermo-compression": _has_compressors,
    "thermo-acceleration": _is_fitted,
    "transfiguration": _is_troop,
    "bone-mending": lambda state, unit: bool(mendable(state, unit)),
    "healing-light": lambda state, number: state.hurt[number] > 0,
    "injection-of-rage": _people("dirz"),
    "gift-of-the-jackal": _people("orcs"),
}
