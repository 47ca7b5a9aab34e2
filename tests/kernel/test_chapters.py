"""The chapters of a rulebook: what is read where, what is folded away, and their mistakes told."""

from __future__ import annotations

from pathlib import Path

import pytest

import fimbul
from fimbul.kernel import (
    BadLesson,
    Chapter,
    Chapters,
    chapters,
    filled,
    misplaced,
    read_chapters,
)
from tests.kernel.test_lesson import TAUGHT
from tests.wager import GAME as WAGER

BOOK = fimbul.game("brandub").rulebook
TITLE = {"en": "All", "fr": "Tout"}


@pytest.mark.parametrize("name", TAUGHT)
def test_these_books_have_chapters_with_pictures(name: str) -> None:
    game = fimbul.game(name)
    assert read_chapters(game.folder / "chapters.toml") is not None
    assert sum(one.picture is not None for one in chapters(game).chapter) >= 3


def test_named_rules_come_first_and_sections_bring_the_rest() -> None:
    first = Chapter(title=TITLE, rules=("move.strongholds",), sections=("end", "move"))
    row, fold = filled(BOOK, Chapters(chapter=(first,), fold=("end.no-move",)))
    assert row[:3] == ["move.strongholds", "end.king-taken", "end.king-escapes"]
    assert row[3:] == ["move.straight", "ruling.quiet"]
    assert fold == ["end.no-move"]


def test_a_ruling_is_read_with_its_rule_even_where_that_is_folded() -> None:
    game = fimbul.game("ragnarocks")
    *rows, fold = filled(game.rulebook, chapters(game))
    rules = next(row for row in rows if "setup.supply" in row)
    assert rules.index("setup.supply") < rules.index("ruling.supply")
    assert {"setup.stand", "ruling.two-sides"} <= set(fold)


def test_a_book_without_chapters_is_read_by_section() -> None:
    order = chapters(WAGER)
    assert [one.title["en"] for one in order.chapter] == ["Setup", "Bid", "Reveal", "Draw", "End"]
    assert sorted(cited for row in filled(WAGER.rulebook, order) for cited in row) == sorted(
        WAGER.rulebook.ids
    )


def test_mistakes_are_told() -> None:
    twice = Chapter(title=TITLE, rules=("move.straight",), sections=("luck",))
    again = Chapter(title=TITLE, rules=("move.straight", "move.none"))
    told = list(misplaced(BOOK, Chapters(chapter=(twice, again))))
    assert "'luck': there is no such section" in told
    assert "'move.none': there is no such rule" in told
    assert "'move.straight' is read 2 times" in told
    assert "'end.no-move' is in no chapter" in told
    assert "'ruling.quiet' is in no chapter: it is about no rule" in told


@pytest.mark.parametrize("text", ["fold = 3", "[[chapter]]", "[[chapter", "colour = 1"])
def test_what_cannot_be_read_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "chapters.toml").write_text(text)
    with pytest.raises(BadLesson, match=r"chapters.toml"):
        read_chapters(tmp_path / "chapters.toml")
