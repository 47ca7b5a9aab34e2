"""Counting the tree: every number of the rulebook that the basic game can reach."""

from __future__ import annotations

from typing import Any

import pytest

from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.regions import survey
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t

Row = dict[str, Any]
ROWS: list[Row] = GAME.rulebook.tables["perft"]
BASIC = [row for row in ROWS if "awaits" not in row]
FIRST = [row for row in BASIC if row["depth"] == 1]
DEEP = {"perft.start.none.d2", "perft.start.none.d3"}  # each has a test of its own below


def test_no_row_is_left_out() -> None:
    assert {row["id"] for row in BASIC} == {row["id"] for row in FIRST} | DEEP
    assert all(row["power"] == "none" and "opp_power" not in row for row in BASIC)
    assert all(row["awaits"] == "powers" for row in ROWS if row not in BASIC)


@pytest.mark.parametrize("row", FIRST, ids=lambda row: row["id"])
def test_one_turn(row: Row) -> None:  # rule: turn.three-steps, turn.mandatory
    state = t.laid(t.POSITIONS[row["position"]])
    turns = list(t.turns(state))
    count = len(survey(state))
    assert len({text for text, _ in turns}) == len(turns) == row["turns"] == t.perft(state, 1)
    assert len({bytes(after.hexes) for _, after in turns}) == row["ends"]
    assert sum(len(survey(after)) > count for _, after in turns) == row["created"]
    known = {"id", "position", "depth", "power", "turns", "ends", "created"}
    assert row.keys() <= known


@pytest.mark.parametrize("board", ["midgard86", "midgard86-mirror"])
def test_two_turns(board: str) -> None:  # rule: turn.alternate, setup.board-side, ruling.two-sides
    row = next(row for row in BASIC if row["id"] == "perft.start.none.d2")
    assert t.perft(t.start(board=board), 2) == row["turns"] == 960661


@pytest.mark.slow
def test_three_turns() -> None:
    """Too deep for the kernel: the third turn of each line is counted, not played."""
    row = next(row for row in BASIC if row["id"] == "perft.start.none.d3")
    total = sum(count_turns(after) for _, first in _turns(t.start()) for _, after in _turns(first))
    assert total == row["turns"] == 883997045


def _turns(state: Ragnarocks) -> list[tuple[str, Ragnarocks]]:
    """Like `table.turns`, without the notation."""
    return [
        (cell, t.played(summoning, cell))
        for viking in state.asked[0].options
        for moving in [t.played(state, viking)]
        for way in moving.asked[0].options
        for summoning in [t.played(moving, way)]
        for cell in summoning.asked[0].options
    ]


def count_turns(state: Ragnarocks) -> int:
    """The turns of whoever is to move, while nothing is settled: lines counted hex by hex."""
    board, hexes = p.board(state.board), state.hexes.copy()
    total = 0
    for viking in board.sides[state.side(state.asked[0].seat)]:
        at = state.where[viking]
        goals = _lines(board, hexes, at)
        hexes[at] = p.EMPTY
        total += sum(len(_lines(board, hexes, to)) for to in goals)
        hexes[at] = viking
    return total


def _lines(board: p.Board, hexes: bytearray, at: int) -> list[int]:
    found = []
    for ray in board.rays[at]:
        for to in ray:
            if hexes[to]:
                break
            found.append(to)
    return found


def test_the_short_way_to_count_agrees_with_the_kernel() -> None:
    for position in (t.POSITIONS["start"], t.OPEN):
        state = t.laid(position)
        assert count_turns(state) == t.perft(state, 1)


@pytest.mark.parametrize(
    ("board", "turns"),
    [("sym54", 590), ("sym75", 946), ("sym98", 1308), ("midgard86-mirror", 1119)],
)
def test_one_turn_on_other_boards(board: str, turns: int) -> None:
    note = next(row["note"] for row in GAME.rulebook.tables["board"] if row["id"] == board)
    assert f"perft(1) = {turns}" in note
    assert t.perft(t.start(board=board), 1) == turns


@pytest.mark.slow
@pytest.mark.parametrize(("board", "turns"), [("sym75", 684952), ("sym98", 1315116)])
def test_two_turns_on_other_boards(board: str, turns: int) -> None:
    assert t.perft(t.start(board=board), 2) == turns


@pytest.mark.parametrize(
    ("side", "split"),
    [
        ("i", {"a2": (18, 388), "a3": (17, 371), "a4": (17, 360)}),
        ("r", {"j6": (None, 336), "j7": (None, 293), "j8": (None, 339)}),
    ],
)
def test_the_first_turns_by_viking(side: str, split: dict[str, tuple[int | None, int]]) -> None:
    state = t.laid(f"3rrr3/10/11/11/10/9/8/7/6/1iii1 {side} 40")
    for place, (ways, turns) in split.items():
        selected = t.select(state.clone(), place)
        assert t.perft(selected, 1) == turns
        assert ways in (None, len(selected.asked[0].options))


def test_staying_put_adds_a_turn_for_each_stone() -> None:  # rule: ruling.zero-move
    assert t.perft(t.start(zero_move=True), 1) == 1171
