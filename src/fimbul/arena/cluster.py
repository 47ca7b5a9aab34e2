"""Jobs on a cluster, of Dask or of Ray: workers anywhere that have Fimbul installed.

A scheduler has its price, so jobs are sent in bundles. A bundle that was lost with its worker is
given to another: nothing is lost, nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any, TypeVar

from fimbul.arena.processes import RAY, BadCrew

J = TypeVar("J")
R = TypeVar("R")
BUNDLE = 1.5  # seconds that one bundle of jobs should take
JOBS_IN_A_BUNDLE = 64  # jobs in one bundle
RETRIES = 5  # times that a bundle is begun anew when its worker has died
TIMEOUT = 60  # seconds until a scheduler must have answered


class DaskCluster:
    """A scheduler of Dask at host:port."""

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise BadCrew("a cluster needs Dask: pip install 'fimbul[lab]'")
        self.address = address

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        return in_bundles(work, jobs, self._sent)

    def _sent(self, work: Callable[[J], R], bundles: list[list[J]]) -> Iterator[list[R]]:
        from distributed import Client, as_completed

        try:
            client: Any = Client(f"tcp://{self.address}", timeout=TIMEOUT, set_as_default=False)
        except OSError as wrong:
            raise BadCrew(f"no scheduler of Dask answers at {self.address}: {wrong}") from None
        with client:
            futures = [
                client.submit(do_bundle, work, bundle, pure=False, retries=RETRIES)
                for bundle in bundles
            ]
            for future in as_completed(futures, loop=client.loop):
                yield future.result()


class RayCluster:
    """Ray: `ray` alone starts it on this machine, `ray://host:port` asks a cluster that runs."""

    def __init__(self, address: str) -> None:
        if find_spec("ray") is None:
            raise BadCrew("this crew needs Ray: pip install ray")
        self.address = None if address == RAY else address

    def __call__(self, work: Callable[[J], R], jobs: Iterable[J], /) -> Iterator[R]:
        return in_bundles(work, jobs, self._sent)

    def _sent(self, work: Callable[[J], R], bundles: list[list[J]]) -> Iterator[list[R]]:
        import ray

        quiet: dict[str, Any] = {"include_dashboard": False} if self.address is None else {}
        try:
            ray.init(self.address, log_to_driver=False, **quiet)
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as wrong:
            raise BadCrew(f"Ray does not start: {wrong}") from None
        try:
            sent = ray.remote(max_retries=RETRIES)(do_bundle)
            waiting = [sent.remote(work, bundle) for bundle in bundles]
            while waiting:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        finally:
            ray.shutdown()


def in_bundles(
    work: Callable[[J], R],
    jobs: Iterable[J],
    sent: Callable[[Callable[[J], R], list[list[J]]], Iterator[list[R]]],
) -> Iterator[R]:
    """The first job is done here, to see how long one takes."""
    waiting = list(jobs)
    if not waiting:
        return
    began = perf_counter()
    yield work(waiting[0])
    size = max(1, min(JOBS_IN_A_BUNDLE, int(BUNDLE / max(1e-4, perf_counter() - began))))
    rest = waiting[1:]
    bundles = [rest[first : first + size] for first in range(0, len(rest), size)]
    for done in sent(work, bundles):
        yield from done


def do_bundle(work: Callable[[J], R], jobs: list[J]) -> list[R]:
    return [work(job) for job in jobs]
