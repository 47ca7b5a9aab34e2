"""The box in words: all of it readable, and honest about what is printed and what we made up."""

from __future__ import annotations

import re
from typing import Any

from msgspec import structs

from fimbul.conformance.table import check_once
from fimbul.kernel import DEEDS, Game, card_file

KEYS = re.compile(r"\[\[|[{}]|\w_\w|\bparameter\b")  # of our files, in a sentence
RAW = re.compile(r"\[\[|\]\]|[{}]|\w_\w|\bTrue\b|\bFalse\b|\bNone\b")  # what no reader should see


def parts_read_well(game: Game[Any]) -> None:
    book = game.rulebook
    entries = [*book.rules, *book.rulings, *(part.id for part in book.parts)]
    check_once(entries, "ids of rules, rulings and parts")
    for part in book.parts:
        for words in (part.section, part.title, part.text, part.basis):
            assert not RAW.search(words), f"{part.id} is not fit to read: {words}"
        assert part.title.strip(), part.id


def rules_read_well(game: Game[Any]) -> None:
    """No key of our files stands in a rule, nor in a ruling and its reasons."""
    book = game.rulebook
    told = {rule.id: (rule.title, rule.text) for rule in book.rules.values()}
    ruled = {one.id: (one.question, one.decision, one.why) for one in book.rulings.values()}
    for entry, texts in (told | ruled).items():
        for words in texts:
            found = KEYS.search(words)
            assert not found, f"{entry} is not fit to read: {found and found[0]} in {words}"
            ids = [name for name in re.findall(r"[a-z]+\.[a-z-]+", words) if name in book.ids]
            assert not ids, f"{entry} calls {ids[0]} by its id: {words}"


def what_we_made_up_is_told(game: Game[Any]) -> None:
    """A table with reconstructed rows is shown, and its book says where all of it comes from."""
    book = game.rulebook
    rows = {name: rows for name, rows in book.tables.items() if isinstance(rows, list)}
    marked = {name for name, table in rows.items() if any("reconstructed" in one for one in table)}
    shown = {form.table for form in book.part_forms}
    assert marked - {"rule"} <= shown, f"not shown: {sorted(marked - shown)}"
    if not marked:
        return
    origin = book.provenance
    assert origin is not None, "who made something up says so"
    for words in (origin.source, origin.given, origin.made, origin.short):
        assert words.strip(), "what is given, what is made up, both in a line"
        assert not RAW.search(words), words


def owners_files_can_be_played(game: Game[Any]) -> None:
    """The file that an owner starts from is accepted by every option that it is for."""
    origin = game.rulebook.provenance
    if origin is None or not origin.options:
        assert not card_file(game.id, game.rulebook)
        return
    assert set(origin.options) <= {field.name for field in structs.fields(game.setup_type)}
    text = card_file(game.id, game.rulebook)
    assert "reconstructed =" not in text, "the owner's cards are no reconstruction"
    setup = game.setup(**dict.fromkeys(origin.options, text))
    theirs, ours = game.new(setup, 7), game.new(game.setup(), 7)
    assert theirs.open == ours.open, "unchanged, it is the same game"
    for table in (table for tables in origin.options.values() for table in tables):
        form = next(form for form in game.rulebook.part_forms if form.table == table)
        told = game.rulebook.written if DEEDS in form.holds else game.rulebook.tables
        known = {name for row in told[table] for name in row}
        for name, meaning in form.fields.items():
            assert name.partition(".")[0] in known or "left out" in meaning, f"{table}.{name}"
        assert form.fields, f"nobody tells an owner what stands in [[{table}]]"
