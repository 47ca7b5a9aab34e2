"""The rulebook of a game, from its rules.toml: what players read, code cites and tests prove."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


class Rule(Struct, frozen=True):
    """One testable sentence of the rulebook."""

    id: str
    title: str
    text: str
    section: str = ""
    source: str = ""
    awaits: str = ""  # what must be built before this rule can be played; empty: it is in play


class Ruling(Struct, frozen=True):
    """Our answer where the rulebook is silent, and why."""

    id: str
    question: str
    decision: str
    why: str = ""
    confidence: str = ""
    rules: tuple[str, ...] = ()
    awaits: str = ""


class Rulebook:
    """Rules and rulings in the order of the book; every other table as plain data."""

    def __init__(self, path: Path) -> None:
        self.tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        self.about: dict[str, Any] = self.tables["game"]
        self.rules = {
            rule.id: rule for rule in msgspec.convert(self.tables.get("rule", []), list[Rule])
        }
        self.rulings = {
            ruling.id: ruling
            for ruling in msgspec.convert(self.tables.get("ruling", []), list[Ruling])
        }

    @property
    def ids(self) -> frozenset[str]:
        """Everything that can be cited."""
        return frozenset(self.rules) | frozenset(self.rulings)

    @property
    def awaited(self) -> frozenset[str]:
        """What the book says but nobody can play yet."""
        return frozenset(entry.id for entry in self.entries() if entry.awaits)

    def entries(self) -> Iterator[Rule | Ruling]:
        yield from self.rules.values()
        yield from self.rulings.values()

    def sentence(self, cited: str) -> str:
        """The text behind an id; empty if there is none."""
        if cited in self.rules:
            return self.rules[cited].text
        return self.rulings[cited].decision if cited in self.rulings else ""

    def search(self, words: str) -> Iterator[Rule | Ruling]:
        """Every rule and ruling that holds all the words, whatever their case."""
        wanted = words.lower().split()
        for entry in self.entries():
            text = " ".join(str(value) for value in msgspec.structs.astuple(entry)).lower()
            if all(word in text for word in wanted):
                yield entry
