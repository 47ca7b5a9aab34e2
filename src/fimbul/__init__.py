"""Fimbul: a digital table for the games of Ragnarök.

import fimbul

game = fimbul.game("ragnarocks")
state = game.new(seed=7)
print(game.scene(state, seat=0))
fimbul.choose(state, state.open[0].seat, state.open[0].options[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from fimbul import games as _games
from fimbul import notebook as _notebook
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

if TYPE_CHECKING:
    from fimbul.games.brandub.state import Brandub
    from fimbul.games.drakkar.state.table import Drakkar
    from fimbul.games.nine_realms.state import NineRealms
    from fimbul.games.rag_narok.state import RagNarok
    from fimbul.games.ragnarocks.state import Ragnarocks
    from fimbul.games.ragnarok_star.state.table import RagnarokStar

_notebook.furnish()

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


# So that an editor knows the state of a game. The folders of `games` are what can be played; a
# test holds these lines to them.
@overload
def game(name: Literal["brandub"]) -> Game[Brandub]: ...
@overload
def game(name: Literal["drakkar"]) -> Game[Drakkar]: ...
@overload
def game(name: Literal["nine_realms"]) -> Game[NineRealms]: ...
@overload
def game(name: Literal["rag_narok"]) -> Game[RagNarok]: ...
@overload
def game(name: Literal["ragnarocks"]) -> Game[Ragnarocks]: ...
@overload
def game(name: Literal["ragnarok_star"]) -> Game[RagnarokStar]: ...
@overload
def game(name: str) -> Game[Any]: ...


def game(name: str) -> Game[Any]:
    """The game of that name, or NoSuchGame with the nearest name there is."""
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
