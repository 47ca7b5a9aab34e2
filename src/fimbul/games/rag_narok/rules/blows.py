"""Attacks that go home: who takes them, what they do, and Devastating Attacks."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.charms import lies_on
from fimbul.games.rag_narok.rules.duel import (
    CombatStep,
    attack,
    defend,
    difficulties,
    fighting,
    put,
    unit_of,
    update,
)
from fimbul.games.rag_narok.rules.fights import (
    defence_value,
    dive_bonus,
    engaged,
    free_dice,
    line_bonus,
    opponents,
)
from fimbul.games.rag_narok.rules.harm import Stroke, kill, land
from fimbul.games.rag_narok.rules.machines import steam_strength
from fimbul.games.rag_narok.rules.rolls import attempt, passes
from fimbul.games.rag_narok.state import RagNarok, fighter, group, is_routed, tell

HOLD, STRIKE = "button:hold", "button:strike-back"


class Suffer(CombatStep, frozen=True):
    """An attack goes home: a wounded fighter takes it first, otherwise its owner chooses."""

    # rule: melee.casualties
    prompt, rule = "Choose who takes the blow", "melee.casualties"
    more: int = 0  # added to STR
    extra: bool = False  # a Devastating Attack: it cannot be one again

    def victims(self, state: RagNarok) -> list[int]:
        able = engaged(state, self.mine(state), self.theirs(state))
        hurt = [number for number in able if state.hurt[number]]
        return hurt[:1] or able

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.victims(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.victims(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if chosen:
            suffer(state, 1 - self.seat, chosen[0], self.more)
            if state.combat is not None and self.overkill(state, chosen[0]):
                state.then(Devastate(1 - self.seat))

    def overkill(self, state: RagNarok, number: int) -> bool:
        """More wounds than were needed to kill."""  # rule: devastating.definition
        return not self.extra and fighting(state).excess > 0 and state.places[number] is None


def suffer(state: RagNarok, attacker: int, victim: int, more: int) -> None:
    """The wound roll of one blow; what was too much is noted."""
    mine = fighting(state).groups[attacker]
    stroke = stroke_of(state, mine, victim, more)
    found = land(state, group(state, mine).unit, victim, stroke)
    update(state, excess=max(0, found.excess))
    living = [n for n in group(state, mine).members if state.places[n] is not None]
    if found.die == p.FACES and living:
        pay_for_power(state, living[0])


def stroke_of(state: RagNarok, mine: int, victim: int, more: int) -> Stroke:
    """How hard a group strikes somebody, with what its attack roll has gained."""
    card, unit = group(state, mine).card, group(state, mine).unit
    sacred = more > 0 and card.has("pillars-of-empire")  # rule: ability.praetorian-sacred
    strength = card.strength + more + steam_strength(state, mine)
    strength += dive_bonus(state, unit, fighter(state, victim).unit)
    return Stroke(strength, line_bonus(state, mine), sacred)


def pay_for_power(state: RagNarok, number: int) -> None:
    """Who strikes with a 6 under the Bewitchment of Salatiel dies of it, after the wounds."""
    # rule: miracle.bewitchment-six, ruling.bewitchment-order
    if lies_on(state.charms, "bewitchment-of-salatiel", number):
        kill(state, number)


class Riposte(CombatStep, frozen=True):
    """A defence die that parried strikes back."""

    # rule: melee.counter-attack, ruling.ambidextrous

    prompt, rule = "Announce the difficulty of your attacks", "melee.attack"
    free: bool = False  # a die of the Ambidextrous, that may be held back

    def options(self, state: RagNarok) -> Sequence[str]:
        announced = fighting(state).announced[self.seat]
        found = [] if announced else difficulties(state, self.seat)
        return [HOLD, *(found or [STRIKE])] if self.free and self.risks(state) else found

    def risks(self, state: RagNarok) -> bool:
        """Whether there is something to weigh: it may be struck back, or die of its own blow."""
        now = fighting(state)
        bewitched = [
            number
            for number in group(state, now.groups[self.seat]).members
            if lies_on(state.charms, "bewitchment-of-salatiel", number)
        ]
        answer = now.defence[1 - self.seat] and strike_back(state, 1 - self.seat)
        return bool(bewitched or answer)

    def run(self, state: RagNarok, pick: str | None) -> None:
        now = fighting(state)
        if pick == HOLD:
            return
        if pick is not None and pick != STRIKE:
            announced = int(pick.removeprefix("difficulty:"))
            update(state, announced=put(now.announced, self.seat, announced))
        for more in persistent(state, self.seat):
            if defend(state, 1 - self.seat, fighting(state).announced[self.seat]):
                state.then(*strike_back(state, 1 - self.seat))
            else:
                state.then(Suffer(1 - self.seat, more))


def persistent(state: RagNarok, seat: int) -> list[int]:
    """An attack roll by itself; a Born Killer rolls it again, if it may."""
    # rule: ruling.born-killer
    added, left = attack(state, seat), fighting(state).rerolls
    if added or not left[seat]:
        return added
    update(state, rerolls=put(left, seat, left[seat] - 1))
    return attack(state, seat)


def strike_back(state: RagNarok, seat: int) -> list[Riposte]:
    """What the Ambidextrous do with a die that has just parried; never who is routed."""
    # rule: rout.no-attacks, devastating.defence-dice-stay, ruling.ambidextrous
    now = fighting(state)
    skilled = group(state, now.groups[seat]).card.has("ambidextrous")
    able = skilled and not is_routed(state, unit_of(state, seat))
    facing = able and engaged(state, now.groups[seat], now.groups[1 - seat])
    return [Riposte(seat, True)] if facing else []


class Devastate(CombatStep, frozen=True):
    """One extra attack at the same difficulty on another enemy of the same fight."""

    # rule: devastating.effect, devastating.same-fight-only, devastating.target-may-defend
    prompt, rule = "Devastating Attack: choose another enemy", "devastating.effect"

    def targets(self, state: RagNarok) -> list[int]:
        mine = [n for n in group(state, self.mine(state)).members if state.places[n] is not None]
        return sorted({foe for number in mine for foe in opponents(state, number)})

    def options(self, state: RagNarok) -> Sequence[str]:
        found = self.targets(state)
        return [fighter(state, number).id for number in found] if len(found) > 1 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        found = self.targets(state)
        chosen = [n for n in found if fighter(state, n).id == pick] or found
        if not chosen or not fighting(state).announced[self.seat]:
            return
        tell(state, self.unit(state), "makes a Devastating Attack")
        target = chosen[0]
        outside = fighter(state, target).group != self.theirs(state)
        if outside and free_dice(state, target):  # rule: devastating.defence-dice-stay
            state.spent[target] += 1
            state.guard[target] += 1
        for more in persistent(state, self.seat):
            parried = self.met(state, target) if outside else self.parried(state)
            if not parried:
                suffer(state, self.seat, target, more)

    def parried(self, state: RagNarok) -> bool:
        good = defend(state, 1 - self.seat, fighting(state).announced[self.seat])
        if good:
            state.then(*strike_back(state, 1 - self.seat))
        return good

    def met(self, state: RagNarok, target: int) -> bool:
        """A target of another combat defends itself with a die it has not used."""
        if not state.guard[target]:
            return False
        state.guard[target] -= 1
        if self.parries(state, target):
            return True
        now = fighting(state)
        if target in now.retried or not fighter(state, target).card.has("born-killer"):
            return False
        update(state, retried=(*now.retried, target))  # rule: skill.born-killer-defence
        return self.parries(state, target)

    def parries(self, state: RagNarok, target: int) -> bool:
        one, difficulty = fighter(state, target), fighting(state).announced[self.seat]
        value = defence_value(state, one.group, self.mine(state))
        return passes(attempt(state, one.unit, value, difficulty), difficulty)
