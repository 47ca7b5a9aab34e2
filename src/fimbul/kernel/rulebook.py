"""The rulebook of a game, from its rules.toml: what players read, code cites and tests prove."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel.parts import Part, PartForm, Provenance, parts_of, told
from fimbul.kernel.play.phrase import Spoken, phrase


class Rule(Struct, frozen=True):
    """One testable sentence of the rulebook."""

    id: str
    title: str
    text: str
    section: Spoken = ""
    source: str = ""
    awaits: str = ""  # what must be built before this rule can be played; empty: it is in play
    reconstructed: bool = False  # the source has no such sentence, but needs it

    @property
    def heading(self) -> str:
        """Its section; in a book without sections the first word of its id."""
        return self.section or self.id.partition(".")[0]


class Ruling(Struct, frozen=True):
    """Our answer where the rulebook is silent, and why."""

    id: str
    question: str
    decision: str
    why: str = ""
    confidence: str = ""
    rules: tuple[str, ...] = ()
    awaits: str = ""


FORM = Formatter()
DEEDS = "deeds"  # what a card does, as data for its game; readers have it in the card's words


def readable(row: dict[str, Any]) -> dict[str, Any]:
    """A row as it is read, with its numbers put into its words: `STR {strength}` is `STR 8`."""
    deeds = row.get(DEEDS, {})
    return {key: _told(value, deeds) for key, value in row.items() if key != DEEDS}


def _told(value: Any, deeds: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_told(part, deeds) for part in value]
    return with_values(value, deeds) if deeds and isinstance(value, str) else value


def with_values(template: str, values: Mapping[str, Any]) -> str:
    """`STR {strength}, {adds[MOV]:+} MOV` as a phrase, whose parts have plain names: `adds_MOV`."""
    parts: dict[str, str | int] = {}
    plain = ""
    for before, place, how, _ in FORM.parse(template):
        plain += before
        if place is not None:
            name = re.sub(r"\W+", "_", place).strip("_")
            value = FORM.get_field(place, (), values)[0]
            parts[name] = value if type(value) is int and not how else format(value, how or "")
            plain += f"{{{name}}}"
    return phrase(plain, **parts) if parts else template


class Rulebook:
    """Rules, rulings and parts in the order of the book; every table as plain data too."""

    def __init__(self, path: Path) -> None:
        self.folder = path.parent
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        self.tables: dict[str, Any] = {
            name: [readable(row) for row in rows] if isinstance(rows, list) else rows
            for name, rows in raw.items()
        }
        self.written = raw  # the same with the deeds of cards, as owners of the cards write them
        self.about: dict[str, Any] = self.tables["game"]
        self.rules = {
            rule.id: rule for rule in msgspec.convert(self.tables.get("rule", []), list[Rule])
        }
        self.rulings = {
            ruling.id: ruling
            for ruling in msgspec.convert(self.tables.get("ruling", []), list[Ruling])
        }

    @cached_property
    def part_forms(self) -> tuple[PartForm, ...]:
        """How the tables of the box read."""
        return msgspec.convert(self.tables.get("part", []), tuple[PartForm, ...])

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All that is in the box, in words."""
        return tuple(part for form in self.part_forms for part in parts_of(self.tables, form))

    @cached_property
    def provenance(self) -> Provenance | None:
        """What the source gives and what we made up, the figures counted."""
        if "provenance" not in self.tables:
            return None
        return told(msgspec.convert(self.tables["provenance"], Provenance), self.tables, self.parts)

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

    def search(self, words: str) -> Iterator[Rule | Ruling | Part]:
        """Every rule, ruling and part that holds all the words, whatever their case."""
        wanted = words.lower().split()
        for entry in (*self.entries(), *self.parts):
            text = " ".join(str(value) for value in msgspec.structs.astuple(entry)).lower()
            if all(word in text for word in wanted):
                yield entry
