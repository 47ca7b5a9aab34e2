"""Communions: several faithful pray together, from the start of the phase to its end."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import between_levels
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.deeds import LATER
from fimbul.games.rag_narok.measure.geometry import squared
from fimbul.games.rag_narok.measure.tables import Miracle
from fimbul.games.rag_narok.rules.ending import is_over, stop_early
from fimbul.games.rag_narok.rules.faith.censorship import ALLOW, censors, deny
from fimbul.games.rag_narok.rules.faith.faithful import (
    aspects,
    can_reach_unit,
    clerics,
    is_bound,
    is_held,
    is_rushed,
    miracle,
    perceives,
    price,
    spend,
)
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.rolls import best_of, d6, passes, told
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.rules.strokes import CloseUp, blows_on
from fimbul.games.rag_narok.state import (
    RagNarok,
    fighter,
    name,
    owner,
    say,
    spot_of,
    squad,
    standing,
    tell,
    unit_named,
)
from fimbul.games.rag_narok.state.facts import without
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.kernel import phrase

PASS, DONE = "button:pass", "button:done"
GRANTED = "{miracle}: {sum} against {difficulty}, granted"
REFUSED = "{miracle}: {sum} against {difficulty}, refused"


def thing_of(state: RagNarok, cleric: int, prayer: Miracle) -> str:
    return f"communion:{prayer.id}/{fighter(state, cleric).id.removeprefix('fighter:')}"


def may_begin(
    state: RagNarok,
    cleric: int,
    prayer: Miracle,
) -> bool:  # rule: communion.monk-after-run
    """Character or not: whoever is free, not in melee, not too fast, and has Disciples."""
    again = (cleric, prayer.id) in state.faith.prayers  # rule: ruling.miracle-once
    if again or is_rushed(state, cleric) or not may_join(state, cleric, prayer):
        return False  # rule: communion.eminence-any, communion.monk-close-combat
    return len(acolytes(state, cleric, prayer)) >= prayer.min_disciples


def may_join(
    state: RagNarok,
    cleric: int,
    prayer: Miracle,
) -> bool:  # rule: communion.fast-mover-acolyte, monk.communion-in-contact, ruling.conclave-members
    """Fast movers may; whoever fights may only if it is a Warrior-Monk."""
    free = not is_held(state, cleric) and not is_bound(state, cleric)
    return free and state.fighters[cleric].faith >= price(fighter(state, cleric).card, prayer)


def acolytes(state: RagNarok, eminence: int, prayer: Miracle) -> list[int]:
    """Who may be a Disciple of that Eminence."""
    return [
        cleric
        for cleric in clerics(state, fighter(state, eminence).seat)
        if cleric != eminence
        and may_join(state, cleric, prayer)
        and near(state, eminence, cleric, p.CONCLAVE)
    ]  # rule: communion.procedure


def possible(state: RagNarok, seat: int) -> dict[str, tuple[int, str]]:
    """The Communions a seat can begin: Eminence and Communion."""
    found = {}
    for cleric in clerics(state, seat):
        for extra in fighter(state, cleric).extras:
            if extra not in t.COMMUNIONS:
                continue
            prayer = miracle(state, cleric, extra)
            if may_begin(state, cleric, prayer):
                everybody = (cleric, *acolytes(state, cleric, prayer))
                if any(targets(state, (cleric, one), prayer) for one in everybody):
                    found[thing_of(state, cleric, prayer)] = (cleric, extra)
    return found


def targets(state: RagNarok, members: Sequence[int], prayer: Miracle) -> list[int]:
    """Units that somebody in the Conclave sees."""
    seat = fighter(state, members[0]).seat  # rule: communion.los-twice
    side = 1 - seat if prayer.deeds.whom == "enemies" else seat
    return [unit for unit in standing(state, side) if is_seen(state, members, unit)]


def is_seen(state: RagNarok, members: Sequence[int], unit: int) -> bool:
    return any(
        fighter(state, one).unit == unit
        or any(perceives(state, one, target) for target in state.units[unit].ranks)
        for one in members
    )


class Commune(RagStep, frozen=True):  # rule: communion.procedure, communion.is-miracle
    """Before any miracle: begin a Communion, or pass."""

    phase = p.DIVINATION
    prompt, rule = "Begin a Communion, or pass", "communion.procedure"
    passed: bool = False

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(possible(state, self.seat))
        return [PASS, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is not None and pick != PASS:
            eminence, communion = possible(state, self.seat)[pick]
            state.then(Gather(self.seat, communion, (eminence,)), Commune(1 - self.seat))
        elif not self.passed:
            state.then(Commune(1 - self.seat, True))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "An Eminence needs the Fervour, a Disciple within 10 cm and a target."


class ConclaveStep(RagStep, frozen=True):
    """A Communion that is being begun: who prays; the Eminence is the first."""

    phase = p.DIVINATION
    communion: str = ""
    members: tuple[int, ...] = ()

    def prayer(self, state: RagNarok) -> Miracle:
        return miracle(state, self.members[0], self.communion)

    def fits(self, state: RagNarok) -> bool:
        if not self.members or self.communion not in t.COMMUNIONS:
            return False
        here = clerics(state, self.seat)
        known = len(set(self.members)) == len(self.members) and set(self.members) <= set(here)
        return known and self.communion in fighter(state, self.members[0]).extras


class Gather(ConclaveStep, frozen=True):  # rule: communion.procedure
    """Name the Disciples, at least one."""

    prompt, rule = "Choose a Disciple", "communion.procedure"

    def able(self, state: RagNarok) -> list[int]:
        found = acolytes(state, self.members[0], self.prayer(state))
        return [cleric for cleric in found if cleric not in self.members]

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [fighter(state, cleric).id for cleric in self.able(state)]
        enough = len(self.members) > self.prayer(state).min_disciples
        ready = enough and targets(state, self.members, self.prayer(state))
        return [*found, DONE] if found and ready else found

    def run(self, state: RagNarok, pick: str | None) -> None:
        chosen = [n for n in self.able(state) if fighter(state, n).id == pick]
        if chosen:
            state.then(Gather(self.seat, self.communion, (*self.members, chosen[0])))
        else:
            state.then(AimCommunion(self.seat, self.communion, self.members))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Disciples are faithful within 10 cm of the Eminence who can pay."


class AimCommunion(ConclaveStep, frozen=True):  # rule: communion.los-twice
    """A target that somebody in the Conclave sees."""

    prompt, rule = "Choose a Unit for the Communion", "communion.los-twice"

    def options(self, state: RagNarok) -> Sequence[str]:
        return [squad(state, n).id for n in targets(state, self.members, self.prayer(state))]

    def run(self, state: RagNarok, pick: str | None) -> None:
        if pick is None:
            return
        eminence, target = self.members[0], unit_named(state, pick)
        begun = Conclave(self.communion, eminence, self.members[1:], target)
        state.faith.conclaves += (begun,)
        state.faith.prayers += ((eminence, self.communion),)
        words = "{unit} begin[s] {communion} for {target}"
        parts = {"communion": self.prayer(state).name, "target": name(state, target)}
        tell(state, fighter(state, eminence).unit, words, **parts)
        state.then(Interrupt(1 - self.seat, self.communion, self.members))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "Somebody in the Conclave must see the target."


class Interrupt(ConclaveStep, frozen=True):  # rule: communion.interrupt-only-at-start
    """Now, and never later, the other side may censor it."""

    prompt, rule = "Deny this Communion?", "communion.interrupt-only-at-start"

    def able(self, state: RagNarok) -> list[int]:  # rule: ruling.communion-censorship
        return censors(state, self.seat, self.members[0], self.prayer(state).fervour)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [fighter(state, cleric).id for cleric in self.able(state)]
        return [ALLOW, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        chosen = [n for n in self.able(state) if fighter(state, n).id == pick]
        prayer = self.prayer(state)
        if chosen and deny(state, chosen[0], prayer.fervour, prayer.difficulty):
            close(state, state.faith.conclaves[-1])

    def fits(self, state: RagNarok) -> bool:
        begun = state.faith.conclaves[-1:]
        return [(one.communion, one.members) for one in begun] == [(self.communion, self.members)]


def interrupt(state: RagNarok, unit: int) -> None:  # rule: communion.monk-contacted-during
    """A member is charged or engaged in the middle of a Communion: it is broken."""
    for conclave in list(state.faith.conclaves):
        if any(one in state.units[unit].ranks for one in conclave.members):
            words = phrase("{communion} is broken", communion=prayer_of(state, conclave).name)
            say(state, owner(state, unit), words)
            close(state, conclave)


def prayer_of(state: RagNarok, conclave: Conclave) -> Miracle:
    return miracle(state, conclave.eminence, conclave.communion)


def close(state: RagNarok, conclave: Conclave) -> None:  # rule: communion.reverence
    """The Communion is over: every member pays its Fervour."""
    state.faith.conclaves = without(state.faith.conclaves, conclave)
    for member in conclave.members:
        card = fighter(state, member).card
        spend(state, member, price(card, prayer_of(state, conclave)))


class NextFinalCall(RagStep, frozen=True):  # rule: communion.procedure, ruling.communion-same-phase
    """The Communions still going are resolved in the order they began."""

    phase = p.DIVINATION

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
        elif state.faith.conclaves:
            final_call(state, state.faith.conclaves[0])
            state.then(NextFinalCall())


def final_call(state: RagNarok, conclave: Conclave) -> None:  # rule: communion.ends-if-unseen
    """The Eminence's roll with one more die for each Disciple, if the target is still seen."""
    prayer, one = prayer_of(state, conclave), fighter(state, conclave.eminence)
    if not reaches(state, conclave):  # rule: communion.los-twice
        say(state, one.seat, phrase("{communion} ends without effect", communion=prayer.name))
        close(state, conclave)
        return
    dice = 1 + sum(state.places[member] is not None for member in conclave.disciples)
    value = aspects(one.card)
    wanted = prayer.difficulty + between_levels(state, one.unit, conclave.target)
    roll = best_of(state, one.unit, value, (dice, wanted))  # rule: communion.is-miracle
    good = passes(roll, wanted)  # rule: flight.magic-same-limits
    words = GRANTED if good else REFUSED
    parts = {"miracle": prayer.name, "sum": told(roll, value), "difficulty": wanted}
    say(state, one.seat, phrase(words, **parts))
    close(state, conclave)
    if good:
        bestow(state, conclave)


def reaches(state: RagNarok, conclave: Conclave) -> bool:  # rule: communion.range-any-member
    """Whether the Eminence lives, and a member sees the target within range."""
    if state.places[conclave.eminence] is None or not state.units[conclave.target].ranks:
        return False  # rule: communion.ends-if-unseen
    prayer = prayer_of(state, conclave)
    here = [member for member in conclave.members if state.places[member] is not None]
    return any(can_reach_unit(state, one, conclave.target, prayer) for one in here)


def bestow(state: RagNarok, conclave: Conclave) -> None:
    """What a Communion does to its target."""
    prayer = prayer_of(state, conclave)
    if prayer.deeds.strength:
        judge(state, conclave)
    else:
        lay(state, prayer.id, conclave.target, LATER[prayer.duration])


def judge(state: RagNarok, conclave: Conclave) -> None:  # rule: ruling.judgement-victims
    """1d6 fighters, the nearest to the Eminence first, take a wound roll."""
    unit, here = fighter(state, conclave.eminence).unit, spot_of(state, conclave.eminence)
    strength = prayer_of(state, conclave).deeds.strength  # rule: unalterable.immune
    near_first = sorted(
        state.units[conclave.target].ranks,
        key=lambda one: (squared(here[:2], spot_of(state, one)[:2]), one),
    )
    struck = near_first[: d6(state, unit)]
    harmed = [one for one in struck if not fighter(state, one).card.has("unalterable")]
    state.then(*blows_on(state, unit, harmed, strength), CloseUp(units=(conclave.target,)))
