"""States: clones, agendas, endings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
import pytest

from fimbul.kernel import NOBODY, BookStep, Dice, State, Substate, choose, first_problems
from fimbul.kernel.play.state import containers, substates
from tests.kernel.toy import Ask, Fill, Toy, toy


class Plain(Substate):
    """Values alone."""

    mood: int = 0
    ranks: tuple[int, ...] = ()


class Rich(Substate):
    """Containers, and substates again."""

    pile: list[int] = []
    inner: Plain = msgspec.field(default_factory=Plain)


class Many(State, kw_only=True):
    """One field of each kind that a game may use."""

    flat: list[int] = []
    keyed: dict[str, int] = {}
    once: set[int] = set()
    raw: bytearray
    maybe: list[int] | None = None
    noted: Annotated[list[int], msgspec.Meta(max_length=9)] = []
    pair: tuple[int, ...] = ()
    words: str = ""
    frozen: frozenset[int] = frozenset()
    plain: Plain = msgspec.field(default_factory=Plain)
    plains: list[Plain] = []
    rich: Rich = msgspec.field(default_factory=Rich)
    riches: list[Rich] = []


def test_every_container_is_copied_and_nothing_else() -> None:
    own = {"agenda", "lanes", "sealed", "events"}
    assert set(containers(Many)) == own | {"flat", "keyed", "once", "raw", "maybe", "noted"}


def test_a_clone_is_a_stranger() -> None:
    state = Many(flat=[1], keyed={"a": 1}, once={1}, raw=bytearray(2), maybe=[1], noted=[1])
    before = msgspec.json.encode(state)
    twin = state.clone()
    assert twin == state
    twin.flat.append(2)
    twin.keyed["b"] = 2
    twin.once.add(2)
    twin.raw[0] = 9
    assert twin.maybe is not None
    twin.maybe.append(2)
    twin.noted.append(2)
    twin.seed = 5
    assert msgspec.json.encode(state) == before
    assert Many(raw=bytearray()).clone().maybe is None


def test_every_substate_is_cloned_however_deep() -> None:
    assert {name for name, _ in substates(Many)} == {"plain", "plains", "rich", "riches"}
    state = Many(raw=bytearray(), plains=[Plain(1), Plain(2)], riches=[Rich([1])])
    before = msgspec.json.encode(state)
    twin = state.clone()
    assert twin == state
    twin.plain.mood = twin.plains[1].mood = 5
    twin.plains.append(Plain())
    twin.rich.pile.append(4)
    twin.riches[0].pile.append(4)
    twin.riches[0].inner.ranks = (3,)
    assert msgspec.json.encode(state) == before


def test_a_clone_in_the_middle_of_a_row_is_a_stranger() -> None:
    state = toy((Fill(0), Ask(1), Ask(2)))
    choose(state, 0, "toy:a")
    choose(state, 1, "toy:a")
    twin, again = state.clone(), state.clone()
    choose(twin, 0, "button:done")
    choose(twin, 2, "toy:b")
    assert twin.result is not None
    assert state == again


def test_then_puts_rows_next_and_leaves_later_ones() -> None:
    state = State()
    state.then(Ask(0))
    state.then(Ask(1), (Ask(0), Ask(1)))
    assert state.agenda == [(Ask(0),), (Ask(0), Ask(1)), (Ask(1),)]


def test_an_ending_clears_the_agenda_and_is_told() -> None:
    state = State()
    state.then(Ask(0))
    state.finish([2, 1], "toy.win", [3, 4])
    assert state.result is not None
    assert (state.result.places, state.result.scores) == ((2, 1), (3, 4))
    assert state.agenda == []
    assert [event.words for event in state.events] == [""]


def test_a_shuffle_goes_on_with_the_dice_of_the_state() -> None:
    state, dice = State(seed=7), Dice(7)
    assert state.shuffled("abcdefg") == dice.shuffled("abcdefg")
    assert state.seed == dice.seed != 7
    assert state.shuffled("abcdefg") == dice.shuffled("abcdefg")


@pytest.mark.parametrize(
    ("seats", "seat", "order"),
    [(1, 0, (0,)), (2, 1, (1, 0)), (4, 0, (0, 1, 2, 3)), (4, 2, (2, 3, 0, 1))],
)
def test_seats_are_counted_around_the_table(seats: int, seat: int, order: tuple[int, ...]) -> None:
    assert State(seats=seats).around(seat) == order


class Tally(BookStep[Toy], frozen=True):
    """Nobody's step; whose, if a seat is given."""

    by: int = 1

    def run(self, state: Toy, pick: str | None) -> None:
        state.told.append(f"{self.seat} tells {self.by}")


def test_a_line_of_the_book_is_nobodys_unless_a_seat_is_given() -> None:
    state = toy(Tally(), Tally(2, by=3), Ask(0))
    assert state.told == ["-1 tells 1", "2 tells 3"]
    assert Tally().seat == NOBODY
    assert Tally().fits(state)


def test_problems_are_those_of_the_first_check_that_finds_any() -> None:
    ran: list[str] = []

    def check(*found: str) -> Iterator[str]:
        ran.append("+".join(found))
        yield from found

    tail = (lambda _: check("a", "b"), lambda _: check("c"))
    assert list(first_problems(State(), lambda _: check(), *tail)) == ["a", "b"]
    assert ran == ["", "a+b"]
    assert list(first_problems(State())) == []
