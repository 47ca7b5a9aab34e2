"""Who fights whom: fights of Units, combats of profile groups, and the dice they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.measure.tables import MOODS, ORDERS, SKILLS
from fimbul.games.rag_narok.state import RagNarok, fighter, group, is_routed, squad
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.melee import Pair

Value = Literal["ini", "att", "defence"]
CHARGED = ORDERS["charge"].deeds.adds  # rule: charge.penalty
AFRAID, ROUTED, DISORGANISED = (  # rule: state.fear, state.rout, state.disorganised
    MOODS[name].deeds.adds for name in ("fear", "rout", "disorganised")
)
BESTIAL, SCOURGE = SKILLS["bestial-charge"].deeds.plus, SKILLS["scourge"].deeds.plus


def mutual(state: RagNarok, number: int, foes: Sequence[int]) -> list[int]:
    """The enemies in contact that are assigned to the same fight."""
    home = fighter(state, number).unit
    return [
        foe
        for foe in contacts(state).get(number, ())
        if foes[foe] == home and foes[number] == fighter(state, foe).unit
    ]


def assigned(state: RagNarok) -> list[int]:
    """By fighter, the Unit it fights; -1: none."""
    return [now.foe for now in state.fighters]


def opponents(state: RagNarok, number: int) -> list[int]:
    return mutual(state, number, assigned(state))


def fights(state: RagNarok) -> dict[str, Pair]:  # rule: melee.groups
    """The fights still to be played: one Unit of each side."""
    found: dict[str, Pair] = {}
    for number in contacts(state):
        one = fighter(state, number)
        if one.seat == 0:
            for foe in opponents(state, number):
                pair = (one.unit, fighter(state, foe).unit)
                if pair not in state.melee.fought:
                    found[fight_id(state, pair)] = pair
    return dict(sorted(found.items()))


def fight_id(state: RagNarok, pair: Pair) -> str:
    one, other = (squad(state, unit).id.removeprefix("unit:") for unit in pair)
    return f"fight:{one}/{other}"


def combats(state: RagNarok, one: int, other: int) -> dict[str, Pair]:
    """The combats of a fight still to be played: groups in contact, at least one with dice."""
    found: dict[str, Pair] = {}
    for number in contacts(state):
        mine = fighter(state, number)
        if mine.unit != one:
            continue
        for foe in opponents(state, number):
            theirs = fighter(state, foe)
            pair = (mine.group, theirs.group)
            if theirs.unit == other and pair not in state.melee.clashed:
                found[combat_id(state, pair)] = pair
    return {thing: pair for thing, pair in sorted(found.items()) if any(pools(state, pair))}


def combat_id(state: RagNarok, pair: Pair) -> str:
    one, other = (group(state, number).id.removeprefix("group:") for number in pair)
    return f"combat:{one}/{other}"


def engaged(state: RagNarok, mine: int, theirs: int) -> list[int]:
    """The living fighters of one group in contact with the other, in the same fight."""
    return [
        number
        for number in group(state, mine).members
        if state.places[number] is not None
        and any(fighter(state, foe).group == theirs for foe in opponents(state, number))
    ]


def dice_of(state: RagNarok, number: int) -> int:  # rule: dice.by-size, melee.additional-dice
    """A fighter's combat dice; a Character amid several enemies has one more."""
    return fighter(state, number).card.dice + state.fighters[number].amid


def amid(
    state: RagNarok,
    units: Pair,
) -> list[int]:  # rule: melee.additional-dice, ruling.additional-die
    """The Characters of a fight that begins with two opponents or more in contact."""
    both = (number for unit in units for number in state.units[unit].ranks)
    return [n for n in both if is_hero(state, n) and len(opponents(state, n)) > 1]


def is_hero(state: RagNarok, number: int) -> bool:  # rule: skill.masterstroke-lion-banner
    """A Character, or a Lion Knight under the Lion Banner."""
    one = fighter(state, number)  # rule: ruling.lion-banner
    if one.card.kind == "character" or not state.charms:
        return one.card.kind == "character"
    return one.card.id == "lion-knight" and lies_on(state.charms, "lion-banner", one.unit)


def is_avenging(
    state: RagNarok,
    unit: int,
) -> bool:  # rule: miracle.vengeance-masterstroke, ruling.vengeance-normal-attack
    """Whether each attack of a Unit is a Masterstroke, whatever it rolls."""
    return bool(state.charms) and lies_on(state.charms, "vengeance-of-the-temple", unit)


def free_dice(state: RagNarok, number: int) -> int:
    return max(0, dice_of(state, number) - state.fighters[number].spent)


def pools(state: RagNarok, pair: Pair) -> tuple[int, int]:  # rule: melee.dice-pool
    """The dice each group could use in this combat."""
    return pool(state, pair[0], pair[1]), pool(state, pair[1], pair[0])


def pool(state: RagNarok, mine: int, theirs: int) -> int:
    return sum(free_dice(state, number) for number in engaged(state, mine, theirs))


def faces_more(state: RagNarok, mine: int, theirs: int) -> bool:
    """Whether a group still has to meet another group in this fight."""
    for number in group(state, mine).members:
        if state.places[number] is not None:
            for foe in opponents(state, number):
                other = fighter(state, foe).group
                pair = (mine, other) if group(state, mine).seat == 0 else (other, mine)
                if other != theirs and pair not in state.melee.clashed:
                    return True
    return False


def spend(state: RagNarok, mine: int, theirs: int, count: int) -> None:
    """Mark the dice as used, first those of fighters that can meet nobody else."""
    able = engaged(state, mine, theirs)
    able.sort(key=lambda n: (len({fighter(state, f).group for f in opponents(state, n)}), n))
    for number in able:
        taken = min(count, free_dice(state, number))
        state.fighters[number].spent += taken
        count -= taken


def charged(state: RagNarok, unit: int, enemy: int) -> bool:  # rule: charge.penalty
    """Whether a charge still weighs on a Unit."""
    return enemy in state.units[unit].charged_by


def dive_bonus(
    state: RagNarok,
    unit: int,
    enemy: int,
) -> (
    int
):  # rule: flight.dive-bonus, flight.dive-bonus-lost-on-separation, ruling.confrontation-only
    """Added to INI, ATT and STR of a diver, only against the Unit it dived on."""
    return p.DIVE if state.units[unit].dived == enemy else 0  # rule: flight.dive-bonus-target-unit


def shaken(state: RagNarok, unit: int) -> bool:  # rule: state.rout, state.disorganised
    """In Rout or Disorganised."""
    return is_routed(state, unit) or bool(state.units[unit].shaken)


def burden(state: RagNarok, unit: int, what: Value) -> int:  # rule: state.fear, state.rout
    """What its states take from a value of a Unit, whoever it meets."""
    mood, found = state.units[unit].mood, 0  # rule: state.disorganised
    if mood == p.FEAR:
        found -= AFRAID.get(what, 0)
    elif mood == p.ROUT:
        found -= ROUTED.get(what, 0)
    return found - DISORGANISED.get(what, 0) if state.units[unit].shaken else found


def slowed(state: RagNarok, unit: int) -> int:  # rule: formation.dispersed
    """What its states and its formation take from a Unit's INI, whoever it meets."""
    return burden(state, unit, "ini") + state.units[unit].spread


def initiative(state: RagNarok, mine: int, theirs: int) -> int:
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    less = slowed(state, unit) - CHARGED["ini"] * charged(state, unit, enemy)
    return group(state, mine).card.ini - less + dive_bonus(state, unit, enemy)


def attack_value(state: RagNarok, mine: int, theirs: int) -> int:
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    less = burden(state, unit, "att") - CHARGED["att"] * charged(state, unit, enemy)
    card = group(state, mine).card
    beast = card.has("bestial-charge") and state.units[unit].charging
    return card.att - less + BESTIAL * bool(beast) + dive_bonus(state, unit, enemy)


def defence_value(state: RagNarok, mine: int, theirs: int) -> int:
    unit, enemy = group(state, mine).unit, group(state, theirs).unit
    less = burden(state, unit, "defence") - CHARGED["defence"] * charged(state, unit, enemy)
    return group(state, mine).card.defence - less


def line_bonus(state: RagNarok, mine: int) -> int:  # rule: wound.bonus-one-line1
    """What a group adds to the line of its wound rolls, never to a die."""
    card, unit = group(state, mine).card, group(state, mine).unit  # rule: skill.bestial-charge-one
    beast = card.has("bestial-charge") and state.units[unit].charging
    return SCOURGE * card.has("scourge") + BESTIAL * bool(beast)  # rule: skill.bestial-charge-six
