"""A rulebook as Markdown: for notebooks and the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.kernel import Rulebook, chapters_of, filled


def markdown(book: Rulebook) -> str:
    """The whole book under its title, chapter by chapter, without what is folded away."""
    about = book.about
    parts = [f"# {_plain(str(about['title']))}", _plain(str(about.get("summary", "")))]
    for title, entries in told_chapters(book):
        parts += [f"## {title}", *entries]
    return "\n\n".join(part for part in parts if part) + "\n"


def told_chapters(book: Rulebook) -> Iterator[tuple[str, list[str]]]:
    """The title of every chapter, and its rules and rulings as paragraphs."""
    order = chapters_of(book)
    *rows, _fold = filled(book, order)
    for chapter, cited in zip(order.chapter, rows, strict=True):
        yield chapter.title["en"], [_entry(book, one) for one in cited]


def _entry(book: Rulebook, cited: str) -> str:
    if cited in book.rules:
        return f"**{book.rules[cited].title}.** {_plain(book.rules[cited].text)}"
    ruling = book.rulings[cited]
    return f"*{ruling.question}* {_plain(ruling.decision)}"


def _plain(text: str) -> str:
    """As one paragraph, with nothing that Markdown would take for its own."""
    return " ".join(text.split()).replace("<", "&lt;").replace("[", "\\[")
