"""What the things that `sight.py` sees are worth: weights.json, fitted to matches by tuning.

`python -m benchmarks tune` plays the matches and writes the file anew.
"""

from __future__ import annotations

from collections.abc import Sequence
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


@cache
def weights() -> tuple[tuple[int, ...], ...]:
    """A row for each stage, from those that the file has for the anchors."""
    rows = msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[int]])
    return blended([[rows[name][n] for name in FEATURES] for n in range(len(ANCHORS))])


def blended(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_blend(rows, stage)) for stage in range(STAGES))


def _blend(rows: Sequence[Sequence[int]], stage: int) -> list[int]:
    """The weights of a stage, from those of the anchors around it."""
    upper = next((n for n, anchor in enumerate(ANCHORS) if anchor > stage), 0)
    if not upper:
        return list(rows[-1])
    low, high = ANCHORS[upper - 1], ANCHORS[upper]
    return [
        round((below * (high - stage) + above * (stage - low)) / (high - low))
        for below, above in zip(rows[upper - 1], rows[upper], strict=True)
    ]
