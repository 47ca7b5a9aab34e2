"""Attacks that go home: who takes them, what they do, and Devastating Attacks."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.harm import Stroke, pay_for_power, wound
from fimbul.games.rag_narok.rules.machines.steam import steam_strength
from fimbul.games.rag_narok.rules.melee.duel import (
    CombatStep,
    attack,
    defend,
    difficulties,
    fighting,
    likeliest,
    put,
    unit_of,
    update,
)
from fimbul.games.rag_narok.rules.melee.fights import (
    dive_bonus,
    engaged,
    free_dice,
    line_bonus,
    opponents,
)
from fimbul.games.rag_narok.rules.sixes import WoundSix
from fimbul.games.rag_narok.state import RagNarok, fighter, group, is_routed, tell
from fimbul.games.rag_narok.state.charms import lies_on
from fimbul.games.rag_narok.state.checks import is_combat
from fimbul.games.rag_narok.state.melee import Combat

PARRY, RIPOSTE = "button:parry", "button:counter-attack"
HOLD, STRIKE = "button:hold", "button:strike-back"


class Ward(CombatStep, frozen=True):  # rule: melee.defence, melee.counter-attack
    """An attack that succeeds may be met with one defence die; some may counter-attack instead."""

    prompt, rule = "Parry, or try a counter-attack?", "melee.counter-attack"
    more: int = 0  # what the attack adds to STR
    target: int = -1  # at whom a Devastating Attack is aimed

    def options(self, state: RagNarok) -> Sequence[str]:
        able = fighting(state).defence[self.seat] and may_counter(state, self.seat)
        return (PARRY, RIPOSTE) if able else ()

    def run(self, state: RagNarok, pick: str | None) -> None:
        counter = pick == RIPOSTE
        difficulty = fighting(state).announced[1 - self.seat] + p.COUNTER * counter
        if not defend(state, self.seat, difficulty):
            state.then(Suffer(self.seat, self.more, self.target))
        elif counter:
            state.then(Riposte(self.seat))
        else:
            state.then(*strike_back(state, self.seat))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and is_aimed(state, self.target)


def may_counter(state: RagNarok, seat: int) -> bool:  # rule: melee.counter-attack, rout.no-attacks
    """Whether a side can counter-attack, and has somebody to strike; never if it is routed."""
    now = fighting(state)
    skilled = group(state, now.groups[seat]).card.has("counter-attack")
    able = skilled and not is_routed(state, unit_of(state, seat))
    return able and bool(engaged(state, now.groups[seat], now.groups[1 - seat]))


def is_aimed(state: RagNarok, target: int) -> bool:
    return -1 <= target < len(state.places)


class Suffer(CombatStep, frozen=True):  # rule: melee.casualties
    """An attack goes home: the wounded take it first; among equals their owner chooses."""

    prompt, rule = "Choose who takes the blow", "melee.casualties"
    more: int = 0  # added to STR
    target: int = -1  # at whom a Devastating Attack was aimed; -1: an attack like any other

    def victims(self, state: RagNarok) -> list[int]:
        if self.target >= 0:
            return [self.target] if state.places[self.target] is not None else []
        able = engaged(state, self.mine(state), self.theirs(state))
        hurt = [number for number in able if state.fighters[number].hurt]
        return hurt or able

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.victims(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def foregone(self, state: RagNarok, options: Sequence[str]) -> bool:
        """Among equals nobody need say which of them it was."""
        first, *others = self.victims(state)
        return all(is_equal(state, first, other) for other in others)

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.victims(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if chosen:
            suffer(state, 1 - self.seat, chosen[0], self.more, self.target >= 0)

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and is_aimed(state, self.target)


def is_equal(state: RagNarok, one: int, other: int) -> bool:  # rule: ruling.equal-soldiers
    """Whether two of a group are in the same state and touch the same enemies."""
    alike = state.fighters[one] == state.fighters[other]
    return alike and set(opponents(state, one)) == set(opponents(state, other))


class Again(WoundSix, CombatStep, frozen=True):  # rule: test.six-reroll, ruling.reroll-default
    """The wound roll of a blow in a combat; another 6 can make it a Devastating Attack."""

    more: int = 0  # added to STR  # rule: melee.wound-roll
    last: bool = False  # the blow of a Devastating Attack, which is not one again

    def thrower(self, state: RagNarok) -> int:
        return self.unit(state)

    def stroke(self, state: RagNarok) -> Stroke:
        return stroke_of(state, self.mine(state), self.victim, self.more)

    def stake(self, state: RagNarok) -> int:  # rule: devastating.definition, devastating.effect
        """1: one wound too many would bring a Devastating Attack on somebody."""
        if self.last or not fighting(state).announced[self.seat]:
            return 0
        strikers = touching(state, self.mine(state), self.victim)
        foes = {foe for number in strikers for foe in opponents(state, number)}
        return int(bool(foes - {self.victim}))

    def settle(self, state: RagNarok, caused: int, first: int) -> None:
        """The wounds of one blow; too many of them are a Devastating Attack."""
        mine = self.mine(state)  # rule: devastating.definition, devastating.effect
        strikers = touching(state, mine, self.victim)
        rolled = caused, first
        found = wound(state, self.unit(state), self.victim, self.stroke(state), rolled)
        update(state, excess=max(0, found.excess))
        for one in [n for n in group(state, mine).members if state.places[n] is not None][:1]:
            pay_for_power(state, one, first)
        killed = found.excess > 0 and state.places[self.victim] is None
        if killed and not self.last and state.melee.combat is not None:
            state.then(Devastate(self.seat, strikers))

    def fits(self, state: RagNarok) -> bool:
        return CombatStep.fits(self, state) and WoundSix.fits(self, state)


def suffer(state: RagNarok, attacker: int, victim: int, more: int, last: bool = False) -> None:
    """The wound roll of one blow."""
    Again(attacker, victim, more=more, last=last).roll_on(state)  # rule: melee.wound-roll


def touching(state: RagNarok, mine: int, victim: int) -> tuple[int, ...]:
    """Who in a group can have struck somebody: those in contact with it, in the same fight."""
    members = group(state, mine).members
    return tuple(number for number in members if victim in opponents(state, number))


def stroke_of(state: RagNarok, mine: int, victim: int, more: int) -> Stroke:
    """How hard a group strikes somebody, with what its attack roll has gained."""
    card, unit = group(state, mine).card, group(state, mine).unit
    sacred = more > 0 and card.has("pillars-of-empire")  # rule: ability.praetorian-sacred
    strength = card.strength + more + steam_strength(state, mine)
    strength += dive_bonus(state, unit, fighter(state, victim).unit)
    return Stroke(strength, line_bonus(state, mine), sacred)


class Riposte(CombatStep, frozen=True):  # rule: melee.counter-attack, ruling.ambidextrous
    """A defence die that parried strikes back."""

    prompt, rule = (
        "Announce the difficulty of your attacks; a high one is hard to reach and hard to parry",
        "melee.attack",
    )
    free: bool = False  # a die of the Ambidextrous, that may be held back

    def options(self, state: RagNarok) -> Sequence[str]:
        if not fighting(state).announced[self.seat]:  # that will bind it
            return [*difficulties(state, self.seat), *([HOLD] if self.free else [])]
        return (HOLD, STRIKE) if self.free and self.risks(state) else ()

    def risks(self, state: RagNarok) -> bool:
        """Whether there is something to weigh: it may be struck back, or die of its own blow."""
        now = fighting(state)
        bewitched = [
            number
            for number in group(state, now.groups[self.seat]).members
            if lies_on(state.charms, "bewitchment-of-salatiel", number)
        ]
        answer = may_counter(state, 1 - self.seat) or strike_back(state, 1 - self.seat)
        return bool(bewitched or (now.defence[1 - self.seat] and answer))

    def default(self, state: RagNarok, options: Sequence[str]) -> str:
        return options[0] if STRIKE in options else likeliest(state, self.seat, 1)

    def run(self, state: RagNarok, pick: str | None) -> None:
        now = fighting(state)
        if pick == HOLD:
            return
        if pick is not None and pick != STRIKE:
            announced = int(pick.removeprefix("difficulty:"))
            update(state, announced=put(now.announced, self.seat, announced))
        for more in persistent(state, self.seat):
            state.then(Ward(1 - self.seat, more))


def persistent(state: RagNarok, seat: int) -> list[int]:  # rule: ruling.born-killer
    """An attack roll by itself; a Born Killer rolls it again, if it may."""
    added, left = attack(state, seat), fighting(state).rerolls
    if added or not left[seat]:
        return added
    update(state, rerolls=put(left, seat, left[seat] - 1))
    return attack(state, seat)


def strike_back(state: RagNarok, seat: int) -> list[Riposte]:  # rule: rout.no-attacks
    """What the Ambidextrous do with a die that has just parried; never if they are routed."""
    now = fighting(state)  # rule: devastating.defence-dice-stay, ruling.ambidextrous
    skilled = group(state, now.groups[seat]).card.has("ambidextrous")
    able = skilled and not is_routed(state, unit_of(state, seat))
    facing = able and engaged(state, now.groups[seat], now.groups[1 - seat])
    return [Riposte(seat, True)] if facing else []


class Devastate(CombatStep, frozen=True):  # rule: devastating.effect, devastating.same-fight-only
    """One extra attack at the same difficulty on another enemy of the same fight."""

    prompt, rule = "Devastating Attack: choose another enemy", "devastating.effect"
    strikers: tuple[int, ...] = ()  # who can have made it: it goes on at those in contact with them

    def targets(self, state: RagNarok) -> list[int]:
        able = (number for number in self.strikers if state.places[number] is not None)
        return sorted({foe for number in able for foe in opponents(state, number)})

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.targets(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        """An enemy of another combat meets it with its own dice, and then all goes on."""
        found = self.targets(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if not chosen or not fighting(state).announced[self.seat]:
            return
        tell(state, self.unit(state), "{unit} make[s] a Devastating Attack")
        target, now = chosen[0], fighting(state)
        other = fighter(state, target).group
        if other == self.theirs(state):
            state.then(OneMore(self.seat, target))
            return
        update(
            state,
            groups=put(now.groups, 1 - self.seat, other),
            defence=put(now.defence, 1 - self.seat, state.fighters[target].guard),
            announced=put(now.announced, 1 - self.seat, 0),
            rerolls=put(now.rerolls, 1 - self.seat, int(may_retry(state, target))),
            hits=(),
        )
        state.fighters[target].guard = 0
        there = (Brace(1 - self.seat, target), OneMore(self.seat, target))
        state.then(*there, Resume(self.seat, target, now))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and all(is_aimed(state, number) for number in self.strikers)


def may_retry(state: RagNarok, target: int) -> bool:  # rule: skill.born-killer-defence
    """Whether a Born Killer of another combat has a second try left in this one."""
    skilled = fighter(state, target).card.has("born-killer")
    return skilled and target not in fighting(state).retried


class Brace(CombatStep, frozen=True):  # rule: devastating.target-may-defend
    """A target that stands in another combat may place dice that it has not used in defence."""

    prompt = "A Devastating Attack: how many dice in defence?"
    rule = "devastating.target-may-defend"  # rule: devastating.defence-dice-stay
    target: int = 0

    def options(self, state: RagNarok) -> Sequence[str]:
        free = free_dice(state, self.target)
        return [f"dice:{count}" for count in (1, 0, *range(2, free + 1))] if free else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        count, defence = int((pick or "dice:0").removeprefix("dice:")), fighting(state).defence
        state.fighters[self.target].spent += count
        update(state, defence=put(defence, self.seat, defence[self.seat] + count))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and is_aimed(state, self.target)


class OneMore(CombatStep, frozen=True):  # rule: devastating.effect
    """The extra attack itself."""

    target: int = 0

    def run(self, state: RagNarok, pick: str | None) -> None:
        for more in persistent(state, self.seat):
            state.then(Ward(1 - self.seat, more, self.target))

    def fits(self, state: RagNarok) -> bool:
        return super().fits(state) and is_aimed(state, self.target)


class Resume(CombatStep, frozen=True):  # rule: devastating.defence-dice-stay
    """Back to the combat that a Devastating Attack on another group has interrupted."""

    target: int = 0
    combat: Combat = Combat((0, 0))

    def run(self, state: RagNarok, pick: str | None) -> None:
        now, mine = fighting(state), self.seat
        tried = may_retry(state, self.target) and not now.rerolls[1 - mine]
        state.fighters[self.target].guard = now.defence[1 - mine]
        state.melee.combat = self.combat
        update(
            state,
            retried=(*self.combat.retried, *((self.target,) if tried else ())),
            defence=put(self.combat.defence, mine, now.defence[mine]),
            rerolls=put(self.combat.rerolls, mine, now.rerolls[mine]),
        )

    def fits(self, state: RagNarok) -> bool:
        sound = is_combat(state, self.combat)
        return super().fits(state) and sound and is_aimed(state, self.target)
