"""The tree of Brandub, counted twice; a match one can read; the size of the folder."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fimbul
from fimbul.games.brandub import parts as p
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import choose
from tests.games.brandub import slow
from tests.games.brandub.drawn import go, moved

GAME = fimbul.game("brandub")
IMPORT = re.compile(r"\s*(from|import) |if TYPE_CHECKING")
# By hand: of each arm the outer raider has 4 moves (the corners are not for it), the inner 6.
# The four guards answer with 24, but for c1 and e1 (one less), c2 and e2 (two less, and one more
# where the raider stood), a2, b2, f2, g2 (one more): 4 * (2 * 23 + 2 * 24 + 2 * 23 + 4 * 25).
PERFT = {1: 40, 2: 960, 3: 39512}


def perft(state: Brandub, turns: int) -> int:
    """The number of ways to play that many turns, each a piece and a square."""
    if turns == 0:
        return 1
    return sum(perft(after, turns - 1) for after in after_turn(state))


def after_turn(state: Brandub) -> list[Brandub]:
    found = []
    for decision in state.open:
        for piece in decision.options:
            chosen = state.clone()
            choose(chosen, decision.seat, piece)
            for square in chosen.open[0].options:
                found.append(chosen.clone())
                choose(found[-1], decision.seat, square)
    return found


def pieces_of(state: Brandub) -> slow.Pieces:
    return {(at % 7, at // 7): p.KINDS[piece][0] for at, piece in enumerate(state.board) if piece}


@pytest.mark.parametrize(("turns", "count"), PERFT.items())
def test_perft(turns: int, count: int) -> None:
    assert perft(GAME.new(), turns) == count
    assert slow.perft(slow.START, "r", turns) == count


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 2**32), min_size=5, max_size=60))
def test_two_readings_of_the_book_agree(seed: int, picks: list[int]) -> None:
    state, pieces = GAME.new(seed=seed), dict(slow.START)
    for number, pick in enumerate(picks):
        moves = sorted(slow.moves(pieces, "rk"[number % 2]))
        offered = {moved(state, after) for after in after_turn(state)}
        assert offered == {f"{slow.name(at)}-{slow.name(to)}" for at, to in moves}
        if not moves:
            break
        at, to = moves[pick % len(moves)]
        go(state, f"{slow.name(at)}-{slow.name(to)}")
        pieces = slow.moved(pieces, at, to)
        assert pieces_of(state) == pieces
        if slow.winner(pieces):
            assert state.result is not None
            assert state.result.places == ((1, 2) if slow.winner(pieces) == "r" else (2, 1))
            break


def test_the_worked_example_stays_small() -> None:
    """What one reads in it: a room more costs imports, and those are not read. Nor is what programs
    that learn are told: a game plays without."""
    rooms = [path for path in GAME.folder.glob("*.py") if path.stem != "learning"]
    files = [*rooms, GAME.folder / "rules.toml"]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if line.strip() and not IMPORT.match(line)]
    assert len(told) < 200, "brandub is the example that newcomers read"
