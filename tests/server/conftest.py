"""What tests of the server may ask for."""

from __future__ import annotations

import pytest

from tests.server.stores import KINDS, Chosen


@pytest.fixture(params=KINDS)
def each_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test is run on every store."""
    monkeypatch.setattr(Chosen, "kind", request.param)


@pytest.fixture
def the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test is about the file, whatever others run on."""
    monkeypatch.setattr(Chosen, "kind", "sqlite")
