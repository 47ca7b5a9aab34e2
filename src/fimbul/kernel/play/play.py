"""How a match moves on: steps run until somebody must choose, and `choose` answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from fimbul.kernel.play.decision import Decision
from fimbul.kernel.play.dice import mix
from fimbul.kernel.play.errors import IllegalChoice
from fimbul.kernel.play.event import named
from fimbul.kernel.play.phrase import listed, phrase, player
from fimbul.kernel.play.state import State
from fimbul.kernel.play.step import Step, Timing

S = TypeVar("S", bound=State)
PATIENCE = 10_000  # steps in a row that ask nobody: beyond that a game is caught in a circle


def settle(state: State) -> None:
    """Run every step that has nothing to ask, until somebody must choose or all is done."""
    agenda = state.agenda
    for _ in range(PATIENCE):
        if not agenda:
            state.asked = ()
            return
        row = agenda[-1]
        if len(row) == 1:  # nearly every row: worth a shorter way
            step = row[0]
            options = step.options(state)
            if options:
                state.asked = (Decision(step.seat, step.ask(state), tuple(options), step.rule),)
                return
            agenda.pop()
            step.run(state, None)
        else:
            state.asked = asked = ask(state)
            if asked:
                return
            _finish_row(state)
    raise RuntimeError(f"{PATIENCE} steps ran and nobody was asked; the next is {agenda[-1]}")


def ask(state: State) -> tuple[Decision, ...]:
    """The decisions of the row that is next, in the order of the row."""
    if not state.agenda:
        return ()
    asked, lanes = [], state.lanes
    for step in state.agenda[-1]:
        if lanes:
            step = lanes.get(step.seat, step)
        options = step.options(state)
        if options:
            asked.append(Decision(step.seat, step.ask(state), tuple(options), step.rule))
    return tuple(asked)


def choose(state: State, seat: int, thing: str) -> None:
    """Seat `seat` touches `thing`: the one way to play. The state moves on, or nothing changes."""
    for decision in state.asked:
        if decision.seat == seat and thing in decision.options and type(seat) is int:
            break
    else:
        raise _refusal(state, seat, thing)
    step, sealed = _asking(state, seat), state.sealed
    if sealed and seat in sealed and not step.changeable:
        raise _refusal(state, seat, thing)
    state.events = []
    if state.mixed:
        state.seed = seed_with(state, seat, thing)
    more = step.again(state, thing)
    if more is not None:
        _go_on(state, decision, more)
        return
    row = state.agenda[-1]
    if len(row) == 1 or step.races:
        state.agenda.pop()
        if len(row) > 1:  # the others race on
            state.agenda.append(tuple([other for other in row if other.seat != seat]))
        if state.lanes:
            state.lanes.clear()
        state.number += 1
        step.run(state, thing)
    else:
        sealed[seat] = thing
        if len(sealed) < len(state.asked):
            return
        state.number += 1
        _finish_row(state)
    settle(state)


def seed_with(state: State, seat: int, thing: str) -> int:
    """The seed that this choice rolls with, if it rolls."""
    return mix(state.seed, f"{state.number} {seat} {thing}") if state.mixed else state.seed


def decision_of(state: State, seat: int) -> Decision | None:
    """The decision of the open row that this seat answers, or has answered."""
    for decision in state.asked:
        if decision.seat == seat:
            return decision
    return None


def next_step(state: State) -> Step[Any] | None:
    """The first step of the open row, mostly its only one; None when the match is over."""
    return state.agenda[-1][0] if state.agenda else None


def step_of(state: State, seat: int | None) -> Step[Any] | None:
    """The step of the open row that asks this seat, with what it has picked so far, if one does."""
    lanes = state.lanes
    if lanes and seat in lanes:
        return lanes[seat]
    for step in state.agenda[-1] if state.agenda else ():
        if step.seat == seat:
            return step
    return None


def default_of(state: State, seat: int) -> str | None:
    """What is chosen for that seat if it does not answer in time; None if it is not asked."""
    decision = decision_of(state, seat)
    return _asking(state, seat).default(state, decision.options) if decision else None


def is_foregone(state: State, seat: int) -> bool:
    """Whether that seat is asked for form's sake alone: its default is answered for it."""
    decision = decision_of(state, seat)
    return decision is not None and _asking(state, seat).foregone(state, decision.options)


def onward(state: State, decision: Decision) -> Sequence[str]:
    """The options of an open decision without those that take back or spoil earlier picks: bots
    choose from these."""
    return _asking(state, decision.seat).onward(state, decision.options)


def answerable(state: State, seat: int) -> Decision | None:
    """The decision that this seat can still answer: a sealed pick stays, unless it may change."""
    if seat in state.sealed and not _asking(state, seat).changeable:
        return None
    return decision_of(state, seat)


def why(state: State, seat: int, thing: str) -> tuple[str, str] | None:
    """Why that thing cannot be touched by that seat now: rule and sentence; None if it can."""
    if state.result is not None:
        return state.result.because, "The match is over."
    decision = decision_of(state, seat)
    if decision is None:
        return state.order, _not_yours(state)
    step = _asking(state, seat)
    if seat in state.sealed and not step.changeable:
        return step.rule, "Your choice is sealed until everybody has chosen."
    return None if thing in decision.options else step.why(state, str(thing))


def _not_yours(state: State) -> str:
    waiting = [player(decision.seat) for decision in state.open]
    if len(waiting) == 1:
        return phrase("It is not your turn: {who} must choose.", who=waiting[0])
    first = listed(waiting[:-1])
    return phrase(
        "It is not your turn: {first} and {last} must choose.", first=first, last=waiting[-1]
    )


def tried(state: S, seat: int, pick: str) -> S | None:
    """The table after that pick, on a copy, if the same seat is asked again and nothing was rolled.
    This is how the steps themselves tell which picks one gesture can stand for."""
    trial, seed = state.clone(), seed_with(state, seat, pick)
    choose(trial, seat, pick)
    return trial if trial.seed == seed and decision_of(trial, seat) else None


def timing_of(state: State, seat: int) -> Timing | None:
    """How a live table keeps time for the decision of that seat."""
    return _asking(state, seat).timing(state) if decision_of(state, seat) else None


def races(state: State) -> bool:
    """Whether the open row is a race: what others pick does not make my pick stale."""
    return bool(state.agenda) and state.agenda[-1][0].races


def unseal(state: State, seat: int) -> None:
    """Forget what that seat has picked in the open row. For dreams: whoever imagines a rival
    does not know its pick, so the rival chooses again there."""
    state.sealed.pop(seat, None)
    if state.lanes.pop(seat, None) is not None:
        state.asked = ask(state)


def _asking(state: State, seat: int) -> Step[Any]:
    step = step_of(state, seat)
    assert step is not None, f"seat {seat} is asked by a step of the open row"
    return step


def _go_on(state: State, decision: Decision, step: Step[Any]) -> None:
    """The seat stays in its lane: it alone is asked again, with what it has picked so far."""
    seat, options = step.seat, tuple(step.options(state))
    assert options, "whoever goes on choosing has something to choose"
    state.lanes[seat] = step
    state.sealed.pop(seat, None)
    asked = list(state.asked)
    asked[asked.index(decision)] = Decision(seat, step.ask(state), options, step.rule)
    state.asked = tuple(asked)


def _finish_row(state: State) -> None:
    """Run the steps of the row in its own order, so the order of arrival cannot matter."""
    row, picks, lanes = state.agenda.pop(), state.sealed, state.lanes
    if picks:
        state.sealed = {}
    if lanes:
        state.lanes = {}
    for step in row:
        seat = step.seat
        (lanes.get(seat, step) if lanes else step).run(state, picks.get(seat))
        if state.result is not None:
            return


def _refusal(state: State, seat: int, thing: str) -> IllegalChoice:
    if type(seat) is not int or not 0 <= seat < state.seats:
        return IllegalChoice(seat, thing, f"there are only the seats 0 to {state.seats - 1}.")
    answer = why(state, seat, thing)
    assert answer, "what is refused has a reason"
    rule, reason = answer
    decision = decision_of(state, seat)
    firm = seat in state.sealed and not _asking(state, seat).changeable
    possible = decision.options if decision and not firm else ()
    names = [f"seat {other}" for other in range(state.seats)]
    return IllegalChoice(seat, thing, named(reason, names), rule, possible)
