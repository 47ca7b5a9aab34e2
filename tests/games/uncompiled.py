"""An engine with and without its compiled form: both tell the same.

The compiled modules lie beside their sources and are found first; a finder in front of all others
gives the sources instead.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PLAIN = "plain"


class Sources(MetaPathFinder):
    """Finds the modules of a package as Python, compiled or not."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{self.package}.") or not path:
            return None
        source = Path(path[0], name.rpartition(".")[2] + ".py")
        return spec_from_file_location(name, source) if source.is_file() else None


def tell_either(package: str, tell: Callable[[], None]) -> None:
    """What a script does that is asked for an engine's results; `plain` does without C."""
    if PLAIN in sys.argv:
        sys.meta_path.insert(0, Sources(package))
    tell()


def told(module: str, *words: str) -> list[str]:
    """What such a script prints, in a process of its own."""
    script = [sys.executable, "-m", module, *words]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def assert_same(module: str, compiled: bool, lines: int) -> None:
    """Compiled or not, the results are the same to the last bit, and so many at least."""
    plain, usual = told(module, PLAIN), told(module)
    assert plain[0] == "compiled=False"
    assert usual[0] == f"compiled={compiled}"
    assert plain[1:] == usual[1:]
    assert len(plain) > lines
