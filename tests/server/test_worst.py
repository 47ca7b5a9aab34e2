"""The benchmark of the worst accepted request leaves no endpoint out; no answer is too large."""

from __future__ import annotations

import pytest

from benchmarks.server_worst import MOST_BYTES, MOST_MS, by_endpoint, serving, worst
from benchmarks.worst_requests import ask_all

BUSY = 3.0  # so much more of its own time a thread may need where others use up the caches


@pytest.mark.slow
def test_every_endpoint_is_asked_and_none_holds_the_house_up() -> None:
    with serving() as asker:
        ask_all(asker)
        found = by_endpoint(asker)
    assert [one for one, costs in found.items() if not costs] == []
    assert [cost for cost in asker.costs if cost.status >= 500 or cost.status in (404, 429)] == []
    most = [worst(costs) for costs in found.values()]
    assert [cost for cost in most if cost.size >= MOST_BYTES] == []
    assert [cost for cost in most if cost.ms >= BUSY * MOST_MS] == []
