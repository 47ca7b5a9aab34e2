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

from fimbul.kernel.play.phrase import Phrase, Spoken, listed, phrase, sentence

Tables = Mapping[str, Any]
Row = Mapping[str, Any]

MARK = "reconstructed"
_PLACE = re.compile(r"\{([\w.]+)(?:@(\w+))?\}")


class Part(Struct, frozen=True):
    """A card, token or profile of the box, in words, and where it comes from."""

    id: str
    section: Spoken
    title: Spoken
    text: Spoken
    reconstructed: bool = False
    basis: Spoken = ""  # what the source gives of it all the same


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

    source: Spoken
    given: Spoken
    made: Spoken
    short: Spoken = ""  # the same in a line; empty: there is nothing to say
    options: dict[str, tuple[str, ...]] = {}  # by option: the tables that a file for it holds


def parts_of(tables: Tables, form: PartForm) -> Iterator[Part]:
    """The rows of one table in words."""
    for number, row in enumerate(tables[form.table], start=1):
        facts = (filled(fact, row, tables, form.words) for fact in form.facts)
        yield Part(
            id=f"part.{form.table}.{row.get('id', number)}",
            section=form.section,
            title=filled(form.title, row, tables, form.words) or form.section,
            text=listed([sentence(_capital(fact)) for fact in facts if fact], " "),
            reconstructed=bool(row.get(MARK)),
            basis=filled(form.basis, row, tables, form.words) or "",
        )


def _capital(fact: str) -> str:
    """The same with a capital at its beginning, be it in the template or in its first part."""
    if not isinstance(fact, Phrase):
        return fact[0].upper() + fact[1:]
    if not fact.template.startswith("{"):
        return phrase(_capital(fact.template), **fact.parts)
    first = fact.template[1 : fact.template.index("}")]
    lead = fact.parts[first]
    whole = {**fact.parts, first: lead if isinstance(lead, int) else _capital(lead)}
    return phrase(fact.template, **whole)


def filled(
    template: str, row: Row, tables: Tables, words: Mapping[str, Mapping[str, str]]
) -> str | None:
    """The template with what the row says, as a phrase; None if it does not say all of it."""
    said: dict[str, str | int] = {}
    for path, table in _PLACE.findall(template):
        value = _found(row, path)
        told = _said(value, words.get(path, {}), tables.get(table, ()))
        if not told:
            return None
        if template == f"{{{path}}}":  # nothing stands around it
            return told
        said[_flat(path)] = value if told == str(value) and type(value) is int else told
    return phrase(_PLACE.sub(lambda place: f"{{{_flat(place[1])}}}", template), **said)


def _flat(path: str) -> str:
    """What a field is called in a phrase: `a.name` is `a_name`."""
    return path.replace(".", "_")


def _found(row: Row, path: str) -> Any:
    value: Any = row
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _said(value: Any, words: Mapping[str, str], rows: Any) -> str:
    """A value in words; empty if it is missing or has no words."""
    if isinstance(value, Phrase):
        return value
    if isinstance(value, list | tuple):
        return listed([said for one in value if (said := _said(one, words, rows))])
    if isinstance(value, Mapping):
        held = ((count, kind) for kind, count in value.items() if count)
        return listed([phrase("{count} {kind}", count=count, kind=kind) for count, kind in held])
    plain = str(value).lower() if isinstance(value, bool) else str(value)
    if plain in words:
        return words[plain]
    return _named(plain, rows) if value or (value == 0 and value is not False) else ""


def _named(plain: str, rows: Any) -> str:
    """What the row of that id is called; `command/10` is Command with its number."""
    name, _, number = plain.partition("/")
    called = next((row["name"] for row in rows if name == row.get("id")), None)
    if called is None:
        return plain
    short = str(called).removesuffix("/X")
    return phrase("{called} {number}", called=short, number=number) if number else short


def told(provenance: Provenance, tables: Tables, parts: tuple[Part, ...]) -> Provenance:
    """A text with its figures counted: `{card.made}` of `{card.all}`, `{card.partly}` of them in
    part."""
    lists = {name: rows for name, rows in tables.items() if isinstance(rows, list)}
    counts = {name: _tally(name, rows, parts) for name, rows in lists.items()}
    texts = {name: getattr(provenance, name) for name in ("given", "made", "short")}
    return structs.replace(
        provenance, **{name: filled(text, counts, {}, {}) for name, text in texts.items()}
    )


def _tally(name: str, rows: list[Row], parts: tuple[Part, ...]) -> dict[str, int]:
    """How many rows there are, how many we made up, and how many of those only in part."""
    mine = [part for part in parts if part.id.startswith(f"part.{name}.") and part.reconstructed]
    made, partly = sum(bool(row.get(MARK)) for row in rows), sum(bool(part.basis) for part in mine)
    return {"all": len(rows), "made": made, "partly": partly, "given": len(rows) - made}
