"""`fimbul serve` as an operator runs it: a process of its own, ended by signals."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0  # seconds; a busy machine is slow to import everything
SERVED = re.compile(r"served at (http://\S+)/ ")


class Process:
    """One server. `said` is all that it printed so far."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        module: str = "fimbul.server",
        before: tuple[str, ...] = (),  # a program that runs it
    ) -> None:
        self.log = folder / f"server-{time.monotonic_ns()}.log"
        with self.log.open("wb") as log:
            self.running = subprocess.Popen(
                [*before, sys.executable, "-m", module, *options],
                stdout=log,
                stderr=log,
                cwd=folder,
            )

    @property
    def said(self) -> str:
        return self.log.read_text()

    def url(self) -> str:
        """Where it says that it is served, once it says so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.running.poll() is None:
            if found := SERVED.search(self.said):
                return found[1]
            time.sleep(0.02)
        raise AssertionError(f"it was never served:\n{self.said}")

    def ends(self) -> int:
        return self.running.wait(PATIENCE)

    def kill(self) -> None:
        self.running.kill()
        self.running.wait()


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Process]:
    process = Process(folder, "--port", "0", *options)
    try:
        yield process
    finally:
        process.kill()
