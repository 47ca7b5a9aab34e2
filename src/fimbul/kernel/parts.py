"""What is in the box, in words: the tables of a rulebook as players read them.

A `[[part]]` of rules.toml says how the rows of one table read: a title and facts, as templates.
`{strength}` stands for a field, `{a.name}` for a field within one, `{type@card_type}` for the name
of the row that a field points at. A fact is left out where something that it names is not there.
So no key and no id of the file ever reaches a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

Tables = Mapping[str, Any]
Row = Mapping[str, Any]

MARK = "reconstructed"
_PLACE = re.compile(r"\{([\w.]+)(?:@(\w+))?\}")


class Part(Struct, frozen=True):
    """A card, token or profile of the box, in words, and where it comes from."""

    id: str
    section: str
    title: str
    text: str
    reconstructed: bool = False
    basis: str = ""  # what the source gives of it all the same


class PartForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[part]]`: how the rows of a table read."""

    table: str
    section: str
    title: str = "{name}"
    facts: tuple[str, ...] = ()
    basis: str = "{basis}"
    words: dict[str, dict[str, str]] = {}  # by field: what its values are called; "": nothing
    fields: dict[str, str] = {}  # for owners who write such rows: what each field means
    holds: tuple[str, ...] = ()  # the fields of an owner's row; empty: all that ours has


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """What the source gives, what we made up, and which options take an owner's own cards."""

    source: str
    given: str
    made: str
    short: str = ""  # the same in a line; empty: there is nothing to say
    options: dict[str, tuple[str, ...]] = {}  # by option: the tables that a file for it holds


def parts_of(tables: Tables, form: PartForm) -> Iterator[Part]:
    """The rows of one table in words."""
    for number, row in enumerate(tables[form.table], start=1):
        facts = (filled(fact, row, tables, form.words) for fact in form.facts)
        yield Part(
            id=f"part.{form.table}.{row.get('id', number)}",
            section=form.section,
            title=filled(form.title, row, tables, form.words) or form.section,
            text=" ".join(_sentence(fact) for fact in facts if fact),
            reconstructed=bool(row.get(MARK)),
            basis=filled(form.basis, row, tables, form.words) or "",
        )


def _sentence(fact: str) -> str:
    whole = fact[0].upper() + fact[1:]
    return whole if whole[-1] in ".!?" else f"{whole}."


def filled(
    template: str, row: Row, tables: Tables, words: Mapping[str, Mapping[str, str]]
) -> str | None:
    """The template with what the row says; None if it does not say all of it."""
    text, end = "", 0
    for place in _PLACE.finditer(template):
        path, table = place.groups()
        said = _said(_found(row, path), words.get(path, {}), tables.get(table or "", ()))
        if not said:
            return None
        text += template[end : place.start()] + said
        end = place.end()
    return text + template[end:]


def _found(row: Row, path: str) -> Any:
    value: Any = row
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _said(value: Any, words: Mapping[str, str], rows: Any) -> str:
    """A value in words; nothing for what is not there, and for what has no words."""
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (_said(one, words, rows) for one in value)))
    if isinstance(value, Mapping):
        return ", ".join(f"{count} {kind}" for kind, count in value.items() if count)
    plain = str(value).lower() if isinstance(value, bool) else str(value)
    if plain in words:
        return words[plain]
    return _named(plain, rows) if value or (value == 0 and value is not False) else ""


def _named(plain: str, rows: Any) -> str:
    """What the row of that id is called; `command/10` is Command with its number."""
    name, _, number = plain.partition("/")
    called = next((row["name"] for row in rows if name == row.get("id")), None)
    return plain if called is None else f"{called.removesuffix('/X')} {number}".strip()


class Tally(Struct, frozen=True):
    """How many rows there are, how many we made up, and how many of those only in part."""

    all: int
    made: int
    partly: int

    @property
    def given(self) -> int:
        return self.all - self.made


def told(provenance: Provenance, tables: Tables, parts: tuple[Part, ...]) -> Provenance:
    """With the figures counted: `{card.made}` of `{card.all}`, `{card.partly}` of them in part."""
    lists = {name: rows for name, rows in tables.items() if isinstance(rows, list)}
    counts = {name: _tally(name, rows, parts) for name, rows in lists.items()}
    given, made = provenance.given.format_map(counts), provenance.made.format_map(counts)
    short = provenance.short.format_map(counts)
    return structs.replace(provenance, given=given, made=made, short=short)


def _tally(name: str, rows: list[Row], parts: tuple[Part, ...]) -> Tally:
    mine = [part for part in parts if part.id.startswith(f"part.{name}.") and part.reconstructed]
    made = sum(bool(row.get(MARK)) for row in rows)
    return Tally(len(rows), made, sum(bool(part.basis) for part in mine))
