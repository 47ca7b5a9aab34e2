"""What instinct believes of margins and of things kept: weights.json, found by matches."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("weights.json")


@cache
def weights() -> dict[str, float]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, float])
