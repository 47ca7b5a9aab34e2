"""Artillery: shots that go through ranks, shells that burst, and those that deviate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import near, on_table
from fimbul.games.rag_narok.measure.crossing import inside
from fimbul.games.rag_narok.measure.geometry import Point, disc, moved, squared, within
from fimbul.games.rag_narok.measure.lengths import said
from fimbul.games.rag_narok.measure.tables import CM, SKILLS, Profile, Weapon
from fimbul.games.rag_narok.rules.rolls import SHOOTING, OpenRoll, attempt, d6, lay_open, told
from fimbul.games.rag_narok.rules.shooting.victims import strays
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.rules.strokes import STRONGEST, CloseUp, blows_on
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    is_aboard,
    name,
    owner,
    say,
    spot_of,
    tell,
)
from fimbul.kernel import phrase

Gun = Literal["", "piercing", "area"]
HEAVY, AREA = "heavy-artillery", "light-artillery-area"


def gun_of(card: Profile) -> Gun:  # rule: artillery.default-piercing, artillery.area-note
    """What kind of artillery a card has: piercing unless it says Area."""
    if card.has(AREA):
        return "area"
    return "piercing" if card.has("light-artillery") or card.has(HEAVY) else ""


def crew_left(state: RagNarok, number: int) -> int:  # rule: machine.crew, ruling.crew-wounds
    """How many of a machine's crew live: each wound takes one of them first."""
    return max(0, fighter(state, number).card.crew - state.fighters[number].hurt)


def is_manned(state: RagNarok, number: int) -> bool:  # rule: machine.crew
    """Whether a machine can move and fire; a crew inside lives as long as the machine."""
    return not fighter(state, number).card.crew or crew_left(state, number) > 0


def can_fire(state: RagNarok, number: int) -> bool:  # rule: artillery.no-move, machine.crew
    """Not without a crew; heavy artillery not in a turn in which it moved."""
    one = fighter(state, number)
    still = state.units[one.unit].moved == p.STILL or not one.card.has(HEAVY)
    return still and is_manned(state, number)


HITS = "{unit} fire[s] at {target}: AIM {sum} against {difficulty}, a hit"
MISSES = "{unit} fire[s] at {target}: AIM {sum} against {difficulty}, a miss"
NO_CREW = "{unit} [has|have] no crew left to move [it|them]"


class Fire(NamedTuple):
    """A gun, the difficulty it shoots at, and the fighter it is laid on."""

    gun: int
    difficulty: int
    target: int


def hits(state: RagNarok, unit: int, fire: Fire) -> bool:  # rule: artillery.piercing
    """The roll to hit, as for any shot."""
    aim = fighter(state, fire.gun).card.aim or 0  # rule: artillery.area
    roll = attempt(state, unit, aim, fire.difficulty)
    where = name(state, fighter(state, fire.target).unit)
    title, rule = phrase(SHOOTING, unit=name(state, unit), target=where), "shoot.roll"
    good = lay_open(
        state, unit, OpenRoll(title, "AIM", aim, fire.difficulty, rule, ("hit", "miss")), roll
    )
    words = HITS if good else MISSES
    tell(state, unit, words, target=where, sum=told(roll, aim), difficulty=fire.difficulty)
    return good


def weapon_of(state: RagNarok, gun: int) -> Weapon:
    weapon = fighter(state, gun).card.weapon
    assert weapon is not None, "a gun has a weapon"
    return weapon


# -- through the ranks -----------------------------------------------------------------------


def pierce(state: RagNarok, unit: int, fire: Fire) -> None:  # rule: artillery.piercing
    """A hit goes on through everybody on its line, 2 STR weaker each time, until one survives."""
    if not hits(state, unit, fire):
        return
    strength = weapon_of(state, fire.gun).strength
    friend = strays(state, unit, fighter(state, fire.target).unit)  # rule: shoot.into-melee
    struck = fire if friend is None else fire._replace(target=friend)
    state.then(Pierce(unit=unit, line=tuple(on_the_line(state, struck)), strength=strength))


class Pierce(RagStep, frozen=True):  # rule: artillery.piercing
    """A shot on its way through those on its line."""

    unit: int = 0
    line: tuple[int, ...] = ()
    strength: int = 0
    struck: int = -1  # who was hit last; -1: nobody yet

    def run(self, state: RagNarok, pick: str | None) -> None:
        stopped = self.struck >= 0 and state.places[self.struck] is not None
        if self.line and self.strength > 0 and not stopped:
            first, *rest = self.line
            weaker = self.strength - p.PIERCED
            on = Pierce(unit=self.unit, line=tuple(rest), strength=weaker, struck=first)
            state.then(*blows_on(state, self.unit, [first], self.strength), on)

    def fits(self, state: RagNarok) -> bool:
        known = range(len(state.places))
        sound = self.unit in range(len(state.units)) and self.strength <= STRONGEST
        return sound and all(n in known for n in self.line) and self.struck in (-1, *known)


def on_the_line(state: RagNarok, fire: Fire) -> list[int]:  # rule: artillery.piercing
    """The target, then all behind it on the straight line, as far as the gun reaches."""
    level = state.units[fighter(state, fire.target).unit].altitude  # rule: ruling.piercing-line
    if level:  # figures in the air stand in no line
        return [fire.target]
    start, end = spot_of(state, fire.gun)[:2], spot_of(state, fire.target)[:2]
    reach, far = weapon_of(state, fire.gun).long, squared(start, end)
    times = 1 + 2 * reach // max(CM, abs(end[0] - start[0]), abs(end[1] - start[1]))
    beyond = (start[0] + (end[0] - start[0]) * times, start[1] + (end[1] - start[1]) * times)
    found = [
        (squared(start, spot_of(state, number)[:2]), number)
        for number, place in enumerate(state.places)
        if place is not None
        and number not in (fire.gun, fire.target)
        and inside(start, beyond, on_table(state, number))
        and not state.units[fighter(state, number).unit].altitude
        and not is_aboard(state, number)
        and near(state, fire.gun, number, reach)
    ]
    return [fire.target, *(number for away, number in sorted(found) if away > far)]


# -- shells ----------------------------------------------------------------------------------


class LayGun(UnitStep, frozen=True):  # rule: artillery.area
    """Area artillery aims at one fighter."""

    prompt, rule = "Aim at which fighter?", "artillery.area"
    gun: int = 0
    marks: tuple[tuple[int, int], ...] = ()  # who may be aimed at, and how difficult that is

    def options(self, state: RagNarok) -> Sequence[str]:
        return [
            fighter(state, number).id
            for number, _ in self.marks
            if state.places[number] is not None
        ]

    def run(self, state: RagNarok, pick: str | None) -> None:
        for number, difficulty in self.marks:
            if fighter(state, number).id == pick:
                shell(state, self.unit, Fire(self.gun, difficulty, number))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Aim at a fighter of the target that the gun sees within its range."

    def fits(self, state: RagNarok) -> bool:
        known = range(len(state.places))
        marked = all(n in known and hard in range(60) for n, hard in self.marks)
        mine = super().fits(state) and self.gun in state.units[self.unit].ranks
        return mine and marked and fighter(state, self.gun).card.weapon is not None


def shell(state: RagNarok, unit: int, fire: Fire) -> None:  # rule: artillery.area
    """On a hit the template lies on the target; otherwise it deviates and hits nobody directly."""
    strength, level = weapon_of(state, fire.gun).strength, level_of(state, fire.target)
    spot = spot_of(state, fire.target)[:2]  # rule: artillery.deviated-no-direct-hit
    direct: tuple[int, ...] = ()  # rule: artillery.deviated-initial-target
    if hits(state, unit, fire):
        direct = (fire.target,)
    else:
        spot = deviate(state, unit, spot)
    under = touched(state, spot, (radius(fighter(state, fire.gun).card), level))
    half = (strength + 1) // 2  # rule: test.rounding
    around = [victim for victim in under if victim not in direct]
    bursts = [Burst(unit=unit, victim=victim, strength=half) for victim in around]
    state.then(*blows_on(state, unit, direct, strength), *bursts, CloseUp())


class Burst(RagStep, frozen=True):  # rule: artillery.area
    """Whoever is under the template may be struck by splinters."""

    unit: int = 0
    victim: int = 0
    strength: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        if state.places[self.victim] is not None and d6(state, self.unit) >= p.BURST:
            state.then(*blows_on(state, self.unit, [self.victim], self.strength))

    def fits(self, state: RagNarok) -> bool:
        known = self.unit in range(len(state.units)) and self.victim in range(len(state.places))
        return known and 0 <= self.strength <= STRONGEST


def level_of(state: RagNarok, number: int) -> int:
    return state.units[fighter(state, number).unit].altitude


def radius(card: Profile) -> int:  # rule: artillery.area
    """Half the template of heavy artillery, or of light."""
    return SKILLS[HEAVY if card.has(HEAVY) else AREA].deeds.across // 2


def deviate(state: RagNarok, unit: int, spot: Point) -> Point:  # rule: artillery.area
    """2d6 cm in a random direction."""
    far = (d6(state, unit) + d6(state, unit)) * CM
    heading = state.roll(360)
    say(state, owner(state, unit), phrase("The shot deviates {far} cm", far=said(far)))
    x, y, _ = moved((*spot, 0), heading, far)
    return x, y


def touched(state: RagNarok, spot: Point, template: tuple[int, int]) -> list[int]:
    """Everybody of that level under the template, friend or foe; a token stands for its Unit."""
    wide, level = template  # rule: artillery.area, ruling.template-level
    middle = disc(spot, 2)
    return [
        number
        for number, place in enumerate(state.places)
        if place is not None
        and level_of(state, number) == level
        and not is_aboard(state, number)
        and within(middle, on_table(state, number), wide - 1)
    ]
