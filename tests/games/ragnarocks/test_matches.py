"""Whole matches at random: what must hold in all of them, and what they are like on average."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.regions import survey
from fimbul.games.ragnarocks.rules.turn import Select, selectable
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t


def random_match(state: Ragnarocks, seed: int) -> int:
    """Play to the end; how many choices it took."""
    dice, count = Dice(seed), 0
    while state.asked:
        (decision,) = state.asked
        fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        count += 1
    return count


@given(
    board=st.sampled_from(list(p.PLANS)),
    stones=st.sampled_from([None, 0, 1, 7, 40]),
    zero_move=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
)
def test_every_match_ends_within_its_bound(
    board: str, stones: int | None, zero_move: bool, seed: int
) -> None:
    # rule: ruling.final-contested, end.nobody-can-act, score.viking-hexes-count, ruling.supply
    setup = GAME.setup(board=board, stones=stones, zero_move=zero_move)
    state = GAME.new(setup, seed)
    assert random_match(state, seed) <= GAME.bound(setup)
    assert GAME.count(state) == GAME.box(setup)
    assert state.result is not None
    regions = survey(state)
    for seat in (0, 1):
        owner = p.SETTLED[state.side(seat)]
        points = sum(len(region.cells) for region in regions if region.status == owner)
        assert points == state.result.scores[seat]
    if state.supply:  # what is still contested holds a viking on every hex
        for region in regions:
            full = all(state.hexes[at] for at in region.cells)
            assert region.status != p.CONTESTED or full
    else:
        assert state.result.because in ("ruling.supply", "end.nobody-can-act")


@given(seed=st.integers(0, 2**32), length=st.integers(0, 120))
def test_a_turn_begun_can_always_be_completed(seed: int, length: int) -> None:
    # rule: ruling.complete-turns-only, ruling.turn-exists, turn.mandatory
    """Every option on the way leads on; and who is asked at all has a complete turn."""
    state, dice = t.start(stones=0), Dice(seed)
    for _ in range(length):
        if state.asked:
            (decision,) = state.asked
            fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    if state.asked and isinstance(state.agenda[-1][0], Select):
        turns = state.turns
        for _, after in list(t.turns(state))[:200]:
            assert after.turns > turns
        for seat in (0, 1):
            can_walk = [
                viking
                for viking in p.board(state.board).sides[state.side(seat)]
                if state.land[state.where[viking]] == p.CONTESTED
                and any(not state.hexes[to] for to in _beside(state, viking))
            ]
            assert selectable(state, seat) == can_walk


def _beside(state: Ragnarocks, viking: int) -> tuple[int, ...]:
    return p.board(state.board).beside[state.where[viking]]


def test_random_matches_are_as_long_as_measured() -> None:
    """The rulebook's figures for random play by complete turns; by single choices they are near."""
    turns, winners = [], []
    for seed in range(150):
        state = t.start(stones=0)
        random_match(state, seed)
        assert state.result is not None
        turns.append(state.turns)
        winners.append(state.result.places)
    assert 39 < sum(turns) / len(turns) < 45
    assert min(turns) >= 15
    assert max(turns) <= 62
    assert winners.count((1, 2)) > 40
    assert winners.count((2, 1)) > 40


@pytest.mark.slow
@pytest.mark.parametrize("board", list(p.PLANS))
def test_many_matches_end(board: str) -> None:
    setup = GAME.setup(board=board, stones=0)
    for seed in range(300):
        state = GAME.new(setup, seed)
        assert random_match(state, seed) <= GAME.bound(setup)
        assert state.result is not None
