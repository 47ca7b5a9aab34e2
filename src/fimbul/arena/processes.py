"""Where the arena's jobs are done: in this process, or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Protocol, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class Runner(Protocol):
    """Carries out jobs and yields what comes of them, in whatever order they finish."""

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]: ...


def runner(workers: int) -> Runner:
    return here if workers == 1 else Processes(workers)


def here(work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    """In this process, one after the other."""
    yield from map(work, jobs)


class Processes:
    """In fresh processes, which inherit nothing: the same on every system.

    A script that uses them needs `if __name__ == "__main__":`, as each process imports it again.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        try:
            for future in as_completed([pool.submit(work, job) for job in jobs]):
                yield future.result()
        finally:  # also when whoever asked has heard enough
            pool.shutdown(wait=True, cancel_futures=True)
