"""How long a bot may think: seconds of wall or processor time, or a number of iterations."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from math import inf
from time import perf_counter, thread_time

from msgspec import Struct

from fimbul.kernel import phrase, quoted

MOST_SECONDS, MOST_ITERATIONS = 600.0, 10_000_000
MARGIN = 0.002  # seconds kept back in each decision: what the last iteration may overrun
PAUSE_GROWTH = 1.5  # the next pause may be so many times as long as the longest so far
MOST_PAUSE = 0.25  # of the budget: kept back at most for a pause of an earlier decision
_FORM = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(s|ms|cpu|n)", re.ASCII)


class Budget(Struct, frozen=True):
    """What may be spent on a turn of one seat: seconds or iterations; the other of the two is 0."""

    seconds: float = 0.0
    iterations: int = 0
    processor: bool = False  # whether the seconds are the processor's, whoever else is at work

    @property
    def clock(self) -> Callable[[], float]:
        return thread_time if self.processor else perf_counter


class BudgetClock:
    """What is left of a budget for one decision, from the moment this is made."""

    def __init__(self, budget: Budget, pause: float = 0.0) -> None:
        self.budget, self.iterations = budget, 0
        self.now = budget.clock
        self.started = self.deadline = self.now()
        self.most = 0
        self.asked, self.pause = inf, min(pause, budget.seconds * MOST_PAUSE)

    def limit(self, share: float) -> None:
        """Spend no more than this share of the budget, counted from the start."""
        seconds = self.budget.seconds * share
        self.deadline = self.started + max(seconds - MARGIN, seconds / 2)
        self.most = max(1, round(self.budget.iterations * share))

    def late(self) -> bool:
        """Whether the time is up. Ask it within an iteration too."""
        return not self.budget.iterations and self.now() >= self.deadline

    def empty(self) -> bool:
        """Whether no further iteration may begin."""
        return self.late() if self.budget.seconds else self.iterations >= self.most

    def enough(self, iterations: int) -> bool:
        """Whether to answer now, for a searcher that counts for itself.

        A searcher that took long between two questions may take as long again, or longer: that
        much time is kept back.
        """
        time, self.iterations = self.now(), iterations
        self.asked, self.pause = time, max(self.pause, time - self.asked)
        if not self.budget.seconds:
            return self.empty()
        return time + PAUSE_GROWTH * self.pause >= self.deadline

    def spent(self) -> float:
        """The share of the budget that is gone."""
        if self.budget.iterations:
            return self.iterations / self.budget.iterations
        return (self.now() - self.started) / self.budget.seconds


class PausedCollector:
    """Without Python's garbage collection, which in a large process takes longer than a small
    budget. A search leaves no cycles, so there is nothing to collect.

    A collection that was put off comes with the next allocation, so nothing is made on the way out.
    """

    def __enter__(self) -> None:
        self.was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self.was_on:
            gc.enable()


def read_budget(text: str) -> Budget:
    """`1s`, `200ms`, `1cpu` (of the processor) or `500n`; ValueError says what else is wrong."""
    form = _FORM.fullmatch(text)
    if form is None:
        neither = "{text} is neither a time (1s, 200ms, 1cpu) nor iterations (500n)"
        raise ValueError(phrase(neither, text=quoted(text)))
    amount, unit = form.groups()
    if unit == "n":
        return Budget(iterations=_iterations(amount))
    seconds = float(amount) / 1000 if unit == "ms" else float(amount)
    if not 0.001 <= seconds <= MOST_SECONDS:
        beyond = phrase(
            "{text} is not between 1ms and {most}s", text=quoted(text), most=f"{MOST_SECONDS:.0f}"
        )
        raise ValueError(beyond)
    return Budget(seconds=seconds, processor=unit == "cpu")


def _iterations(text: str) -> int:
    if "." in text or not 1 <= int(text) <= MOST_ITERATIONS:
        beyond = "{text} is no whole number from 1 to {most}"
        raise ValueError(phrase(beyond, text=quoted(f"{text}n"), most=MOST_ITERATIONS))
    return int(text)
