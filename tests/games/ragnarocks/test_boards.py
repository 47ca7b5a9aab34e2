"""The boards: what the code works out is what the rulebook says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from tests.games.ragnarocks import table as t

TABLES = GAME.rulebook.tables
BOARDS: list[dict[str, Any]] = TABLES["board"]
MIDGARD = p.board("midgard86")


def named(board: p.Board, cells: tuple[int, ...] | range) -> list[str]:
    return [board.spoken(at) for at in cells]


@pytest.mark.parametrize("told", BOARDS, ids=lambda told: told["id"])
def test_a_board_is_as_told(told: dict[str, Any]) -> None:
    # rule: setup.board-shape, ruling.board-shape, setup.board-side, setup.three-vikings
    # rule: setup.ivory-start, setup.red-start, ruling.middle-three
    board = p.board(told["id"])
    plan = board.plan
    assert (plan.name, plan.p, plan.q) == (told["name"], told["p"], told["q"])
    ends = [(board.spoken(row[0]), board.spoken(row[-1])) for row in board.rows]
    assert [f"{first}-{last}" for first, last in ends] == told["rows"]
    assert len(board.cells) == told["cells"]
    edge = [at for at in board.cells if len(board.beside[at]) < 6]
    assert len(edge) == told["edge_cells"] == sum(told["sides"]) - 6
    assert (len(board.rows[0]), len(board.rows[-1])) == (told["ivory_edge"], told["red_edge"])
    starts = [named(board, cells) for cells in board.starts]
    assert starts == [told["ivory_start"], told["red_start"]]
    assert t.position(t.start(board=told["id"]), p.IVORY) == told["start"]
    gaps = [board.rows[0].index(board.starts[0][0]), board.rows[-1].index(board.starts[1][0])]
    assert gaps == [p.IVORY_GAP, p.RED_GAP]


def test_the_boards_are_the_ones_of_the_book() -> None:  # rule: ruling.two-sides
    assert list(p.PLANS) == [told["id"] for told in BOARDS]
    assert [told["id"] for told in BOARDS if told["default"]] == [p.DEFAULT_BOARD]


def test_the_other_side_up_is_the_mirror_image() -> None:  # rule: ruling.two-sides
    mirror = p.board("midgard86-mirror")
    shift = {
        at: to[-1] - (at - own[0])
        for own, to in zip(MIDGARD.rows, mirror.rows, strict=True)
        for at in own
    }
    for at in MIDGARD.cells:
        assert {shift[to] for to in MIDGARD.beside[at]} == set(mirror.beside[shift[at]])


def test_neighbours_of_a_hex() -> None:  # rule: ruling.coordinates, ruling.orientation
    around = named(MIDGARD, MIDGARD.beside[MIDGARD.index["cell:e5"]])
    assert around == ["e6", "f6", "f5", "e4", "d4", "d5"]
    corners = {
        "a1": "a2 b2 b1",
        "a5": "b6 b5 a4",
        "g11": "h11 g10 f10",
        "h1": "h2 i2 g1",
        "j3": "j4 i2 i3",
        "j11": "j10 i10 i11",
    }
    for corner, beside in corners.items():
        told = named(MIDGARD, MIDGARD.beside[MIDGARD.index[f"cell:{corner}"]])
        assert sorted(told) == sorted(beside.split())
    sizes = [len(MIDGARD.beside[at]) for at in MIDGARD.cells]
    assert [sizes.count(size) for size in (3, 4, 6)] == [6, 24, 56]


def test_lines_keep_their_direction() -> None:  # rule: ruling.coordinates, ruling.orientation
    rays = [named(MIDGARD, ray) for ray in MIDGARD.rays[MIDGARD.index["cell:h3"]]]
    east, north_east, north_west, west, south_west, south_east = rays
    assert east == [f"h{number}" for number in range(4, 12)]
    assert north_east == ["i4", "j5"]
    assert north_west == ["i3", "j3"]
    assert west == ["h2", "h1"]
    assert south_west == ["g2", "f1"]
    assert south_east == ["g3", "f3", "e3", "d3", "c3", "b3", "a3"]


def test_the_numbers_are_the_ones_of_the_book() -> None:  # rule: setup.supply
    told, setup = TABLES["parameters"], RagnarocksSetup()
    assert told == {
        "board": setup.board,
        "runestone_supply": setup.supply,
        "allow_zero_move": setup.zero_move,
        "stall_limit": setup.stall_limit,
        "first_side": setup.first,
        "colours": setup.colours,
        "powers": "none",
    }
    assert setup.supply == p.RUNESTONES == 40


def test_the_box_holds_what_the_book_lists() -> None:  # rule: setup.stand, setup.three-vikings
    """The stand carries the board and does nothing else; cards are dealt with powers only."""
    listed = {part["id"]: part["count"] for part in TABLES["component"]}
    in_play = dict(GAME.box(RagnarocksSetup()))
    assert in_play == {"viking-ivory": 3, "viking-red": 3, "runestone": 40}
    assert listed.keys() == {*in_play, *p.ONLY_AT_THE_TABLE, "mythology-card"}
    assert in_play == {part: listed[part] for part in in_play}
    assert dict(GAME.count(t.start())) == in_play


def test_no_rule_awaits_anything() -> None:
    book = GAME.rulebook
    assert not book.awaited
    assert (len(book.rules), len(book.rulings), len(TABLES["power"])) == (107, 79, 32)
    assert TABLES["game"]["players"] == [2, 6]
    text = (GAME.folder / "rules.toml").read_text(encoding="utf-8")
    assert not re.search(r"AWAITING|for now\b|\bcome with\b|not yet (built|played)|TODO", text)
