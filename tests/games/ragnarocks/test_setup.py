"""What may be asked for before a match, and position strings both ways."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.notation.position import Position, read_position, write_position
from fimbul.games.ragnarocks.notation.turns import position_text
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t

START = t.POSITIONS["start"]


def problems(**options: Any) -> list[str]:
    with pytest.raises(fimbul.BadSetup) as bad:
        GAME.setup(**options)
    return list(bad.value.problems)


def test_every_option_says_what_it_is() -> None:
    schema = msgspec.json.schema(RagnarocksSetup)["$defs"]["RagnarocksSetup"]["properties"]
    own = {name: field for name, field in schema.items() if name != "seats"}
    assert all(field["title"] and field["description"] for field in own.values())
    assert own["board"]["enum"] == list(p.PLANS)
    assert own["first"]["enum"] == ["ivory", "red"]
    assert own["ivory"]["enum"] == [None, 0, 1]
    assert RagnarocksSetup() == GAME.setup()


def test_everything_wrong_is_said_at_once() -> None:
    found = problems(seats=7, board="midgard", stones=-1, stall_limit=0, first="blue", ivory=9)
    assert [problem.split(":")[0] for problem in found] == [
        "seats", "board", "stones", "stall_limit", "first", "ivory",
    ]  # fmt: skip
    assert "did you mean 'midgard86'?" in found[1]


@pytest.mark.parametrize(
    ("option", "value"),
    [("board", 7), ("stones", "many"), ("zero_move", "yes"), ("ivory", "me"), ("position", 1)],
)
def test_mistyped_options_are_named(option: str, value: object) -> None:
    (problem,) = problems(**{option: value})
    assert problem.startswith(f"{option}: ")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("3rrr3", "needs the rows, the side to move"),
        (START.replace("/6/", "/"), "has 10 rows, not 9"),
        (START.replace("/11/11/", "/11/12/"), "row g has 11 hexes, not 12"),
        (START.replace("1iii1", "1iix1"), "row a may hold i, r, o and numbers"),
        (START.replace("/9/", "/09/"), "row e may hold"),
        (START.replace("1iii1", "iiiii"), "ivory has 5 vikings, but only 3 play on this board"),
        (START.replace("3rrr3", "9"), "each colour needs a viking on the board"),
        ("9/10/11/11/10/9/8/7/6/5 i 40", "each colour needs a viking on the board"),
        (START.replace(" i ", " x "), "the side to move is i or r, not 'x'"),
        (START.replace(" i ", "  "), "the side to move is i or r, not ''"),
        (START.replace("40", "-1"), "the runestones left must be a number from 0 to 999"),
        (START.replace("40", "4²"), "the runestones left must be a number"),
        (START.replace("40", "41"), "41 runestones on the board and left, of 40 in play"),
        (t.OPEN.replace("38", "39"), "41 runestones on the board and left, of 40 in play"),
        (START + " thor=4", "on the card of Thor, which nobody has"),
        (START + " luck=1", "skips=1 or stall=3, not 'luck=1'"),
        (START + " skips", "skips=1 or stall=3, not 'skips'"),
        (START + " skips=1 skips=1", "skips is given twice"),
        (START + " skips=2", "after 2 skips in a row the match is over"),
        (START + " stall=20", "20 turns without a new stone have reached the limit 20"),
        (START + " ", "skips=1 or stall=3, not ''"),
    ],
)
def test_malformed_positions_are_refused(position: str, said: str) -> None:
    found = problems(position=position)
    assert all(problem.startswith("position: ") for problem in found)
    assert any(said in problem for problem in found), found


def test_a_position_lists_all_its_problems() -> None:
    found = problems(position="3rrr3/10/11/11/10/9/8/7/5/1iix1 q forty")
    assert len(found) == 4


def test_a_position_must_fit_its_board() -> None:
    assert "has 7 rows, not 10" in problems(board="sym54", position=START)[0]
    assert "without limit is written 0" in problems(stones=0, position=START)[0]
    assert GAME.setup(stones=0, position=START.replace("40", "0"))


@given(text=st.text(max_size=60) | st.text("3rio/1 9=skipstal", max_size=60))
def test_any_text_is_a_position_or_a_problem(text: str) -> None:
    board = p.board("midgard86")
    position, found = read_position(board, text)
    if not found:
        assert read_position(board, write_position(board, position)) == (position, [])


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, Position]:
    """A board and anything that may lie on it."""
    name = draw(st.sampled_from(list(p.PLANS)))
    board = p.board(name)
    cells = draw(st.permutations(board.cells))
    count = len(board.sides[0])
    ivory, red = (draw(st.integers(1, count)) for _ in p.COLOURS)
    stones = draw(st.integers(0, 40))
    return name, Position(
        (sorted(cells[:ivory]), sorted(cells[ivory : ivory + red])),
        cells[ivory + red : ivory + red + stones],
        side=draw(st.sampled_from([p.IVORY, p.RED])),
        stones=draw(st.integers(0, 40 - stones)),
        skips=draw(st.integers(0, 1)),
        stall=draw(st.integers(0, 19)),
    )


@given(positions())
def test_positions_round_trip(case: tuple[str, Position]) -> None:
    name, position = case
    board = p.board(name)
    text = write_position(board, position)
    again, found = read_position(board, text)
    assert not found
    assert write_position(board, again) == text
    assert [sorted(cells) for cells in again.vikings] == [sorted(c) for c in position.vikings]
    assert sorted(again.runestones) == sorted(position.runestones)
    assert (again.side, again.stones) == (position.side, position.stones)
    assert (again.skips, again.stall) == (position.skips, position.stall)
    setup = GAME.setup(board=name, position=text, stones=40)
    assert GAME.count(GAME.new(setup)) == GAME.box(setup)


@given(seed=st.integers(0, 2**32), turns=st.integers(0, 30), endless=st.booleans())
def test_a_match_goes_on_from_its_position(seed: int, turns: int, endless: bool) -> None:
    state, dice = t.start(stones=0 if endless else 40), Dice(seed)
    for _ in range(3 * turns):
        if state.asked:
            (decision,) = state.asked
            fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    if not state.asked:
        with pytest.raises(ValueError, match="between two turns"):
            position_text(state)
        return
    again = t.laid(position_text(state), stones=0 if endless else 40)
    assert position_text(again) == position_text(state)
    assert (again.hexes.count(p.STONE), again.land) == (len(state.stones), state.land)
    assert t.perft(again, 1) == t.perft(state, 1)


def test_no_position_in_mid_turn() -> None:
    with pytest.raises(ValueError, match="between two turns"):
        position_text(t.select(t.start(), "a3"))
