"""What the things that `sight.py` sees are worth: weights.json, found by matches.

`python -m benchmarks tune` plays those matches and rewrites the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

FEATURES = (
    "queen",  # hexes that one side reaches first in queen's steps
    "queen-tie",  # hexes that both reach at once, to the side that acts
    "king",  # the same in steps from hex to hex
    "king-tie",
    "near",  # 32 for a hex one queen's step away, half as much for each further step
    "close",  # by how many king's steps one side is nearer to each hex
    "mobility",  # hexes within one queen's step
    "alone",  # hexes that only one side can reach at all
    "trapped",  # vikings with few free hexes beside them, of the other side
    "turn",  # 1 for the side that acts
)
ANCHORS = (0, 8, 20, 40, 70)  # stages at which weights are given; in between they blend
STAGES = 256
FILE = Path(__file__).with_name("weights.json")


Rows = Mapping[str, Sequence[int]]  # by feature, the weights at the anchors


@cache
def weights() -> tuple[tuple[int, ...], ...]:
    """A row for each stage."""
    return blended(read_weights())


def read_weights() -> dict[str, list[int]]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[int]])


def blended(rows: Rows) -> tuple[tuple[int, ...], ...]:
    """For each stage what each feature is worth, from the anchors around it."""
    return tuple(
        tuple(_blend(rows[feature], stage) for feature in FEATURES) for stage in range(STAGES)
    )


def _blend(worth: Sequence[int], stage: int) -> int:
    upper = next((number for number, anchor in enumerate(ANCHORS) if anchor > stage), 0)
    if not upper:
        return worth[-1]
    low, high = ANCHORS[upper - 1], ANCHORS[upper]
    return round((worth[upper - 1] * (high - stage) + worth[upper] * (stage - low)) / (high - low))
