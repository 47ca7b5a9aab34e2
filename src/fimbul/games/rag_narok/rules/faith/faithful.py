"""The faithful: Temporary Faith, who may call, and what they perceive."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.ground.air import within_levels
from fimbul.games.rag_narok.ground.contact import contacts, near
from fimbul.games.rag_narok.ground.sight import NONE, sees
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import Miracle, Profile
from fimbul.games.rag_narok.state import RagNarok, fighter, own_mov

FELT = t.SKILLS["awareness"].deeds.paces  # rule: ruling.awareness-range
SPARED = t.SKILLS["reverence"].deeds.spares  # rule: communion.reverence


def clerics(state: RagNarok, seat: int) -> list[int]:
    """That seat's faithful on the table."""
    return [
        number
        for number in state.roster.faithful
        if state.places[number] is not None and fighter(state, number).seat == seat
    ]


def aspects(card: Profile) -> int:
    """Creation, Alteration and Destruction together."""
    return sum(card.faith or ())


def is_monk(card: Profile) -> bool:
    return card.has("warrior-monk")


def believes(state: RagNarok, one: Fighter, cleric: Fighter) -> bool:  # rule: tf.mercenaries
    """Whether a fighter counts for that faithful, wherever it stands."""
    if cleric.card.has("iconoclast"):  # rule: tf.unaffiliated-mercenaries, tf.allies-stateless
        return one.seat != cleric.seat  # rule: tf.amount
    if one.seat != cleric.seat or one.card.has("stateless"):
        return False
    if one.card.mercenary and one.card.affiliation == "none":
        return one.card.alliance == t.PEOPLES[cleric.card.people].alliance
    if one.card.mercenary:
        return one.card.origin == cleric.card.people
    home = state.roster.armies[one.seat].people
    return one.card.people == cleric.card.people == home


def count_faith(state: RagNarok, cleric: int) -> int:  # rule: tf.amount, tf.summoned-reapers
    """Believers on its level within the aura, the faithful itself, and its aspects."""
    mine = fighter(state, cleric)  # rule: tf.same-level
    level = state.units[mine.unit].altitude
    around = [
        number
        for number, place in enumerate(state.places)
        if place is not None
        and number != cleric
        and believes(state, one := fighter(state, number), mine)
        and state.units[one.unit].altitude == level
        and near(state, cleric, number, mine.card.aura)
    ]
    return len(around) + 1 + aspects(mine.card)


def miracle(state: RagNarok, cleric: int, name: str) -> Miracle:  # rule: ruling.own-profiles
    """A miracle or Communion as the army of that faithful has it."""
    own = state.roster.cards[fighter(state, cleric).seat].get(name)
    if own is not None and isinstance(own.card, Miracle):
        return own.card
    return t.MIRACLES[name] if name in t.MIRACLES else t.COMMUNIONS[name]


def price(card: Profile, prayer: Miracle) -> int:  # rule: communion.reverence
    """The Fervour, less with Reverence."""
    return prayer.fervour - SPARED * card.has("reverence")


def spend(state: RagNarok, cleric: int, amount: int) -> None:
    state.fighters[cleric].faith = max(0, state.fighters[cleric].faith - amount)


def is_bound(state: RagNarok, cleric: int) -> bool:  # rule: ruling.conclave-members
    """Whether it prays in a Conclave."""
    return any(cleric in conclave.members for conclave in state.faith.conclaves)


def free_faith(state: RagNarok, cleric: int) -> int:  # rule: ruling.conclave-members
    """The TF that it does not owe to its Conclave."""
    card, joined = fighter(state, cleric).card, state.faith.conclaves
    owed = [
        price(card, miracle(state, cleric, one.communion))
        for one in joined
        if cleric in one.members
    ]
    return state.fighters[cleric].faith - sum(owed)


def is_held(
    state: RagNarok,
    cleric: int,
) -> bool:  # rule: miracle.not-in-melee, monk.communion-in-contact, communion.monk-close-combat
    """In melee, and no Warrior-Monk."""
    return cleric in contacts(state) and not is_monk(fighter(state, cleric).card)


def is_rushed(
    state: RagNarok,
    cleric: int,
) -> bool:  # rule: miracle.after-march-only, communion.monk-after-run, move.run
    """Ran, or moved or fled more than its MOV this turn, and no Warrior-Monk."""
    card, unit = fighter(state, cleric).card, fighter(state, cleric).unit
    rushed = state.units[unit].paces > own_mov(state, cleric) or state.units[unit].moved == p.RAN
    return rushed and not is_monk(card)  # rule: faithful.fled-double-no-miracle, ruling.fled-double


def may_call(state: RagNarok, cleric: int, prayer: Miracle) -> bool:
    """Whether a faithful could call that miracle now if there were a target. No mood forbids it."""
    held = is_held(state, cleric) and not prayer.deeds.in_melee  # rule: miracle.melee-exceptions
    if held or is_rushed(state, cleric) or is_bound(state, cleric):
        return False  # rule: faithful.fear-still-calls, miracle.same-miracle-many
    again = (cleric, prayer.id) in state.faith.prayers  # rule: ruling.miracle-once
    return not again and state.fighters[cleric].faith >= price(fighter(state, cleric).card, prayer)


def perceives(state: RagNarok, looker: int, target: int) -> bool:  # rule: tank.awareness-outwards
    """Sees it, or feels it within charge range by Awareness, in or out of the Tank."""
    if sees(state, looker, target) != NONE:  # rule: tank.awareness-inwards, ruling.awareness-range
        return True
    one = fighter(state, looker)
    mov = one.card.mov_flight if state.units[one.unit].altitude else one.card.mov
    return one.card.has("awareness") and near(state, looker, target, FELT * mov)


def can_reach(
    state: RagNarok,
    cleric: int,
    target: int,
    prayer: Miracle,
) -> bool:  # rule: flight.magic-same-limits
    """Whether a fighter is in sight and in range."""
    close = near(state, cleric, target, prayer.deeds.reach) and within_levels(state, cleric, target)
    return close and perceives(state, cleric, target)  # rule: miracle.los-and-range


def can_reach_unit(state: RagNarok, cleric: int, unit: int, prayer: Miracle) -> bool:
    """One visible fighter of a Unit in range will do; a faithful always reaches its own Unit."""
    if fighter(state, cleric).unit == unit:  # rule: miracle.los-and-range
        return True
    return any(can_reach(state, cleric, member, prayer) for member in state.units[unit].ranks)
