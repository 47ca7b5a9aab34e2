"""The lists of pins: constraints.txt for whoever works on it, and those with hashes for hosts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.request import urlopen

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

from tests.pins.needed import ROOT

CONSTRAINTS = ROOT / "constraints.txt"
SERVER, BUILD = ROOT / "deploy/server.txt", ROOT / "deploy/build.txt"
SCALE, PEOPLE = ROOT / "deploy/scale.txt", ROOT / "deploy/people.txt"
LINK = re.compile(r'<a href="[^"#]*/([^"/#]+)#sha256=([0-9a-f]{64})"([^>]*)>')
ENTRY = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9.]+)(?P<hashes>(?:\s+--hash=sha256:[0-9a-f]{64})+)"
)
HEAD = "# Written by `make pins`: names, versions and hashes of all files that an index may give.\n"


def pins() -> dict[str, str]:
    """The version of every package."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}


def written(hashes: Mapping[str, Iterable[str]], versions: Mapping[str, str]) -> str:
    """As pip reads it with --require-hashes."""
    return HEAD + "".join(
        " \\\n    ".join([f"{name}=={versions[name]}", *(f"--hash=sha256:{one}" for one in known)])
        + "\n"
        for name, known in sorted(hashes.items())
    )


def read(text: str) -> dict[str, tuple[str, list[str]]]:
    """The version and the hashes of each package in such a list; ValueError for anything else."""
    found: dict[str, tuple[str, list[str]]] = {}
    for line in text.removeprefix(HEAD).replace("\\\n", " ").splitlines():
        if (entry := ENTRY.fullmatch(line)) is None:
            raise ValueError(line)
        found[entry["name"]] = (entry["version"], re.findall(r"sha256:(\w+)", entry["hashes"]))
    return found


def hashes_of(index: str, name: str, version: str) -> list[str]:
    """Those of all files of that version that the index offers, none of them withdrawn."""
    with urlopen(f"{index.rstrip('/')}/{name}/", timeout=60) as page:
        links = LINK.findall(page.read().decode())
    offered = [(file, sha) for file, sha, rest in links if "data-yanked" not in rest]
    return sorted({sha for file, sha in offered if _version(file) == version})


def _version(file: str) -> str:
    try:
        parts = parse_wheel_filename(file) if file.endswith(".whl") else parse_sdist_filename(file)
    except (InvalidWheelFilename, InvalidSdistFilename):
        return ""  # an old way to pack
    return str(parts[1])
