"""What Units can do to each other in a round of melee or shooting, by rule of thumb, for bots."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import Fighter, muster
from fimbul.games.rag_narok.measure.tables import CM, Profile
from fimbul.games.rag_narok.rules.rolls import wounds
from fimbul.games.rag_narok.rules.shooting.bands import BANDS

DEFENDED = 0.5  # the part of all attacks that meets a defence die
ATTACKING = 0.6  # the part of all dice that is placed in attack
CROWD = 2.5  # at most this many fighters come at one enemy
HEALS = 0.4  # what wounds that regenerate are worth
NEAREST_SHOT = 12 * CM  # nobody goes nearer to shoot
REACH = 2.0  # turns of its way: whoever comes that near is charged, and shoots no more
PACES = {0: 1.0, 1: 0.5, 2: 0.0}  # times MOV, and what shots are worth after it
Armies = tuple[str, str]


def chance(needed: int) -> float:
    """That a test needing this on its die succeeds: a 1 fails, a 6 is rolled again."""
    if needed <= p.FACES:
        return (p.FACES + 1 - max(2, needed)) / p.FACES
    return chance(needed - p.FACES) / p.FACES


@lru_cache(maxsize=1 << 12)
def harm(strength: int, scourge: bool, target: Profile) -> float:
    """The part of a fighter's wounds that one blow takes."""
    lines = [line + (scourge and line > 1) for line in range(1, p.FACES + 1)]
    taken = [min(wounds(line, strength - target.res), target.wounds) for line in lines]
    return sum(taken) / p.FACES / target.wounds


def goes_home(card: Profile, target: Profile, more: int, defended: float) -> float:
    """The chance of an attack that is announced that much above ATT, and perhaps parried."""
    return chance(more) * (1 - defended * chance(card.att + more - target.defence))


@lru_cache(maxsize=1 << 10)
def best_difficulty(card: Profile, target: Profile, defended: float) -> int:
    """How much above ATT to announce."""
    return max(range(1, p.HARDEST + 1), key=lambda more: goes_home(card, target, more, defended))


def blow(card: Profile, target: Profile) -> float:
    """The part of a fighter that one attack die takes, at the best difficulty."""
    more = best_difficulty(card, target, DEFENDED)
    by_hit = harm(card.strength, card.has("scourge"), target)
    return by_hit * goes_home(card, target, more, DEFENDED)


@lru_cache(maxsize=1 << 10)
def toll(one: Profile, other: Profile) -> float:
    """The AP that a fighter's dice take from another in a round, in part."""
    return ATTACKING * one.dice * blow(one, other)


@lru_cache(maxsize=1 << 14)
def melee(armies: Armies, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """The AP that one Unit takes from another in a round of melee."""
    fighters = muster(armies).fighters
    foes = [fighters[number] for number in theirs]
    total = sum(toll(fighters[n].card, foe.card) * foe.ap for n in mine for foe in foes)
    return total / len(foes) * min(1.0, CROWD * len(foes) / len(mine))


@lru_cache(maxsize=1 << 14)
def volley(armies: Armies, mine: tuple[int, ...], theirs: tuple[int, ...], range_: int) -> float:
    """The AP that the shooters of a Unit take from another at that range."""
    fighters, target = muster(armies).fighters, mark(armies, theirs)
    return sum(_shot(fighters[number], target, range_) for number in mine)


def mark(armies: Armies, theirs: tuple[int, ...]) -> Fighter:
    """Whom shots at a Unit hit."""
    fighters = muster(armies).fighters
    troops = [fighters[number] for number in theirs if fighters[number].ordinary]
    return troops[0] if troops else fighters[theirs[0]]


def shot_at(one: Fighter, target: Fighter, difficulty: int) -> float:
    """The AP that a shot takes."""
    weapon, aim = one.card.weapon, one.card.aim
    if weapon is None or aim is None:
        return 0.0
    taken = harm(weapon.strength, False, target.card) * target.ap
    heals = HEALS if target.card.has("regeneration") else 1.0
    return chance(difficulty - aim) * taken * heals


class Firepower(NamedTuple):
    """Shooters and whom they shoot at."""

    armies: Armies
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    mov: int  # how far they go in a turn
    turns: int  # that are left
    coming: int  # how far the enemy comes nearer in a turn


@lru_cache(maxsize=1 << 14)
def barrage(fire: Firepower, gap: int) -> float:
    """The most AP that shooters can still take, standing or going nearer turn by turn."""
    return max(fire_after(fire, gap, paces) for paces in PACES) if fire.turns else 0.0


def fire_after(fire: Firepower, gap: int, paces: int) -> float:
    """The same, if they first go nearer by that many times their MOV."""
    there = min(gap, max(NEAREST_SHOT, gap - paces * fire.mov))
    now = PACES[paces] * volley(fire.armies, fire.mine, fire.theirs, there)
    if there <= REACH * fire.coming:
        return now
    return now + barrage(fire._replace(turns=fire.turns - 1), there - fire.coming)


def _shot(one: Fighter, target: Fighter, range_: int) -> float:
    weapon = one.card.weapon
    if weapon is None or range_ > weapon.long:
        return 0.0
    return shot_at(one, target, BANDS[(range_ > weapon.short) + (range_ > weapon.medium)])
