"""A state as JSON, at any moment, and back: it plays on with the same dice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import structs

from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.dice import SEEDS
from fimbul.kernel.play.errors import BadState
from fimbul.kernel.play.play import ask
from fimbul.kernel.play.state import State
from fimbul.kernel.play.step import Step
from fimbul.kernel.setup import Reader, read_fields, read_json_fields

NO_FIELD = "there is no such field{perhaps}"

if TYPE_CHECKING:
    from fimbul.kernel.game import Game

S = TypeVar("S", bound=State)


def encode(state: State) -> bytes:
    """Everything but the open decisions, which follow from the rest."""
    names = [name for name in state.__struct_fields__ if name != "asked"]
    return msgspec.json.encode({name: getattr(state, name) for name in names}, enc_hook=str)


def decode(game: Game[S], data: bytes | str) -> S:
    """The state that was encoded; BadState lists everything that does not fit the game."""
    fields = read_json_fields(data, BadState)
    values, problems = read_fields(_readers(game.state_type, game.package), fields, NO_FIELD)
    missing = [name for name in _required(game.state_type) if name not in fields]
    problems += [f"{name}: this field is missing" for name in missing]
    if problems:
        raise BadState(problems)
    state = game.state_type(**values)
    problems = list(_kernel_problems(state)) or list(state.problems()) or list(_reopen(state))
    if problems:
        raise BadState(problems)
    return state


@cache
def _required(state_type: type[State]) -> list[str]:
    return [field.name for field in structs.fields(state_type) if field.required]


def _kernel_problems(state: State) -> Iterator[str]:
    if not 0 <= state.seed < SEEDS:
        yield "seed: must be a number of 64 bits"
    rows = [[step.seat for step in row] for row in state.agenda]
    if any(not -1 <= seat < state.seats for row in rows for seat in row):
        yield f"agenda: a step asks a seat beyond 0 to {state.seats - 1}"
    if any(len(set(row)) < len(row) for row in rows):
        yield "agenda: a row asks a seat twice"
    open_row = rows[-1] if rows else []
    if any(seat != step.seat or seat not in open_row for seat, step in state.lanes.items()):
        yield "lanes: a seat goes on choosing that is not asked"
    if bool(state.agenda) == (state.result is not None):
        yield "agenda: a match is either over or has something left to happen"
    if any(not row for row in state.agenda):
        yield "agenda: a row has no step"
    if state.result is not None and not _fits(state.result, state.seats):
        yield f"result: needs a place for each of {state.seats} seats, the best being 1"


def _fits(result: Result, seats: int) -> bool:
    in_order = bool(result.places) and min(result.places) == 1
    return in_order and len(result.places) == seats and len(result.scores) in (0, seats)


def _reopen(state: State) -> Iterator[str]:
    """Ask again what was open. A step with values that make no sense shows itself here."""
    try:
        state.asked = ask(state)
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as wrong:
        yield f"agenda: the next step cannot be asked ({type(wrong).__name__}: {wrong})"
        return
    if state.agenda and not state.asked:
        yield "agenda: nothing can be chosen, though the match is not over"
    if any(decision.seat not in range(state.seats) for decision in state.asked):
        yield "agenda: somebody who does not sit at the table is asked"
    options = {decision.seat: decision.options for decision in state.asked}
    for seat, pick in state.sealed.items():
        if pick not in options.get(seat, ()):
            yield f"sealed: seat {seat} cannot have picked {pick!r}"
    if state.asked and len(state.sealed) >= len(state.asked):
        yield "sealed: everybody has picked, yet nothing happened"


@cache
def _readers(state_type: type[State], package: str) -> dict[str, Reader]:
    """By the declared types, with the game's own steps where the kernel can only say `Step`."""
    hints = {field.name: field.type for field in structs.fields(state_type)}
    step: Any = reduce(or_, steps_of(package))
    hints["agenda"] = list[tuple[step, ...]]
    hints["lanes"] = dict[int, step]
    del hints["asked"]
    return {name: msgspec.json.Decoder(hint).decode for name, hint in hints.items()}


def steps_of(package: str) -> list[type[Step[Any]]]:
    """Every step that a game's folder defines, in order of its name."""
    found: set[type[Step[Any]]] = set()
    heap: list[type[Step[Any]]] = list(Step.__subclasses__())
    while heap:
        step = heap.pop()
        heap += step.__subclasses__()
        if step.__module__ == package or step.__module__.startswith(package + "."):
            found.add(step)
    return sorted(found, key=lambda step: step.__name__)
