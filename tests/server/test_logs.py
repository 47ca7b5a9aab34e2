"""The log of a server in a file: lines of JSON, and never more of them than a disk is meant for."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from fimbul.server.ops import logs

NAMES = ("fimbul", "uvicorn", "uvicorn.error", "uvicorn.access")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(one.handlers, one.propagate, one.level) for one in loggers]
    yield
    for one, (handlers, propagate, level) in zip(loggers, before, strict=True):
        for ours in set(one.handlers) - set(handlers):
            ours.close()
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def test_a_log_file_is_rotated_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LARGEST", 400)
    file = tmp_path / "log.jsonl"
    logs.log_as_json(str(file))
    for number in range(200):
        logging.getLogger("fimbul").info("a choice", extra={"number": number})
    kept = sorted(tmp_path.iterdir())
    assert kept == [file, *(tmp_path / f"log.jsonl.{age}" for age in range(1, logs.OLDER + 1))]
    assert all(one.stat().st_size <= logs.LARGEST for one in kept)
    assert json.loads(file.read_text().splitlines()[-1])["number"] == 199
