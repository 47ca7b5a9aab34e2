"""The tables that the server is measured with: every game, some of them in two sizes."""

from __future__ import annotations

from typing import Any, NamedTuple

import fimbul
from fimbul.kernel import Game

YARDSTICK = "brandub"


class Kind(NamedTuple):
    """A kind of table; `share` is what it should reach of the yardstick's durable moves."""

    name: str
    game: str
    options: dict[str, Any]
    share: float | None = None

    @property
    def rules(self) -> Game[Any]:
        return fimbul.game(self.game)


KINDS = (
    Kind(YARDSTICK, "brandub", {}),
    Kind("ragnarocks", "ragnarocks", {}, 0.6),
    Kind("powers", "ragnarocks", {"powers": ["odin", "random"]}),
    Kind("nine_realms", "nine_realms", {}, 0.4),
    Kind("drakkar", "drakkar", {"brawl": "sealed", "count": "off"}, 0.4),
    Kind("ragnarok_star", "ragnarok_star", {}, 0.4),
    Kind("rag_narok", "rag_narok", {}),
    Kind(
        "stones",
        "rag_narok",
        {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"},
    ),
)


def kinds(names: str) -> list[Kind]:
    """By name, with commas; the yardstick is always among them, and first."""
    wanted = {YARDSTICK, *(names.split(",") if names else (kind.name for kind in KINDS))}
    return [kind for kind in KINDS if kind.name in wanted]
