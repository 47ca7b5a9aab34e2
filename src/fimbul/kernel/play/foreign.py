"""Files that a stranger wrote: read no further than is cheap."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

MOST_DOTS = 100  # in a line; to read names within names takes the square of their number


def foreign_tables(text: str, number: Callable[[str], Any] = float) -> dict[str, Any]:
    """The tables of that TOML, numbers with a point read by `number`. Whatever cannot be read is a
    TOMLDecodeError."""
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise tomllib.TOMLDecodeError(f"a line has over {MOST_DOTS} dots")
    try:
        return tomllib.loads(text, parse_float=number)
    except tomllib.TOMLDecodeError:
        raise
    except (
        ValueError,
        ArithmeticError,
        RecursionError,
    ) as wrong:  # such as a number of 5,000 digits
        raise tomllib.TOMLDecodeError(str(wrong)) from None
