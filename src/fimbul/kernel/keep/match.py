"""A match is its setup, its seed and its choices; all else is computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.notation import Choice
from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.errors import BadRecord, BadSetup, IllegalChoice
from fimbul.kernel.play.phrase import QUOTED, phrase
from fimbul.kernel.play.play import choose
from fimbul.kernel.play.state import State
from fimbul.kernel.setup import Setup

S = TypeVar("S", bound=State)


class Record(Struct, frozen=True, kw_only=True):
    """A match on paper. `comments` follow the turn with that number; 0 is before the first."""

    game: str
    rules: str = "1"
    setup: dict[str, Any] = {}
    seed: int = 0
    mixed: bool = False  # every choice was mixed into the dice
    choices: tuple[Choice, ...] = ()
    result: Result | None = None
    tags: dict[str, str] = {}  # who played, when, where: free text by name
    comments: dict[int, str] = {}


class Match(Generic[S]):
    """One playing of a game."""

    def __init__(
        self, game: Game[S], setup: Setup | None = None, seed: int = 0, *, mixed: bool = False
    ) -> None:
        self.game = game
        self.setup = game.setup_type() if setup is None else setup
        self.seed, self.mixed = seed, mixed
        self.choices: list[Choice] = []
        self.state: S = game.new(self.setup, seed, mixed=mixed)

    def choose(self, seat: int, thing: str) -> None:
        choose(self.state, seat, thing)
        self.choices.append((seat, thing))

    def undo(self, count: int = 1) -> None:
        """Take the last choices back, by playing the others again."""
        kept = self.choices[: max(0, len(self.choices) - count)]
        self.state, self.choices = self.game.new(self.setup, self.seed, mixed=self.mixed), []
        for seat, thing in kept:
            self.choose(seat, thing)

    def record(
        self, tags: Mapping[str, str] | None = None, comments: Mapping[int, str] | None = None
    ) -> Record:
        return Record(
            game=self.game.id,
            rules=self.game.rules,
            setup=msgspec.json.decode(msgspec.json.encode(self.setup)),
            seed=self.seed,
            mixed=self.mixed,
            choices=tuple(self.choices),
            result=self.state.result,
            tags=dict(tags or {}),
            comments=dict(comments or {}),
        )


def replay(game: Game[S], record: Record) -> Match[S]:
    """The match that a record tells of; BadRecord if it cannot have been played that way."""
    if record.game != game.id:
        wrong = "game: this is a record of {game}, not of {other}"
        raise BadRecord([phrase(wrong, game=record.game[:QUOTED], other=game.id)])
    try:
        match = Match(game, game.setup(**record.setup), record.seed, mixed=record.mixed)
    except BadSetup as bad:
        raise BadRecord(bad.problems) from None
    if record.rules != game.rules:
        wrong = "rules: written by version {rules}, this is {today}"
        raise BadRecord([phrase(wrong, rules=record.rules[:QUOTED], today=game.rules)])
    for number, (seat, thing) in enumerate(record.choices, start=1):
        try:
            match.choose(seat, thing)
        except IllegalChoice as illegal:
            wrong = phrase("choice {number}: {problem}", number=number, problem=illegal.plainly)
            raise BadRecord([wrong]) from None
    if record.result is not None and record.result != match.state.result:
        raise BadRecord(["result: the choices lead to another one"])
    return match
