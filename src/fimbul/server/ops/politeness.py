"""Processes that think stand back for those that somebody waits for, where the system lets them."""

from __future__ import annotations

import os


def stand_back(steps: int) -> None:
    """Less of the processor for this process. Windows knows no such thing, and does without."""
    nice = getattr(os, "nice", None)
    if nice is not None:
        nice(steps)
