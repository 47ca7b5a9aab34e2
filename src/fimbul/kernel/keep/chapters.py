"""The chapters of a rulebook: the order in which it is read, its pictures, what is folded away."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.keep.lesson import Tongues
from fimbul.kernel.keep.primer import Picture
from fimbul.kernel.play.errors import BadLesson
from fimbul.kernel.rulebook import Rulebook

FILE = "chapters.toml"


class Chapter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is read together; a ruling is read in the chapter of the first rule it is about."""

    title: Tongues
    rules: tuple[str, ...] = ()  # these rules and rulings first, in this order
    sections: tuple[str, ...] = ()  # then whatever else stands in these sections of the book
    picture: Picture | None = None
    caption: Tongues = {}


class Chapters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rulebook in reading order, and what only its printed box or the software needs."""

    fold: tuple[str, ...] = ()
    chapter: tuple[Chapter, ...] = ()


def chapters(game: Game[Any]) -> Chapters:
    """The chapters of a game, or else its sections; BadLesson says what is wrong."""
    return chapters_of(game.rulebook)


def chapters_of(book: Rulebook) -> Chapters:
    """The same of a book alone: its chapters lie beside it."""
    return read_chapters(book.folder / FILE) or _by_section(book)


def read_chapters(path: Path) -> Chapters | None:
    if not path.exists():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Chapters)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadLesson([f"{path.name}: {wrong}"]) from None


def _by_section(book: Rulebook) -> Chapters:
    headings = dict.fromkeys(rule.heading for rule in book.rules.values())
    told = {name: f"{name[:1].upper()}{name[1:]}" for name in headings}
    return Chapters(
        chapter=tuple(Chapter(title={"en": told[name]}, sections=(name,)) for name in headings)
    )


def filled(book: Rulebook, order: Chapters) -> list[list[str]]:
    """The ids of every chapter as one reads them, the rules before the rulings; last the fold."""
    named = _named(order)
    rows = [list(_of(book, one, named)) for one in order.chapter]
    rows.append(list(order.fold))
    home = {cited: row for row in reversed(rows) for cited in row}
    last = rows[-2] if order.chapter else rows[-1]
    for ruling in book.rulings.values():
        if ruling.id not in named:
            about = next((cited for cited in ruling.rules if cited in home), "")
            home.get(about, last).append(ruling.id)
    return [sorted(row, key=book.rulings.__contains__) for row in rows]


def _named(order: Chapters) -> set[str]:
    """The rules that are named one by one, in a chapter or the fold, and so not read with their
    section."""
    return {*order.fold, *(cited for one in order.chapter for cited in one.rules)}


def _of(book: Rulebook, chapter: Chapter, named: set[str]) -> Iterator[str]:
    yield from chapter.rules
    for section in chapter.sections:
        for rule in book.rules.values():
            if rule.heading == section and rule.id not in named:
                yield rule.id


def misplaced(book: Rulebook, order: Chapters) -> Iterator[str]:
    """Every rule and ruling that is in no chapter or in several, and every name of a section or
    rule that the book does not have."""
    headings = {rule.heading for rule in book.rules.values()}
    for chapter in order.chapter:
        for section in (one for one in chapter.sections if one not in headings):
            yield f"{section!r}: there is no such section"
    rows = filled(book, order)
    count = Counter(cited for row in rows for cited in row)
    yield from (f"{cited!r}: there is no such rule" for cited in count if cited not in book.ids)
    yield from (f"{cited!r} is read {times} times" for cited, times in count.items() if times > 1)
    yield from (f"{rule!r} is in no chapter" for rule in book.rules if rule not in count)
    for ruling in book.rulings.values():
        if ruling.id not in _named(order) and not set(ruling.rules) & set(book.rules):
            yield f"{ruling.id!r} is in no chapter: it is about no rule"
