"""Fimbul: a digital table for the games of Ragnarök.

import fimbul

game = fimbul.game("ragnarocks")
state = game.new(seed=7)
print(game.scene(state, seat=0))
fimbul.choose(state, state.open[0].seat, state.open[0].options[0])
"""

from __future__ import annotations

from typing import Any

from fimbul import games as _games
from fimbul.kernel import (
    BadRecord,
    BadSetup,
    BadState,
    Decision,
    Dice,
    FimbulError,
    Game,
    IllegalChoice,
    Match,
    NoSuchBot,
    NoSuchGame,
    Record,
    Result,
    Scene,
    Setup,
    State,
    choose,
    decode,
    encode,
)
from fimbul.kernel import read_saga as _read_saga
from fimbul.kernel import replay as _replay
from fimbul.kernel import write_saga as _write_saga

__version__ = "0.1.0"

__all__ = [
    "BadRecord",
    "BadSetup",
    "BadState",
    "Decision",
    "Dice",
    "FimbulError",
    "Game",
    "IllegalChoice",
    "Match",
    "NoSuchBot",
    "NoSuchGame",
    "Record",
    "Result",
    "Scene",
    "Setup",
    "State",
    "choose",
    "decode",
    "encode",
    "game",
    "game_names",
    "read_saga",
    "replay",
    "write_saga",
]


def game_names() -> tuple[str, ...]:
    """The names of all games that can be played."""
    return _games.names()


def game(name: str) -> Game[Any]:
    """The game of that name."""
    return _games.find(name)


def replay(record: Record) -> Match[Any]:
    """The match that a record tells of, played again."""
    return _replay(game(record.game), record)


def write_saga(record: Record) -> str:
    """A record as the text of a `.saga` file."""
    return _write_saga(game(record.game), record)


def read_saga(text: str) -> Record:
    """The record in the text of a `.saga` file, checked by playing it."""
    return _read_saga(text, game)
