"""placeholder"""

from __future__ import annotations
from collections.abc import Iterator
from typing import Any


def problems(state: Any) -> Iterator[str]:
    yield from ()
