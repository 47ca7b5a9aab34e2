"""What touching a thing would do, shown before it is touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import put, resolve
from fimbul.games.ragnarocks.rules.regions import cuts
from fimbul.games.ragnarocks.rules.turn import Move, Select, Summon, TurnStep, aim, reach
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.scene.pieces import KEPT, name_of, stone, viking
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import (
    Counted,
    Fact,
    Mark,
    Note,
    Preview,
    Said,
    Step,
    Thing,
    Tone,
    named,
    next_step,
)


def previews(state: Ragnarocks, seat: int | None) -> tuple[Preview, ...]:
    """One for each option of the seat that is asked."""
    if seat is None or not state.asked or state.asked[0].seat != seat:
        return ()
    step, options = state.agenda[-1][0], state.asked[0].options
    if state.powers:
        return tuple(_of_pick(state, step, option) for option in options if option != p.PASS)
    if isinstance(step, Select):
        return tuple(_of_viking(state, seat, option) for option in options)
    if isinstance(step, Move):
        return tuple(_of_ways(state, step, options))
    if isinstance(step, Summon):
        return tuple(_of_stones(state, step, options))
    return ()


# -- with powers -------------------------------------------------------------------------------


def _of_pick(state: Ragnarocks, step: Step[Any], option: str) -> Preview:
    """Whatever the pick changes on the board, and what could be touched after it."""
    if not isinstance(step, TurnStep) or step.before_play:
        return Preview(option)
    dream = state.clone()
    dream.events = []
    dream.agenda.pop()
    step.run(dream, option)
    marks = (*_ways_gone(state, dream), *_asked_next(dream, step.seat))
    settled = any(isinstance(event, Counted) for event in dream.events)
    return Preview(option, tuple(_ghosts(state, dream)), marks, (_closing(dream),) * settled)


def _ghosts(state: Ragnarocks, dream: Ragnarocks) -> Iterator[Thing]:
    """Vikings where they would be, and runestones that would lie there."""
    for number, (at, to) in enumerate(zip(state.where, dream.where, strict=True)):
        if at != to != p.OFF:
            yield viking(dream.board, number, to, ("ghost",))
    for number, to in enumerate(dream.stones, start=1):
        if to != p.OFF and to not in state.stones:
            yield stone(dream.board, number, to, ("ghost",))


def _ways_gone(state: Ragnarocks, dream: Ragnarocks) -> Iterator[Mark]:
    """From where each viking stands to where it would be; around a runestone that would go."""
    board = p.board(state.board)
    for at, to in zip(state.where, dream.where, strict=True):
        if at != to and p.OFF not in (at, to):
            yield Mark("path", (outline.centre(board, at), outline.centre(board, to)), "gold")
    for at in set(state.stones) - {p.OFF, *dream.stones}:
        yield Mark("outline", outline.rim(state.board, at), "blood")


def _asked_next(dream: Ragnarocks, seat: int) -> tuple[Mark, ...]:
    """Where the same seat could go on: a runestone's flights in ice, all else in gold."""
    step = next_step(dream)
    if not isinstance(step, TurnStep) or step.seat != seat or step.opens_turn():
        return ()
    index = p.board(dream.board).index
    cells = [index[way] for way in step.options(dream) if way in index]
    return _dots(dream, cells, "ice" if isinstance(step, Summon) else "gold")


# -- without -----------------------------------------------------------------------------------


def _of_viking(state: Ragnarocks, seat: int, option: str) -> Preview:
    """The hexes that the viking can reach."""
    return Preview(option, marks=_dots(state, reach(state, Move(seat, option)), "gold"))


def _of_ways(state: Ragnarocks, move: Move, options: Sequence[str]) -> Iterator[Preview]:
    """The viking there, and where its runestone could fly. It walks from one to the next."""
    board, trial, centres = p.board(state.board), state.clone(), outline.centres(state.board)
    number, summon = board.numbers[move.viking], Summon(move.seat, move.viking)
    start = centres[state.where[number]]
    for option in options:
        to = board.index[option]
        put(trial, number, to)
        way = Mark("path", (start, centres[to]), "gold")
        ghost = viking(state.board, number, to, ("ghost",))
        yield Preview(option, (ghost,), (way, *_dots(trial, aim(trial, summon), "ice")))


def _of_stones(state: Ragnarocks, summon: Summon, options: Sequence[str]) -> Iterator[Preview]:
    """The runestone there, and what it would cut off, which is usually nothing."""
    index, number, tried = p.board(state.board).index, len(state.stones) + 1, state.clone()
    for option in options:
        at = index[option]
        plain, parts = _of_stone(state.board, number, at), cuts(tried, at)
        yield structs.replace(plain, notes=(_cut_off(state, at, parts),)) if parts else plain


@lru_cache(maxsize=KEPT)
def _of_stone(name: str, number: int, at: int) -> Preview:
    return Preview(p.board(name).names[at], (stone(name, number, at, ("ghost",)),))


def _cut_off(state: Ragnarocks, at: int, parts: list[int]) -> Note:
    dream = state.clone()
    dream.events = []
    dream.hexes[at] = p.STONE
    resolve(dream, parts)
    return _closing(dream)


def _closing(dream: Ragnarocks) -> Note:
    """What the events of a runestone say after it has been laid."""
    names = [name_of(dream, seat) for seat in range(dream.seats)]
    facts = []
    for event in dream.events:
        if not isinstance(event, Counted | Said):
            continue
        amount = event.amount if isinstance(event, Counted) else None
        facts.append(Fact(named(event.words, names), "summon.settles", amount))
    return Note("A new region", tuple(facts))


def _dots(state: Ragnarocks, cells: list[int], tone: Tone) -> tuple[Mark, ...]:
    """One mark for all of these dots."""
    centres = outline.centres(state.board)
    return (Mark("dot", tuple([centres[at] for at in cells]), tone),) if cells else ()
