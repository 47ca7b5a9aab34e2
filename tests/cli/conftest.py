"""A runner for commands, and a match whose lines are known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import fimbul
from fimbul.bots import bot
from fimbul.cli import main
from fimbul.cli.sitting import Sitting
from fimbul.kernel import Dice, Match

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call `fimbul` with these words; everything typed comes from a pipe."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str, lines: str = "") -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], input=lines)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        return result

    return call


def brandub_sitting(seed: int, seat: int = 0) -> Sitting:
    """The sitting that `fimbul play brandub --vs random` opens with that seed and seat."""
    match: Match[Any] = Match(fimbul.game("brandub"), None, seed)
    return Sitting(match, {1 - seat: bot("random", seed + 1 - seat)})


def whole_match(sitting: Sitting) -> list[str]:
    """The lines, one name each, with which a person plays this sitting to its end."""
    lines, dice = [], Dice(7)
    while sitting.state.result is None:
        while asked := sitting.theirs():
            sitting.let_bot_choose(asked.seat)
        if decision := sitting.mine():
            pick = decision.options[dice.roll(len(decision.options))]
            sitting.choose(decision.seat, pick)
            lines.append(pick)
    return lines


@pytest.fixture(scope="session")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random match of Brandub as a .saga file."""
    match: Match[Any] = Match(fimbul.game("brandub"), None, 5)
    dice = Dice(5)
    while decisions := match.state.open:
        options = decisions[0].options
        match.choose(decisions[0].seat, options[dice.roll(len(options))])
    record = match.record({"Event": "a test"}, {1: "a quiet beginning"})
    path = tmp_path_factory.mktemp("golden") / "brandub.saga"
    path.write_text(fimbul.write_saga(record), encoding="utf-8")
    return path
