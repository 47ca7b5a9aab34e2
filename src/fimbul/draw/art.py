"""The symbols that things are drawn with: a game's own, and the emblems of seats."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from fimbul.kernel import Game

SYMBOL = re.compile(r'<symbol\b[^>]*?\bid="([^"]+)"[^>]*>.*?</symbol>', re.DOTALL)


def symbols(game: Game[Any]) -> str:
    """The `<symbol>` elements of the game's art/*.svg, files in order of their names."""
    sheets = sorted((game.folder / "art").glob("*.svg"))
    return "\n".join(_found(sheet.read_text(encoding="utf-8")) for sheet in sheets)


@cache
def emblems() -> str:
    """The six emblems that seats wear besides their colour."""
    return _found(files("fimbul.draw").joinpath("emblems.svg").read_text(encoding="utf-8"))


def names(sheet: str) -> frozenset[str]:
    """The ids of the symbols in a sheet."""
    return frozenset(match[1] for match in SYMBOL.finditer(sheet))


def needed(sheet: str, arts: frozenset[str]) -> str:
    """Only the symbols with these ids and those that they use themselves; each id once."""
    bodies: dict[str, str] = {}
    for match in SYMBOL.finditer(sheet):
        bodies.setdefault(match[1], match[0])
    wanted, heap = set[str](), [art for art in arts if art in bodies]
    while heap:
        art = heap.pop()
        if art not in wanted:
            wanted.add(art)
            heap += [used for used in re.findall(r'href="#([^"]+)"', bodies[art]) if used in bodies]
    return "\n".join(body for art, body in bodies.items() if art in wanted)


def _found(sheet: str) -> str:
    return "\n".join(match[0] for match in SYMBOL.finditer(sheet))
