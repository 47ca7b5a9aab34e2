"""Shooting: who can, at whom, how difficult that is, and the shots after movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import holders
from fimbul.games.rag_narok.ground.air import levels_apart
from fimbul.games.rag_narok.ground.contact import contacts, in_melee, near
from fimbul.games.rag_narok.ground.field import troops
from fimbul.games.rag_narok.ground.gaps import in_reach, is_beyond, longest_range, nearest_first
from fimbul.games.rag_narok.ground.sight import PARTIAL, eyes, first_seen, visible
from fimbul.games.rag_narok.measure.tables import CONSTANTS
from fimbul.games.rag_narok.rules.charge.withdraw import main_card
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.fear.howling import run_if_routed
from fimbul.games.rag_narok.rules.machines.artillery import (
    Fire,
    LayGun,
    can_fire,
    gun_of,
    pierce,
)
from fimbul.games.rag_narok.rules.magic.incantation import Chant, chanters
from fimbul.games.rag_narok.rules.magic.mana import rest_magicians
from fimbul.games.rag_narok.rules.magic.rituals import FinalIncantations
from fimbul.games.rag_narok.rules.movement.marches import quarter_turn, quarters
from fimbul.games.rag_narok.rules.rolls import SHOOTING, OpenRoll, attempt, lay_open, listed, thrown
from fimbul.games.rag_narok.rules.shooting.bands import band, nearest_band
from fimbul.games.rag_narok.rules.shooting.eruption import erupt, eruptions
from fimbul.games.rag_narok.rules.shooting.victims import Hit
from fimbul.games.rag_narok.rules.steps import RagStep, UnitStep
from fimbul.games.rag_narok.rules.strokes import CloseUp
from fimbul.games.rag_narok.state import (
    RagNarok,
    enemies,
    fighter,
    is_routed,
    name,
    owner,
    squad,
    standing,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.telling import signed, some
from fimbul.kernel import listed as one_by_one
from fimbul.kernel import phrase

PASS, HOLD = "button:pass", "button:hold-fire"
PARTLY = int(CONSTANTS["partial_visibility"])  # rule: shoot.modifiers


def shooters(state: RagNarok, unit: int) -> list[int]:
    """Fighters with a weapon whose rank sees, and that no enemy holds."""
    return list(_ready(state, unit))


def _ready(state: RagNarok, unit: int) -> Iterator[int]:  # rule: shoot.who, warmage.after-fast-move
    fighters = state.roster.fighters  # rule: warmage.no-shot-in-melee
    armed = [
        member for member in state.units[unit].ranks if fighters[member].card.weapon is not None
    ]
    if not armed:
        return
    held = contacts(state)
    fast = state.units[unit].moved > p.MARCHED or state.units[unit].revealed in p.SHOTLESS
    for member in armed:
        if (
            (not fast or fighters[member].card.has("warrior-mage"))
            and member not in held
            and can_fire(state, member)
            and eyes(state, unit, member) is not None
        ):
            yield member


def may_shoot(state: RagNarok, unit: int) -> bool:  # rule: shoot.who, shoot.once
    """Once a turn, and not after anything faster than a march or a feat."""
    tired = state.units[unit].shot or state.units[unit].shaken  # rule: disengage.shoot-combinations
    able = not tired and not is_routed(state, unit)  # rule: state.disorganised, move.run
    return able and next(_ready(state, unit), None) is not None


def harasses(state: RagNarok, unit: int) -> bool:  # rule: ruling.harassment
    """Whether every member has Harassment."""
    able = holders(state.armies, "harassment")
    return bool(able) and all(member in able for member in state.units[unit].ranks)


class Modifier(NamedTuple):
    amount: int
    text: str

    @property
    def within(self) -> str:
        """The modifier as it stands within a sentence."""
        return self.text[0].lower() + self.text[1:]


def modifiers(state: RagNarok, unit: int, target: int, partial: bool) -> list[Modifier]:
    """All that makes a shot harder or easier, besides its range."""
    card = main_card(state, target)  # rule: shoot.modifiers, flight.shoot-plus2
    moved, left = state.units[unit].moved, state.units[unit].left
    spared = moved == p.MARCHED and not left and harasses(state, unit)
    tired = (moved or left) and not spared
    dense = (
        not state.units[target].spread
        and state.units[target].files
        and troops(state, target) >= p.DENSE
    )
    dense = dense and not state.units[target].altitude
    between = levels_apart(state, unit, target)
    found = [
        Modifier(p.BETWEEN_LEVELS, "Another level") if between else None,
        Modifier(PARTLY, "Partly visible") if partial else None,
        Modifier(1, "Moved this turn") if tired else None,
        Modifier(2, "In a melee") if in_melee(state, target) else None,
        Modifier(-1, "A dense target") if dense else None,
        Modifier(1, "A Small target") if card.size == "Small" else None,
        Modifier(-1, "A Very Large target") if card.size == "Very Large" else None,
    ]
    return [modifier for modifier in found if modifier]


class Shot(NamedTuple):
    """What one shooter may do to a Unit."""

    shooter: int
    difficulty: int
    seen: tuple[int, ...]


def shots(state: RagNarok, unit: int, target: int) -> Iterator[Shot]:
    """Each shooter that sees and reaches the target, measured to the nearest it sees."""
    if levels_apart(state, unit, target) > 1:  # rule: flight.shoot-adjacent-level
        return
    for shooter in shooters(state, unit):
        seen = visible(state, shooter, target)
        order = nearest_first(state, shooter, seen)
        difficulty = nearest_band(state, shooter, order)
        if difficulty is not None:
            more = modifiers(state, unit, target, seen[order[0]] == PARTIAL)
            total = difficulty + sum(modifier.amount for modifier in more)
            yield Shot(shooter, total, tuple(order))


def has_shot(state: RagNarok, unit: int, target: int) -> bool:
    return bool(in_shot(state, unit, [target]))


def in_shot(state: RagNarok, unit: int, foes: Sequence[int]) -> list[int]:
    """Those that any shooter sees within reach: the nearest it sees decides."""
    ready, longest = shooters(state, unit), longest_range(state, unit)
    return [
        foe
        for foe in foes
        if levels_apart(state, unit, foe) <= 1  # rule: flight.shoot-adjacent-level
        and not is_beyond(state, unit, foe, longest)
        and any(_reaches(state, shooter, foe) for shooter in ready)
    ]


def _reaches(state: RagNarok, shooter: int, target: int) -> bool:
    crew, weapon = state.units[target].ranks, fighter(state, shooter).card.weapon
    if weapon is None:
        return False
    close = [member for member in crew if near(state, shooter, member, weapon.long)]
    return first_seen(state, shooter, nearest_first(state, shooter, close)) is not None


def shoot(state: RagNarok, unit: int, target: int) -> None:  # rule: shoot.roll
    """Guns fire one after another; then all others roll at what is left, and hits are dealt out."""
    state.units[unit].shot = 1
    found = shots(state, unit, target)
    guns = [FireGun(unit=unit, target=target, gun=s.shooter) for s in found if is_gun(state, s)]
    state.then(*guns, Salvo(unit=unit, target=target), CloseUp())


class Salvo(RagStep, frozen=True):  # rule: shoot.roll
    """All without a gun shoot; the guns may have cut down those they were looking at."""

    unit: int = 0
    target: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = [s for s in shots(state, self.unit, self.target) if not is_gun(state, s)]
        if found:
            volley(state, self.unit, self.target, found)

    def fits(self, state: RagNarok) -> bool:
        units = range(len(state.units))
        return self.unit in units and self.target in units


class FireGun(Salvo, frozen=True):  # rule: shoot.roll
    """One gun shoots."""

    gun: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        for shot in shots(state, self.unit, self.target):
            if shot.shooter == self.gun:
                fire(state, self.unit, self.target, shot)

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and self.gun in range(len(state.places))


def is_gun(state: RagNarok, shot: Shot) -> bool:
    return bool(gun_of(fighter(state, shot.shooter).card))


def fire(state: RagNarok, unit: int, target: int, shot: Shot) -> None:  # rule: artillery.piercing
    """A gun: through the ranks, or at one fighter with a template."""
    if gun_of(fighter(state, shot.shooter).card) == "piercing":  # rule: artillery.area
        pierce(state, unit, Fire(shot.shooter, shot.difficulty, shot.seen[0]))
        return  # rule: artillery.no-move
    seen = visible(state, shot.shooter, target)
    marks = []
    for victim in shot.seen:
        hard = band(state, shot.shooter, victim)
        if hard is not None:
            more = modifiers(state, unit, target, seen[victim] == PARTIAL)
            marks.append((victim, hard + sum(modifier.amount for modifier in more)))
    state.then(LayGun(owner(state, unit), unit, shot.shooter, tuple(marks)))


def volley(state: RagNarok, unit: int, target: int, found: Sequence[Shot]) -> None:
    """The shots of all who carry no gun."""
    hits, before = list[int](), len(state.events)  # the STR of each  # rule: shoot.roll
    for shot in found:
        card = fighter(state, shot.shooter).card
        roll = attempt(state, unit, card.aim or 0, shot.difficulty)
        if lay_open(state, unit, _open_roll(state, unit, target, shot), roll):
            hits.append(card.weapon.strength if card.weapon else 0)
    tell(
        state, unit, "{unit} fire[s] {shots} at {target}, difficulty {difficulty}: {dice}, {hits}",
        shots=some(len(found), "{count} shot", "{count} shots"), target=name(state, target),
        difficulty=_hardness(state, unit, target, found), dice=thrown(state, before),
        hits=some(len(hits), "{count} hit", "{count} hits", "no hit"),
    )  # fmt: skip
    seen = {victim for shot in found for victim in shot.seen}
    dealt = tuple(sorted(seen))
    state.then(*[Hit(unit=unit, target=target, seen=dealt, strength=power) for power in hits])


def _open_roll(state: RagNarok, unit: int, target: int, shot: Shot) -> OpenRoll:
    """A shot as it is laid open."""
    title = phrase(SHOOTING, unit=name(state, unit), target=name(state, target))
    aim = fighter(state, shot.shooter).card.aim or 0
    return OpenRoll(title, "AIM", aim, shot.difficulty, "shoot.roll", ("hit", "miss"))


def _hardness(state: RagNarok, unit: int, target: int, shots: Sequence[Shot]) -> str:
    """The difficulties, and what made them so, besides their range and what hid the target."""
    hard = listed(sorted({shot.difficulty for shot in shots}))
    found = [
        phrase("{what} {amount}", what=more.within, amount=signed(more.amount))
        for more in modifiers(state, unit, target, False)
    ]
    why = "{difficulty} ({because})"
    return phrase(why, difficulty=hard, because=one_by_one(found)) if found else hard


class Volley(UnitStep, frozen=True):  # rule: shoot.who, shoot.quarter-turn-before
    """Choose a target; a quarter turn first, but not with Rapid Fire."""

    prompt, rule = "Choose a target", "shoot.who"
    rapid: bool = False
    turned: bool = False

    def ask(self, state: RagNarok) -> str:
        return phrase("Choose a target for {unit}", unit=name(state, self.unit))

    def targets(self, state: RagNarok) -> list[int]:
        return in_shot(state, self.unit, enemies(state, self.unit))

    def options(self, state: RagNarok) -> Sequence[str]:
        if not may_shoot(state, self.unit):
            return ()
        found = [squad(state, foe).id for foe in self.targets(state)]
        turns: list[str] = []
        if not self.rapid and not self.turned and not in_melee(state, self.unit):
            turns = [f"turn:{turn}" for turn in quarters(state, self.unit)]
        return [*found, *turns, HOLD] if found or turns else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None or pick == HOLD:
            state.units[self.unit].shot = 1
        elif pick.startswith("turn:"):
            if quarter_turn(state, self.unit, int(pick.removeprefix("turn:"))):
                state.then(Volley(self.seat, self.unit, self.rapid, True))
            else:  # rule: toga.entering
                run_if_routed(state, self.unit)
        else:
            shoot(state, self.unit, unit_named(state, pick))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith("turn:"):
            return "shoot.quarter-turn-before", "One quarter turn at most, none in Rapid Fire."
        return self.rule, "None of its shooters sees that Unit within range."


# -- the second shooting phase ---------------------------------------------------------------


class SecondShooting(RagStep, frozen=True):  # rule: turn.shoot-cast-activation
    """In turn from the Tactics winner; two passes in a row end it."""

    def run(self, state: RagNarok, pick: str | None) -> None:  # rule: ruling.chapter-numbers
        state.phase = p.SECOND_SHOOTING
        rest_magicians(state)
        rituals = (FinalIncantations(),) if state.magic.councils else ()
        state.then(*rituals, Shoot(state.winner))


class Shoot(RagStep, frozen=True):  # rule: turn.shoot-cast-activation, warmage.shoot-and-cast
    """One Unit shoots, one magician casts, or the seat passes."""

    phase = p.SECOND_SHOOTING
    prompt, rule = "Choose a Unit to shoot, or pass", "turn.shoot-cast-activation"
    passed: bool = False  # whether the other side has just passed

    def ready(self, state: RagNarok) -> list[int]:
        return [
            unit
            for unit in standing(state, self.seat)
            if may_shoot(state, unit) and in_reach(state, unit)
        ]

    def options(self, state: RagNarok) -> Sequence[str]:
        units = [squad(state, unit).id for unit in self.ready(state)]
        found = [*units, *chanters(state, self.seat), *eruptions(state, self.seat)]
        return [*found, PASS] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
        elif pick is not None and pick.startswith("fighter:"):
            number = chanters(state, self.seat)[pick]
            state.then(Chant(self.seat, number), Shoot(1 - self.seat))
        elif pick is not None and pick.startswith("eruption:"):
            erupt(state, eruptions(state, self.seat)[pick])
            state.then(Shoot(1 - self.seat))
        elif pick is not None and pick != PASS:
            unit = unit_named(state, pick)
            state.then(Volley(self.seat, unit), Shoot(1 - self.seat))
        elif not self.passed:
            state.then(Shoot(1 - self.seat, True))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        if thing.startswith("fighter:"):
            return "spell.casting", "That is not a magician who could cast now."
        return "shoot.who", "That Unit cannot shoot now."
