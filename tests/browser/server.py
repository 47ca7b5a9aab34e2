"""A real server in a process of its own, on a free port of this machine, with its own file."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import fimbul.server

PAGE = Path(fimbul.server.__file__).parent / "page"
ROOMY = ("--limit-tables", "50/500", "--limit-seats", "50/500")  # all tests come from one address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """Can be killed and started again on the same port and file."""

    def __init__(self, folder: Path, *options: str, python: str | Path = sys.executable) -> None:
        assert (PAGE / "index.html").is_file(), "build the page first: make page"
        self.folder, self.port = folder, free_port()
        self.program = [str(python), "-m", "fimbul.server", *ROOMY, *options]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        data = self.folder / "fimbul.db"
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.program, "--port", str(self.port), "--data", str(data)],
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        self._wait()
        return self

    def _wait(self) -> None:
        for _ in range(200):
            try:
                with urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except (URLError, OSError):
                time.sleep(0.1)
        raise AssertionError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
