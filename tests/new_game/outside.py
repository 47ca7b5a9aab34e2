"""Games outside of this repository: told of as pip would, and run as their authors do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
MY_PYTEST = (sys.executable, *PYTEST)


def tell_of(name: str, folder: Path) -> None:
    """What pip writes beside the code of a package: its name, and its entry point."""
    written = folder / f"{name}-0.1.0.dist-info"
    written.mkdir()
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n"
    (written / "METADATA").write_text(about, "utf-8")
    (written / "entry_points.txt").write_text(f"[fimbul.games]\n{name} = {name}\n", "utf-8")


def done(
    folder: Path, environment: Mapping[str, str], *command: str | Path, patience: float = 300
) -> str:
    run = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience,
        stdin=subprocess.DEVNULL,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    return run.stdout
