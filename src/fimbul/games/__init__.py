"""The games. A folder with a `rules.toml` is a game; packages bring others by entry points."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from fimbul.kernel import UNLOADABLE, BrokenGame, Game, NoSuchGame

HERE = Path(__file__).parent
GROUP = "fimbul.games"  # of entry points: name = "package"


@cache
def own_names() -> tuple[str, ...]:
    """The folders' names, sorted."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/rules.toml")))


@cache
def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """What packages bring, by name; nothing of it is imported before it is asked for."""
    names = sorted({point.name for point in entry_points(group=GROUP)})
    return {name: tuple(entry_points(group=GROUP, name=name)) for name in names}


def names() -> tuple[str, ...]:
    """Our own, then those of packages."""
    return (*own_names(), *(name for name in installed() if name not in own_names()))


def find(name: str) -> Game[Any]:
    """The game of that name; NoSuchGame names the nearest, BrokenGame what is wrong with it."""
    if name not in names():
        raise NoSuchGame(name, names())
    points = installed().get(name, ())
    if name in own_names():
        _refuse_clash(name, ("fimbul", *map(_package, points)))
        game = import_module(f"fimbul.games.{name}").GAME
        assert isinstance(game, Game), f"games/{name}/__init__.py must define GAME = Game(...)"
        return game
    _refuse_clash(name, tuple(map(_package, points)))
    return _loaded(points[0])


def _refuse_clash(name: str, packages: tuple[str, ...]) -> None:
    if len(set(packages)) > 1:
        both = " and ".join(sorted(set(packages)))
        raise BrokenGame(f"{both} both bring a game {name!r}; remove one of them")


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


def _loaded(point: EntryPoint) -> Game[Any]:
    whose = f"the game {point.name!r} of {_package(point)}"
    try:
        game = getattr(point.load(), "GAME", None)
    except UNLOADABLE as wrong:
        raise BrokenGame(f"{whose} is broken: {type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(game, Game):
        raise BrokenGame(f"{whose} is broken: {point.value} must define GAME = Game(...)")
    if game.id != point.name:
        raise BrokenGame(f"{whose} is broken: its folder is {game.id!r}, so that is its name")
    return game
