"""Turns in words, and what bots say of them: for what was better, and for puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from fimbul.kernel import Choice, Game, State, choose, listed
from fimbul.server.bots.job import Pick, job_of
from fimbul.server.bots.pool import Rank
from fimbul.server.match.viewpoint import Viewpoint
from fimbul.server.services import Services
from fimbul.server.wire.bodies import TurnTold

THEN = " → "


def told_turn(
    eyes: Viewpoint, state: State, seat: int, picks: Sequence[str]
) -> tuple[TurnTold, State]:
    """What that seat touches and what the viewer is told of it; and the table after it."""
    now, names, told = state.clone(), [], []
    for pick in picks:
        labels = {thing.id: thing.label for thing in eyes.game.scene(now, seat).things()}
        names.append(labels.get(pick) or pick.partition(":")[2].replace("-", " "))
        choose(now, seat, pick)
        told += [event.words for event in eyes.events(now.events) if event.words]
    return TurnTold(seat, tuple(picks), listed(names, THEN), tuple(told)), now


def told_line(eyes: Viewpoint, state: State, choices: Iterable[Choice]) -> tuple[TurnTold, ...]:
    """Turn after turn in words, from that table on."""
    found = []
    for seat, group in groupby(choices, key=lambda choice: choice[0]):
        turn, state = told_turn(eyes, state, seat, [thing for _, thing in group])
        found.append(turn)
    return tuple(found)


async def worth(
    services: Services, game: Game[Any], state: State, seat: int, name: str, person: str
) -> tuple[float, Pick | None]:
    """How good a table is for a seat, and what whoever is asked there would do.

    Where there are more than two sides, what is bad for one is taken to be good for the others.
    """
    if state.result is not None:
        return state.result.reward(seat), None
    asked = state.open[0].seat
    do = services.errands.do
    job = await do(person, job_of, game, state, asked, services.advice, name, "analyse")
    found = await services.pool.analyse(job, person, Rank.STUDY)
    return (found.value if asked in game.allies(state, seat) else -found.value), found


def turn_of(game: Game[Any], state: State, seat: int, picks: Sequence[str]) -> tuple[str, ...]:
    """As much of a line as belongs to this turn."""
    now, turn, taken = state.clone(), game.turns(state), []
    for pick in picks:
        asked = next((one for one in now.open if one.seat == seat), None)
        if asked is None or game.turns(now) > turn or pick not in asked.options:
            break
        choose(now, seat, pick)
        taken.append(pick)
    return tuple(taken)
