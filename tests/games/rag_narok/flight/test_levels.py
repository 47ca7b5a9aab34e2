"""Levels of flight: tokens on the table, taking off, descending, landing."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import state as states
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import on_table
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.flight.airborne import (
    AirStep,
    ChooseLevel,
    Soar,
    air_allowance,
    can_end,
    level_changes,
)
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.rules.set_up.deploy import Stand
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import board_of, card_mov, middle, place_of, shape_of, shapes
from fimbul.kernel import IllegalChoice, choose
from tests.games.rag_narok.drawn import ask, battle, each, fly, options, play, put, words
from tests.games.rag_narok.flight.drawn import ANGELS, GUARDS, angels


def test_everybody_starts_on_the_ground() -> None:
    # example: example.levels-and-relief
    # rule: flight.three-levels, flight.level0-ground, flight.level1, flight.level2
    # rule: flight.deploy-ground, flight.replaces
    state = GAME.new(RagSetup(first="acheron-200"), seed=4)
    while not isinstance(state.agenda[-1][0], Stand):
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert each(state.units, "altitude") == [0, 0, 0, 0]
    assert each(state.units, "token") == [None] * 4
    archer = battle(["1 griffin-fusilier"], [ANGELS])
    put(archer, 0, (25, 30, 90))  # in the wood: scenery is level 0 as well
    put(archer, 1, (60, 50, 270))
    assert each(archer.units, "altitude") == [p.GROUND, p.GROUND]
    assert (p.GROUND, p.LOW, p.HIGH) == (0, 1, 2)
    assert level_changes(archer, 0) == ["level:stay"]


def test_a_token_takes_the_place_of_a_flying_unit() -> None:
    # example: example.token-for-unit
    # rule: flight.token, flight.one-token-per-unit, flight.air-board, flight.moves-with-token
    # rule: flight.unit-as-one, ruling.air-board-geometry
    state = battle([ANGELS], [GUARDS])
    put(state, 0, (68, 20, 75), files=3)
    put(state, 1, (15, 50, 270), files=3)
    a.rise(state, 0)
    assert (state.units[0].altitude, state.units[0].token) == (1, (6800, 2000))
    assert state.units[0].facing == 75
    assert {board_of(place_of(state, member)) for member in state.units[0].ranks} == {1}
    assert middle(state, 0) == (6800, 2000)
    assert [len(shape) for shape in shapes(state, 0)] == [8]
    scene = GAME.show(state, None)
    boards = {zone.id: zone for zone in scene.zones}
    assert len(boards["air-1"].things) == 3
    assert all(thing.tip.startswith("MOV 7.5/17.5 ") for thing in boards["air-1"].things)
    wood = next(thing for thing in boards["table"].things if thing.id == "ground:wood")
    assert wood.tip == "Very Large (Colossal)"
    wings = [thing for thing in boards["table"].things if thing.art == "wings"]
    assert [(w.badge, w.at, w.turn) for w in wings] == [("1", (680, 400), 15)]
    assert not any(thing.id.startswith("fighter:0") for thing in boards["table"].things)
    deep = battle(["6 morbid-angel"], [GUARDS])
    put(deep, 0, (40, 20, 90), files=3)
    assert a.token_of(deep, 0) == (4000, 2125)  # the middle of the first of two ranks


@pytest.mark.parametrize("spread", [0, 1])
def test_the_widest_unit_finds_room_in_the_air(spread: int) -> None:
    # rule: ruling.air-board-geometry, flight.air-board
    state = battle(["20 morbid-angel"], ["20 morbid-angel"])
    put(state, 0, (60, 20, 90), files=20, spread=spread)
    put(state, 1, (60, 50, 270), files=20, spread=spread)
    for unit in (0, 1):
        a.rise(state, unit)
        assert {board_of(place_of(state, n)) for n in state.units[unit].ranks} == {unit + 1}
        assert all(on_table(state, shape_of(state, n)) for n in state.units[unit].ranks)
    state.units[0].token, state.units[1].token = (6000, 2000), (6000, 4000)
    state.units[0].shifted = 0
    ask(state, Resolve(0, 0, p.CHARGE))
    play(state, "unit:1-unit-0")
    assert in_melee(state, 0)
    assert all(on_table(state, shape_of(state, n)) for n in range(40))
    (air,) = [zone for zone in GAME.show(state, None).zones if zone.id.startswith("air-")]
    left, top, wide, deep = air.box
    spots = [thing.at for thing in air.things]
    assert all(left < x < left + wide and top < y < top + deep for x, y in spots)


def test_a_unit_flies_only_as_a_whole() -> None:  # rule: flight.two-mov
    state = battle(["3 morbid-angel, 1 melmoth"], [ANGELS])
    assert not a.can_fly(state, 0)
    assert a.can_fly(state, 1)
    assert (t.PROFILES["morbid-angel"].mov, t.PROFILES["morbid-angel"].mov_flight) == (750, 1750)


def test_what_halves_mov_halves_it_in_the_air_too() -> None:  # rule: flight.two-mov
    state = angels()
    lay(state, "weight-of-the-grave", 0, 1)
    assert card_mov(state, 0) == states.flight_mov(state, 0) == 850
    assert air_allowance(state, 0, p.RUN, 1) == 2 * (850 - 500)


def test_an_angel_descends() -> None:
    # example: example.morbid-angel-descends
    # rule: flight.level-change-cost, flight.max-distance-double, ruling.march-distance-flight
    state = angels(level=2)
    ask(state, Resolve(0, 0, p.RUN))
    assert options(state) == ("level:stay", "level:down")
    play(state, "level:down", "turn:0")
    assert options(state)[-1] == "advance:25"
    play(state, "advance:25", "turn:0")
    assert (state.units[0].altitude, state.units[0].token) == (1, (6800, 4500))
    assert air_allowance(state, 0, p.MARCH, -1) == 1250
    assert air_allowance(state, 0, p.RUN, 0) == 3500
    assert air_allowance(state, 0, p.MARCH, 0) == 1750


def test_a_reaper_takes_off() -> None:
    # example: example.reaper-takes-off
    # rule: flight.level-change-cost, flight.uses-flight-mov
    state = battle(["3 mid-nor-reaper"], [GUARDS])
    put(state, 0, (68, 20, 90), files=3)
    put(state, 1, (15, 50, 270), files=3)
    assert card_mov(state, 0) == 500
    ask(state, Resolve(0, 0, p.RUN))
    play(state, "level:up", "turn:0")
    assert options(state)[-1] == "advance:20"
    play(state, "advance:20", "turn:0")
    assert state.units[0].token == (6800, 4000)
    assert card_mov(state, 0) == 1500


def test_who_stays_on_the_ground_walks() -> None:  # rule: flight.two-mov, flight.uses-flight-mov
    state = battle(["3 mid-nor-reaper"], [GUARDS])
    put(state, 0, (68, 20, 90), files=3)
    put(state, 1, (15, 50, 270), files=3)
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:stay", "turn:0")
    assert options(state)[-1] == "advance:5"


def test_one_change_of_level_in_a_phase() -> None:
    # example: example.second-level-change
    # rule: flight.one-level-change
    state = angels(level=2)
    ask(state, ChooseLevel(0, 0, p.MARCH))
    play(state, "level:down", "button:hover", "turn:0")
    assert (state.units[0].altitude, state.units[0].shifted) == (1, 1)
    assert level_changes(state, 0) == ["level:stay"]
    assert not a.can_meet(state, 0, 1)
    ask(state, ChooseLevel(0, 0, p.MARCH))
    assert "level:down" not in options(state)
    with pytest.raises(IllegalChoice):
        choose(state, 0, "level:down")
    refresh(state)  # the next turn it may go on
    assert level_changes(state, 0) == ["level:stay", "level:up", "level:down"]


def test_landing_ends_the_move() -> None:
    # example: example.landing-stops
    # rule: flight.landing-ends-move, flight.landed-may-act
    state = battle(["3 mid-nor-reaper"], [GUARDS])
    fly(state, 0, (68, 20, 90))
    put(state, 1, (68, 35, 270), files=3)
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:down", "turn:0", "advance:6")
    play(state, "turn:0")
    assert (state.units[0].altitude, state.units[0].token) == (0, None)
    assert place_of(state, 1)[:2] == (6800, 2600)
    assert not state.open
    assert a.has_landed(state, 0)
    assert not in_melee(state, 0)  # a march keeps its distance
    other = angels()
    ask(other, Resolve(0, 0, p.MARCH))
    play(other, "level:stay", "turn:0", "advance:6", "turn:0")
    assert not a.has_landed(other, 0)


def test_who_lands_needs_room() -> None:  # rule: flight.landing-ends-move, move.keep-distance
    state = angels()
    put(state, 1, (68, 25, 270), files=3)
    step = AirStep(0, 0, 1250, p.MARCHED, True)
    assert not can_end(state, step, (6800, 2300))
    assert can_end(state, AirStep(0, 0, 1250), (6800, 2300))
    assert not can_end(state, step, (50, 2300))
    ask(state, Soar(0, 0, 300, p.MARCHED, True))
    assert "turn:0" not in options(state)
    assert "turn:180" in options(state)
    put(state, 1, (68, 20, 270), files=6, spread=1)
    ask(state, Soar(0, 0, 300, p.MARCHED, True))
    assert options(state) == ()
    assert "finds no room" in words(state)
    assert state.units[0].altitude == 1


def test_the_first_rank_lands_where_the_token_was() -> None:
    # rule: flight.one-token-per-unit, flight.landing-ends-move
    state = battle(["6 morbid-angel"], [GUARDS])
    put(state, 1, (15, 50, 270), files=3)
    fly(state, 0, (68, 20, 90))
    state.units[0].files = 3
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:down", "turn:0", "advance:5", "turn:0")
    ranks = [place_of(state, member)[:2] for member in state.units[0].ranks]
    assert ranks[1] == (6800, 2500)
    assert ranks[4] == (6800, 2250)


def test_a_unit_looks_where_it_can_land_so() -> None:
    # rule: flight.landing-ends-move, flight.token-goes-around
    state = angels()
    put(state, 1, (68, 25.2, 270), files=6)  # a line of three is too wide beside it
    ask(state, Soar(0, 0, 300, p.MARCHED, True))
    play(state, "button:hover")
    assert "turn:0" in options(state)
    assert "turn:90" not in options(state)
    assert "turn:-90" not in options(state)


def test_who_lands_turns_freely_before_it_stands() -> None:
    # rule: flight.token-goes-around, flight.landing-ends-move
    state = angels()
    put(state, 1, (68, 25.2, 270), files=6)  # beside it there is room for a line that faces it
    state.units[0].facing = 0
    ask(state, Soar(0, 0, 300, p.MARCHED, True))
    assert {"button:hover", "turn:0"} <= set(options(state))
    play(state, "button:hover")
    assert "turn:0" not in options(state)
    play(state, "turn:90")
    assert (state.units[0].altitude, state.units[0].facing) == (0, 90)
