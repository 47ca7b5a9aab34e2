"""The example's wheel and ours in an empty environment, as a stranger has them."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import venv
from pathlib import Path

from tests.new_game.outside import done

ROOT = Path(__file__).parents[2]
NAME = "nine_mens_morris"
PROJECT = ROOT / "examples" / NAME
QUIET = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def installed(folder: Path) -> Path:
    """The Python that has both; the project lies beside it under its name."""
    built(ROOT, folder)
    built(shutil.copytree(PROJECT, folder / NAME), folder)
    wheels = sorted(folder.glob("*.whl"))
    assert len(wheels) == 2
    python = empty_environment(folder / "env")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    done(folder, QUIET, *pip, "--no-index", "--no-deps", *wheels)
    return python


def empty_environment(folder: Path) -> Path:
    """A Python that finds what Fimbul needs, but neither Fimbul nor the game: paths that are
    named in a `.pth` do not lead on to the editable installs that lie there."""
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return folder / "bin" / "python"


def built(project: Path, into: Path) -> None:
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    done(into, QUIET, *pip, "--no-index", "--wheel-dir", into, project)
