"""What is about to be published, looked at as a stranger meets it: `python -m tests.release dist`.

The sdist carries the built page and installs without Node, compiler and network; the wheel plays a
match in an empty environment; the changelog tells of the version.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import fimbul

ROOT = Path(__file__).parents[1]
CARRIED = (  # what an sdist must hold besides the code
    "src/fimbul/server/page/index.html",
    "src/fimbul/server/page/built-from.txt",
    "web/build.py",
    "deploy/server.txt",
    "tests/release.py",
    "CHANGELOG.md",
    "LICENSE",
)
KEPT_BACK = ("fimbul", "__editable", "cython", "nodejs", "pyximport")
MATCH = ("match", "brandub", "random", "random", "--games", "1")
NAMELESS = (
    "not to be published yet: name the address of the sources, `Source` under [project.urls] of "
    "pyproject.toml; an index shows neither links nor pictures without it"
)
SLOWER = "The engines are not compiled here"


class Unready(Exception):
    """It must not be published like this."""


def check(dist: Path) -> None:
    sdist, wheel = the_one(dist, "*.tar.gz"), the_one(dist, "*.whl")
    check_version(sdist, wheel)
    check_contents(sdist)
    check_description(sdist)
    with empty() as python:
        installed(python, str(wheel), "--no-deps")
        played(python)
    with empty() as python:
        installed(python, str(sdist), "--no-deps", "--no-index", "--no-build-isolation")
        told = played(python)
        if SLOWER not in told:
            raise Unready(f"without a compiler one line says so, not: {told}")


def the_one(dist: Path, pattern: str) -> Path:
    found = list(dist.glob(pattern))
    if len(found) != 1:
        raise Unready(f"{dist} holds {len(found)} of {pattern}, not one: rm -rf {dist}")
    return found[0]


def check_version(*files: Path) -> None:
    version = fimbul.__version__
    for path in files:
        if f"-{version}" not in path.name:
            raise Unready(f"{path.name} is not version {version}")
    if f"## {version}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        raise Unready(f"CHANGELOG.md tells nothing of {version}")


def check_contents(sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    if missing := [name for name in CARRIED if name not in names]:
        raise Unready(f"{sdist.name} lacks {missing}")
    if built := [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]:
        raise Unready(f"{sdist.name} carries what was built here: {built[:3]}")


def check_description(sdist: Path) -> None:
    """What an index shows has nothing beside it: a relative link would lead nowhere there."""
    told = metadata(sdist)
    if "# Fimbul" not in told:
        raise Unready(f"{sdist.name} has no long description")
    if broken := re.findall(r"\]\((?!https?://|mailto:|#)[^)]*\)", told):
        raise Unready(f"the long description has links that lead nowhere: {broken[:3]}")


def next_step(sdist: Path) -> str:
    """What is still to be done before everybody has it."""
    if "\nProject-URL: Source, https://" not in metadata(sdist):
        return NAMELESS
    return f"wheels for all systems: cibuildwheel {sdist}; then twine upload {sdist} wheelhouse/*"


def metadata(sdist: Path) -> str:
    with tarfile.open(sdist) as packed:
        about = packed.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/PKG-INFO")
        return about.read().decode() if about else ""


@contextmanager
def empty() -> Iterator[Path]:
    """An environment with what Fimbul needs and setuptools, all from this one; nothing of Node,
    no Cython and no compiler within reach."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        python = Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        site = asked(python, "import site; print(site.getsitepackages()[0])").strip()
        here = asked(Path(sys.executable), "import site; print(site.getsitepackages()[0])").strip()
        for path in Path(here).iterdir():
            if not path.name.lower().startswith(KEPT_BACK):
                lend(path, Path(site) / path.name)
        yield python


def lend(path: Path, there: Path) -> None:
    if os.name == "nt":
        (shutil.copytree if path.is_dir() else shutil.copy)(path, there)
    else:
        there.symlink_to(path)


def installed(python: Path, *words: str) -> None:
    asked(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words)


def played(python: Path) -> str:
    """A match, and the page; what was said in warning."""
    page = "import fimbul.server as s, pathlib as p; "
    asked(python, page + "assert (p.Path(s.__file__).parent / 'page/index.html').is_file()")
    with TemporaryDirectory() as folder:
        run = subprocess.run(
            [str(python), "-m", "fimbul", *MATCH],
            cwd=folder,
            env={**bare(), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if run.returncode or "1 match" not in run.stdout:
        raise Unready(run.stdout + run.stderr)
    return run.stderr


def asked(python: Path, *words: str) -> str:
    command = [str(python), *(words if len(words) > 1 else ("-c", *words))]
    run = subprocess.run(command, env=bare(), capture_output=True, text=True, check=False)
    if run.returncode:
        raise Unready(run.stdout + run.stderr)
    return run.stdout


def bare() -> dict[str, str]:
    """No compiler and no Node can be found."""
    kept = ("SYSTEMROOT", "TEMP", "TMP", "HOME", "USERPROFILE", "LANG")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    return {**found, "PATH": "", "CC": "no-compiler", "CXX": "no-compiler"}


if __name__ == "__main__":
    try:
        check(Path(sys.argv[1]))
    except Unready as wrong:
        sys.exit(f"not ready: {wrong}")
    print("sdist and wheel install anywhere")
    print(next_step(the_one(Path(sys.argv[1]), "*.tar.gz")))
