"""States: clones, agendas, endings."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fimbul.kernel import State, choose
from fimbul.kernel.play.state import containers
from tests.kernel.toy import Ask, Fill, toy


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
