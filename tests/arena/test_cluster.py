"""A real scheduler of Dask with two workers, one of which dies in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fimbul.arena.cluster import DaskCluster
from fimbul.arena.processes import BadCrew, crew_of, here
from fimbul.arena.series import MatchJob, play_job
from fimbul.arena.study import BalanceStudy, study_jobs
from fimbul.games import find

PATIENCE = 120
STUDY = BalanceStudy(title="", game="brandub", bots=("random",), matches=40)


def slow_match(job: MatchJob) -> tuple[int, tuple[int, ...]]:
    """A match, and long enough for somebody to be killed in it."""
    time.sleep(0.1)
    ended = play_job(job)
    return ended.number, ended.places


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def until(ready: Callable[[], bool], what: str) -> None:
    ends = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < ends, what
        time.sleep(0.1)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Where it answers: it says so in a file."""
    told = tmp_path / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    process = started("distributed.cli.dask_scheduler", *words)
    try:
        until(lambda: told.exists() and told.read_text().rstrip().endswith("}"), "no scheduler")
        import msgspec

        yield msgspec.json.decode(told.read_bytes())["address"].removeprefix("tcp://")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def worker(address: str) -> subprocess.Popen[bytes]:
    words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    return started("distributed.cli.dask_worker", f"tcp://{address}", *words)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_worker_that_dies_in_the_middle_loses_nothing(scheduler: str) -> None:
    from distributed import Client

    jobs = list(study_jobs(STUDY, find("brandub")))
    wanted = dict(here(slow_match, jobs))
    workers = [worker(scheduler), worker(scheduler)]
    try:
        with Client(f"tcp://{scheduler}", set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        found = []
        for done in crew_of(f"dask://{scheduler}")(slow_match, jobs):
            found.append(done)
            if len(found) == 2:
                os.kill(workers[0].pid, signal.SIGKILL)
        assert len(found) == len(jobs), "nothing twice"
        assert dict(found) == wanted, "nothing lost, and the same matches as here"
    finally:
        for one in workers:
            one.kill()
            one.wait(PATIENCE)


def test_no_jobs_need_no_cluster() -> None:
    assert list(DaskCluster("127.0.0.1:1")(slow_match, [])) == []


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.arena.cluster.TIMEOUT", 0.5)
    jobs = list(study_jobs(STUDY, find("brandub")))[:2]
    with pytest.raises(BadCrew, match="no scheduler"):
        list(crew_of("dask://127.0.0.1:1")(play_job, jobs))
