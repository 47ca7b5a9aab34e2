"""What the steps of a combat share: its groups and dice, an attack roll, a defence roll."""

from __future__ import annotations

from fractions import Fraction

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.melee.fights import (
    attack_value,
    defence_value,
    engaged,
    free_dice,
    is_avenging,
    is_hero,
    opponents,
)
from fimbul.games.rag_narok.rules.rolls import (
    OpenRoll,
    Roll,
    lay_open,
    passes,
    roll_until,
    unit_test,
    unparried,
)
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, group
from fimbul.games.rag_narok.state.melee import Clash, Combat, Pair
from fimbul.kernel import phrase


def put(pair: Pair, seat: int, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def fighting(state: RagNarok) -> Combat:
    assert state.melee.combat is not None, "a combat is being fought"
    return state.melee.combat


def update(state: RagNarok, **changes: object) -> None:
    state.melee.combat = structs.replace(fighting(state), **changes)


def unit_of(state: RagNarok, seat: int) -> int:
    return group(state, fighting(state).groups[seat]).unit


def killers(state: RagNarok, seat: int) -> int:  # rule: skill.born-killer-defence
    """Each Born Killer may roll one failure of a combat again."""
    now = fighting(state)
    card = group(state, now.groups[seat]).card
    able = engaged(state, now.groups[seat], now.groups[1 - seat])
    return len(able) if card.has("born-killer") else 0


def sound_pair(state: RagNarok, pair: Pair) -> bool:
    known = range(len(state.roster.groups))
    return all(n in known for n in pair) and [group(state, n).seat for n in pair] == [0, 1]


class CombatStep(RagStep, frozen=True):
    """A step of the combat that is being fought."""

    phase = p.MELEE

    def mine(self, state: RagNarok) -> int:
        return fighting(state).groups[self.seat]

    def theirs(self, state: RagNarok) -> int:
        return fighting(state).groups[1 - self.seat]

    def unit(self, state: RagNarok) -> int:
        return group(state, self.mine(state)).unit

    def fits(self, state: RagNarok) -> bool:
        asked = self.seat in range(p.SEATS)
        return (
            asked
            and state.melee.combat is not None
            and sound_pair(state, state.melee.combat.groups)
        )


def difficulties(state: RagNarok, seat: int) -> list[str]:
    """From ATT + 1 to ATT + 12; what a side has announced stands for the whole combat."""
    now = fighting(state)  # rule: ruling.announced-difficulty-range, melee.attack
    if now.announced[seat]:
        return [f"difficulty:{now.announced[seat]}"]
    value = attack_value(state, now.groups[seat], now.groups[1 - seat])
    return [f"difficulty:{value + more}" for more in range(1, p.HARDEST + 1)]


def likeliest(state: RagNarok, seat: int, dice: int) -> str:
    """The difficulty at which most attacks go home, on average."""
    now = fighting(state)  # rule: ruling.announced-difficulty-range
    mine, theirs = now.groups[seat], now.groups[1 - seat]
    values = attack_value(state, mine, theirs), defence_value(state, theirs, mine)

    def mean(thing: str) -> Fraction:
        hard = int(thing.removeprefix("difficulty:"))
        return unparried((dice, now.defence[1 - seat]), (hard - values[0], hard - values[1]))

    return max(difficulties(state, seat), key=mean)


def is_unmet(state: RagNarok, seat: int) -> bool:  # rule: ruling.announced-difficulty-range
    """Whether nobody can parry, now or after a Devastating Attack, and no blow gains by the number.

    Then the lowest difficulty is better than any other.
    """
    now = fighting(state)
    mine = now.groups[seat]
    gains = is_skilled(state, mine) or is_avenging(state, group(state, mine).unit)
    return not gains and not now.defence[1 - seat] and is_alone(state, seat)


def is_alone(state: RagNarok, seat: int) -> bool:
    """Whether a side has no enemies in contact but those of this combat."""
    mine, theirs = (group(state, fighting(state).groups[one]) for one in (seat, 1 - seat))
    foes = {foe for number in mine.members for foe in opponents(state, number)}
    return foes <= set(theirs.members)


def is_spent(state: RagNarok, seat: int) -> bool:  # rule: ruling.no-dice-left
    """Whether the other side has no die left, in this combat or for another."""
    now = fighting(state)
    able = (n for n in group(state, now.groups[1 - seat]).members if opponents(state, n))
    left = sum(free_dice(state, number) for number in able)
    return not (left or now.dice[1 - seat] or now.attack[1 - seat])


def attack(state: RagNarok, seat: int) -> list[int]:  # rule: melee.attack
    """One attack roll: nothing, or the STR that its success adds."""
    now = fighting(state)  # rule: skill.masterstroke-several
    mine, announced = now.groups[seat], now.announced[seat]
    return gain(state, mine, announced, swing(state, mine, now.groups[1 - seat], announced))


def masterstroke(state: RagNarok, seat: int) -> list[int]:  # rule: masterstroke.character
    """A Character's two dice for one attack: the announced difficulty, and X, are added to STR."""
    now = fighting(state)  # rule: skill.masterstroke-character-with-x
    mine, announced = now.groups[seat], now.announced[seat]
    value = attack_value(state, mine, now.groups[1 - seat])
    roll = roll_until(state, group(state, mine).unit, value, announced)
    show_attack(state, (mine, now.groups[1 - seat]), announced, roll)
    added = announced + group(state, mine).card.rating("masterstroke")
    return [added] if passes(roll, announced) else []


def swing(state: RagNarok, mine: int, theirs: int, announced: int) -> Roll:
    """The roll itself; whoever has the skill rolls on for a Masterstroke."""
    wanted = announced + p.MASTER * is_skilled(state, mine)  # rule: masterstroke.skill
    value = attack_value(state, mine, theirs)
    roll = roll_until(state, group(state, mine).unit, value, wanted)
    show_attack(state, (mine, theirs), announced, roll)
    return roll


def show_attack(state: RagNarok, both: Clash, announced: int, roll: Roll) -> None:
    """An attack roll, laid open."""
    mine, theirs = (group(state, one) for one in both)
    title = phrase("{one} attacking {other}", one=mine.name, other=theirs.name)
    value = attack_value(state, *both)
    trial = OpenRoll(title, "ATT", value, announced, "melee.attack", ("hit", "miss"))
    lay_open(state, mine.unit, trial, roll)


def is_skilled(state: RagNarok, mine: int) -> bool:  # rule: skill.masterstroke-two-rules
    """Whether a group makes its Masterstrokes by the skill: Characters do not."""
    one = group(state, mine)
    return one.card.has("masterstroke") and not is_hero(state, one.members[0])


def gain(state: RagNarok, mine: int, announced: int, roll: Roll) -> list[int]:
    """What an attack roll comes to: nothing, or the STR that its success adds."""
    one = group(state, mine)
    rating = one.card.rating("masterstroke")
    if is_avenging(state, one.unit):
        return [announced + rating] if passes(roll, announced) else []
    return success(roll, announced, rating if is_skilled(state, mine) else -1)


def success(roll: Roll, announced: int, skill: int) -> list[int]:  # rule: masterstroke.skill
    """`skill` is the X of Masterstroke/X, -1 without it."""
    if not passes(roll, announced):  # rule: ability.praetorian-not-masterstroke
        return []
    great = skill >= 0 and roll.total >= announced + p.MASTER
    return [announced + skill if great else 0]


def defend(state: RagNarok, seat: int, difficulty: int) -> bool:  # rule: melee.defence
    """Use a defence die, if there is one."""
    now = fighting(state)  # rule: skill.born-killer-defence
    if not now.defence[seat]:
        return False
    update(state, defence=put(now.defence, seat, now.defence[seat] - 1))
    mine, unit = now.groups[seat], unit_of(state, seat)
    value = defence_value(state, mine, now.groups[1 - seat])
    good = unit_test(state, unit, "Defence", value, difficulty)
    if not good and now.rerolls[seat]:
        update(state, rerolls=put(now.rerolls, seat, now.rerolls[seat] - 1))
        good = unit_test(state, unit, "Defence again", value, difficulty)
    return good
