"""The pictures of the house: its rooms, and which room asks which.

`make map` draws them anew from the import graph. A room is a folder; what stands in its box is the
first sentence of its `__init__.py`. An arrow that follows from two others is left out.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path

from tests.test_layers import ROOT, imports, sources

PICTURES = Path(__file__).parents[2] / "docs/pictures"
WIDE, HIGH, ACROSS, DOWN, MARGIN = 216, 84, 28, 56, 24
LETTERS, LINES = 30, 3  # as much of a sentence as fits into a box
STYLE = (
    "svg{font:12px system-ui,sans-serif;--paper:#f5f1e8;--box:#fffaf0;--edge:#a99c80;--ink:#1d2329;"
    "--mute:#575d60;--line:#8d7a55}"
    "@media(prefers-color-scheme:dark){svg{--paper:#10161d;--box:#1b2530;--edge:#46586a;"
    "--ink:#e8eef2;--mute:#a3b2bf;--line:#93a1ad}}"
    ".p{fill:var(--paper)}.b{fill:var(--box);stroke:var(--edge)}.n{font-weight:600;font-size:14px;"
    "fill:var(--ink)}.t{fill:var(--mute)}.a{fill:none;stroke:var(--line)}.h{fill:var(--line)}"
)

STARTING = ("__init__", "__main__", "command", "run", "app")  # nobody in the server asks them

Graph = dict[str, set[str]]  # a room, and the rooms that it asks
Place = tuple[float, float]


def house(parts: tuple[str, ...]) -> str:
    """The rooms of the whole package: the kernel's rings behind its door, all games as one."""
    if parts[0] != "kernel" or parts[1] == "__init__.py":
        return parts[0]
    return "/".join(parts[:2]) if len(parts) > 2 else "kernel/game"


def battle(parts: tuple[str, ...]) -> str:
    """The rooms of the largest game."""
    home = ("games", "rag_narok")
    return "/".join(parts[1:3]) if parts[:2] == home and len(parts) > 3 else ""


def hall(parts: tuple[str, ...]) -> str:
    """The rooms of the server; a file between the rooms is a room of its own, but for those that
    start it."""
    if parts[0] != "server" or len(parts) < 2:
        return ""
    first = parts[1].removesuffix(".py")
    return "server/app" if first in STARTING else f"server/{first}"


DRAWN: dict[str, Callable[[tuple[str, ...]], str]] = {
    "house.svg": house,
    "house-rag-narok.svg": battle,
    "house-server.svg": hall,
}


def graph(room: Callable[[tuple[str, ...]], str]) -> Graph:
    """Every room, and the other rooms that its files import from."""
    asks: Graph = {}
    for path in sources():
        parts = path.relative_to(ROOT).parts
        here = room(parts) if len(parts) > 1 else ""
        if here:
            there = asks.setdefault(here, set())
            there.update(found for name in imports(path) if (found := room(_file(name))))
    return {here: {one for one in there if one in asks} - {here} for here, there in asks.items()}


def _file(name: str) -> tuple[str, ...]:
    """Where a module lies, as the parts of its path; a package is its `__init__.py`."""
    parts = tuple(name.split("."))[1:]
    while parts and not ROOT.joinpath(*parts).is_dir() and not _source(parts).is_file():
        parts = parts[:-1]  # what is imported from a module is no part of its path
    inside = ROOT.joinpath(*parts)
    return (*parts, "__init__.py") if inside.is_dir() else (*parts[:-1], f"{parts[-1]}.py")


def _source(parts: tuple[str, ...]) -> Path:
    return ROOT.joinpath(*parts).with_suffix(".py")


def reach(asks: Graph, room: str) -> set[str]:
    """All rooms that a room leads to, over any number of doors."""
    found: set[str] = set()
    ahead = set(asks[room])
    while ahead:
        one = ahead.pop()
        found.add(one)
        ahead |= asks[one] - found
    return found


def rows(asks: Graph) -> list[list[str]]:
    """Rooms that nobody asks stand above; rooms that ask each other stand side by side."""
    reached = {room: reach(asks, room) for room in asks}
    depth: dict[str, int] = {}
    for room in sorted(asks, key=lambda one: (len(reached[one] | {one}), one)):
        below = [depth[one] for one in reached[room] if room not in reached[one]]
        depth[room] = 1 + max(below, default=-1)
        for twin in reached[room]:
            if room in reached[twin] and twin in depth:
                depth[room] = depth[twin]
    levels = range(max(depth.values()), -1, -1)
    return [sorted(room for room in asks if depth[room] == level) for level in levels]


def doors(asks: Graph) -> Iterator[tuple[str, str]]:
    """The arrows that do not follow from others; rooms that ask each other keep theirs."""
    reached = {room: reach(asks, room) for room in asks}
    for room in sorted(asks):
        for other in sorted(asks[room]):
            between = (one for one in asks[room] - {other} if room not in reached[one])
            if room in reached[other] or not any(other in reached[one] for one in between):
                yield room, other


def sign(room: str) -> list[str]:
    """The first sentence of a room's own file, cut to what fits."""
    inside = (ROOT if (ROOT / room.split("/")[0]).is_dir() else ROOT / "games") / room
    file = inside / "__init__.py" if inside.is_dir() else inside.with_suffix(".py")
    told = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    sentence = " ".join(told.split("\n\n")[0].split()).split(". ")[0]
    lines = textwrap.wrap(sentence, LETTERS)
    return lines if len(lines) <= LINES else [*lines[: LINES - 1], lines[LINES - 1][:-1] + "…"]


def placed(levels: list[list[str]]) -> dict[str, Place]:
    """Where the left upper corner of each box lies: every row in the middle."""
    widest = max(len(level) for level in levels)
    return {
        room: (
            MARGIN + (across + (widest - len(level)) / 2) * (WIDE + ACROSS),
            MARGIN + down * (HIGH + DOWN),
        )
        for down, level in enumerate(levels)
        for across, room in enumerate(level)
    }


def arrow(start: Place, end: Place) -> str:
    """From the foot of a box to the head of another, or from side to side in one row."""
    if start[1] == end[1]:
        left = start[0] < end[0]
        x, y = start[0] + WIDE * left, start[1] + HIGH / 2
        to = end[0] + WIDE * (not left)
        return f'<path class="a" d="M{x:g} {y:g}H{to:g}" marker-end="url(#h)"/>'
    x, y, to, foot = start[0] + WIDE / 2, start[1] + HIGH, end[0] + WIDE / 2, end[1]
    bend = f"C{x:g} {y + DOWN:g} {to:g} {foot - DOWN:g} {to:g} {foot:g}"
    return f'<path class="a" d="M{x:g} {y:g}{bend}" marker-end="url(#h)"/>'


def box(room: str, place: Place) -> Iterator[str]:
    x, y = place
    yield f'<rect class="b" x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="8"/>'
    yield f'<text class="n" x="{x + 12:g}" y="{y + 22:g}">{escape(room)}</text>'
    for number, line in enumerate(sign(room)):
        yield f'<text class="t" x="{x + 12:g}" y="{y + 41 + 15 * number:g}">{escape(line)}</text>'


def picture(asks: Graph) -> str:
    """A graph of rooms as an SVG that suits a light page and a dark one."""
    levels = rows(asks)
    places = placed(levels)
    wide = 2 * MARGIN + max(len(level) for level in levels) * (WIDE + ACROSS) - ACROSS
    high = 2 * MARGIN + len(levels) * (HIGH + DOWN) - DOWN
    drawn: Iterable[str] = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">',
        f"<style>{STYLE}</style>",
        '<marker id="h" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path class="h" d="M0 0L8 4L0 8z"/></marker>',
        f'<rect class="p" width="{wide}" height="{high}" rx="12"/>',
        *(arrow(places[start], places[end]) for start, end in doors(asks)),
        *(line for room, place in places.items() for line in box(room, place)),
        "</svg>",
    )
    return "\n".join(drawn) + "\n"


if __name__ == "__main__":
    for name, room in DRAWN.items():
        (PICTURES / name).write_text(picture(graph(room)), encoding="utf-8")
