"""The rulebook as text: where it comes from, by section, searched, or one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from fimbul.cli.table import Indented
from fimbul.kernel import Game, Part, Provenance, Rule, Rulebook, Ruling

Entry = Rule | Ruling | Part

AWAITED = "not yet playable"
MADE, PARTLY = "reconstructed", "partly reconstructed"
KEY = (
    f"({MADE}) stands beside what no source gives: we made it up. ({PARTLY}) stands where the "
    "source gives some of it."
)


def entries_text(book: Rulebook, words: str) -> RenderableType | None:
    """The rule of that id, or all that hold the words; None if there is nothing."""
    if words in book.ids:
        entry = book.rules.get(words) or book.rulings[words]
        about = [other for other in book.rulings.values() if words in other.rules]
        return _listed([entry, *about])
    found = list(book.search(words)) if words else []
    return _listed(found) if found else None


def whole_book(game: Game[Any]) -> RenderableType:
    """Everything: where it comes from, the rules in the order of the book, rulings, the box."""
    book = game.rulebook
    parts: list[RenderableType] = list(_origin(game.id, book.provenance))
    for section, rules in groupby(book.rules.values(), key=section_of):
        parts += [_heading(section[:1].upper() + section[1:]), _listed(rules)]
    if book.rulings:
        heading = _heading("Rulings: our answers where the rules are silent")
        parts += [heading, _listed(book.rulings.values())]
    for section, box in groupby(book.parts, key=lambda part: part.section):
        parts += [_heading(section), _listed(box)]
    return Group(*parts)


def _heading(words: str) -> Text:
    return Text(f"\n{words}", "bold underline")


def _origin(name: str, origin: Provenance | None) -> Iterator[RenderableType]:
    """What the source gives, what we made up, and how an owner brings the real cards."""
    if origin is None:
        return
    yield _heading("Printed and made up")
    yield Indented(f"Source: {origin.source}.")
    yield Indented(f"Printed: {origin.given}")
    yield Indented(f"Made up: {origin.made}")
    if origin.options:
        yield Indented(f"{how_to_bring(name, origin)} {KEY}")


def how_to_bring(name: str, origin: Provenance) -> str:
    given = " ".join(f"-o {option}=@my-cards.toml" for option in origin.options)
    return (
        f"If you own the printed game: `fimbul cards {name} > my-cards.toml` writes a file to "
        f"start from. Put in what is on your cards, then `fimbul play {name} {given}`, or choose "
        "the file where you lay a new table in the browser."
    )


def section_of(rule: Rule) -> str:
    """Its section; in a book without sections the first word of its id."""
    return rule.section or rule.id.partition(".")[0]


def _listed(entries: Iterable[Entry]) -> RenderableType:
    return Group(*(_entry(entry) for entry in entries))


def _entry(entry: Entry) -> RenderableType:
    if isinstance(entry, Part):
        return Group(_part_head(entry), *(Indented(line) for line in _part_lines(entry)))
    title = entry.title if isinstance(entry, Rule) else entry.question
    head = Text(title, "bold").append(f"  [{entry.id}]", "not bold cyan")
    if isinstance(entry, Rule) and entry.reconstructed:
        head.append(f"  ({MADE})", "not bold magenta")
    if entry.awaits:
        head.append(f"  ({AWAITED}: awaits {entry.awaits})", "not bold yellow")
    lines = [entry.text] if isinstance(entry, Rule) else [entry.decision]
    if isinstance(entry, Ruling) and entry.why:
        lines.append(f"Why: {entry.why}")
    return Group(head, *(Indented(line) for line in lines))


def _part_head(part: Part) -> Text:
    mark = PARTLY if part.basis else MADE
    head = Text(part.title, "bold")
    return head.append(f"  ({mark})", "not bold magenta") if part.reconstructed else head


def _part_lines(part: Part) -> Iterator[str]:
    if part.text:
        yield part.text
    if part.basis:
        yield f"Source: {part.basis}."
