"""The rulebook as text: chapter by chapter, searched, or one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from fimbul.cli.refusals import voice
from fimbul.cli.table import Indented, TableLook, table
from fimbul.draw.primer import framed, pictured
from fimbul.kernel import (
    Part,
    Picture,
    Provenance,
    Rule,
    Rulebook,
    Ruling,
    Tongues,
    chapters,
    filled,
    phrase,
)
from fimbul.words import ENGLISH, Teller

Entry = Rule | Ruling | Part

AWAITED = "not yet playable"
QUESTIONS = "Questions and answers"
BOX = "About the printed box and the software"
MADE, PARTLY = "reconstructed", "partly reconstructed"
KEY = (
    "(reconstructed) stands beside what no source gives: we made it up. (partly reconstructed) "
    "stands where the source gives some of it."
)
BRING = (
    "If you own the printed game: {write} writes a file to start from. Put in what is on your "
    "cards, then {play}, or choose the file where you open a new table in the browser."
)


def entries_text(book: Rulebook, words: str, *, ids: bool = False) -> RenderableType | None:
    """The rule of that id, or all that hold the words; None if there is nothing."""
    if words in book.ids:
        entry = book.rules.get(words) or book.rulings[words]
        about = [other for other in book.rulings.values() if words in other.rules]
        return _listed([entry, *about], ids)
    found = list(book.search(words)) if words else []
    return _listed(found, ids) if found else None


def whole_book(
    teller: Teller, width: int, *, folded: bool = False, plain: bool = False, ids: bool = False
) -> RenderableType:
    """Chapter by chapter with pictures, then the box and where it comes from; last the fold."""
    game, book = teller.game, teller.book()
    order = chapters(game)
    *rows, fold = filled(game.rulebook, order)  # by sections, which have other names when told
    parts: list[RenderableType] = []
    for chapter, row in zip(order.chapter, rows, strict=True):
        parts.append(_heading(_in(teller, chapter.title)))
        if chapter.picture:
            parts.append(_picture(teller, chapter.picture, width, plain))
            parts.append(Text(_in(teller, chapter.caption)))
        parts.append(_chapter(book, row, ids))
    for section, box in groupby(book.parts, key=lambda part: part.section):
        parts += [_heading(section), _listed(box)]
    parts += _origin(game.id, book.provenance)
    if fold:
        parts += [_heading(BOX), _chapter(book, fold, ids) if folded else _more(game.id, fold)]
    return Group(*parts)


def _in(teller: Teller, words: Tongues) -> str:
    """What a chapter says in that language; one that is named by its section, by the lexicon."""
    return words.get(teller.language) or teller.tell(words[ENGLISH])


def _more(name: str, fold: list[str]) -> RenderableType:
    """What is about the printed box or the software is told when it is asked for."""
    more = "Left out here: {count}. {command} shows everything."
    return _line(more, count=str(len(fold)), command=f"`fimbul rules {name} --all`")


def _chapter(book: Rulebook, row: list[str], ids: bool) -> RenderableType:
    """Its rules, and below them what people ask about them."""
    asked = [book.rulings[cited] for cited in row if cited in book.rulings]
    rules = _listed((book.rules[cited] for cited in row if cited in book.rules), ids)
    if not asked:
        return rules
    return Group(rules, Text(voice().tell(QUESTIONS), "italic"), _listed(asked, ids))


def _picture(teller: Teller, picture: Picture, width: int, plain: bool) -> RenderableType:
    look = TableLook(options=frozenset(picture.mark), plain=plain, language=teller.language)
    return table(framed(teller.told(pictured(teller.game, picture))), look, width)


def _heading(words: str) -> Text:
    return Text(f"\n{voice().tell(words)}", "bold underline")


def _line(template: str, **parts: str) -> Indented:
    return Indented(voice().tell(phrase(template, **parts)))


def _origin(name: str, origin: Provenance | None) -> Iterator[RenderableType]:
    """What the source gives, what we made up, and how an owner brings the real cards."""
    if origin is None:
        return
    yield _heading("Printed and made up")
    yield _line("Source: {source}.", source=origin.source)
    yield _line("Printed: {given}", given=origin.given)
    yield _line("Made up: {made}", made=origin.made)
    if origin.options:
        yield _line("{bring} {key}", bring=how_to_bring(name, origin), key=KEY)


def in_short(origin: Provenance | None) -> Text:
    """That something is made up is said before the first rule; what it is, at the end."""
    if origin is None or not origin.short:
        return Text("")
    return Text(
        voice().tell(phrase("{short}: see the end of this book.", short=origin.short)), "magenta"
    )


def how_to_bring(name: str, origin: Provenance) -> str:
    given = " ".join(f"-o {option}=@my-cards.toml" for option in origin.options)
    write = f"`fimbul cards {name} > my-cards.toml`"
    return phrase(BRING, write=write, play=f"`fimbul play {name} {given}`")


def _listed(entries: Iterable[Entry], ids: bool = False) -> RenderableType:
    return Group(*(_entry(entry, ids) for entry in entries))


def _entry(entry: Entry, ids: bool) -> RenderableType:
    if isinstance(entry, Part):
        return Group(_part_head(entry), *(Indented(line) for line in _part_lines(entry)))
    title = entry.title if isinstance(entry, Rule) else entry.question
    head = Text(title, "bold")
    if ids:  # for those who work on the rules; players read titles
        head.append(f"  [{entry.id}]", "not bold cyan")
    if isinstance(entry, Rule) and entry.reconstructed:
        head.append(f"  ({voice().tell(MADE)})", "not bold magenta")
    if entry.awaits:
        head.append(f"  ({AWAITED}: awaits {entry.awaits})", "not bold yellow")
    lines = [Indented(entry.text if isinstance(entry, Rule) else entry.decision)]
    if isinstance(entry, Ruling) and entry.why:
        lines.append(_line("Why: {why}", why=entry.why))
    return Group(head, *lines)


def _part_head(part: Part) -> Text:
    mark = PARTLY if part.basis else MADE
    head = Text(part.title, "bold")
    told = f"  ({voice().tell(mark)})"
    return head.append(told, "not bold magenta") if part.reconstructed else head


def _part_lines(part: Part) -> Iterator[str]:
    if part.text:
        yield part.text
    if part.basis:
        yield voice().tell(phrase("Source: {source}.", source=part.basis))
