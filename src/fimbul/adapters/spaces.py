"""The spaces of Gymnasium for what a learner reads."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from fimbul.adapters.reading import TableReading


def action_space(reading: TableReading, more: int = 0) -> spaces.Discrete:
    return spaces.Discrete(reading.actions + more)


def observation_space(reading: TableReading, more: int = 0) -> spaces.Dict:
    """`more` actions beyond those of the game, as where a seat may have to wait."""
    seen: dict[str, spaces.Space[object]] = {
        "observation": spaces.Box(0, 255, (reading.size,), np.uint8),
        "action_mask": spaces.Box(0, 1, (reading.actions + more,), np.int8),
    }
    if reading.pointing:
        seen["options"] = spaces.Box(0, 255, (reading.actions, reading.row), np.uint8)
    return spaces.Dict(seen)
