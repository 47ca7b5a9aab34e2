"""What a bot is asked, and what it answers: all that goes to another process or another machine.

A job holds what its seat may know and nothing more. The state in it is dreamt for that seat, so
whoever reads the job learns no hand, no sealed pick and no die of the match.
"""

from __future__ import annotations

import secrets
from itertools import count
from typing import Any, Literal

from msgspec import Struct

from fimbul.kernel import Dice, Game, Line, State, encode

Task = Literal["pick", "analyse"]  # an analysis is described by its budget
_numbers = count(1)


def numbered() -> int:
    """The number of a new job."""
    return next(_numbers)


class BotJob(Struct, frozen=True, kw_only=True):
    """A decision to be answered."""

    package: str  # of the game
    state: str  # any that agrees with what the seat sees
    seat: int
    bot: str
    seed: int
    table: str
    number: int  # of the job: an answer that nobody waits for any more must not be taken for it
    task: Task = "pick"


class Pick(Struct, frozen=True, omit_defaults=True):
    """A thing, or a code for why there is none; the answer to an analysis has a value and lines."""

    number: int
    thing: str = ""
    trouble: str = ""
    value: float = 0.0
    lines: tuple[Line, ...] = ()


def job_of(
    game: Game[Any], state: State, seat: int, bot: str, table: str, task: Task = "pick"
) -> BotJob:
    """The job for the bot of that seat; `table` says for whom it thinks."""
    seed = secrets.randbits(64)
    return BotJob(
        package=game.package,
        state=encode(known_to(game, state, seat, seed)).decode(),
        seat=seat,
        bot=bot,
        seed=seed,
        table=table,
        number=numbered(),
        task=task,
    )


def known_to(game: Game[Any], state: State, seat: int, seed: int) -> State:
    """A state that agrees with what that seat knows. Whoever dreams on in it dreams what it would
    have dreamt at the table itself."""
    dream: State = game.imagine(state, seat, Dice(seed))
    told: list[Any] = [event.seen_by(seat) for event in state.events]
    dream.events = [event for event in told if event is not None]
    return dream
