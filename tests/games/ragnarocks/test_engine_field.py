"""The engine's board against the rules: every turn, region, score and end of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.lay import lay
from fimbul.games.ragnarocks.engine.walk import Walker
from fimbul.games.ragnarocks.rules.regions import settled_points, survey
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, choose

GAME = fimbul.game("ragnarocks")
PERFT = {"midgard86": 960_661, "midgard86-mirror": 960_661, "sym75": 684_952, "sym98": 1_315_116}


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Options that change what the engine must know."""
    return {
        "board": draw(st.sampled_from(sorted(p.PLANS))),
        "stones": draw(st.sampled_from([None, 0, 3, 10, 25])),
        "zero_move": draw(st.booleans()),
        "stall_limit": draw(st.sampled_from([1, 2, p.STALL_LIMIT])),
        "first": draw(st.sampled_from(p.COLOURS)),
    }


def after(state: Ragnarocks, option: str) -> Ragnarocks:
    twin = state.clone()
    choose(twin, twin.open[0].seat, option)
    return twin


def turns_of(state: Ragnarocks, pad: int) -> Iterator[int]:
    """All turns that the rules allow, as the engine writes them."""
    board = p.board(state.board)
    for viking in state.open[0].options:
        selected = after(state, viking)
        for to in selected.open[0].options:
            moved = after(selected, to)
            start = board.numbers[viking] - 1 << 20 | board.index[to] + pad << 10
            yield from (start | board.index[stone] + pad for stone in moved.open[0].options)


def play(state: Ragnarocks, turn: int, pad: int) -> None:
    """The same turn through the kernel."""
    board, seat = p.board(state.board), state.open[0].seat
    choose(state, seat, board.vikings[(turn >> 20) + 1])
    choose(state, seat, board.names[(turn >> 10 & 1023) - pad])
    choose(state, seat, board.names[(turn & 1023) - pad])


def agrees(field: Field, state: Ragnarocks) -> None:
    """The same table: pieces, whose turn, whose land, and whether it is over."""
    board, land = p.board(state.board), state.land
    for number in range(1, len(state.where)):
        assert field.places[number - 1] - field.pad == state.where[number]
        nomadic = land[state.where[number]] == p.CONTESTED
        assert bool(field.nomads >> number - 1 & 1) == nomadic
    assert [at for at in board.cells if field.hexes[at + field.pad] == 3] == sorted(state.stones)
    assert field.points_ivory == settled_points(state.land, p.IVORY)
    assert field.points_red == settled_points(state.land, p.RED)
    for region in survey(state):
        assert field.flood(region.cells[0] + field.pad, 0) == len(region.cells)
    assert bool(field.over) == (state.result is not None)
    if state.result is None:
        assert (field.side, field.supply) == (state.side(state.open[0].seat), state.supply)
        assert (field.skips, field.stall) == (state.skips, state.stall)


def same(one: Field, other: Field) -> bool:
    names = ("nomads", "side", "skips", "stall", "supply", "over", "points_ivory", "points_red")
    equal = all(getattr(one, name) == getattr(other, name) for name in names)
    return (
        equal and bytes(one.hexes) == bytes(other.hexes) and list(one.places) == list(other.places)
    )


def walk(options: dict[str, Any], seed: int, most: int) -> None:
    """A random match, played by both at once; what is taken back is as it was before."""
    state, dice = GAME.new(GAME.setup(**options), seed), Dice(seed)
    field, again = (Field(p.board(state.board)) for _ in range(2))
    lay(field, state, state.open[0].seat)
    walker = Walker(field)
    for _ in range(most):
        agrees(field, state)
        if state.result:
            return
        lay(again, state, state.open[0].seat)
        assert same(field, again)
        turns = walker.turns()
        assert turns == list(turns_of(state, field.pad))
        assert walker.count() == len(turns)
        for turn in dice.shuffled(turns)[:4]:
            at = field.places[turn >> 20]
            field.play(turn)
            field.take_back()
            field.shift(turn >> 20, at)
            assert same(field, again)
        turn = turns[dice.roll(len(turns))]
        field.play(turn)
        play(state, turn, field.pad)


@given(options=setups(), seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_random_matches_are_the_same_for_the_rules_and_the_engine(
    options: dict[str, Any], seed: int
) -> None:
    walk(options, seed, 80)


@pytest.mark.slow
@given(options=setups(), seed=st.integers(0, 2**32))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_many_random_matches_are_the_same_for_the_rules_and_the_engine(
    options: dict[str, Any], seed: int
) -> None:
    walk(options, seed, 200)


@pytest.mark.parametrize("board", sorted(p.PLANS))
def test_every_board_is_walked_once(board: str) -> None:
    walk({"board": board}, seed=7, most=25)


def test_a_random_match_is_over_and_scored_like_one_of_the_rules() -> None:
    """Both sides win, and a match is about as long as the rulebook measured."""
    field, start = (Field(p.board(p.DEFAULT_BOARD)) for _ in range(2))
    state = GAME.new(seed=1)
    lay(start, state, state.open[0].seat)
    walker, turns, leads = Walker(field), 0, set()
    for _ in range(50):
        field.copy(start)
        walker.play_out()
        turns += field.depth
        leads.add((field.points_ivory > field.points_red) - (field.points_ivory < field.points_red))
        assert field.over
    assert leads >= {-1, 1}
    assert 35 < turns / 50 <= 40


@pytest.mark.parametrize("board", PERFT)
def test_perft_two_turns_deep(board: str) -> None:  # rule: ruling.board-shape
    state = GAME.new(GAME.setup(board=board), seed=1)
    field = Field(p.board(board))
    lay(field, state, state.open[0].seat)
    assert Walker(field).perft(2) == PERFT[board]
