"""`fimbul learn`: a lesson from the first word to the last."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.kernel import find_lesson
from tests.cli.conftest import Run

GAME = fimbul.game("brandub")


def typed(*before: str) -> str:
    """All that is to be touched, as somebody types it who has read the coach."""
    lines = list(before)
    for task in find_lesson(GAME).task:
        lines += [*task.touch, ""]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lesson_is_played_to_its_end(run: Run, language: str) -> None:
    shown = run("learn", "brandub", "--plain", "--language", language, lines=typed())
    assert shown.exit_code == 0, shown.output
    told = " ".join(shown.output.split())
    for task in find_lesson(GAME).task:
        assert " ".join(task.goal[language].split()) in told
    assert " ".join(find_lesson(GAME).next[language].split()) in told


def test_other_things_are_allowed_but_lead_nowhere(run: Run) -> None:
    shown = run("learn", "brandub", "--plain", lines="\n\npiece:guard-9\nnonsense\nquit\n")
    assert "That is allowed, too. Here, touch guard on c4." in shown.output
    assert "4/9" not in shown.output


def test_how_to_play_fits_on_a_screen(run: Run) -> None:
    shown = run("learn", "nine_realms", "--short", "--plain", "--language", "fr").output
    assert "But du jeu\n  Une bataille se livre dans chacun des neuf royaumes." in shown
    assert len(shown.splitlines()) < 40


def test_one_can_go_back(run: Run) -> None:
    shown = run("learn", "brandub", "--plain", lines="\nback\nquit\n").output
    assert shown.count("1/9") == 2


def test_the_language_is_that_of_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Ramenez le roi" in run("learn", "brandub", "--plain", lines="quit\n").output
    monkeypatch.setenv("LC_ALL", "is_IS.UTF-8")
    assert "Bring the king home" in run("learn", "brandub", "--plain", lines="quit\n").output
