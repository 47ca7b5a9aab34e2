"""Flight: levels, tokens, moves through the air, landing, shooting between levels."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok import state as states
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import SKIRMISH, terms
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import contacts, in_melee, near
from fimbul.games.rag_narok.ground.field import on_table
from fimbul.games.rag_narok.ground.sight import FULL, NONE, PARTIAL, sees
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import base, bounds
from fimbul.games.rag_narok.rules.flight.airborne import (
    AirStep,
    ChooseLevel,
    Glide,
    Soar,
    air_allowance,
    can_end,
    flights,
    level_changes,
)
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.melee.push import Push, steps
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.rules.movement.manoeuvres import manoeuvres
from fimbul.games.rag_narok.rules.set_up.deploy import Stand
from fimbul.games.rag_narok.rules.shooting import volleys as s
from fimbul.games.rag_narok.rules.shooting.victims import allocation
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import (
    RagNarok,
    board_of,
    card_mov,
    middle,
    place_of,
    shape_of,
    shapes,
)
from fimbul.kernel import IllegalChoice, choose
from tests.games.rag_narok.drawn import ask, battle, fly, options, play, put, stand, words

ANGELS, GUARDS = "3 morbid-angel", "6 alahan-guard"
TOWER = p.Ground("ground:tower", "tower", base((6800, 3000, 90), (600, 600)), 3)


def angels(level: int = 1, foe: str = GUARDS) -> RagNarok:
    """Angels fly up the table; the others stand far away."""
    state = battle([ANGELS], [foe])
    fly(state, 0, (68, 20, 90), level)
    put(state, 1, (15, 50, 270), files=3)
    return state


def tower(monkeypatch: pytest.MonkeyPatch, *grounds: p.Ground) -> None:
    boxes = tuple((ground, bounds(ground.shape)) for ground in grounds)
    here = structs.replace(terms(SKIRMISH, ""), grounds=grounds, boxes=boxes)
    monkeypatch.setattr(states, "terms", lambda scenario, scenery: here)


# -- levels and tokens -----------------------------------------------------------------------


def test_everybody_starts_on_the_ground() -> None:
    # example: example.levels-and-relief
    # rule: flight.three-levels, flight.level0-ground, flight.level1, flight.level2
    # rule: flight.deploy-ground, flight.replaces
    state = GAME.new(RagSetup(first="acheron-200"), seed=4)
    while not isinstance(state.agenda[-1][0], Stand):
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert state.altitude == [0, 0, 0, 0]
    assert state.skies == [None] * 4
    archer = battle(["1 griffin-fusilier"], [ANGELS])
    put(archer, 0, (25, 30, 90))  # in the wood: scenery is level 0 as well
    put(archer, 1, (60, 50, 270))
    assert archer.altitude == [p.GROUND, p.GROUND]
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
    assert (state.altitude[0], state.skies[0]) == (1, (6800, 2000))
    assert state.facing[0] == 75
    assert {board_of(place_of(state, member)) for member in state.ranks[0]} == {1}
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
        assert {board_of(place_of(state, n)) for n in state.ranks[unit]} == {unit + 1}
        assert all(on_table(state, shape_of(state, n)) for n in state.ranks[unit])
    state.skies[0], state.skies[1] = (6000, 2000), (6000, 4000)
    state.shifted[0] = 0
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


# -- moving ----------------------------------------------------------------------------------


def test_an_angel_descends() -> None:
    # example: example.morbid-angel-descends
    # rule: flight.level-change-cost, flight.max-distance-double, ruling.march-distance-flight
    state = angels(level=2)
    ask(state, Resolve(0, 0, p.RUN))
    assert options(state) == ("level:stay", "level:down")
    play(state, "level:down", "turn:0")
    assert options(state)[-1] == "advance:25"
    play(state, "advance:25", "turn:0")
    assert (state.altitude[0], state.skies[0]) == (1, (6800, 4500))
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
    assert state.skies[0] == (6800, 4000)
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
    assert (state.altitude[0], state.shifted[0]) == (1, 1)
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
    assert (state.altitude[0], state.skies[0]) == (0, None)
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
    assert state.altitude[0] == 1


def test_the_first_rank_lands_where_the_token_was() -> None:
    # rule: flight.one-token-per-unit, flight.landing-ends-move
    state = battle(["6 morbid-angel"], [GUARDS])
    put(state, 1, (15, 50, 270), files=3)
    fly(state, 0, (68, 20, 90))
    state.files[0] = 3
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:down", "turn:0", "advance:5", "turn:0")
    ranks = [place_of(state, member)[:2] for member in state.ranks[0]]
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
    state.facing[0] = 0
    ask(state, Soar(0, 0, 300, p.MARCHED, True))
    assert {"button:hover", "turn:0"} <= set(options(state))
    play(state, "button:hover")
    assert "turn:0" not in options(state)
    play(state, "turn:90")
    assert (state.altitude[0], state.facing[0]) == (0, 90)


def test_a_flight_counts_as_march_run_or_retreat() -> None:
    # rule: flight.same-movement-rules, flight.landed-may-act
    for order, level, pace in (
        (p.MARCH, "level:stay", p.MARCHED),
        (p.RUN, "level:stay", p.RAN),
        (p.MARCH, "level:down", p.MARCHED),
        (p.RUN, "level:down", p.RAN),
    ):
        state = battle(["1 dragon"], [GUARDS])
        fly(state, 0, (68, 20, 90))
        put(state, 1, (15, 50, 270), files=3)
        ask(state, Resolve(0, 0, order))
        play(state, level, "turn:0", "advance:6", "turn:0")
        assert (state.moved[0], state.paces[0]) == (pace, 600)
        assert s.may_shoot(state, 0) == (pace == p.MARCHED)
    back = angels()
    ask(back, Resolve(0, 0, p.RETREAT))
    play(back, "advance:5")
    assert back.moved[0] == p.FAST


def test_level_one_goes_round_a_tower_and_level_two_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # example: example.tower-level1
    # rule: flight.level1-terrain, flight.level2-terrain, ruling.damaged-numbers
    # rule: ruling.level-change-moment
    tower(monkeypatch, TOWER)
    state = angels()
    straight = list(flights(state, AirStep(0, 0, 2000), 90))
    assert straight == [100, 200, 300, 400, 500, 1500, 1600]  # nobody ends in it
    assert 1500 not in list(flights(state, AirStep(0, 0, 1850), 90))  # round it is farther
    high = angels(level=2)
    assert list(flights(high, AirStep(0, 0, 1750), 90))[-1] == 1750
    coming = list(flights(high, AirStep(0, 0, 1750, p.MARCHED, True), 90))
    assert coming[-1] == 1750  # it descends at the end, so its way runs above the tower
    assert 1000 not in coming  # but not into it
    other = battle([ANGELS], [ANGELS])
    fly(other, 0, (68, 20, 90), 2)
    fly(other, 1, (68, 30, 270), 2)
    assert 1000 not in list(flights(other, AirStep(0, 0, 1750), 90))
    assert 1700 not in list(flights(other, AirStep(0, 0, 1750), 90))
    low = p.Ground("ground:house", "house", TOWER.shape, 3)
    tower(monkeypatch, low)
    assert 1000 in list(flights(angels(), AirStep(0, 0, 1750), 90))


def test_a_token_curves_between_two_towers(monkeypatch: pytest.MonkeyPatch) -> None:
    # example: example.token-path-free
    # rule: flight.token-goes-around, flight.same-movement-rules, flight.two-mov
    first = p.Ground("ground:tower", "tower", base((6700, 3000, 90), (400, 400)), 3)
    second = p.Ground("ground:other", "tower", base((7400, 3000, 90), (400, 400)), 3)
    tower(monkeypatch, first, second)
    state = angels()
    blocked = a.obstacles(state, 0, 1)
    way = a.route((6800, 2000), (6800, 3800), blocked)
    assert way is not None
    assert 1800 < way <= 2000
    ask(state, Resolve(0, 0, p.RUN))
    play(state, "level:stay", "turn:0")
    assert "advance:18" in options(state)
    assert a.route((6800, 2000), (6800, 3000), blocked) is None
    assert a.route((6800, 2000), (2000, 2000), blocked) == 4800
    ask(state, Glide(0, 0, 1800))
    assert "advance:18" not in options(state)  # the way round is longer than 18 cm


def test_tokens_keep_their_distance() -> None:  # rule: flight.same-movement-rules
    state = battle([ANGELS, ANGELS], [ANGELS])
    fly(state, 0, (68, 20, 90))
    fly(state, 1, (68, 26, 90))
    fly(state, 2, (68, 40, 270))
    step = AirStep(0, 0, 1750)
    assert not can_end(state, step, (6800, 2400))
    assert can_end(state, step, (6800, 2300))  # beside a friend
    assert not can_end(state, step, (6800, 3600))
    assert can_end(state, step, (6800, 3400))
    state.altitude[2] = 2
    assert can_end(state, step, (6800, 4000))


def test_tokens_make_no_manoeuvres() -> None:  # rule: flight.token-goes-around
    state = angels()
    assert manoeuvres(state, 0, p.MARCH) == []
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:stay")
    assert len(options(state)) == 25
    play(state, "turn:180", "advance:10", "turn:-90")
    assert (state.skies[0], state.facing[0]) == ((6800, 1000), 180)


def test_a_retreat_in_the_air() -> None:  # rule: flight.same-movement-rules
    state = angels()
    ask(state, Resolve(0, 0, p.RETREAT))
    assert options(state)[-1] == "advance:17.5"
    play(state, "advance:5")
    assert (state.skies[0], state.facing[0]) == ((6800, 1500), 90)


# -- pushing ---------------------------------------------------------------------------------


def test_pushes_on_the_ground_and_in_the_air() -> None:
    # example: example.landed-push
    # rule: flight.landed-push-ground-mov, flight.no-level-change-push
    # rule: flight.air-push-flight-mov, flight.air-push-on-board, ruling.confrontation-only
    landed = battle(["1 morbid-angel"], ["1 alahan-guard"])
    landed.phase, landed.shifted[0], landed.brawls = p.MELEE, 1, [0, 0]
    stand(landed, 1, (68, 30, 270))
    for apart, reached in ((6, True), (7, False)):  # centre to centre; 3.5 cm to go at most
        stand(landed, 0, (68, 30 - apart, 90))
        assert bool(steps(landed, 0)) == reached
    ask(landed, Push(0, 0))
    play(landed, "button:push")
    assert place_of(landed, 0) == (6800, 2650, 90)
    aloft = battle(["1 morbid-angel"], ["1 morbid-angel"])
    aloft.phase, aloft.brawls = p.MELEE, [0, 0]
    fly(aloft, 0, (68, 20, 90))
    fly(aloft, 1, (68, 22.5, 270))
    x, y, _ = place_of(aloft, 1)
    for apart, reached in ((1100, True), (1101, False)):
        aloft.places[0] = (x, y - apart, 90)
        assert bool(steps(aloft, 0)) == reached
    aloft.places[0] = (x, y - 1100, 90)
    ask(aloft, Push(0, 0))
    play(aloft, "button:push")
    assert in_melee(aloft, 0)
    assert (aloft.altitude, aloft.skies) == ([1, 1], [(6800, 2000), (6800, 2250)])


def test_regrouping_in_the_air_moves_the_token() -> None:
    # rule: flight.air-disengage-token, flight.no-level-change-push
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (68, 20, 90))
    fly(state, 1, (15, 50, 270))
    state.phase, state.brawls = p.MELEE, [0, 0]
    ask(state, Push(0, 0))
    play(state, "button:regroup", "turn:0")
    assert options(state)[-1] == "advance:8.5"
    play(state, "advance:8.5", "turn:0")
    assert (state.altitude[0], state.skies[0]) == (1, (6800, 2850))


# -- shooting --------------------------------------------------------------------------------


def marksmen(level: int) -> RagNarok:
    """Four fusiliers and three angels at medium range."""
    state = battle(["4 griffin-fusilier"], [ANGELS])
    put(state, 0, (68, 15, 90), files=4)
    fly(state, 1, (68, 40, 270), level)
    return state


def test_shots_reach_one_level_up() -> None:
    # example: example.level2-to-ground-shot
    # rule: flight.shoot-adjacent-level, flight.shoot-plus2
    state = marksmen(1)
    assert [shot.difficulty for shot in s.shots(state, 0, 1)] == [9] * 4
    assert "another level" in [m.text for m in s.modifiers(state, 0, 1, False)]
    assert not s.has_shot(marksmen(2), 0, 1)
    assert not list(s.shots(marksmen(2), 0, 1))
    level = battle(["1 dragon"], [ANGELS])
    fly(level, 0, (68, 20, 90), 2)
    fly(level, 1, (68, 36, 270), 2)
    assert [shot.difficulty for shot in s.shots(level, 0, 1)] == [7]
    level.altitude[1] = 1
    assert [shot.difficulty for shot in s.shots(level, 0, 1)] == [9]


def test_ranges_are_measured_on_the_table() -> None:  # rule: flight.shoot-distance-ground
    state = marksmen(1)
    shooter, angel = state.ranks[0][1], state.ranks[1][0]
    apart = 4000 - p.TOKEN - 1500 - 125  # from the front of its base to the rim of the token
    assert near(state, shooter, angel, apart + 1)
    assert not near(state, shooter, angel, apart - 10)
    assert not contacts(state)


def test_flyers_hide_nobody() -> None:
    # example: example.air-hides-nothing
    # rule: flight.air-never-hides-air, flight.ground-no-hide-from-level1
    # rule: flight.ground-unit-hit-from-level1, ruling.air-sight
    state = battle(["1 dragon"], [ANGELS, ANGELS, "9 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    fly(state, 1, (68, 20, 270))
    fly(state, 2, (68, 24, 270))
    put(state, 3, (68, 28, 270), files=3)
    dragon = state.ranks[0][0]
    for unit in (1, 2, 3):
        assert {sees(state, dragon, member) for member in state.ranks[unit]} == {FULL}
    (shot,) = s.shots(state, 0, 3)
    assert len(shot.seen) == 9
    low = battle(["1 griffin-fusilier", GUARDS], [ANGELS])
    put(low, 0, (68, 10, 90))
    put(low, 1, (68, 16, 90), files=6)
    fly(low, 2, (68, 30, 270))
    assert sees(low, 0, low.ranks[2][0]) == FULL
    assert sees(low, low.ranks[2][0], 0) == FULL


def test_a_whole_unit_on_the_ground_is_hit_from_low_flight() -> None:
    # rule: flight.ground-unit-hit-from-level1
    state = battle(["1 dragon"], ["12 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 20, 270), files=12)
    (shot,) = s.shots(state, 0, 1)
    assert len(shot.seen) < 12  # its arc leaves out the ends of the line
    assert set(allocation(state, 0, 1, set(shot.seen))) == set(state.ranks[1])
    state.altitude[0] = 0
    assert set(allocation(state, 0, 1, set(shot.seen))) == set(shot.seen)


def test_scenery_between_levels(monkeypatch: pytest.MonkeyPatch) -> None:  # rule: ruling.air-sight
    state = marksmen(1)
    shooter, angel = state.ranks[0][1], state.ranks[1][0]
    wall = p.Ground("ground:wall", "wall", base((6800, 2500, 90), (800, 100)), 0)
    tower(monkeypatch, wall)
    assert sees(state, shooter, angel) == PARTIAL
    assert sees(state, angel, shooter) == PARTIAL
    tower(monkeypatch, TOWER)
    assert sees(state, shooter, angel) == NONE
    pair = battle([ANGELS], [ANGELS])
    fly(pair, 0, (68, 15, 90))
    fly(pair, 1, (68, 40, 270))
    assert sees(pair, 0, 3) == NONE
    pair.altitude = [2, 1]
    assert sees(pair, 0, 3) == FULL
    tower(monkeypatch, wall)
    pair.altitude = [1, 1]
    assert sees(pair, 0, 3) == FULL
    beside = p.Ground("ground:tower", "tower", base((7150, 2700, 90), (500, 500)), 3)
    tower(monkeypatch, beside)  # it reaches into the way of the tokens, not over its middle
    assert sees(pair, 0, 3) == sees(pair, 3, 0) == PARTIAL  # rule: los.offset-obstacle-partial
    pair.altitude = [2, 1]
    assert sees(pair, 0, 3) == FULL


@pytest.mark.parametrize(
    ("kind", "at", "deep", "seen"),
    [
        ("wood", 2700, 600, NONE),  # more than 5 cm of trees
        ("wood", 2700, 400, PARTIAL),
        ("hill", 2700, 400, PARTIAL),
        ("hill", 1500, 400, FULL),  # who stands on it looks over it
        ("ruin", 1500, 400, PARTIAL),
        ("marsh", 2700, 400, FULL),
    ],
)
def test_low_flight_sees_the_ground_past_scenery_as_usual(
    monkeypatch: pytest.MonkeyPatch, kind: str, at: int, deep: int, seen: int
) -> None:
    # rule: ruling.air-sight, ruling.drawn-ground
    state = marksmen(1)
    shooter, angel = state.ranks[0][1], state.ranks[1][0]
    size = p.size_of_height(t.TERRAINS[kind].height)
    tower(monkeypatch, p.Ground(f"ground:{kind}", kind, base((6800, at, 90), (1600, deep)), size))
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == seen
    state.altitude[1] = 2
    assert sees(state, shooter, angel) == FULL


@pytest.mark.parametrize("level", [1, 2])
def test_a_veil_hides_flyers_and_a_wall_of_earth_a_part(level: int) -> None:
    # rule: ruling.air-sight
    state = marksmen(level)
    shooter, angel = state.ranks[0][1], state.ranks[1][0]
    assert sees(state, shooter, angel) == FULL
    state.conjured = [(NUMBER["veil-of-mist"], 6800, 2700, 90, 2)]
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == NONE
    state.conjured = [(NUMBER["wall-of-earth"], 6800, 2700, 90, 2)]
    over = PARTIAL if level == 1 else FULL
    assert sees(state, shooter, angel) == sees(state, angel, shooter) == over


def test_who_flies_overhead_touches_nobody() -> None:
    # rule: los.contact-always, flight.contact-same-level, ruling.air-sight
    state = battle(["1 griffin-fusilier"], [ANGELS, "1 alahan-guard"])
    put(state, 0, (68, 20, 90))
    put(state, 2, (68, 17.5, 90))
    assert sees(state, 0, state.ranks[2][0]) == FULL  # at its back, base to base
    fly(state, 1, (68, 19, 90))
    assert sees(state, 0, state.ranks[1][0]) == NONE
    fly(state, 1, (68, 21, 90))
    assert sees(state, 0, state.ranks[1][0]) == FULL


def test_the_rear_rank_looks_up_from_the_front_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: los.rear-rank-angle, ruling.los-rear-rank-trace
    state = battle(["2 griffin-fusilier"], [ANGELS])
    put(state, 0, (68, 15, 90), files=1)
    fly(state, 1, (68, 30, 270))
    front, rear = state.ranks[0]
    rock = p.Ground("ground:rock", "rock", base((6950, 1400, 90), (100, 100)), 0)
    tower(monkeypatch, rock)  # beside the rear fighter, behind the front one
    state.files[0] = 0
    assert sees(state, rear, state.ranks[1][0]) == PARTIAL
    state.files[0] = 1
    assert sees(state, rear, state.ranks[1][0]) == sees(state, front, state.ranks[1][0]) == FULL


def test_a_whole_flying_unit_shoots_and_is_hit() -> None:
    # example: example.air-unit-shoots
    # rule: flight.all-may-shoot, flight.all-may-be-hit
    state = battle(["6 griffin-fusilier"], ["6 morbid-angel"])
    put(state, 0, (68, 15, 90), files=2)
    assert len(s.shooters(state, 0)) == 4  # on the ground the third rank sees nothing
    fly(state, 0, (68, 15, 90))
    fly(state, 1, (68, 34, 270))
    state.files = [2, 2]
    found = list(s.shots(state, 0, 1))
    assert len(found) == 6
    assert all(set(shot.seen) == set(state.ranks[1]) for shot in found)
    assert allocation(state, 0, 1, set(state.ranks[1])) == list(state.ranks[1])
    state.altitude[1] = 2
    assert all(len(shot.seen) == 6 for shot in s.shots(state, 0, 1))


def test_a_dense_formation_means_nothing_in_the_air() -> None:  # rule: flight.token-goes-around
    state = battle(["4 griffin-fusilier"], ["10 morbid-angel"])
    put(state, 0, (68, 15, 90), files=4)
    put(state, 1, (68, 40, 270), files=5)
    assert "a dense target" in [m.text for m in s.modifiers(state, 0, 1, False)]
    fly(state, 1, (68, 40, 270))
    assert "a dense target" not in [m.text for m in s.modifiers(state, 0, 1, False)]


def test_the_rulebook_speaks_one_language() -> None:  # rule: ruling.glossary
    odd = re.compile(r"\b(MOU|scrum|fray|tapping|Pets|disarray|sniper|outlet)\b", re.IGNORECASE)
    texts = [f"{rule.title} {rule.text}" for rule in GAME.rulebook.rules.values()]
    told = [text for text in texts if odd.search(text) and "MOU = MOV" not in text]
    assert told == []
    assert any("altitude" in text for text in texts)
