"""The tree of errors: one class, one code, one status; they cross processes whole."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from copy import copy

import pytest

from fimbul.kernel import (
    BadLesson,
    BadRecord,
    BadSetup,
    BadState,
    BrokenGame,
    FimbulError,
    IllegalChoice,
    NoSuchBot,
    NoSuchGame,
    NoSuchLesson,
    NoSuchPuzzle,
    Problems,
    did_you_mean,
)
from fimbul.kernel.play import errors


def kinds(root: type[FimbulError]) -> Iterator[type[FimbulError]]:
    yield root
    for child in root.__subclasses__():
        yield from kinds(child)


ALL = [kind for kind in kinds(FimbulError) if kind.__module__ == errors.__name__]
LEAVES = [kind for kind in ALL if kind not in (FimbulError, Problems)]
MADE = (
    IllegalChoice(1, "cell:d4", "it is taken", "move.free", ["cell:a1", "cell:a2"]),
    NoSuchGame("chess", ["brandub"]),
    NoSuchBot("no bot is called 'odin'"),
    BadSetup(["seats: too many", "board: unknown"]),
    BadState(["seed: missing"]),
    BadRecord(["line 3, column 1: what?"]),
    BadLesson(["task 3: there is no such thing"]),
    NoSuchLesson("there is no lesson"),
    NoSuchPuzzle("there is no puzzle of that name"),
    BrokenGame("the game 'chess' of elsewhere is broken"),
)


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in LEAVES]
    assert len(set(codes)) == len(codes)
    assert all("code" in vars(kind) for kind in LEAVES)
    assert all(re.fullmatch(r"[a-z]+/[a-z]+", code) for code in codes)
    assert all(400 <= kind.status < 500 for kind in LEAVES)


def test_the_drawn_tree_lists_every_error_with_code_and_status() -> None:
    tree = errors.__doc__ or ""
    drawn = re.findall(r"[|`]- (\w+) +(?:(\w+/\w+) +)?(\d+) ", tree)
    said = {(name, code, int(status)) for name, code, status in drawn}
    real = {(kind.__name__, kind.code, kind.status) for kind in LEAVES}
    assert said == real | {("Problems", "", Problems.status)}


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_errors_cross_processes_whole(error: FimbulError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_made_errors_are_all_there_are() -> None:
    assert {type(error) for error in MADE} == set(LEAVES)


def test_an_illegal_choice_says_all_it_knows() -> None:
    assert str(MADE[0]) == (
        "seat 1 cannot choose 'cell:d4': it is taken [move.free] Possible: cell:a1, cell:a2."
    )


def test_a_long_list_of_what_is_possible_is_cut() -> None:
    error = IllegalChoice(0, "x", "no.", possible=[f"cell:{n}" for n in range(20)])
    assert str(error).endswith("cell:11 and 8 more.")
    assert len(error.possible) == 20


def test_problems_list_everything() -> None:
    assert str(MADE[3]) == "the match cannot be set up: seats: too many; board: unknown"


def test_an_unknown_word_is_answered_with_the_nearest() -> None:
    assert did_you_mean("brandup", ["brandub", "wager"]) == " (did you mean 'brandub'?)"
    assert did_you_mean("zzz", ["wager", "brandub"]) == " (there is brandub, wager)"
    assert did_you_mean("zzz", []) == " (there is none)"
    many = [f"{n:02}" for n in range(20)]
    assert did_you_mean("zzz", many).endswith(", 10, 11 and 8 more)")
