"""A Fimbul server as a program meets it: asked by HTTP, or started for the occasion."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from fimbul.kernel import FimbulError

SERVED = re.compile(r"served at (http://\S+)/ ")
PATIENCE = 60.0  # seconds; whoever waits for a table is answered after 25


class ServerRefuses(FimbulError):
    """The server refuses, and why; or there is no server."""

    code = "server/refuses"

    @property
    def told(self) -> str:
        """All that the server says about the refusal, for whoever must try again."""
        trouble = self.args[1] if len(self.args) > 1 else {}
        lines = [str(self.args[0])]
        if trouble.get("rule"):
            lines.append(f"Rule: {trouble['rule']}")
        lines += [str(problem) for problem in trouble.get("problems", ())]
        if trouble.get("possible"):
            lines.append("Possible: " + ", ".join(trouble["possible"]))
        if trouble.get("retry"):
            lines.append(f"Try again in {trouble['retry']} seconds.")
        return "\n".join(lines)


class FarServer:
    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def get(self, path: str, token: str = "", **query: str | int) -> Any:
        return self._ask(f"{path}?{urlencode(query)}" if query else path, token)

    def post(self, path: str, token: str = "", body: Mapping[str, Any] | None = None) -> Any:
        return self._ask(path, token, json.dumps(body or {}).encode())

    def _ask(self, path: str, token: str, data: bytes | None = None) -> Any:
        head = {"Content-Type": "application/json"}
        if token:
            head["Authorization"] = f"Bearer {token}"
        request = Request(self.address + quote(path, safe="/?&=%:"), data, head)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as refused:
            with refused:
                raise _refusal(refused) from None
        except (URLError, TimeoutError, json.JSONDecodeError):
            raise ServerRefuses(f"no Fimbul server answers at {self.address}") from None


def _refusal(refused: HTTPError) -> ServerRefuses:
    try:
        trouble = json.load(refused)
        return ServerRefuses(str(trouble["message"]), trouble)
    except (ValueError, KeyError):
        return ServerRefuses(f"the server answers {refused.code}")


@contextmanager
def own_server(data: Path | None = None) -> Iterator[FarServer]:
    """A server on this machine alone, for as long as it is needed; afterwards its tables are gone,
    unless there is a file to keep them."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        said = Path(folder) / "said.txt"
        kept = data or Path(folder) / "fimbul.db"
        command = [sys.executable, "-m", "fimbul.server", "--port", "0", "--data", str(kept)]
        with said.open("wb") as out:
            running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            )
        try:
            yield FarServer(_address(running, said))
        finally:
            running.terminate()
            running.wait(PATIENCE)


def _address(running: subprocess.Popen[bytes], said: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        if found := SERVED.search(said.read_text("utf-8", "replace")):
            return found[1]
        time.sleep(0.05)
    why = said.read_text("utf-8", "replace").strip().rpartition("\n")[2]
    raise ServerRefuses(f"no server could be started here: {why}")
