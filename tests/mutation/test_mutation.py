"""Rules that are broken on purpose are noticed: forty mutants a game in the slow run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fimbul
from tests.mutation.explained import explained
from tests.mutation.mutants import GAMES, SOURCE, drawn, mutants, rule_modules

MUTANTS, SEED = 40, 1
ROOT = Path(__file__).parents[2]
UNNOTICED, NOTICED = "at % SIZE - dx, at // SIZE + dy", "QUIET_LIMIT"


def trials(game: str, *words: str) -> list[str]:
    """What a run tells, in a process of its own: trials are forked before any game is loaded."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", game, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", fimbul.game_names())
def test_broken_rules_are_noticed(game: str) -> None:
    lines = trials(game, f"--mutants={MUTANTS}", f"--seed={SEED}", "--at-once=1")
    left = [line.removeprefix("survived: ") for line in lines if line.startswith("survived: ")]
    assert len(lines) > len(left), lines
    assert not set(left) - explained().keys(), "a rule that no test holds"


def test_trials_tell_what_is_noticed_from_what_is_not() -> None:
    lines = trials("brandub", "--only", UNNOTICED, "--only", NOTICED)
    assert [line for line in lines if line.startswith("survived")] == [
        f"survived: {key}" for key in explained() if UNNOTICED in key
    ]
    assert lines[-1].startswith("brandub: 2 of 3 killed")


@pytest.mark.parametrize("game", fimbul.game_names())
def test_every_mutant_is_python_and_has_a_name_of_its_own(game: str) -> None:
    found = [mutant for path in rule_modules(game) for mutant in mutants(path)]
    assert len({mutant.key for mutant in found}) == len(found)
    for mutant in drawn(game, SEED, 200):
        compile(mutant.source, mutant.path, "exec")
        assert mutant.source != (SOURCE / mutant.path).read_text(encoding="utf-8")


def test_what_a_package_says_itself_is_broken_too() -> None:
    """Its module is named without `__init__`: otherwise nobody asks for the mutant."""
    mutant = next(mutants(GAMES / "ragnarocks" / "__init__.py"))
    assert mutant.module == "fimbul.games.ragnarocks"


def test_what_is_explained_can_still_be_broken_so() -> None:
    """An explanation of code that has changed is taken out."""
    every = {
        mutant.key
        for game in fimbul.game_names()
        for path in rule_modules(game)
        for mutant in mutants(path)
    }
    assert not explained().keys() - every
