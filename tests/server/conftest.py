"""What tests of the server may ask for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

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


@pytest.fixture(autouse=True)
def no_file_stays_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stores that a test has made and not served; Python 3.13 would blame another test for them."""
    connect, opened = sqlite3.connect, list[sqlite3.Connection]()

    def remembered(*words: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*words, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remembered)
    yield
    for connection in opened:
        with suppress(sqlite3.ProgrammingError):  # it belongs to a thread that has ended
            connection.close()
