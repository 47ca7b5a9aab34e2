"""docs/play/terminal.md tells the truth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fimbul.cli.terminal import HELP
from tests.cli.conftest import Run

TEXT = (Path(__file__).parents[2] / "docs/play/terminal.md").read_text(encoding="utf-8")


def test_the_drawn_table_is_what_is_shown(run: Run) -> None:
    found = re.search(r"```text\n(.*?)```", TEXT, re.DOTALL)
    assert found, "the page draws a table"
    shown = run("play", "ragnarocks", "--seat", "all", "--seed", "0", "--plain", lines="a3 d3\n")
    assert found[1] in shown.output


@pytest.mark.parametrize("lines", ["a3\nd3\n", "viking on a3\ncell:d3\n", "a3-d3/d7\nundo\n"])
def test_the_ways_to_answer(run: Run, lines: str) -> None:
    shown = run("play", "ragnarocks", "--seat", "all", "--seed", "0", "--plain", lines=lines)
    assert "Ivory: Summon a runestone from d3 in a straight line, to wall off land." in shown.output


def test_every_order_is_explained() -> None:
    for order in ("options", "board", "why", "hint", "undo", "rules", "save", "quit"):
        assert re.search(rf"^  .*\b{order}\b", HELP, re.MULTILINE)
        assert f"`{order}" in TEXT
