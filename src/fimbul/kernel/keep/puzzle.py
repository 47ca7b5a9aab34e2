"""A puzzle: a position of a match from which exactly one turn is best. Kept beside its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.keep.match import Match
from fimbul.kernel.notation import Choice
from fimbul.kernel.play.errors import NoSuchPuzzle, did_you_mean
from fimbul.kernel.play.phrase import phrase
from fimbul.kernel.play.state import State

FILE = "puzzles.json"
STRIDE = 7919  # a prime, so that neighbouring days lie far apart in the list
P = TypeVar("P")
Theme = Literal["win", "turn", "grow", "hold"]


class Puzzle(Struct, frozen=True, kw_only=True):
    """How a match came to that position, and the one turn that is best there for its seat.

    Values are from -1 to 1, as bots judge the table after a turn; `second` is that of the best
    among all other turns.
    """

    name: str
    setup: dict[str, Any] = {}
    seed: int = 0
    turns: tuple[str, ...]  # up to the position, in the game's notation
    seat: int
    best: tuple[str, ...]  # all that the seat touches in that turn
    line: tuple[Choice, ...] = ()  # how it may go on after it
    value: float
    second: float
    theme: Theme
    stars: int  # how far a bot must look to find it: 1 to 3


def puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easy ones first; none if it has no file of them."""
    return read_puzzles(game.folder / FILE)


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    if not path.exists():
        return ()
    return msgspec.json.decode(path.read_bytes(), type=tuple[Puzzle, ...])


def write_puzzles(found: Iterable[Puzzle]) -> bytes:
    """As a file, a puzzle a line, the easy ones first; the same position stands in it once."""
    once = {puzzle.name: puzzle for puzzle in found}.values()
    lines = [
        msgspec.json.encode(one) for one in sorted(once, key=lambda one: (one.stars, one.name))
    ]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


def puzzle_of(known: Sequence[P], day: int) -> P:
    """The puzzle of a day, by the number of that day: the same for everybody."""
    return known[day * STRIDE % len(known)]


def find_puzzle(game: Game[Any], name: str) -> Puzzle:
    """The puzzle of that name; NoSuchPuzzle if there is none."""
    known = {puzzle.name: puzzle for puzzle in puzzles(game)}
    if name not in known:
        none = "{game} has no puzzle named '{name}'{perhaps}"
        perhaps = did_you_mean(name, known)
        raise NoSuchPuzzle(phrase(none, game=game.title, name=name, perhaps=perhaps))
    return known[name]


def puzzle_match(game: Game[Any], puzzle: Puzzle) -> Match[Any]:
    """The match up to the position."""
    match = Match(game, game.setup(**puzzle.setup), puzzle.seed)
    for turn in puzzle.turns:
        for seat, thing in game.notation.read(match.state, turn):
            match.choose(seat, thing)
    return match


def is_turn_over(game: Game[Any], puzzle: Puzzle, before: State, now: State) -> bool:
    """Whether the turn that was asked for is made."""
    if now.result is not None or game.turns(now) > game.turns(before):
        return True
    return puzzle.seat not in [decision.seat for decision in now.open]
