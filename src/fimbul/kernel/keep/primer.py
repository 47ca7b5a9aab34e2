"""A primer: how a game is played, on one screen, with pictures from its lesson's table."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.keep.lesson import Tongues
from fimbul.kernel.play.errors import BadLesson, NoSuchLesson
from fimbul.kernel.play.phrase import phrase

FILE = "primer.toml"
About = Literal["aim", "turn", "end", "score"]
PANELS: tuple[About, ...] = ("aim", "turn", "end", "score")


class Picture(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table in a task of the lesson, counted from 1, after so many of its picks."""

    task: int
    picks: int = 0
    zones: tuple[str, ...] = ()  # only these; none named: all
    mark: tuple[str, ...] = ()  # things that glow


class Topic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the four things to know. Every line of its text is one thought."""

    text: Tongues
    picture: Picture


class Primer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the game is about, what one does, when it ends, what counts."""

    aim: Topic
    turn: Topic
    end: Topic
    score: Topic

    def panel(self, about: About) -> Topic:
        found: Topic = getattr(self, about)
        return found


def primer(game: Game[Any]) -> Primer | None:
    """The primer of a game; None if it has none. BadLesson says what is wrong."""
    return read_primer(game.folder / FILE)


def find_primer(game: Game[Any]) -> Primer:
    """The same; NoSuchLesson if there is none."""
    if (found := primer(game)) is None:
        raise NoSuchLesson(phrase("{game} has no primer yet", game=game.title))
    return found


def read_primer(path: Path) -> Primer | None:
    if not path.exists():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Primer)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadLesson([f"{path.name}: {wrong}"]) from None
