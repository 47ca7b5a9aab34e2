"""A line in which people take turns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.server.ops.addresses import person_at
from fimbul.server.ops.in_turn import InTurn, Turns


def drained(line: InTurn[str]) -> list[str]:
    return [line.take() for _ in range(len(line))]


def test_a_crowd_of_one_person_leaves_the_next_place_to_another() -> None:
    line: InTurn[str] = InTurn()
    for n in range(100):
        line.put(f"a{n}", "ann", f"table{n}")
    assert line.take() == "a0"
    line.put("b0", "bob", "his")
    line.put("b1", "bob", "his")
    assert line.place("his") == 1
    assert drained(line)[:5] == ["b0", "a1", "b1", "a2", "a3"]


def test_tables_of_one_person_take_turns_too() -> None:
    line: InTurn[str] = InTurn()
    for table in "xyz":
        for n in range(3):
            line.put(f"{table}{n}", "ann", table)
    assert drained(line) == ["x0", "y0", "z0", "x1", "y1", "z1", "x2", "y2", "z2"]


def test_whoever_comes_back_has_saved_no_turns_up() -> None:
    line: InTurn[str] = InTurn()
    line.put("b", "bob", "b")
    line.take()
    for n in range(50):
        line.put(f"a{n}", "ann", "a")
        line.take()
    for n in range(3):
        line.put(f"a{n}", "ann", "a")
        line.put(f"b{n}", "bob", "b")
    assert drained(line) == ["b0", "a0", "b1", "a1", "b2", "a2"]


def test_ranks_come_one_after_the_other() -> None:
    line: InTurn[str] = InTurn(3)
    line.put("study", "ann", "t", 2)
    line.put("hint", "bob", "t", 1)
    line.put("move", "cid", "t", 0)
    assert line.place("t", 2) == 3
    assert drained(line) == ["move", "hint", "study"]


def test_an_empty_line_has_nothing_to_give() -> None:
    line: InTurn[str] = InTurn()
    with pytest.raises(LookupError):
        line.take()
    assert line.place("nowhere") == 0


jobs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=30)


@given(jobs, st.integers(0, 10))
def test_a_place_is_kept_if_nobody_else_comes(asked: list[tuple[str, str]], served: int) -> None:
    line: InTurn[str] = InTurn()
    for person, table in asked:
        line.put(person + table, person, person + table)
    for _ in range(min(served, len(line))):
        line.take()
    told = {name: line.place(name) for name in {person + table for person, table in asked}}
    order = drained(line)
    assert told == {name: order.index(name) + 1 if name in order else 0 for name in told}


def test_turns_of_the_gone_are_forgotten() -> None:
    turns = Turns()
    for n in range(5000):
        turns.take(f"person{n}")
    assert len(turns._next) < 2000


@pytest.mark.parametrize(
    ("host", "person"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("a socket of the system", "a socket of the system"),
    ],
)
def test_a_household_is_one_person(host: str, person: str) -> None:
    assert person_at(host) == person
