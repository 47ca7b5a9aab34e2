"""An audit says what it found, and where nothing could be asked it says that and fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.pins.audit import Ask, audited, hole_in_node, hole_in_python, holes_in_node
from tests.pins.audit import holes_in_python as python_holes

HOLE = {"id": "CVE-2019-10906", "fix_versions": ["2.10.1"]}
SKIPPED = {"name": "h11", "skip_reason": "Dependency not found"}


def service(folder: Path, known: Any, ours: Any) -> Path:
    """A program that says one thing of what everybody knows, and another of what is ours."""
    path = folder / "service"
    for name, told in (("known.json", known), ("ours.json", ours)):
        (folder / name).write_bytes(msgspec.json.encode(told))
    ask = f'case "$PWD $*" in *known*) cat {folder}/known.json;; *) cat {folder}/ours.json;; esac'
    path.write_text(f"#!/bin/sh\n{ask}\n")
    path.chmod(0o755)
    return path


def packages(*holes: Any, name: str = "h11") -> Any:
    return {"dependencies": [{"name": name, "version": "1.0", "vulns": list(holes)}]}


def ask_python(folder: Path, known: Any, ours: Any) -> Ask:
    return python_holes(str(service(folder, known, ours)))


@pytest.mark.parametrize(
    ("known", "ours", "fine", "says"),
    [
        (packages(HOLE), packages(), True, "no hole is known"),
        (packages(HOLE), packages(HOLE), False, "h11 1.0: CVE-2019-10906"),
        (packages(), packages(), False, "cannot be reached"),
        (packages(HOLE), {"dependencies": [SKIPPED]}, False, "cannot be reached"),
        ("a page", packages(), False, "cannot be reached"),
    ],
    ids=["fine", "hole", "knows nothing", "left out", "no answer"],
)
def test_silence_counts_only_from_one_who_speaks(
    known: Any, ours: Any, fine: bool, says: str, tmp_path: Path
) -> None:
    ask = ask_python(tmp_path, known, ours)
    (tmp_path / "ours.txt").touch()
    told = audited("Packages", ask, hole_in_python(tmp_path), [tmp_path / "ours.txt"])
    assert told[0] is fine
    assert says in told[1]


@pytest.mark.parametrize(
    ("known", "fine"),
    [({"vulnerabilities": {"minimist": {"severity": "high"}}}, True), ({}, False)],
)
def test_the_packages_of_the_page_are_asked_for_in_the_same_way(
    known: Any, fine: bool, tmp_path: Path
) -> None:
    (tmp_path / "known").mkdir()
    (tmp_path / "web").mkdir()
    ask = holes_in_node([str(service(tmp_path, known, {"vulnerabilities": {}}))])
    told = audited("Packages", ask, hole_in_node(tmp_path / "known"), [tmp_path / "web"])
    assert told[0] is fine
