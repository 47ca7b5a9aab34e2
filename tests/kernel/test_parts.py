"""The tables of a rulebook in words: templates, names behind ids, and figures that are counted."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from fimbul.kernel import Phrase, Rulebook
from fimbul.kernel.keep.card_file import card_file, toml
from fimbul.kernel.parts import filled

BOOK = """
[game]
id = "toy"
title = "Toy"

[provenance]
source = "a leaflet"
given = "{card.given} of {card.all} cards."
made = "{card.made} cards, {card.partly} in part, {rule.made} of {rule.all} rules."
short = "{card.made} cards made up"
options = { cards = ["card"] }

[[part]]
table = "card"
section = "Cards"
facts = ["strength {strength}", "{kind@kind_of}", "loot: {loot}",
  "skills: {skills@skill}", "{open}"]
words.strength = { 0 = "" }
words.open = { true = "lies open", false = "" }
fields.strength = "0 to 9"

[[rule]]
id = "a.b"
title = "One"
text = "One."
reconstructed = true

[[kind_of]]
id = "norse_god"
name = "Norse God"

[[skill]]
id = "command"
name = "Command/X"

[[card]]
id = "odin"
name = "Odin"
strength = 9
kind = "norse_god"
skills = ["command/10"]
reconstructed = true
basis = "the strength"

[[card]]
id = "loki"
name = "Loki"
strength = 0
loot = { goat = 2, weapon = 0, gold = 1 }
open = true
reconstructed = true

[[card]]
id = "thor"
name = "Thor"
strength = 8
open = false
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    path = tmp_path / "rules.toml"
    path.write_text(BOOK, encoding="utf-8")
    return Rulebook(path)


def test_rows_are_told_in_sentences(book: Rulebook) -> None:
    told = {part.title: part.text for part in book.parts}
    assert told == {
        "Odin": "Strength 9. Norse God. Skills: Command 10.",
        "Loki": "Loot: 2 goat, 1 gold. Lies open.",
        "Thor": "Strength 8.",
    }


def test_what_a_row_says_knows_its_templates(book: Rulebook) -> None:
    """So it can be told in another language, fact by fact."""

    def templates(text: str | int) -> list[str]:
        if not isinstance(text, Phrase):
            return [str(text)]
        return [text.template, *(one for part in text.parts.values() for one in templates(part))]

    odin = templates(book.parts[0].text)
    assert {"Strength {strength}", "9", "Norse God", "Skills: {skills}", "Command"} <= set(odin)
    loki = templates(book.parts[1].text)
    assert {"Loot: {loot}", "{count} {kind}", "goat", "Lies open"} <= set(loki)
    assert book.provenance is not None
    given = book.provenance.given
    assert isinstance(given, Phrase)
    assert (given.template, given.parts) == (
        "{card_given} of {card_all} cards.",
        {"card_given": 1, "card_all": 3},
    )


def test_a_row_says_whether_it_is_printed(book: Rulebook) -> None:
    marks = [(part.id, part.reconstructed, part.basis) for part in book.parts]
    assert marks == [
        ("part.card.odin", True, "the strength"),
        ("part.card.loki", True, ""),
        ("part.card.thor", False, ""),
    ]


def test_figures_are_counted(book: Rulebook) -> None:
    origin = book.provenance
    assert origin is not None
    assert origin.given == "1 of 3 cards."
    assert origin.made == "2 cards, 1 in part, 1 of 1 rules."
    assert origin.short == "2 cards made up"


def test_parts_are_found_like_rules(book: Rulebook) -> None:
    assert [entry.id for entry in book.search("norse strength")] == ["part.card.odin"]
    assert [entry.id for entry in book.search("one")] == ["a.b"]


@pytest.mark.parametrize(
    ("template", "row", "told"),
    [
        ("{a.b} and {c}", {"a": {"b": 1}, "c": "x"}, "1 and x"),
        ("{a.b}", {"a": 3}, None),
        ("{a}", {"a": 0}, "0"),
        ("{a}", {"a": []}, None),
        ("{a}", {"a": False}, None),
        ("no places", {}, "no places"),
    ],
)
def test_what_is_not_there_leaves_the_fact_out(template: str, row: Any, told: str | None) -> None:
    assert filled(template, row, {}, {}) == told


def test_the_file_for_owners_can_be_read_again(book: Rulebook) -> None:
    text = card_file("toy", book)
    rows = tomllib.loads(text)["card"]
    assert [row["name"] for row in rows] == ["Odin", "Loki", "Thor"]
    assert not any("reconstructed" in row or "basis" in row for row in rows)
    assert "#   strength: 0 to 9" in text
    assert "fimbul play toy -o cards=@my-cards.toml" in text


@pytest.mark.parametrize("value", ['a "b" \\ ö', 3, 2.5, True, ["x", 1], {"a": {"b": [1]}}])
def test_values_are_written_as_toml_reads_them(value: Any) -> None:
    assert tomllib.loads(f"x = {toml(value)}")["x"] == value


def test_a_book_that_says_nothing_of_it_has_no_parts(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[game]\nid = "x"\ntitle = "X"\n', encoding="utf-8")
    book = Rulebook(path)
    assert (book.parts, book.provenance, card_file("x", book)) == ((), None, "")
