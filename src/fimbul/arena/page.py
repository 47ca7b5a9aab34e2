"""A report on paper: its chapters as one HTML page that needs nothing else, and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from msgspec import Struct

from fimbul.arena import plots
from fimbul.arena.plots import Plot

CODE = re.compile(r"`([^`]+)`")
LINKED = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
LETTERS_IN_A_LINE = 26  # letters of a cell that stands in one line
MINUS = "\N{MINUS SIGN}"
COUNT = re.compile(
    rf"[+{MINUS}]?[\d,.]+( %)?|[\d.]+ to [\d.]+ %|[+{MINUS}]?\d+ ± \d+|\d+ % \(\d+\)|"
)

# a drawing has the colours of a light page; here they follow the reader
COLOURS = {
    plots.PAPER: "--card",
    plots.INK: "--ink",
    plots.QUIET: "--mute",
    plots.LINE: "--line",
    plots.MARK: "--mark",
    plots.MORE: "--more",
}
STYLE = """
:root{color-scheme:light dark;--page:light-dark(#f5f1e8,#10161d);--card:light-dark(#fffaf0,#1b2530);
--ink:light-dark(#1d2329,#e8eef2);--mute:light-dark(#575d60,#a3b2bf);
--line:light-dark(#c9bfa9,#33414f);--mark:light-dark(#9c2b23,#f08b80);
--more:light-dark(#2f7896,#8fc3dc)}
body{font:16px/1.55 "Alegreya Sans","Segoe UI",system-ui,sans-serif;max-width:54rem;margin:0 auto;
padding:2.5rem 1rem 4rem;background:var(--page);color:var(--ink)}
h1,h2{font-family:"Alegreya SC",Georgia,serif;line-height:1.2;text-wrap:balance}
h1{font-size:2.1rem;margin:0 0 1rem}h2{font-size:1.45rem;margin:2.75rem 0 .5rem}
p{max-width:40rem;margin:.5rem 0 1rem}a{color:var(--mark)}code{font-size:.9em}
.scroll{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse}
th{font-weight:600;color:var(--mute);vertical-align:bottom}
td,th{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:left}
td{white-space:nowrap}.words{white-space:normal;min-width:8rem}
td:first-child,th:first-child{position:sticky;left:0;background:var(--page);padding-left:0}
.n{text-align:right;font-variant-numeric:tabular-nums}
figure{margin:1rem 0;padding:1rem;background:var(--card);border:1px solid var(--line);
border-radius:10px;overflow-x:auto}figcaption{font-weight:600;margin-bottom:.5rem}
figure svg{display:block;max-width:none}.narrow{display:none}
.row{display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0}.row figure{margin:0;padding:.75rem}
@media(max-width:760px){body{padding-top:1.5rem}h1{font-size:1.7rem}.wide{display:none}
.narrow{display:block}figure{padding:.75rem}td,th{padding:.3rem .35rem}}
"""


class ReportTable(Struct, frozen=True):
    """Some rows under headings."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportChapter(Struct, frozen=True):
    """A heading and what stands under it: text, plots, a table."""

    title: str
    text: str = ""
    table: ReportTable | None = None
    plots: tuple[Plot, ...] = ()


def as_markdown(title: str, chapters: Iterable[ReportChapter], files: Mapping[str, str]) -> str:
    """Plots are linked as files, by title."""
    return f"# {title}\n" + "".join(_told(one, files) for one in chapters)


def _told(one: ReportChapter, files: Mapping[str, str]) -> str:
    parts = [one.text] if one.text else []
    parts += [f"![{plot.title}]({files[plot.title]})" for plot in one.plots]
    parts += ["\n".join(_lines(one.table))] if one.table else []
    return f"\n## {one.title}\n" + "".join(f"\n{part}\n" for part in parts)


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
    text = f"<p>{_words(one.text)}</p>" if one.text else ""
    named = len(one.plots) > 1  # a plot alone has the name of its chapter
    drawn = "".join(_figure(plot, named) for plot in one.plots)
    if named:
        drawn = f'<div class="row">{drawn}</div>'
    return f"<section><h2>{escape(one.title)}</h2>{text}{drawn}{_table(one.table)}</section>"


def _figure(one: Plot, named: bool) -> str:
    head = f"<figcaption>{escape(one.title)}</figcaption>" if named else ""
    drawn = _themed(one.wide)
    if one.narrow:
        drawn = f'<div class="wide">{drawn}</div><div class="narrow">{_themed(one.narrow)}</div>'
    return f'<figure role="img" aria-label="{escape(one.title)}">{head}{drawn}</figure>'


def _themed(svg: str) -> str:
    for colour, name in COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"var({name})"')
    return svg


def _table(table: ReportTable | None) -> str:
    if table is None:
        return ""
    kinds = [_kind(cells) for cells in zip(*table.rows, strict=True)] or [""] * len(table.head)
    head = "".join(_cell("th", *pair) for pair in zip(table.head, kinds, strict=True))
    rows = "".join(
        f"<tr>{''.join(_cell('td', *pair) for pair in zip(row, kinds, strict=True))}</tr>"
        for row in table.rows
    )
    return f'<div class="scroll"><table><tr>{head}</tr>{rows}</table></div>'


def _kind(cells: Sequence[str]) -> str:
    """Numbers stand under each other; sentences may be broken."""
    if all(map(COUNT.fullmatch, cells)):
        return " class=n"
    long = max(map(len, cells)) > LETTERS_IN_A_LINE
    return " class=words" if long and "](" not in "".join(cells) else ""


def _cell(tag: str, words: str, kind: str) -> str:
    return f"<{tag}{kind}>{_words(words)}</{tag}>"


def _words(text: str) -> str:
    """Code and links of Markdown are code and links here too."""
    told = CODE.sub(r"<code>\1</code>", escape(text))
    return LINKED.sub(r'<a href="\2">\1</a>', told)
