"""How a sergeant fights: dice in attack and in defence, Masterstrokes, counter-attacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.might import chance, harm
from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.games.rag_narok.rules.machines.steam import steam_strength
from fimbul.games.rag_narok.rules.melee import blows, combat, phase, push
from fimbul.games.rag_narok.rules.melee.duel import fighting
from fimbul.games.rag_narok.rules.melee.fights import (
    attack_value,
    combats,
    defence_value,
    dive_bonus,
    engaged,
    fights,
    initiative,
    pool,
)
from fimbul.games.rag_narok.rules.rolls import unparried
from fimbul.games.rag_narok.state import RagNarok, fighter, group

Options = Sequence[str]
BOLD = 0.8  # the least part of all dice expected in attack, while an enemy has yet to place his
CAUTION = 0.7  # how much AP lost counts against AP taken: a slain enemy does no harm next turn
REACHES = tuple(range(1, p.HARDEST + 1))  # above ATT
WORTH_IT = 0.5  # AP: for less, nobody is given another opponent
AIMS = range(1, 8)  # nobody aims higher where dice are placed


class Fencer(NamedTuple):
    """One group in a combat."""

    att: int
    defence: int
    strength: int
    card: Profile
    ap: float  # of one of them


def side(state: RagNarok, mine: int, theirs: int) -> Fencer:
    """A group as its opponent meets it."""
    one, enemy = group(state, mine), group(state, theirs)
    strength = one.card.strength + steam_strength(state, mine)
    strength += dive_bonus(state, one.unit, enemy.unit)
    return Fencer(
        attack_value(state, mine, theirs),
        defence_value(state, mine, theirs),
        strength,
        one.card,
        fighter(state, one.members[0]).ap,
    )


def blow(mine: Fencer, theirs: Fencer, more: int = 0) -> float:
    """The part of an enemy that a blow takes if it goes home."""
    return harm(mine.strength + more, mine.card.has("scourge"), theirs.card)


def home(mine: Fencer, theirs: Fencer, above: int, parried: float) -> float:
    """The chance that an attack announced that much above ATT goes home."""
    return chance(above) * (1 - parried * chance(mine.att + above - theirs.defence))


def best_above(mine: Fencer, theirs: Fencer, parried: float) -> int:
    return max(REACHES, key=lambda above: home(mine, theirs, above, parried))


# -- dice placed -----------------------------------------------------------------------------


class GroupDice(NamedTuple):
    """The dice of one group in a combat, and how many fight there."""

    attack: float
    defence: int
    fighters: int
    each: float  # dice of one of them


def split(state: RagNarok, step: combat.Split, options: Options) -> str:
    """What takes most for its cost; whoever places first expects most dice to come at him."""
    now = fighting(state)
    dice, rival = now.dice[step.seat], 1 - step.seat
    mine, theirs = step.mine(state), step.theirs(state)
    sides = side(state, mine, theirs), side(state, theirs, mine)
    many, foes = len(engaged(state, mine, theirs)), len(engaged(state, theirs, mine))
    attack, defence = now.attack[rival], now.defence[rival]
    if not attack and not defence:
        attack = ceil(BOLD * now.dice[rival])
        defence = now.dice[rival] - attack
    against = GroupDice(attack, defence, foes, now.dice[rival] / max(1, foes))

    def gain(attack: int) -> float:
        placed = GroupDice(attack, dice - attack, many, dice / max(1, many))
        return exchange(sides, placed, against, now.first == step.seat)

    best = max(range(dice, -1, -1), key=gain)
    return f"split:{best}-{dice - best}"


def exchange(
    sides: tuple[Fencer, Fencer], placed: GroupDice, against: GroupDice, first: bool
) -> float:
    """The AP that dice placed this way take, less what they cost; the fallen strike no more."""
    mine, theirs = sides
    if first:
        taken = toll(mine, theirs, placed, against)
        left = max(0.0, against.attack - taken * against.each)
        suffered = toll(theirs, mine, against._replace(attack=left), placed)
    else:
        suffered = toll(theirs, mine, against, placed)
        left = max(0.0, placed.attack - suffered * placed.each)
        taken = toll(mine, theirs, placed._replace(attack=left), against)
    if mine.card.has("counter-attack"):
        taken += countered(mine, theirs) * min(placed.defence, against.attack)
    return taken * theirs.ap - CAUTION * suffered * mine.ap


def countered(mine: Fencer, theirs: Fencer) -> float:
    """What a die kept to parry takes by a counter-attack."""
    above = best_above(theirs, mine, 1.0)
    turned = chance(above) * chance(theirs.att + above + p.COUNTER - mine.defence)
    return turned * home(mine, theirs, 1, 0.0) * blow(mine, theirs)


def toll(mine: Fencer, theirs: Fencer, dice: GroupDice, against: GroupDice) -> float:
    """How many fighters attacks take from those who parry; a part of a die counts in part."""
    whole = int(dice.attack)
    part = dice.attack - whole
    values = against.defence, mine.att - theirs.defence
    landed = (1 - part) * strokes(whole, *values) + part * strokes(whole + 1, *values)
    return min(against.fighters, landed * blow(mine, theirs))


@lru_cache(maxsize=1 << 12)
def strokes(attacks: int, parries: int, better: int) -> float:
    """How many attacks go home at the best difficulty, given by how much ATT exceeds their DEF."""
    return max(float(unparried((attacks, parries), (more, better + more))) for more in AIMS)


# -- who fights whom -----------------------------------------------------------------------------


def separate(state: RagNarok, step: phase.Separate, options: Options) -> str:
    """The change, if any, after which all fights together take more for what they cost."""
    numbers = {fighter(state, number).id: number for number in contacts(state)}
    now = prospect(state, step.seat)
    gains: dict[str, float] = {}
    for thing in (option for option in options if option in numbers):
        twin = state.clone()
        twin.fighters[numbers[thing]].foe = step.other(state, numbers[thing])
        gains[thing] = prospect(twin, step.seat) - now
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] > WORTH_IT or phase.DONE not in options else phase.DONE


def prospect(state: RagNarok, seat: int) -> float:
    """What all fights bring a side, less what they cost, as its melees are separated."""
    return sum(
        meeting(state, pair if seat == 0 else (pair[1], pair[0]))
        for units in fights(state).values()
        for pair in combats(state, *units).values()
    )


def meeting(state: RagNarok, pair: tuple[int, int]) -> float:
    """What a combat brings the first of two groups if most dice attack."""
    mine, theirs = pair
    sides = side(state, mine, theirs), side(state, theirs, mine)
    lines = [
        GroupDice(ceil(BOLD * dice), dice - ceil(BOLD * dice), many, dice / max(1, many))
        for dice, many in (
            (pool(state, mine, theirs), len(engaged(state, mine, theirs))),
            (pool(state, theirs, mine), len(engaged(state, theirs, mine))),
        )
    ]
    first = initiative(state, mine, theirs) >= initiative(state, theirs, mine)
    return exchange(sides, lines[0], lines[1], first)


# -- attacks ---------------------------------------------------------------------------------


def strike(state: RagNarok, step: combat.Strike, options: Options) -> str:
    """The difficulty at which most harm is done; a Masterstroke if one great blow does more."""
    now = fighting(state)
    sides = (
        side(state, step.mine(state), step.theirs(state)),
        side(state, step.theirs(state), step.mine(state)),
    )
    dice = combat.attacks(state, step.seat)
    parried = min(1.0, now.defence[1 - step.seat] / max(1, dice - step.masters))
    counts = [step.masters, *([step.masters + 1] if combat.MASTERSTROKE in options else [])]
    reaches = REACHES
    told = [thing for thing in options if thing.startswith("difficulty:")]
    if len(told) == 1:
        reaches = (int(told[0].removeprefix("difficulty:")) - sides[0].att,)

    foes = len(engaged(state, step.theirs(state), step.mine(state)))

    def merit(plan: tuple[int, int]) -> float:
        return min(foes, harm_of(sides, (dice, plan[0]), plan[1], parried))

    masters, above = max(((n, reach) for n in counts for reach in reaches), key=merit)
    if masters > step.masters:
        return combat.MASTERSTROKE
    return f"difficulty:{sides[0].att + above}"


def harm_of(
    sides: tuple[Fencer, Fencer], dice: tuple[int, int], above: int, parried: float
) -> float:
    """What attacks take at that difficulty, if that many are Masterstrokes of two dice."""
    mine, theirs = sides
    attacks, masters = dice
    good = home(mine, theirs, above, parried)
    announced = mine.att + above
    great = blow(mine, theirs, announced + mine.card.rating("masterstroke"))
    over = great * good * blow(mine, theirs)  # what is more than enough strikes another
    rest = (attacks - 2 * masters) * blow(mine, theirs)
    return good * (rest + masters * (great + over))


def again(state: RagNarok, step: blows.Riposte, options: Options) -> str:
    """Strikes back, at the difficulty that goes home most often."""
    if blows.STRIKE in options:
        return blows.STRIKE
    mine = side(state, step.mine(state), step.theirs(state))
    theirs = side(state, step.theirs(state), step.mine(state))
    parried = min(1.0, float(fighting(state).defence[1 - step.seat]))
    return f"difficulty:{mine.att + best_above(mine, theirs, parried)}"


def ward(state: RagNarok, step: blows.Ward, options: Options) -> str:
    """A counter-attack if it takes more than a parry saves."""
    mine = side(state, step.mine(state), step.theirs(state))
    theirs = side(state, step.theirs(state), step.mine(state))
    wanted = fighting(state).announced[1 - step.seat] - mine.defence
    saved = blow(theirs, mine, step.more) * mine.ap
    gained = home(mine, theirs, 1, 0.0) * blow(mine, theirs) * theirs.ap
    riposte = chance(wanted + p.COUNTER) * (saved + gained)
    return blows.RIPOSTE if riposte > chance(wanted) * saved else blows.PARRY


# -- who suffers, and what follows -------------------------------------------------------------


def cheapest(state: RagNarok, step: blows.Suffer, options: Options) -> str:
    """Whoever costs least takes the blow."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    return min(options, key=lambda thing: ap[thing])


def dearest(state: RagNarok, step: Any, options: Options) -> str:
    """Whoever is worth most: that is where a blow, a spell or a miracle does most."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    for squad, unit in zip(state.roster.units, state.units, strict=True):
        ap[squad.id] = sum(fighter(state, member).ap for member in unit.ranks)
    return max(options, key=lambda thing: ap.get(thing, 0))


def press(state: RagNarok, step: push.Push, options: Options) -> str:
    """Press on, or form up again when nobody is left to fight."""
    if push.PUSH in options and push.rivals(state, step.unit):
        return push.PUSH
    return push.STAY if in_melee(state, step.unit) else push.REGROUP
