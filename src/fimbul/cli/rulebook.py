"""The rulebook as text: by section, searched, or one rule."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from fimbul.cli.table import Indented
from fimbul.kernel import Rule, Rulebook, Ruling

AWAITED = "not yet playable"


def entries_text(book: Rulebook, words: str) -> RenderableType | None:
    """The rule of that id, or all that hold the words; None if there is nothing."""
    if words in book.ids:
        entry = book.rules.get(words) or book.rulings[words]
        about = [other for other in book.rulings.values() if words in other.rules]
        return _listed([entry, *about])
    found = list(book.search(words)) if words else []
    return _listed(found) if found else None


def whole_book(book: Rulebook) -> RenderableType:
    """Everything, in the order of the book, rulings last."""
    parts: list[RenderableType] = []
    for section, rules in groupby(book.rules.values(), key=section_of):
        parts += [Text(f"\n{section.capitalize()}", "bold underline"), _listed(rules)]
    if book.rulings:
        heading = Text("\nRulings: our answers where the rules are silent", "bold underline")
        parts += [heading, _listed(book.rulings.values())]
    return Group(*parts)


def section_of(rule: Rule) -> str:
    """Its section; in a book without sections the first word of its id."""
    return rule.section or rule.id.partition(".")[0]


def _listed(entries: Iterable[Rule | Ruling]) -> RenderableType:
    return Group(*(_entry(entry) for entry in entries))


def _entry(entry: Rule | Ruling) -> RenderableType:
    title = entry.title if isinstance(entry, Rule) else entry.question
    head = Text(title, "bold").append(f"  [{entry.id}]", "not bold cyan")
    if entry.awaits:
        head.append(f"  ({AWAITED}: awaits {entry.awaits})", "not bold yellow")
    lines = [entry.text] if isinstance(entry, Rule) else [entry.decision]
    if isinstance(entry, Ruling) and entry.why:
        lines.append(f"Why: {entry.why}")
    return Group(head, *(Indented(line) for line in lines))
