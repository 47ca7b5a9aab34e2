"""How long a fresh process takes to be ready: the import and the command line."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from benchmarks.figure import Figure


def import_time(_: float) -> float:
    """What `import fimbul` adds to a fresh interpreter, in milliseconds of its own time."""
    script = (
        "from time import process_time; started = process_time(); import fimbul; "
        "print(process_time() - started)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    return float(done.stdout) * 1000


def help_time(_: float) -> float:
    """From the start of the process to its end, in milliseconds: what a person waits."""
    script = "from fimbul.cli import main; main(['--help'])"
    started = perf_counter()
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    return (perf_counter() - started) * 1000


FIGURES = (
    Figure("import fimbul", "ms", import_time, 100, small=True),
    Figure("fimbul --help", "ms", help_time, 300, small=True),
)
