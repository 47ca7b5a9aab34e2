"""Ray behind the same door, wherever it is installed and starts."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from fimbul.arena.cluster import RayCluster
from fimbul.arena.processes import BadCrew, crew_of

PATIENCE = 240
NO_START = 3
SERIES = f"""
import sys
from fimbul.arena.processes import BadCrew, crew_of, here
from fimbul.arena.series import play_job
from fimbul.arena.study import BalanceStudy, study_jobs
from fimbul.games import find

study = BalanceStudy(title="", game="brandub", bots=("random",), matches=12)
jobs = list(study_jobs(study, find("brandub")))
wanted = sorted((one.number, one.places) for one in here(play_job, jobs))
try:
    found = sorted((one.number, one.places) for one in crew_of("ray")(play_job, jobs))
except BadCrew as wrong:
    print(wrong)
    sys.exit({NO_START})
assert found == wanted, (found, wanted)
"""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_ray_plays_the_same_matches() -> None:
    """In a process of its own: Ray leaves threads and settings behind."""
    words = [sys.executable, "-c", SERIES]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("Ray does not start on a machine as busy as this")
    if done.returncode == NO_START:
        pytest.skip(done.stdout)
    assert done.returncode == 0, done.stderr


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.arena.cluster.find_spec", lambda name: None)
    with pytest.raises(BadCrew, match="pip install ray"):
        crew_of("ray")


def test_ray_starts_here_or_is_asked_where_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.arena.cluster.find_spec", lambda name: object())
    here, there = crew_of("ray"), crew_of("ray://host:10001")
    assert isinstance(here, RayCluster)
    assert isinstance(there, RayCluster)
    assert (here.address, there.address) == (None, "ray://host:10001")
