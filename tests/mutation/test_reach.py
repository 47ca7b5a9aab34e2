"""What is to be broken notes when that would matter, and does what it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mutation.mutants import mutants_of
from tests.mutation.reach import Marker, marked

SOURCE = b"""
def fee(age, member=False):
    total = 10 if age >= 18 else 5
    total -= 2 * (not member)
    match total:
        case 3:
            return total + 0
    return total
"""


def watched() -> tuple[Callable[..., int], Callable[[], set[str]]]:
    """The function with its marks, and the changes of it that would have mattered since."""
    found = list(mutants_of("fee.py", SOURCE))
    marker, names = Marker(found), dict[str, Any]()
    exec(compile(marked(SOURCE, dict(enumerate(found))), "fee.py", "exec"), names)
    marker.take()  # the default was made while the function was
    return names["fee"], lambda: {found[n].key.split(": ", 1)[1] for n in marker.take()}


@pytest.mark.parametrize(
    ("age", "differs"), [(17, False), (18, True), (19, False)], ids=["below", "at", "above"]
)
def test_a_comparison_matters_only_where_the_broken_one_says_something_else(
    age: int, differs: bool
) -> None:
    fee, taken = watched()
    fee(age, True)
    line = "total = 10 if age >= 18 else 5"
    found = taken()
    assert (f"{line} -> total = 10 if age > 18 else 5" in found) is differs
    assert f"{line} -> total = 10 if (not (age >= 18)) else 5" in found


def test_what_is_not_carried_out_does_not_matter() -> None:
    fee, taken = watched()
    fee(30, True)
    found = taken()
    assert not any("else 6" in change for change in found), "a child pays that"
    assert any("11 if" in change for change in found)
    fee(3)
    assert any("else 6" in change for change in taken())


def test_a_sum_with_nothing_to_add_stays_what_it_is() -> None:
    fee, taken = watched()
    assert fee(3) == 3
    found = taken()
    assert "return total + 0 -> return total - 0" not in found
    assert "return total + 0 -> return total + 1" in found


def test_where_no_note_can_stand_the_function_itself_has_one() -> None:
    fee, taken = watched()
    fee(30)
    assert "case 3: -> case 4:" in taken()


def test_marks_change_no_answer() -> None:
    sound = dict[str, Any]()
    exec(SOURCE, sound)
    fee, _ = watched()
    for age in (3, 17, 18, 40):
        for member in (False, True):
            assert fee(age, member) == sound["fee"](age, member)
