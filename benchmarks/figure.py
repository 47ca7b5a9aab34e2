"""What a figure is, and how figures are measured so that noise falls on all of them alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple


class Figure(NamedTuple):
    """One number to measure. `measure` spends about so many seconds and returns the number."""

    name: str
    unit: str
    measure: Callable[[float], float]
    aim: float | None = None
    small: bool = False  # the smaller the better: a time, not a rate


class Measured(NamedTuple):
    figure: Figure
    median: float
    best: float


def measured(figures: Sequence[Figure], rounds: int, seconds: float) -> Iterator[Measured]:
    """Every figure once in each round, a share of the seconds at a time."""
    share = seconds / rounds / len(figures)
    runs = [[figure.measure(share) for figure in figures] for _ in range(rounds)]
    for figure, found in zip(figures, zip(*runs, strict=True), strict=True):
        best = min(found) if figure.small else max(found)
        yield Measured(figure, median(found), best)


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many a second of this process's own time: `work` does some and says how much.

    Time in which others hold the processor is not counted, so a busy machine tells less lies.
    """
    done, started = 0, process_time()
    while (spent := process_time() - started) < seconds or not done:
        done += work()
    return done / spent
