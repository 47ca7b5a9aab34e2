"""What is not legal is refused in words, and nothing changes."""

from __future__ import annotations

from typing import Any

from fimbul.conformance.table import JUNK
from fimbul.conformance.tales import DrawnTale, moments, refusal
from fimbul.kernel import Choice, Game, State, decision_of, encode


def illegal_choices_change_nothing(game: Game[Any], tale: DrawnTale) -> None:
    for state, _ in moments(game, tale, 4):
        before, twin = encode(state), state.clone()
        for choice in illegal(game, state):
            check_refused(game, state, choice)
            assert (encode(state), state) == (before, twin), f"{choice} left a trace"


def illegal(game: Game[Any], state: State) -> list[Choice]:
    """Every kind of choice that cannot be made: wrong seats, wrong things, both."""
    offered = [thing for decision in state.asked for thing in decision.options[:3]]
    nowhere = [(seat, thing) for seat in (-1, state.seats, 99) for thing in (*offered, "", "x")]
    others = []
    for seat in range(state.seats):
        decision = decision_of(state, seat)
        mine = decision.options if decision is not None else ()
        scene = [thing.id for thing in game.scene(state, seat).things()]
        things = dict.fromkeys((*scene, *offered, *JUNK))
        others += [(seat, thing) for thing in things if thing not in mine]
    return nowhere + others


def check_refused(game: Game[Any], state: State, choice: Choice) -> None:
    """The error names the seat, the thing, what was possible, and the rule."""
    seat, thing = choice
    illegal = refusal(state, seat, thing)
    assert illegal is not None, f"{choice} should have been refused"
    assert (illegal.seat, illegal.thing) == choice
    assert all(word in str(illegal) for word in (str(seat), repr(thing), illegal.rule))
    assert illegal.reason.strip(), "a refusal has a reason"
    if 0 <= seat < state.seats:
        assert illegal.rule in game.rulebook.ids, f"refused by no rule: {illegal.rule!r}"
    if seat in [decision.seat for decision in state.open]:
        decision = decision_of(state, seat)
        assert decision is not None
        assert illegal.possible == decision.options
        assert decision.options[0] in str(illegal), "a refusal says what is possible"


def sealed_picks_stay_where_they_are(game: Game[Any], tale: DrawnTale) -> None:
    """Whoever has sealed may change only if `why` says so, and nobody else's pick is touched."""
    for state, _ in moments(game, tale, 8):
        for seat, pick in state.sealed.items():
            decision = decision_of(state, seat)
            assert decision is not None
            assert pick in decision.options
            for thing in decision.options:
                check_sealed(game, state, (seat, thing))


def check_sealed(game: Game[Any], state: State, choice: Choice) -> None:
    after = state.clone()
    allowed = game.why(state, *choice) is None
    assert (refusal(after, *choice) is None) == allowed, f"why and choose differ in {choice}"
    if not allowed:
        assert after == state
    for seat, pick in state.sealed.items():
        assert seat == choice[0] or after.sealed[seat] == pick, f"{choice} moves seat {seat}'s pick"
