"""The tests by every Python that is here: `python -m tests.interpreters [PYTHON …] [--tests …]`.

Each has an environment of its own in `build/on`, and its own engines beside the others. Where none
is named all that can be found are asked, but for the one that runs this. The page is the same for
all of them, so the browser stays shut.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from shutil import which

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOLD = "import sys; print('%d.%d' % sys.version_info[:2])"
TESTS = ["tests", "--ignore=tests/browser"]
Version = tuple[int, int]


def promised() -> list[Version]:
    """The versions that we say Fimbul runs on."""
    named = " ".join(PROJECT["project"]["classifiers"])
    return [(3, int(minor)) for minor in re.findall(r"Python :: 3\.(\d+)", named)]


def candidates() -> list[str]:
    """Names and places where a Python may be."""
    names = (f"python{major}.{minor}" for major, minor in promised())
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    return [*names, *map(str, sorted(pyenv.glob("3.*/bin/python")))]


def asked(places: Iterable[str]) -> dict[Version, str]:
    """The first that answers for each version that is promised."""
    found: dict[Version, str] = {}
    for program in filter(None, map(which, places)):
        run = subprocess.run([program, "-c", TOLD], capture_output=True, text=True, check=False)
        if run.returncode == 0:
            major, _, minor = run.stdout.strip().partition(".")
            version = int(major), int(minor)
            if version in promised():
                found.setdefault(version, program)
    return found


def tested(version: Version, program: str, tests: list[str]) -> bool:
    """Whether these tests pass by that Python."""
    folder = ROOT / "build/on" / ".".join(map(str, version))
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    commands = (
        (program, "-m", "venv", str(folder)),
        (str(python), *pip, "--constraint", "constraints.txt", "--editable", ".[dev]"),
        (str(python), "-m", "pytest", "-n", "2", *tests),
    )
    return all(
        subprocess.run(command, cwd=ROOT, check=False).returncode == 0 for command in commands
    )


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.interpreters")
    parser.add_argument("python", nargs="*")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    wish = parser.parse_args()
    found = asked(wish.python or candidates())
    if not wish.python:
        found.pop(sys.version_info[:2], None)
    if not found:
        known = ", ".join(f"{major}.{minor}" for major, minor in promised())
        print(f"none of these was found there, but for the one that asks: Python {known}")
        return 1
    failed = []
    for version, program in sorted(found.items()):
        name = ".".join(map(str, version))
        print(f"Python {name}: {program}", flush=True)
        if not tested(version, program, wish.tests):
            failed.append(name)
    print(f"not by Python {', '.join(failed)}" if failed else f"all pass by {len(found)} more")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
