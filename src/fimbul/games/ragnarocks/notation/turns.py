"""Turns as text: `a3-d3/d7`, `skip`, and `a3` or `a3-d3` for a last turn not yet complete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.notation.position import Position, write_position
from fimbul.games.ragnarocks.notation.signs import read_turn, write_turns
from fimbul.games.ragnarocks.rules.teams import latest
from fimbul.games.ragnarocks.rules.turn import TurnStep
from fimbul.games.ragnarocks.rules.whereabouts import standing
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Choice, choose, next_step, phrase, quoted

SKIP = "skip"
TURN = re.compile(r"([a-z]\d+)(?:-([a-z]\d+)(?:/([a-z]\d+))?)?", re.ASCII)
SIGNS = ("", "-", "/")


class RagnarocksNotation:
    """Nobody chooses a skip, so its line stands for no choice; it is written for the reader."""

    def write(self, state: Ragnarocks, choices: Sequence[Choice]) -> Iterator[tuple[int, str]]:
        if state.powers:
            yield from write_turns(state.clone(), choices)
            return
        state = state.clone()
        if not state.last:  # nobody has moved yet: turns that are over were skipped
            yield from [(0, SKIP)] * state.turns
        turn: list[str] = []
        for seat, thing in choices:
            turn.append(_place(state, thing))
            turns = state.turns
            choose(state, seat, thing)
            if thing in p.PLAY or state.turns > turns:
                yield len(turn), _written(turn)
                yield from [(0, SKIP)] * (state.turns - turns - 1)
                turn = []
        if turn:
            yield len(turn), _written(turn)

    def read(self, state: Ragnarocks, turn: str) -> Sequence[Choice]:
        if turn == SKIP:
            if not at_turn_start(state) or not min(state.skips, state.turns):
                raise ValueError("nobody had to skip here")
            return []
        if state.powers:
            return read_turn(state, turn)
        if turn in p.COLOURS and state.open:
            return [(state.open[0].seat, p.PLAY[p.COLOURS.index(turn)])]
        match = TURN.fullmatch(turn)
        if match is None:
            wrong = "{turn} is no turn: write a3-d3/d7, or skip"
            raise ValueError(phrase(wrong, turn=quoted(turn)))
        if state.result is not None or not at_turn_start(state):
            raise ValueError(phrase("no turn can begin with {turn} here", turn=quoted(turn)))
        places = [place for place in match.groups() if place]
        seat = state.asked[0].seat
        return [(seat, thing) for thing in _things(state, places)]


def at_turn_start(state: Ragnarocks) -> bool:
    """Between two turns: a viking must be selected, or the match is over."""
    step = next_step(state)
    return state.result is not None or (isinstance(step, TurnStep) and step.opens_turn())


def position_text(state: Ragnarocks) -> str:
    """The position string of a state between two turns."""
    if not at_turn_start(state) or not state.asked:
        raise ValueError("a position is written between two turns of a match")
    board = p.board(state.board)
    return write_position(board, position_of(state, state.side(state.asked[0].seat)))


def position_of(state: Ragnarocks, side: int) -> Position:
    """What lies on the board, as a position string would tell it, with that side to move."""
    board = p.board(state.board)
    places = [[state.where[n] for n in vikings] for vikings in board.sides]
    ivory, red = ([at for at in side_places if at != p.OFF] for side_places in places)
    return Position(
        (ivory, red),
        [at for at in state.stones if at != p.OFF],
        side=side,
        stones=p.UNLIMITED if state.supply == p.ENDLESS else state.supply,
        skips=state.skips,
        stall=state.stall,
        thor=state.hoard,
        frigg=state.debt,
        wait=p.LETTERS[board.side_of(state.waiting)] if state.waiting else "",
        idun="spent" if state.spent else "",
        ivory=latest(state, p.IVORY),
        red=latest(state, p.RED),
    )


def _place(state: Ragnarocks, thing: str) -> str:
    """What was touched, as a turn's text has it."""
    if thing in p.PLAY:
        return p.COLOURS[p.PLAY.index(thing)]
    return standing(state, thing) if thing.startswith("viking:") else thing.partition(":")[2]


def _written(places: list[str]) -> str:
    return "".join(sign + place for sign, place in zip(SIGNS, places, strict=False))


def _things(state: Ragnarocks, places: list[str]) -> Iterator[str]:
    board = p.board(state.board)
    for place in places:
        if f"cell:{place}" not in board.index:
            raise ValueError(phrase("there is no hex {place} on this board", place=place))
    first, *others = places
    held = state.hexes[board.index[f"cell:{first}"]]
    if held not in range(1, len(board.vikings)):
        raise ValueError(phrase("there is no viking on {place}", place=first))
    yield board.vikings[held]
    yield from (f"cell:{place}" for place in others)
