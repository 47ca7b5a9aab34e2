"""The journal of a finished match, folded: its rows as a few bytes a choice."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any

import msgspec

COUNTED = (0, 3)  # columns that count on: number and revision


def packed(rows: Sequence[Iterable[Any]]) -> bytes:
    """Column by column: what counts on as its steps, for those are mostly alike."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    for place in COUNTED if columns else ():
        columns[place] = _steps(columns[place])
    return zlib.compress(msgspec.json.encode(columns), 9)


def unpacked(journal: bytes) -> list[tuple[Any, ...]]:
    """The columns of every row, in order."""
    columns: list[list[Any]] = msgspec.json.decode(zlib.decompress(journal))
    for place in COUNTED if columns else ():
        columns[place] = list(accumulate(columns[place]))
    return list(zip(*columns, strict=True))


def _steps(numbers: Iterable[int]) -> list[int]:
    return [after - before for before, after in pairwise((0, *numbers))]
