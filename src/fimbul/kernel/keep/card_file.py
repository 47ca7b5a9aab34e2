"""A card file for the owner of a printed game to start from: our rows as TOML, each field told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from fimbul.kernel.parts import PartForm
from fimbul.kernel.rulebook import DEEDS, Rulebook

Row = Mapping[str, Any]

ROW_WIDTH = 98
OURS = ("reconstructed", "basis", "faq", "known_from_source")  # what a row says of its source


def card_file(name: str, book: Rulebook) -> str:
    """The whole file; empty if the game has no cards that an owner could bring."""
    origin = book.provenance
    if origin is None or not origin.options:
        return ""
    lines = [*_head(name, book)]
    for names in origin.options.values():
        for table in names:
            form = next(form for form in book.part_forms if form.table == table)
            tables = book.written if DEEDS in form.holds else book.tables
            lines += [*_fields(book, form), *_rows(form, tables[table])]
    return "\n".join(lines) + "\n"


def _head(name: str, book: Rulebook) -> Iterator[str]:
    assert book.provenance is not None, "only a game with own cards has a file"
    options = book.provenance.options
    yield f"# {book.about['title']}: the cards that you own, in place of our reconstruction."
    yield "# Change what is printed otherwise on yours."
    yield f"#   Check it:          fimbul cards {name} --check my-cards.toml"
    given = " ".join(f"-o {option}=@my-cards.toml" for option in options)
    yield f"#   Play with it:      fimbul play {name} {given}"
    yield "#   In the browser:    New table, choose this file beside each option named below."


def _fields(book: Rulebook, form: PartForm) -> Iterator[str]:
    option = next(o for o, tables in _options(book) if form.table in tables)
    yield ""
    yield f"# ---- {form.section}: option {option}"
    for field, meaning in form.fields.items():
        yield from wrap(
            f"{field}: {meaning}",
            ROW_WIDTH,
            initial_indent="#   ",
            subsequent_indent="#     ",
        )


def _options(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    assert book.provenance is not None, "only a game with own cards has a file"
    yield from book.provenance.options.items()


def _rows(form: PartForm, rows: list[Row]) -> Iterator[str]:
    for row in rows:
        yield ""
        yield f"[[{form.table}]]"
        for field, value in row.items():
            if field in form.holds or (not form.holds and field not in OURS):
                yield f"{field} = {toml(value)}"


def toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {toml(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)
