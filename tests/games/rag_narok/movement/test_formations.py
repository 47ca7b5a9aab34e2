"""New formations, room to turn, and how ranks close."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.marches import Reshape, TurnAfter, Withdraw
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.state import RagNarok, middle, remove
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, words
from tests.games.rag_narok.movement.drawn import march


def test_a_new_formation() -> None:  # rule: formation.change, formation.close
    state = march()
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 1)
    play(state, "manoeuvre:change-formation")
    assert state.units[0].files == 3
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 5)
    play(state, "manoeuvre:change-formation", "shape:dispersed-3")
    assert options(state) == ("turn:0", "turn:90", "turn:-90", "turn:180")
    play(state, "turn:0")
    assert (state.units[0].files, state.units[0].spread, state.units[0].facing) == (3, 1, 90)
    assert "forms up dispersed, 3 wide" in words(state)
    ask(state, Reshape(0, 0))
    assert "shape:close-6" in options(state)
    assert "shape:close-2" not in options(state)


def test_the_new_ranks_may_face_another_way() -> None:  # rule: formation.change
    state = march("9 griffin-duelist")
    put(state, 0, (68, 20, 90), files=9)
    put(state, 1, (68, 32, 270), files=3)
    at = f.block_of(state, 0).at
    ask(state, Reshape(0, 0))
    play(state, "shape:close-9")
    assert options(state) == ("turn:0", "turn:180")  # an enemy is too near for a column
    play(state, "turn:180")
    assert f.block_of(state, 0).at == (at[0], at[1], 270)
    ask(state, Reshape(0, 0))
    play(state, "shape:close-3", "turn:-90")
    assert (state.units[0].facing, state.units[0].files) == (180, 3)
    assert f.block_of(state, 0).extent == (750, 750)


def test_retreat_goes_straight_back() -> None:  # rule: retreat.procedure
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Withdraw(0, 0))
    assert options(state)[-1] == "advance:10"
    play(state, "advance:10")
    assert (middle(state, 0), state.units[0].facing) == ((6800, 2000), 90)
    assert state.units[0].moved == p.FAST


def test_turning_needs_room() -> None:  # rule: move.reorient
    state = march("9 griffin-duelist")
    put(state, 0, (68, 10, 90), files=9)
    put(state, 1, (68, 17, 270), files=3)
    ask(state, TurnAfter(0, 0))
    assert options(state) == ()


def test_moving_is_told() -> None:
    told: Callable[[RagNarok], str] = words
    state = march()
    go_on(state, 0, 90, 250)
    assert "moves 2.5 cm" in told(state)


@pytest.mark.parametrize("spread", [0, 1])
def test_foot_behind_cavalry_goes_as_far_as_its_unit(spread: int) -> None:
    # rule: move.march, unit.mixed, ruling.unit-pivot
    state = battle(["2 lion-knight, 1 alahan-standard"], ["3 morbid-puppet"])
    put(state, 0, (70, 20, 90), files=1, spread=spread)
    assert f.block_of(state, 0).at == (7000, 2000, 90)
    before = [place for place in state.places if place]
    go_on(state, 0, 90, 400)
    assert [place for place in state.places if place] == [(x, y + 400, at) for x, y, at in before]


def test_ranks_close_on_the_table_and_on_nobody() -> None:
    # rule: formation.close, move.table-edge, move.no-interpenetration, move.keep-distance
    state = battle(["5 griffin-duelist"], ["3 morbid-puppet"])
    put(state, 0, (5, 10, 90), files=4)
    remove(state, 3, p.DEAD)  # at the right end, with nobody behind it
    f.close_ranks(state, 0)
    assert f.block_of(state, 0).at == (500, 1125, 90)  # from the edge of the table
    put(state, 0, (20, 10, 90), files=3)
    put(state, 1, (12.4, 10, 270), files=1)  # at their left, just out of contact
    remove(state, 2, p.DEAD)
    f.close_ranks(state, 0)
    assert not in_melee(state, 0)
    assert (state.units[0].files, f.block_of(state, 0).at[0]) == (3, 2000)
