"""The example that learns: it sits down at its table, and its page claims what its curve says.

The learning itself needs torch and ten minutes; what is around it is tried here.
"""

from __future__ import annotations

import csv
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
CURVE = ROOT / "docs/lab/brandub-curve.csv"


class Chance:
    """What a trial asks of a learner, who has learned nothing."""

    def __init__(self) -> None:
        self.dice = np.random.default_rng(1)

    def predict(self, seen: Any, action_masks: Any) -> tuple[int, None]:
        assert seen["observation"].max() < 8, "no count drowns the marks"
        return int(self.dice.choice(np.flatnonzero(action_masks))), None


@pytest.fixture(scope="module")
def example() -> Any:
    spec = spec_from_file_location("learn_brandub", ROOT / "examples/learn_brandub.py")
    assert spec
    assert spec.loader
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_a_learner_is_tried_at_both_seats(example: Any) -> None:
    assert example.rate_against(Chance(), "random", 2, 5) in (0, 0.25, 0.5, 0.75, 1)
    table = example.table("random")
    seen, _ = table.reset(seed=1)
    assert table.observation_space.contains(seen)


def test_the_picture_is_drawn_from_the_numbers(example: Any, tmp_path: Path) -> None:
    example.draw(CURVE, tmp_path / "curve.svg")
    drawn = (tmp_path / "curve.svg").read_text("utf-8")
    assert drawn == (ROOT / "docs/lab/brandub-curve.svg").read_text("utf-8")


def test_the_page_claims_what_the_curve_says() -> None:
    page = (ROOT / "docs/lab/learning.md").read_text("utf-8")
    with CURVE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    chance, greedy = (
        [row for row in rows if row["rival"] == name] for name in ("random", "greedy")
    )
    first, last = (
        [f"{float(one[at]['rate']):.0%}".replace("%", " %") for one in (chance, greedy)]
        for at in (0, -1)
    )
    assert f"wins {last[0]} against chance, where it began with {first[0]}" in page
    assert f"and {last[1]} against greedy, where it began with {first[1]}" in page
    assert f"{float(rows[-1]['processor']):.0f} seconds of processor" in page
    assert float(rows[-1]["processor"]) < 2 * 600, "ten minutes on two cores"
