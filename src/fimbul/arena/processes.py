"""Where the arena's jobs are done: in this process, in several, or on the machines of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Protocol, TypeVar

from fimbul.kernel import FimbulError

DASK, RAY = "dask://", "ray"
J = TypeVar("J")
R = TypeVar("R")


class BadCrew(FimbulError):
    """The jobs cannot be done in that way."""

    code = "crew/bad"
    status = 422


class Runner(Protocol):
    """Carries out jobs and yields their results in the order in which they finish."""

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]: ...


def runner(workers: int) -> Runner:
    return here if workers == 1 else Processes(workers)


def crew_of(told: str) -> Runner:
    """By a word: `here`, a number of processes, a scheduler of Dask, dask://host:8786, or Ray, on
    this machine (`ray`) or where it runs, ray://host:10001."""
    if told == "here":
        return here
    if told.isdigit() and int(told) > 0:
        return runner(int(told))
    if told.startswith(DASK):
        from fimbul.arena.cluster import DaskCluster

        return DaskCluster(told.removeprefix(DASK))
    if told == RAY or told.startswith(f"{RAY}://"):
        from fimbul.arena.cluster import RayCluster

        return RayCluster(told)
    raise BadCrew(
        f"crew: {told!r} is neither here, a number of processes, {DASK}HOST:PORT, {RAY}, nor "
        f"{RAY}://HOST:PORT"
    )


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
