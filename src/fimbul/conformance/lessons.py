"""The lesson of a game can be read in every language and played to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fimbul.draw.primer import chapter_problems, primer_problems
from fimbul.kernel import (
    PANELS,
    Chapters,
    Game,
    Lesson,
    Tongues,
    chapters,
    lesson,
    lesson_match,
    lesson_problems,
    primer,
    read_chapters,
)

FEWEST, MOST = 8, 14
MOST_LINES = 4  # of one panel: all four fit on a screen
LONGEST = 230  # letters of one text: whoever learns reads a little and then does something
WIDE = re.compile(r"(?<!\u202f)[:;!?»](?![\w)])|« ")  # French sets them apart, narrowly
ID = re.compile(
    r"\b[a-z]+\.[a-z]+-[a-z-]+|\b(cell|piece|card|button|unit|act):\S|#\d|\[\[|reconstructed"
)


def lessons_can_be_played(game: Game[Any]) -> None:
    found = lesson(game)
    if found is None:
        return
    assert not (problems := list(lesson_problems(game, found))), "\n".join(problems)
    assert FEWEST <= len(found.task) <= MOST, f"{len(found.task)} tasks"
    touched = sum(len(task.touch) for task in found.task)
    assert touched >= 4, "a game is learned by playing it"
    last = len(found.task) - 1
    assert lesson_match(game, found, last, len(found.task[last].touch)).choices


def lessons_read_well(game: Game[Any]) -> None:
    for where, words in said(game):
        english, french = words["en"], words["fr"]
        assert english != french, f"{where} is not translated"
        for text in (english, french):
            assert len(text) <= LONGEST, f"{where} has {len(text)} letters: {text}"
            assert not set("'\"") & set(text), f"{where} has straight quotes: {text}"
            assert re.search(r"[.!?]$", text) or where == "title", f"{where} has no end: {text}"
            assert not ID.search(text), f"{where} is not for people: {text}"
        assert not WIDE.search(french), f"{where}, a narrow space is missing: {french}"


def primers_can_be_drawn(game: Game[Any]) -> None:
    found = primer(game)
    problems = [] if found is None else list(primer_problems(game, found))
    assert not problems, "\n".join(problems)


def the_book_is_read_in_chapters(game: Game[Any]) -> None:
    """Every rule in exactly one of them; what is folded away exists; every picture is drawn."""
    if read_chapters(game.folder / "chapters.toml") is not None:
        assert not (problems := list(chapter_problems(game, chapters(game)))), "\n".join(problems)


def said(game: Game[Any]) -> Iterator[tuple[str, Tongues]]:
    """All texts of a lesson, a primer and the chapters, by line, and where they stand."""
    if (found := lesson(game)) is not None:
        yield from _taught(found)
    if (short := primer(game)) is not None:
        for about in PANELS:
            lines = {name: text.splitlines() for name, text in short.panel(about).text.items()}
            assert len(lines["en"]) == len(lines["fr"]) <= MOST_LINES, f"lines of {about}"
            for english, french in zip(lines["en"], lines["fr"], strict=True):
                yield about, {"en": english, "fr": french}
    for chapter in (read_chapters(game.folder / "chapters.toml") or Chapters()).chapter:
        yield "title", chapter.title
        if chapter.caption:
            yield "caption", chapter.caption


def _taught(found: Lesson) -> Iterator[tuple[str, Tongues]]:
    yield "title", found.title
    yield "next", found.next
    for number, task in enumerate(found.task, start=1):
        for name in ("goal", "how", "why", "done"):
            if words := getattr(task, name):
                yield f"task {number}, {name}", words
