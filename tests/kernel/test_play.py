"""The agenda: rows, lanes, sealed picks, changes of mind, endings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from fimbul.kernel import (
    IllegalChoice,
    Step,
    Timing,
    choose,
    decision_of,
    default_of,
    encode,
    next_step,
    races,
    settle,
    step_of,
    timing_of,
    unseal,
    why,
)
from tests.kernel.toy import Ask, Dash, Fill, Mild, Shut, Toy, Win, toy


def test_then_reads_in_playing_order() -> None:
    state = toy(Ask(0), Ask(1), Ask(2))
    for seat in range(3):
        assert [decision.seat for decision in state.open] == [seat]
        choose(state, seat, "toy:a")
    assert state.told == ["0=toy:a", "1=toy:a", "2=toy:a"]


def test_a_step_with_nothing_to_ask_runs_with_none() -> None:
    state = toy(Shut(0), Ask(1, ("toy:a",)), Ask(2))
    assert state.told == ["shut toy:a (None)", "1=None"]
    assert state.open[0].options == ("toy:b",)


class Shy(Ask, frozen=True):
    """Whoever does not answer takes the last toy."""

    def default(self, state: Toy, options: Sequence[str]) -> str:
        return options[-1]


def test_the_absent_get_the_first_option_or_what_the_step_says() -> None:
    state = toy((Ask(0), Shy(1)), Ask(2))
    assert [default_of(state, seat) for seat in range(3)] == ["toy:a", "toy:b", None]
    choose(state, 0, "toy:b")
    assert default_of(state, 1) == "toy:b"


def test_a_decision_says_who_what_and_why() -> None:
    (decision,) = toy(Ask(2)).open
    assert (decision.seat, decision.prompt, decision.rule) == (2, "Choose a toy", "toy.ask")
    assert decision.options == ("toy:a", "toy:b")


def test_the_step_that_asks_a_seat_is_found_with_what_it_has_picked() -> None:
    state = toy((Fill(0), Ask(2)))
    assert [step_of(state, seat) for seat in (0, 1, 2, None)] == [Fill(0), None, Ask(2), None]
    choose(state, 0, "toy:b")
    assert step_of(state, 0) == Fill(0, had=("toy:b",))
    assert next_step(state) == Fill(0), "the row itself stays as it was asked"
    choose(state, 2, "toy:a")
    choose(state, 0, "button:done")
    assert (next_step(state), step_of(state, 0)) == (None, None)


THREE = ("toy:a", "toy:b", "toy:c")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_in_a_race_the_first_pick_is_carried_out_at_once(order: tuple[int, ...]) -> None:
    state = toy((Dash(0, THREE), Dash(1, THREE), Dash(2, THREE)), Ask(0, ("toy:d",)))
    assert races(state)
    for number, seat in enumerate(order, start=1):
        assert state.number == number
        assert (state.sealed, timing_of(state, seat)) == ({}, Timing(opens=seat))
        (mine,) = [decision for decision in state.open if decision.seat == seat]
        choose(state, seat, mine.options[0])
        assert state.told[-1] == f"{seat}={THREE[number - 1]}"
        assert decision_of(state, seat) is None or number == 3, "who was served waits"
    assert not races(state)
    assert timing_of(state, 0) is None
    assert [decision.seat for decision in state.open] == [0]


def test_who_comes_too_late_in_a_race_is_told_so_and_nothing_changes() -> None:
    state = toy((Dash(0, THREE), Dash(1, THREE)))
    choose(state, 1, "toy:a")
    before = encode(state)
    for seat, thing in ((0, "toy:a"), (1, "toy:b")):
        with pytest.raises(IllegalChoice):
            choose(state, seat, thing)
    assert encode(state) == before


def test_a_row_is_asked_all_at_once_and_sealed() -> None:
    state = toy((Ask(0), Ask(1), Ask(2)))
    assert [decision.seat for decision in state.open] == [0, 1, 2]
    choose(state, 1, "toy:b")
    assert [decision.seat for decision in state.open] == [0, 2]
    assert (state.told, state.events, state.number) == ([], [], 1)
    assert state.sealed == {1: "toy:b"}


def test_a_row_runs_in_its_own_order_however_picks_arrive() -> None:
    ends = set()
    for order in permutations(range(3)):
        state = toy((Ask(0), Ask(1), Ask(2)))
        for seat in order:
            choose(state, seat, "toy:a" if seat else "toy:b")
        ends.add(encode(state))
        assert state.told == ["0=toy:b", "1=toy:a", "2=toy:a"]
    assert len(ends) == 1


def test_a_seat_of_a_row_without_options_is_not_waited_for() -> None:
    state = toy((Ask(0), Ask(1, ()), Ask(2)))
    assert [decision.seat for decision in state.open] == [0, 2]
    choose(state, 2, "toy:a")
    choose(state, 0, "toy:a")
    assert state.told == ["0=toy:a", "1=None", "2=toy:a"]


def test_a_row_that_asks_nobody_just_runs() -> None:
    state = toy((Shut(0, "toy:x"), Shut(1, "toy:y")), Ask(2))
    assert state.told == ["shut toy:x (None)", "shut toy:y (None)"]


def test_a_sealed_pick_is_firm_unless_its_step_says_otherwise() -> None:
    state = toy((Ask(0), Mild(1), Ask(2)))
    choose(state, 0, "toy:a")
    choose(state, 1, "toy:a")
    before = encode(state)
    with pytest.raises(IllegalChoice, match="sealed until everybody") as firm:
        choose(state, 0, "toy:b")
    assert (firm.value.rule, firm.value.possible) == ("toy.ask", ())
    assert encode(state) == before
    choose(state, 1, "toy:b")
    assert state.sealed == {0: "toy:a", 1: "toy:b"}
    choose(state, 2, "toy:a")
    assert state.told == ["0=toy:a", "1=toy:b", "2=toy:a"]


def test_who_may_change_is_told_what_is_possible() -> None:
    state = toy((Mild(0), Ask(1)))
    choose(state, 0, "toy:a")
    with pytest.raises(IllegalChoice, match="Possible: toy:a, toy:b") as refused:
        choose(state, 0, "toy:z")
    assert refused.value.possible == ("toy:a", "toy:b")


def test_a_seat_fills_its_hand_while_others_fill_theirs() -> None:
    state = toy((Fill(0), Fill(1)), seats=2)
    choose(state, 0, "toy:a")
    choose(state, 1, "toy:b")
    assert [decision.options for decision in state.open] == [
        ("toy:b", "button:done"),
        ("toy:a", "button:done"),
    ]
    assert (state.sealed, set(state.lanes)) == ({}, {0, 1})
    choose(state, 1, "button:done")
    choose(state, 0, "toy:b")
    assert state.told == ["0=toy:a+toy:b", "1=toy:b+button:done"]
    assert (state.lanes, state.sealed) == ({}, {})


def test_a_lone_seat_fills_its_hand_too() -> None:
    state = toy(Fill(1))
    choose(state, 1, "toy:b")
    assert state.open[0].options == ("toy:a", "button:done")
    assert state.number == 1
    choose(state, 1, "button:done")
    assert state.told == ["1=toy:b+button:done"]


def test_the_number_counts_rows() -> None:
    state = toy((Ask(0), Ask(1)), Ask(2))
    numbers = [state.number]
    for seat in range(3):
        choose(state, seat, "toy:a")
        numbers.append(state.number)
    assert numbers == [1, 1, 2, 3]


def test_events_are_those_of_the_last_choice() -> None:
    state = toy(Ask(0), Ask(1))
    choose(state, 0, "toy:a")
    assert [event.words for event in state.events] == ["takes toy:a"]
    choose(state, 1, "toy:b")
    assert [event.words for event in state.events] == ["takes toy:b", ""]


def test_a_match_that_ends_inside_a_row_ends_there() -> None:
    state = toy((Ask(0), Win(1), Ask(2)))
    choose(state, 0, "toy:a")
    choose(state, 2, "toy:a")
    assert state.told == ["0=toy:a"]
    assert state.result is not None
    assert (state.result.places, state.result.because) == ((2, 1, 2), "toy.win")
    assert (state.agenda, state.open, state.sealed) == ([], (), {})


def test_after_the_end_nothing_can_be_touched() -> None:
    state = toy()
    assert state.result is not None
    with pytest.raises(IllegalChoice, match=r"The match is over\. \[toy\.win\]"):
        choose(state, 0, "toy:a")


WRONG_SEATS: list[Any] = [-1, 3, 99, True, False, 0.0, 1.0, "0", None]


@pytest.mark.parametrize("seat", WRONG_SEATS, ids=repr)
def test_a_seat_is_a_number_at_the_table(seat: Any) -> None:
    state = toy((Ask(0), Ask(1)))
    before = encode(state)
    with pytest.raises(IllegalChoice, match="only the seats 0 to 2"):
        choose(state, seat, "toy:a")
    assert encode(state) == before


WRONG_THINGS: list[Any] = ["", "toy:z", "TOY:A", " toy:a", None, 0, ["toy:a"], {"toy:a"}]


@pytest.mark.parametrize("thing", WRONG_THINGS, ids=repr)
def test_a_thing_that_is_not_offered_is_refused(thing: Any) -> None:
    state = toy(Ask(0))
    before = encode(state)
    with pytest.raises(IllegalChoice, match=r"\[toy\.ask\] Possible: toy:a, toy:b\.") as refused:
        choose(state, 0, thing)
    assert (refused.value.seat, refused.value.thing) == (0, thing)
    assert encode(state) == before


def test_it_is_not_your_turn() -> None:
    state = toy((Ask(0), Ask(2)))
    with pytest.raises(IllegalChoice, match="not your turn: seat 0 and seat 2 must choose") as no:
        choose(state, 1, "toy:a")
    assert (no.value.rule, no.value.possible) == ("toy.order", ())


def test_why_is_none_exactly_for_what_can_be_touched() -> None:
    state = toy((Ask(0), Ask(1)))
    assert why(state, 0, "toy:a") is None
    assert why(state, 0, "toy:z") == ("toy.ask", "That is not what is asked now. Choose a toy.")
    assert why(state, 2, "toy:a") == ("toy.order", "It is not your turn: {0} and {1} must choose.")
    choose(state, 0, "toy:a")
    assert why(state, 0, "toy:a") == (
        "toy.ask",
        "Your choice is sealed until everybody has chosen.",
    )
    choose(state, 1, "toy:a")
    assert why(state, 0, "toy:a") == ("toy.win", "The match is over.")


def test_unseal_forgets_a_pick_and_its_lane() -> None:
    fresh = toy((Fill(0), Ask(1), Ask(2)))
    state = fresh.clone()
    choose(state, 0, "toy:a")
    choose(state, 0, "toy:b")
    choose(state, 1, "toy:a")
    unseal(state, 0)
    assert state.sealed == {1: "toy:a"}
    assert decision_of(state, 0) == decision_of(fresh, 0)
    unseal(state, 1)
    unseal(state, 2)
    assert state == fresh


def test_a_step_must_say_what_it_does() -> None:
    class Idle(Ask, frozen=True):
        def run(self, state: Toy, pick: str | None) -> None:
            super(Ask, self).run(state, pick)

    with pytest.raises(NotImplementedError):
        choose(toy(Idle(0)), 0, "toy:a")


class Circle(Step[Toy], frozen=True):
    """Comes back to itself and never asks anybody."""

    def run(self, state: Toy, pick: str | None) -> None:
        state.then(Circle(self.seat))


def test_a_game_caught_in_a_circle_says_so_instead_of_hanging() -> None:
    state = Toy()
    state.then(Circle(0))
    with pytest.raises(RuntimeError, match=r"nobody was asked; the next is .*Circle"):
        settle(state)
