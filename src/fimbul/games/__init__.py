"""The games. A folder with a `rules.toml` is a game; nothing is registered anywhere."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from fimbul.kernel import Game, NoSuchGame

HERE = Path(__file__).parent


@cache
def names() -> tuple[str, ...]:
    """The folders' names, sorted."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/rules.toml")))


def find(name: str) -> Game[Any]:
    """The game of that name, or NoSuchGame with the nearest name there is."""
    if name not in names():
        raise NoSuchGame(name, names())
    game = import_module(f"fimbul.games.{name}").GAME
    assert isinstance(game, Game), f"games/{name}/__init__.py must define GAME = Game(...)"
    return game
