"""What instinct believes about margins and about what is kept: weights.json, found by matches.

In points, how far a margin is open before heroes (`hero-open`), the two cards (`two-open`) and
the last card (`last-open`, the latter two besides one's own dice), and in battles to come
(`future-open`). What counts in those: the mean Strength of the heroes left (`heroes`), circles that
favour one side (`realms`), cards kept when two or the last are played (`two-kept`, `last-kept`),
by their worth on average or, as `next` says, in the next realm. `saved` is what keeps a good card
from being planned as the last one. A rival is expected to have that much more than his mean hero
and an average hand (`rival-hero`, `rival-hand`), and to gain `rival-last` by his last card.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("weights.json")


@cache
def weights() -> dict[str, float]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, float])
