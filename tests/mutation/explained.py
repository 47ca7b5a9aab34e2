"""Survivors that are no gap in the tests, each with its reason: `explained.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

LIST = Path(__file__).with_suffix(".toml")


def explained() -> dict[str, str]:
    """Why a mutant may survive, by its key."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8")).get("survivor", [])
    return {entry["mutant"]: entry["why"] for entry in entries}
