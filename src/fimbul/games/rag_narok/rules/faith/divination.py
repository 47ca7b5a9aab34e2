"""The Divination phase: Temporary Faith counted, Communions begun, miracles called, final calls."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import between_levels
from fimbul.games.rag_narok.rules.ending import KNIGHTING, is_over, stop_early
from fimbul.games.rag_narok.rules.faith.censorship import ALLOW, censors, deny
from fimbul.games.rag_narok.rules.faith.communions import Commune, NextFinalCall
from fimbul.games.rag_narok.rules.faith.faithful import aspects, clerics, count_faith, price, spend
from fimbul.games.rag_narok.rules.faith.miracles import (
    Call,
    callable_by,
    difficulty,
    grant,
    owned,
    prayer_of,
    targets,
)
from fimbul.games.rag_narok.rules.rolls import Roll, best_of, passes, rolled_on, told
from fimbul.games.rag_narok.rules.sixes import Six
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, fighter, say
from fimbul.kernel import phrase

PASS, DONE = "button:pass", "button:done"


class Divination(RagStep, frozen=True):  # rule: tf.computed-at-divination, tf.kept-until-next
    """TF is counted again; Communions begin, miracles follow, final calls close the phase."""

    def run(self, state: RagNarok, pick: str | None) -> None:  # rule: communion.procedure
        state.phase = p.DIVINATION  # rule: miracle.calling, ruling.communion-same-phase
        if is_over(state):
            stop_early(state)
            return
        found = [*clerics(state, 0), *clerics(state, 1)]
        if not found:
            return
        for cleric in found:
            state.fighters[cleric].faith = count_faith(state, cleric)
            one, faith = fighter(state, cleric), state.fighters[cleric].faith
            words = "{fighter} has {faith} Temporary Faith (TF)"
            say(state, one.seat, phrase(words, fighter=one.card.name, faith=faith))
        state.then(Commune(state.winner), Pray(state.winner), NextFinalCall())


class Pray(RagStep, frozen=True):  # rule: miracle.calling
    """One faithful calls one miracle, or the seat passes; two passes in a row end it."""

    phase = p.DIVINATION
    prompt, rule = "Choose a miracle to call, or pass", "miracle.calling"
    passed: bool = False  # whether the other side has just passed

    def options(self, state: RagNarok) -> Sequence[str]:
        found = list(callable_by(state, clerics(state, self.seat), False))
        return [PASS, *found] if found and not is_over(state) else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        if is_over(state):
            stop_early(state)
        elif pick is not None and pick != PASS:
            call = callable_by(state, clerics(state, self.seat), False)[pick]
            state.then(AimMiracle(self.seat, call), Pray(1 - self.seat))
        elif not self.passed:
            state.then(Pray(1 - self.seat, True))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "That miracle needs more TF, a target, or a faithful who is free to call."


class CallStep(RagStep, frozen=True):
    """A step of a miracle that is being called."""

    call: Call = Call(0, "")

    def fits(self, state: RagNarok) -> bool:
        call = self.call
        if call.cleric not in range(len(state.places)) or state.places[call.cleric] is None:
            return False
        mine = call.miracle in [prayer.id for prayer in owned(state, call.cleric)]
        able = range(state.fighters[call.cleric].faith + 1) if mine else range(0)
        found = targets(state, call.cleric, prayer_of(state, call)) if mine else []
        known = mine and set(call.targets) <= set(found)
        return known and call.stake in able and self.seat in range(-1, p.SEATS)


class AimMiracle(CallStep, frozen=True):  # rule: miracle.los-and-range, miracle.knighting-targets
    """The target; Occult Knighting names as many fighters as it likes."""

    prompt, rule = "Choose a target for the miracle", "miracle.los-and-range"

    def ask(self, state: RagNarok) -> str:  # rule: miracle.knighting-one-roll
        return phrase("Choose a target for {miracle}", miracle=prayer_of(state, self.call).name)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = targets(state, self.call.cleric, prayer_of(state, self.call))
        left = [thing for thing in found if thing not in self.call.targets]
        return [*left, DONE] if self.call.targets and left else left

    def run(self, state: RagNarok, pick: str | None) -> None:
        named = self.call.targets
        if pick is not None and pick != DONE:
            named = (*named, pick)
        call = Call(self.call.cleric, self.call.miracle, named)
        more = self.call.miracle == KNIGHTING and pick not in (None, DONE)
        state.then(AimMiracle(self.seat, call) if more else StakeFaith(self.seat, call))

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "The caller must see its target, and it must be in range."


class StakeFaith(CallStep, frozen=True):  # rule: miracle.calling
    """Each further TF gives one more die, the best is kept."""

    prompt, rule = "Choose how many dice you roll; the best one counts", "miracle.calling"

    def options(self, state: RagNarok) -> Sequence[str]:
        card = fighter(state, self.call.cleric).card
        spare = state.fighters[self.call.cleric].faith - price(card, prayer_of(state, self.call))
        return [f"dice:{1 + more}" for more in range(spare + 1)] if spare > 0 else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        dice = int((pick or "dice:1").removeprefix("dice:"))
        invoke(state, Call(self.call.cleric, self.call.miracle, self.call.targets, dice - 1))


def across_levels(state: RagNarok, call: Call) -> int:  # rule: flight.magic-same-limits
    """2 more if any target is on another level."""
    mine = fighter(state, call.cleric).unit
    units = [n for n, one in enumerate(state.roster.units) if one.id in call.targets]
    units += [one.unit for one in state.roster.fighters if one.id in call.targets]
    return max((between_levels(state, mine, unit) for unit in units), default=0)


def invoke(state: RagNarok, call: Call) -> None:  # rule: miracle.calling
    """Pay and roll; whoever fails loses half of what it paid, rounded up."""
    one = fighter(state, call.cleric)
    state.faith.prayers += ((call.cleric, call.miracle),)
    dice = (1 + call.stake, needed(state, call))
    weigh(state, call, best_of(state, one.unit, aspects(one.card), dice))


def needed(state: RagNarok, call: Call) -> int:
    return difficulty(state, call) + across_levels(state, call)


def weigh(state: RagNarok, call: Call, roll: Roll) -> None:  # rule: test.six-reroll
    """A 6 that is enough can still be rolled again if somebody could deny the miracle."""
    seat = fighter(state, call.cleric).seat  # rule: ruling.reroll-default, miracle.censorship
    watched = censors(state, 1 - seat, call.cleric, prayer_of(state, call).fervour)
    if state.sixes and roll.six and passes(roll, needed(state, call)) and watched:
        state.then(CallSix(seat, call, roll))
    else:
        conclude(state, call, roll)


class CallSix(Six, CallStep, frozen=True):  # rule: test.six-reroll, ruling.reroll-default
    """A higher result is harder to deny; a 1 loses the miracle."""

    roll: Roll = Roll(0, False, 0)  # rule: test.natural-one

    def ask(self, state: RagNarok) -> str:
        prayer = prayer_of(state, self.call).name
        words = "A 6: {miracle} with {total}. Keep it, or roll on against a denial?"
        return phrase(words, miracle=prayer, total=self.roll.total)

    def thrower(self, state: RagNarok) -> int:
        return fighter(state, self.call.cleric).unit

    def add(self, state: RagNarok, die: int) -> None:
        weigh(state, self.call, rolled_on(self.roll, die))

    def keep(self, state: RagNarok) -> None:
        conclude(state, self.call, self.roll)

    def fits(self, state: RagNarok) -> bool:
        return CallStep.fits(self, state) and self.roll.six and self.seat >= 0


def conclude(state: RagNarok, call: Call, roll: Roll) -> None:  # rule: miracle.calling
    """What the call has come to, and what it costs."""
    one, wanted = fighter(state, call.cleric), needed(state, call)
    good, paid = passes(roll, wanted), price(one.card, prayer_of(state, call)) + call.stake
    words = "{fighter} calls {miracle}: {sum} against {difficulty}, refused"
    if good:
        words = "{fighter} calls {miracle}: {sum} against {difficulty}, granted"
    prayer, sum_ = prayer_of(state, call).name, told(roll, aspects(one.card))
    parts = {"fighter": one.card.name, "miracle": prayer, "sum": sum_, "difficulty": wanted}
    say(state, one.seat, phrase(words, **parts))
    spend(state, call.cleric, paid if good else (paid + 1) // 2)
    if good:
        state.then(Censor(1 - one.seat, call, roll.total))


class Censor(CallStep, frozen=True):  # rule: miracle.censorship
    """One enemy faithful may deny a miracle that succeeded."""

    prompt, rule = "Deny this miracle?", "miracle.censorship"
    result: int = 0

    def ask(self, state: RagNarok) -> str:
        caller = fighter(state, self.call.cleric).card.name
        words = "{fighter} calls {miracle} with {total}. Deny it?"
        prayer = prayer_of(state, self.call).name
        return phrase(words, fighter=caller, miracle=prayer, total=self.result)

    def able(self, state: RagNarok) -> list[int]:
        return censors(state, self.seat, self.call.cleric, prayer_of(state, self.call).fervour)

    def options(self, state: RagNarok) -> Sequence[str]:
        found = [fighter(state, cleric).id for cleric in self.able(state)]
        return [ALLOW, *found] if found else []

    def run(self, state: RagNarok, pick: str | None) -> None:
        chosen = [n for n in self.able(state) if fighter(state, n).id == pick]
        fervour = prayer_of(state, self.call).fervour
        if not chosen or not deny(state, chosen[0], fervour, self.result):
            grant(state, self.call)

    def why(self, state: RagNarok, thing: str) -> tuple[str, str]:
        return self.rule, "He must see the caller within twice his aura, and pay the Fervour."
