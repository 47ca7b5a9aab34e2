"""How a sergeant fights: dice in attack and in defence, Masterstrokes, counter-attacks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.contact import in_melee
from fimbul.games.rag_narok.might import chance, harm
from fimbul.games.rag_narok.rules import blows, combat, push
from fimbul.games.rag_narok.rules.duel import fighting
from fimbul.games.rag_narok.rules.fights import (
    attack_value,
    defence_value,
    dive_bonus,
    engaged,
)
from fimbul.games.rag_narok.rules.machines import steam_strength
from fimbul.games.rag_narok.state import RagNarok, fighter, group
from fimbul.games.rag_narok.tables import Profile

Options = Sequence[str]
BOLD = 0.8  # of all dice attack, at least
REACHES = tuple(range(1, p.HARDEST + 1))  # above ATT


class Side(NamedTuple):
    """One group in a combat."""

    att: int
    defence: int
    strength: int
    card: Profile
    ap: float  # of one of them


def side(state: RagNarok, mine: int, theirs: int) -> Side:
    """A group as another has it before it."""
    one, enemy = group(state, mine), group(state, theirs)
    strength = one.card.strength + steam_strength(state, mine)
    strength += dive_bonus(state, one.unit, enemy.unit)
    return Side(
        attack_value(state, mine, theirs),
        defence_value(state, mine, theirs),
        strength,
        one.card,
        fighter(state, one.members[0]).ap,
    )


def blow(mine: Side, theirs: Side, more: int = 0) -> float:
    """The part of an enemy that a blow takes which goes home."""
    return harm(mine.strength + more, mine.card.has("scourge"), theirs.card)


def home(mine: Side, theirs: Side, above: int, parried: float) -> float:
    """The chance that an attack announced so much above ATT goes home."""
    return chance(above) * (1 - parried * chance(mine.att + above - theirs.defence))


def best_above(mine: Side, theirs: Side, parried: float) -> int:
    return max(REACHES, key=lambda above: home(mine, theirs, above, parried))


# -- dice placed -----------------------------------------------------------------------------


def split(state: RagNarok, step: combat.Split, options: Options) -> str:
    """Four dice of five attack; all, if nothing comes back; who can counter keeps one to parry."""
    now = fighting(state)
    dice = now.dice[step.seat]
    back = now.dice[1 - step.seat] and not is_placed_in_defence(state, 1 - step.seat)
    attack = ceil(BOLD * dice) if back else dice
    if back and dice > 1 and group(state, step.mine(state)).card.has("counter-attack"):
        attack = min(attack, dice - 1)
    return f"split:{attack}-{dice - attack}"


def is_placed_in_defence(state: RagNarok, seat: int) -> bool:
    """Whether a side has already placed its dice, all of them in defence."""
    now = fighting(state)
    return bool(now.defence[seat]) and not now.attack[seat]


# -- attacks ---------------------------------------------------------------------------------


def strike(state: RagNarok, step: combat.Strike, options: Options) -> str:
    """The difficulty at which most harm is done; a Masterstroke, where one great blow does more."""
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


def harm_of(sides: tuple[Side, Side], dice: tuple[int, int], above: int, parried: float) -> float:
    """What attacks take at that difficulty, so many of them Masterstrokes of two dice."""
    mine, theirs = sides
    attacks, masters = dice
    good = home(mine, theirs, above, parried)
    announced = mine.att + above
    great = blow(mine, theirs, announced + mine.card.rating("masterstroke"))
    over = great * good * blow(mine, theirs)  # what is more than needed strikes another
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
    """A counter-attack, where it takes more than a parry saves."""
    mine = side(state, step.mine(state), step.theirs(state))
    theirs = side(state, step.theirs(state), step.mine(state))
    wanted = fighting(state).announced[1 - step.seat] - mine.defence
    saved = blow(theirs, mine, step.more) * mine.ap
    gained = home(mine, theirs, 1, 0.0) * blow(mine, theirs) * theirs.ap
    riposte = chance(wanted + p.COUNTER) * (saved + gained)
    return blows.RIPOSTE if riposte > chance(wanted) * saved else blows.PARRY


# -- who suffers, and what follows -------------------------------------------------------------


def cheapest(state: RagNarok, step: blows.Suffer, options: Options) -> str:
    """Who costs least takes the blow."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    return min(options, key=lambda thing: ap[thing])


def dearest(state: RagNarok, step: Any, options: Options) -> str:
    """Who is worth most: there a blow, a spell or a miracle does most."""
    ap = {one.id: one.ap for one in state.roster.fighters}
    for unit, crew in enumerate(state.ranks):
        ap[state.roster.units[unit].id] = sum(fighter(state, member).ap for member in crew)
    return max(options, key=lambda thing: ap.get(thing, 0))


def press(state: RagNarok, step: push.Push, options: Options) -> str:
    """Press on, or form up again when nobody is left to fight."""
    if push.PUSH in options and push.rivals(state, step.unit):
        return push.PUSH
    return push.STAY if in_melee(state, step.unit) else push.REGROUP
