"""The notebook runs from its first cell to its last, and shows what stands in it."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from docs.notebook import BOOK, code_cells, read, run

ROOT = Path(__file__).parents[2]
LEARNED = re.compile(r"learned: \d+% of 60, (\d+)% to \d+%")


@pytest.fixture(scope="module")
def book() -> dict[str, Any]:
    return read()


@pytest.fixture(scope="module")
def again(book: dict[str, Any]) -> dict[str, Any]:
    found = deepcopy(book)
    run(found)
    return found


def test_every_cell_shows_what_stands_in_it(book: dict[str, Any], again: dict[str, Any]) -> None:
    """But for the last, whose fit ends with other decimals elsewhere."""
    kept, shown = ([cell["outputs"] for cell in code_cells(one)] for one in (book, again))
    assert kept[:-1] == shown[:-1], "python -m docs.notebook writes what is shown now"
    kinds = {kind for outputs in kept for one in outputs for kind in one.get("data", {})}
    assert {"image/svg+xml", "text/markdown", "text/plain"} <= kinds


def test_what_has_learned_beats_chance(book: dict[str, Any], again: dict[str, Any]) -> None:
    for one in (book, again):
        (printed,) = [*code_cells(one)][-1]["outputs"]
        told = LEARNED.match(printed["text"][0])
        assert told, printed
        assert int(told[1]) > 50, "the whole interval is above chance"


def test_the_notebook_is_one_that_jupyter_opens(book: dict[str, Any]) -> None:
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in book["cells"]]
    assert len(set(names)) == len(names)
    for cell in book["cells"]:
        for target in re.findall(r"\]\(([^)]+)\)", "".join(cell["source"])):
            assert (BOOK.parent / target).exists(), target


def test_the_page_on_notebooks_leads_to_it() -> None:
    assert "../../examples/nine_realms.ipynb" in (ROOT / "docs/lab/notebooks.md").read_text("utf-8")
