"""A study's report: the same chapters as Markdown and as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from msgspec import Struct

from fimbul.arena.findings import Findings, Spread
from fimbul.arena.looking import LookedAt
from fimbul.arena.study import BalanceStudy
from fimbul.kernel import Game, counted

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;"
    "background:#f5f1e8;color:#1d2329}table{border-collapse:collapse;margin:1rem 0;display:block;"
    "overflow-x:auto}td,th{padding:.2rem .6rem;border-bottom:1px solid #d8cfba;text-align:left}"
    "td{font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}a{color:#8d2f23}"
)
MOST_PAIRS = 12  # values whose pairs fit into a table; more are drawn only


class ReportTable(Struct, frozen=True):
    """Some rows under headings."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportChapter(Struct, frozen=True):
    """A heading and what stands under it: text, a table, a plot."""

    title: str
    text: str = ""
    table: ReportTable | None = None
    plot: str = ""


class KeptMatch(Struct, frozen=True):
    """A match worth a look: why, its file beside the report, and a link that opens it."""

    why: str
    file: str
    link: str


def chapters_of(
    study: BalanceStudy,
    game: Game[Any],
    found: Findings,
    drawn: Mapping[str, str],
    kept: Sequence[KeptMatch],
) -> list[ReportChapter]:
    """In the order in which they are read."""
    told = [
        ReportChapter("In short", _summary(study, game, found), _lengths(found)),
        ReportChapter("Seats", "How often each seat came first.", _seats(found)),
        *_entries(found),
        *_things(found),
        ReportChapter("How matches ended", table=_ends(game, found)),
        ReportChapter("Matches to look at", LINKED, _linked(kept)),
    ]
    plots = [ReportChapter(title, plot=svg) for title, svg in drawn.items()]
    return [told[0], *plots, *told[1:]]


LINKED = (
    "Open shows the match at the table, where Fimbul is served under the address of the link. The "
    "file does the same on its front page, or by `fimbul replay FILE`."
)


def _summary(study: BalanceStudy, game: Game[Any], found: Findings) -> str:
    bots = " and ".join(dict.fromkeys(study.bots))
    text = (
        f"{counted(found.matches, 'match', 'matches')} of {game.title} (rules {game.rules}) "
        f"between {bots}, seed {study.seed}; {found.drawn} of them with a shared first place."
    )
    return f"{study.text.strip()} {text}".strip()


def _lengths(found: Findings) -> ReportTable:
    told = (
        ("choices", found.choices),
        ("turns", found.turns),
        ("margin in points", found.margins),
        ("lead changes", found.lead_changes),
    )
    head = ("of a match", "mean", "median", "least", "most")
    return ReportTable(
        head, tuple((name, *_spread(spread)) for name, spread in told if spread.most)
    )


def _spread(spread: Spread) -> tuple[str, ...]:
    return (f"{spread.mean:.1f}", f"{spread.median:g}", str(spread.least), str(spread.most))


def _percent(rate: float) -> str:
    return f"{rate:.0%}"


def _between(low: float, high: float) -> str:
    return f"{low:.0%} to {high:.0%}"


def _seats(found: Findings) -> ReportTable:
    rows = (
        (str(seat), str(one.played), _percent(one.rate), _between(*one.interval))
        for seat, one in enumerate(found.seats, start=1)
    )
    return ReportTable(("seat", "matches", "first", "95 % interval"), tuple(rows))


def _entries(found: Findings) -> Iterator[ReportChapter]:
    if not found.entries:
        return
    points = {one.name: f"{one.points:+.0f} ± {one.reach:.0f}" for one in found.strengths}
    head = ("value", "matches", "first", "95 % interval", *(("Elo",) if points else ()))
    rows = tuple(
        (one.name, str(one.played), _percent(one.rate), _between(one.low, one.high))
        + ((points[one.name],) if points else ())
        for one in found.entries
    )
    text = BY_SEAT if points else BY_TABLE
    yield ReportChapter("Values", text, ReportTable(head, rows))
    if points and len(points) <= MOST_PAIRS:
        yield ReportChapter("Who beats whom", "The share of the row.", _matrix(found))


BY_SEAT = "How often each value came first, and its strength by Bradley and Terry."
BY_TABLE = "How often the first seat came first, with each value of the table."


def _matrix(found: Findings) -> ReportTable:
    names = tuple(one.name for one in found.strengths)
    share = {(one, other): part for one, other, _, part in found.pairs}
    rows = (
        (one, *(_percent(share[one, other]) if (one, other) in share else "" for other in names))
        for one in names
    )
    return ReportTable(("", *names), tuple(rows))


def _things(found: Findings) -> Iterator[ReportChapter]:
    if not found.things:
        return
    head = ("thing", "offered", "taken", "seats that took it", "first", "95 % interval", "remark")
    rows = tuple(
        (one.name, str(one.offered), _percent(one.picked), str(one.played), _percent(one.rate),
         _between(one.low, one.high), one.remark)
        for one in found.things
    )  # fmt: skip
    yield ReportChapter("What was taken, and how that went", CAUSES, ReportTable(head, rows))


CAUSES = (
    "Who takes a thing and wins need not win because of it: a rate tells where to look, not why."
)


def _ends(game: Game[Any], found: Findings) -> ReportTable:
    titles = {rule.id: rule.title for rule in game.rulebook.rules.values()}
    told = ((titles.get(rule) or game.rulebook.sentence(rule), n) for rule, n in found.because)
    rows = ((words, str(count)) for words, count in told)
    return ReportTable(("ended by", "matches"), tuple(rows))


def _linked(kept: Sequence[KeptMatch]) -> ReportTable:
    rows = ((one.why, f"[Open]({one.link})", f"[{one.file}]({one.file})") for one in kept)
    return ReportTable(("match", "at the table", "file"), tuple(rows))


def worth_a_look(looked: Sequence[LookedAt]) -> dict[str, LookedAt]:
    """A typical match, and those that stick out."""
    by_length = sorted(looked, key=lambda one: (one.turns, one.match.number))
    return {
        "typical: of middling length": by_length[len(by_length) // 2],
        "the longest": by_length[-1],
        "the shortest": by_length[0],
        "the clearest win": max(looked, key=lambda one: one.margin),
        "the most changes of the lead": max(looked, key=lambda one: one.lead_changes),
    }


def as_markdown(title: str, chapters: Iterable[ReportChapter], pictures: Mapping[str, str]) -> str:
    """Plots are linked as files, by title."""
    parts = [f"# {title}\n"]
    for one in chapters:
        parts.append(f"\n## {one.title}\n")
        if one.text:
            parts.append(f"\n{one.text}\n")
        if one.title in pictures:
            parts.append(f"\n![{one.title}]({pictures[one.title]})\n")
        if one.table:
            parts.append("\n" + "\n".join(_lines(one.table)) + "\n")
    return "".join(parts)


def _lines(table: ReportTable) -> Iterator[str]:
    yield f"| {' | '.join(table.head)} |"
    yield "|" + "---|" * len(table.head)
    for row in table.rows:
        yield f"| {' | '.join(row)} |"


def as_html(title: str, chapters: Iterable[ReportChapter]) -> str:
    """Plots are in the page itself: it can be sent around as one file."""
    body = "".join(_section(one) for one in chapters)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{body}</html>\n"
    )


def _section(one: ReportChapter) -> str:
    told = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(one.text))
    text = f"<p>{told}</p>" if told else ""
    return f"<h2>{escape(one.title)}</h2>{text}{one.plot}{_html_table(one.table)}"


def _html_table(table: ReportTable | None) -> str:
    if table is None:
        return ""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _cell(cell: str) -> str:
    """A link of Markdown is a link here too."""
    if cell.startswith("[") and cell.endswith(")"):
        name, _, target = cell[1:-1].partition("](")
        return f'<a href="{escape(target)}">{escape(name)}</a>'
    return escape(cell)
