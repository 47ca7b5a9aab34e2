"""The rulebook as loaded from a rules.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from fimbul.kernel import Phrase, Rulebook

TEXT = """
[game]
id = "toy"
title = "Toy"
players = [2, 3]

[[rule]]
id = "move.far"
title = "Far"
text = "A piece goes far."
section = "Moves"

[[rule]]
id = "move.later"
title = "Later"
text = "A piece waits."
awaits = "powers"

[[ruling]]
id = "ruling.far"
question = "How far?"
decision = "To the edge."
rules = ["move.far"]

[[notation]]
id = "plain"

[[card]]
id = "bolt"
effect = "STR {strength}, {adds[MOV]:+} MOV."
costs = ["{gems} gems", "patience"]
deeds = { strength = 8, gems = 2, adds = { MOV = -5 } }
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    path = tmp_path / "rules.toml"
    path.write_text(TEXT, encoding="utf-8")
    return Rulebook(path)


def test_rules_and_rulings_are_cited_alike(book: Rulebook) -> None:
    assert book.ids == {"move.far", "move.later", "ruling.far"}
    assert [entry.id for entry in book.entries()] == ["move.far", "move.later", "ruling.far"]


def test_what_is_awaited_is_known(book: Rulebook) -> None:
    assert book.awaited == {"move.later"}


def test_an_id_stands_for_a_sentence(book: Rulebook) -> None:
    assert book.sentence("move.far") == "A piece goes far."
    assert book.sentence("ruling.far") == "To the edge."
    assert book.sentence("nothing") == ""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("far", ["move.far", "ruling.far"]),
        ("PIECE waits", ["move.later"]),
        ("edge how", ["ruling.far"]),
        ("", ["move.far", "move.later", "ruling.far"]),
        ("dragon", []),
    ],
)
def test_search_finds_all_words_whatever_their_case(
    book: Rulebook, words: str, found: list[str]
) -> None:
    assert [entry.id for entry in book.search(words)] == found


def test_other_tables_are_plain_data(book: Rulebook) -> None:
    assert book.tables["notation"] == [{"id": "plain"}]
    assert book.about["players"] == [2, 3]
    assert book.rules["move.far"].section == "Moves"


def test_what_a_card_does_is_read_in_its_words(book: Rulebook) -> None:
    told = {"id": "bolt", "effect": "STR 8, -5 MOV.", "costs": ["2 gems", "patience"]}
    assert book.tables["card"] == [told]


def test_the_words_of_a_card_know_how_they_were_made(book: Rulebook) -> None:
    effect = book.tables["card"][0]["effect"]
    assert isinstance(effect, Phrase)
    assert effect.template == "STR {strength}, {adds_MOV} MOV."
    assert effect.parts == {"strength": 8, "adds_MOV": "-5"}
