"""Counting the tree: every number of the rulebook, with and without powers."""

from __future__ import annotations

from typing import Any

import pytest

from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers.jormungandr import AnotherTurn
from fimbul.games.ragnarocks.powers.thor import HOARD
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t

Row = dict[str, Any]
ROWS: list[Row] = GAME.rulebook.tables["perft"]
FIRST = [row for row in ROWS if row["depth"] == 1]
DEEP = {"perft.start.none.d2", "perft.start.none.d3"}  # each has a test of its own below
MANY = 2000  # turns that take longer to count than is wanted every day
KNOWN = {"id", "position", "depth", "power", "opp_power", "turns", "ends", "created", "extra"}


def test_no_row_is_left_out() -> None:
    assert {row["id"] for row in ROWS} == {row["id"] for row in FIRST} | DEEP
    assert all(row.keys() <= KNOWN for row in ROWS)
    counted = {row["power"] for row in ROWS} | {row.get("opp_power") for row in ROWS}
    uncounted = set(POWERS) - counted
    assert uncounted == {"freya", "hel", "fenrir", "idun", "odin"}, "no turn of their own"


def name_of(row: Row) -> str:
    return str(row["id"])


def laid(row: Row) -> Ragnarocks:
    position = t.POSITIONS[row["position"]]
    if row["power"] == "thor":  # four of the runestones lie on the card
        rows, side, left = position.split(" ")
        position = f"{rows} {side} {int(left) - HOARD} thor={HOARD}"
    return t.laid(position, powers=(row["power"], row.get("opp_power", "none")))


@pytest.mark.parametrize("row", [row for row in FIRST if row["turns"] < MANY], ids=name_of)
def test_one_turn(row: Row) -> None:  # rule: turn.three-steps, turn.mandatory
    """With powers too: ways and ends of a turn."""  # rule: ruling.complete-turns-only
    check(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in FIRST if row["turns"] >= MANY], ids=name_of)
def test_one_turn_of_many(row: Row) -> None:
    check(row)


def check(row: Row) -> None:
    state = laid(row)
    lines = list(t.lines(state))
    texts = {text for text, _ in t.turns(state)}
    assert len(texts) == len(lines) == row["turns"]
    assert len({t.position(line.after, p.RED) for line in lines}) == row["ends"]
    assert sum(line.created for line in lines) == row["created"]
    open_ = [line.after.agenda[-1][0] for line in lines if line.after.agenda]
    extra = sum(isinstance(step, AnotherTurn) for step in open_)
    assert extra == row.get("extra", 0)


@pytest.mark.parametrize("board", ["midgard86", "midgard86-mirror"])
def test_two_turns(board: str) -> None:  # rule: turn.alternate, setup.board-side, ruling.two-sides
    row = next(row for row in ROWS if row["id"] == "perft.start.none.d2")
    assert t.perft(t.start(board=board), 2) == row["turns"] == 960661


@pytest.mark.slow
def test_three_turns() -> None:
    """Too deep for the kernel: the third turn of each line is counted, not played."""
    row = next(row for row in ROWS if row["id"] == "perft.start.none.d3")
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
