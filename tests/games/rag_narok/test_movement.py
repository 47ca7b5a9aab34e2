"""Deployment, manoeuvres, moves, withdrawing and fleeing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import FOOTPRINTS, STONES
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.conjured import WALLS
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.paths import cost, crosses_wall
from fimbul.games.rag_narok.measure.geometry import base, bounds, clash, within
from fimbul.games.rag_narok.measure.tables import MANOEUVRES
from fimbul.games.rag_narok.rules.charge import withdraw as w
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Engage
from fimbul.games.rag_narok.rules.ending import EndPhase, Score, is_over, scores
from fimbul.games.rag_narok.rules.movement import marches
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.manoeuvres import CARDS, TESTS, manoeuvres
from fimbul.games.rag_narok.rules.movement.marches import (
    Advance,
    Reshape,
    Sidestep,
    TurnAfter,
    Wheel,
    Withdraw,
)
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.set_up.deploy import NextDeployment, Stand
from fimbul.games.rag_narok.rules.shooting.volleys import may_shoot
from fimbul.games.rag_narok.state import RagNarok, fighter, middle, outline, remove, shapes
from fimbul.kernel import choose
from tests.games.rag_narok.drawn import ask, battle, options, play, put, roll_next, stand, words

(WALL,) = WALLS


def march(first: str = "6 griffin-duelist", second: str = "6 morbid-puppet") -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 50, 270), files=3)
    return state


def test_deployment_goes_in_turn_inside_the_strips() -> None:
    # rule: setup.terrain, setup.deploy, ruling.first-blood-ground, ruling.table
    state = GAME.new(seed=4)
    choose(state, state.open[0].seat, "button:upper-edge")
    first = state.open[0].seat
    assert first == 1 - state.winner
    order = []
    while state.phase == p.DEPLOYMENT:
        if isinstance(state.agenda[-1][0], Stand):
            order.append(state.open[0].seat)
        choose(state, state.open[0].seat, state.open[0].options[-1])
    assert order == [first, 1 - first, first, 1 - first]
    for unit in range(4):
        strip = [(y < 1200) for shape in shapes(state, unit) for _, y in shape]
        assert all(strip) or not any(strip)
    assert state.terms.table == (8000, 6000)
    lies = {ground.kind: bounds(ground.shape) for ground in state.terms.grounds}
    assert lies == {
        "wood": (1900, 2600, 3100, 3400),
        "wall": (5100, 2950, 5900, 3050),
        "rock": (3800, 1800, 4200, 2200),
    }


def test_the_places_and_headings_of_deployment() -> None:
    # rule: ruling.deploy-options, setup.deploy
    state = battle(["4 griffin-duelist"], ["6 morbid-puppet"])
    state.phase, state.winner = p.DEPLOYMENT, 1
    ask(state, NextDeployment(0))
    shapes_offered = ("close-3", "close-4", "dispersed-3", "dispersed-4")
    assert options(state) == tuple(f"shape:{shape}" for shape in shapes_offered)
    play(state, "shape:close-4")
    assert options(state) == ("turn:-45", "turn:0", "turn:45")
    play(state, "turn:0")
    xs = range(8, 73, 4)  # the line is 10 cm wide, the table 80
    assert options(state) == tuple(f"spot:{x}-{row}" for row in ("front", "back") for x in xs)
    play(state, "spot:40-back")
    assert (middle(state, 0), state.facing[0]) == ((4000, 125), 90)


def test_march_and_run() -> None:
    # rule: move.march, move.run, ruling.move-options, move.straight-one-reorientation
    state = march()
    ask(state, Wheel(0, 0, p.MARCH))
    assert options(state) == tuple(f"turn:{turn}" for turn in p.TURNS)
    play(state, "turn:0")
    assert options(state) == tuple(f"advance:{cm}" for cm in range(11))
    play(state, "advance:10")
    assert middle(state, 0) == (6800, 2000)
    assert state.moved[0] == p.MARCHED
    other = march("6 morbid-puppet", "6 griffin-duelist")
    ask(other, Advance(0, 0, p.RUN))
    assert options(other)[-1] == "advance:15"
    ask(other, Advance(0, 0, p.MARCH))
    assert options(other)[-2:] == ("advance:7", "advance:7.5")
    play(other, "advance:7.5")
    assert middle(other, 0) == (6800, 1750)


def test_one_reorientation_only() -> None:
    # example: example.one-reorientation
    # rule: move.straight-one-reorientation, move.reorient
    state = march()
    ask(state, Wheel(0, 0, p.MARCH))
    play(state, "turn:30", "advance:5")
    assert not state.open
    assert state.facing[0] == 120
    state.wheeled = ()
    ask(state, Wheel(0, 0, p.MARCH))
    play(state, "turn:0", "advance:3")
    assert options(state) == tuple(f"turn:{turn}" for turn in p.TURNS)


def test_nobody_comes_near_an_enemy_by_marching() -> None:
    # rule: move.keep-distance, move.no-interpenetration, ruling.path-blocking
    state = march()
    put(state, 1, (68, 20, 270), files=3)
    ask(state, Advance(0, 0, p.RUN))
    assert options(state) == ("advance:0", "advance:1", "advance:2")
    play(state, "advance:2")
    assert not within(outline(state, 0), outline(state, 1), p.CONTACT)
    friends = battle(["6 griffin-duelist", "6 griffin-duelist"], ["6 morbid-puppet"])
    put(friends, 0, (68, 10, 90), files=3)
    put(friends, 1, (68, 20, 90), files=3)
    put(friends, 2, (10, 50, 270), files=3)
    ask(friends, Advance(0, 0, p.MARCH))
    assert options(friends)[-1] == "advance:5"


def test_the_table_ends() -> None:  # rule: move.table-edge, move.no-interpenetration
    state = march()
    put(state, 0, (68, 55, 90), files=3)
    put(state, 1, (10, 10, 90), files=3)
    ask(state, Advance(0, 0, p.MARCH))
    assert options(state)[-1] == "advance:2"


def test_difficult_ground_and_walls() -> None:
    # rule: move.difficult, move.feat, ruling.rough-centimetres, formation.dispersed
    state = march()
    put(state, 0, (25, 20, 90), files=3)
    assert cost(state, 0, 90, 300) == 300
    assert cost(state, 0, 90, 700) == 700 + 300
    ask(state, Advance(0, 0, p.MARCH))
    assert options(state)[-1] == "advance:7"
    state.spread[0] = 1
    assert cost(state, 0, 90, 700) == 700
    state.spread[0] = 0
    put(state, 0, (55, 25, 90), files=3)
    assert cost(state, 0, 90, 500) == 500 + 500
    assert crosses_wall(state, 0, 90, 500)
    ask(state, Advance(0, 0, p.RUN))
    assert "advance:4" not in options(state)  # nobody ends on the wall
    play(state, "advance:9")
    assert state.moved[0] == p.RAN
    put(state, 0, (55, 28, 90), files=6)
    ask(state, Advance(0, 0, p.MARCH))
    play(state, "advance:4")
    assert state.moved[0] == p.FEATED


def test_whom_difficult_ground_slows() -> None:
    # rule: move.difficult, formation.dispersed, ruling.rough-centimetres
    state = march()
    put(state, 0, (25, 20, 90), files=3)
    f.loosen(state, 0)
    assert cost(state, 0, 90, 700) == 700  # out of their ranks they walk between the trees
    riders = march("2 razorback-rider")
    for files, spread, paid in ((2, 0, 300), (0, 0, 300), (2, 1, 0)):
        put(riders, 0, (25, 20, 90), files=2, spread=spread)
        riders.files[0] = files
        assert cost(riders, 0, 90, 700) == 700 + paid


def test_a_run_is_one_however_short() -> None:  # rule: move.run, shoot.who
    state = march("6 griffin-fusilier", "6 morbid-puppet")
    put(state, 1, (68, 25, 270), files=3)
    ask(state, Advance(0, 0, p.RUN))
    play(state, "advance:0")
    assert not may_shoot(state, 0)
    other = march("6 griffin-fusilier", "6 morbid-puppet")
    put(other, 1, (68, 25, 270), files=3)
    ask(other, Advance(0, 0, p.MARCH))
    play(other, "advance:0")
    assert may_shoot(other, 0)


def test_small_obstacles_are_passed() -> None:
    # example: example.small-obstacle
    # rule: move.small-obstacle, ruling.path-blocking
    state = march()
    put(state, 0, (40, 12, 90), files=3)
    rock = next(ground for ground in state.terms.grounds if ground.kind == "rock")
    assert rock.small
    assert not p.Ground("pond", "marsh", base((0, 0, 90), (600, 600)), -1).small
    ask(state, Advance(0, 0, p.RUN))
    assert "advance:8" not in options(state)  # it would end on the rock
    assert "advance:15" in options(state)


def test_who_stands_in_a_gap_of_a_unit_does_not_hold_it() -> None:
    """Seven in ranks of four leave a corner of their rectangle empty: a comrade stands there."""
    # rule: ruling.path-blocking, move.no-interpenetration
    state = battle(["7 griffin-duelist", "1 abel"], ["6 morbid-puppet"])
    put(state, 0, (20, 40, 90), files=4)
    put(state, 2, (68, 50, 270), files=3)
    rear = min(y for shape in shapes(state, 0) for _, y in shape)
    gaps = [x for x in range(1500, 2501, 25) if is_gap(state, x, rear + 125)]
    assert gaps
    stand(state, state.ranks[1][0], (gaps[len(gaps) // 2] / 100, (rear + 125) / 100, 90))
    ask(state, Advance(0, 0, p.MARCH))
    assert options(state) == tuple(f"advance:{cm}" for cm in range(11))
    put(state, 2, (20, 55, 270), files=3)
    assert reach(state, Assault(0, 2, True)) is not None
    put(state, 2, (68, 50, 270), files=3)
    state.facing[0] = 270  # backwards the front rank would walk over him
    ask(state, Advance(0, 0, p.MARCH))
    assert "advance:10" not in options(state)


def test_a_single_independent_passes_through_friends() -> None:  # rule: move.no-interpenetration
    state = battle(["1 abel", "6 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 15, 90), files=3)
    put(state, 2, (10, 50, 270), files=3)
    ask(state, Advance(0, 0, p.RUN))
    assert "advance:3" not in options(state)  # he would end on somebody
    assert "advance:9" in options(state)
    put(state, 2, (68, 27, 270), files=3)
    ask(state, Advance(0, 0, p.RUN))
    assert options(state)[-1] == "advance:10"  # but never through enemies
    assert reach(state, Assault(0, 2, True)) is not None
    put(state, 1, (68, 21.5, 90), files=3)
    assert reach(state, Assault(0, 2, True)) is None  # somebody stands where he would end
    crowd = battle(["3 griffin-duelist", "6 griffin-duelist"], ["6 morbid-puppet"])
    put(crowd, 0, (68, 10, 90))
    put(crowd, 1, (68, 15, 90), files=3)
    put(crowd, 2, (68, 27, 270), files=3)
    assert reach(crowd, Assault(0, 2, True)) is None


def test_nobody_passes_a_house(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: move.no-interpenetration, move.small-obstacle, ruling.path-blocking
    state = march()
    put(state, 0, (68, 10, 90), files=3)
    for side, turn, far in ((600, 0, "advance:7"), (500, 90, "advance:20")):
        monkeypatch.setitem(FOOTPRINTS, "house", (side, side))
        state.scenery = f"house 68 23 {turn}"
        put(state, 1, (10, 50, 270), files=3)
        ask(state, Advance(0, 0, p.RUN))
        assert options(state)[-1] == far
        put(state, 1, (68, 34, 270), files=3)
        assert (reach(state, Assault(0, 1, True)) is None) == (side > p.SMALL_OBSTACLE)


def is_gap(state: RagNarok, x: int, y: int) -> bool:
    """Whether a base fits there between those of the first Unit, inside its rectangle."""
    place = base((x, y, 90), (250, 250))
    inside = clash(place, f.block_of(state, 0).shape)
    return inside and not any(clash(place, shape) for shape in shapes(state, 0))


@pytest.mark.parametrize("thing", ["manoeuvre:quarter-left", "manoeuvre:quarter-right"])
def test_quarter_turns(thing: str) -> None:
    # rule: manoeuvre.quarter-turn, manoeuvre.tests, ruling.unit-pivot
    state = march("7 griffin-duelist")
    put(state, 0, (68, 20, 90), files=4)
    ask(state, Announce(0, 0, p.IMMOBILE))
    play(state, thing)
    assert state.facing[0] == (180 if thing.endswith("left") else 0)
    assert state.files[0] == 2
    assert abs(middle(state, 0)[0] - 6800) <= 1


def test_u_turns_come_before_the_move() -> None:
    # example: example.u-turn-after, example.manoeuvre-timing
    # rule: manoeuvre.u-turn, manoeuvre.quarter-turn, manoeuvre.announce-on-activation
    # rule: manoeuvre.immobile-counts, manoeuvre.test-at-announcement, manoeuvre.tests
    state = march()
    front = state.ranks[0][:3]
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 3)
    play(state, "manoeuvre:u-turn")
    assert "4 + 3 = 7 against 6, passed" in words(state)
    assert state.facing[0] == 270
    assert set(state.ranks[0][3:]) == set(front)
    other = march()
    ask(other, Announce(0, 0, p.MARCH))
    play(other, "manoeuvre:quarter-after", "advance:5")
    assert options(other) == ("turn:0", "turn:90", "turn:-90")
    assert not any("u-turn" in thing for thing in options(other))
    play(other, "turn:90")
    assert other.facing[0] == 180


def test_a_quarter_turn_may_follow_an_engagement_that_was_none() -> None:
    # rule: manoeuvre.quarter-turn
    state = march()
    put(state, 1, (68, 20, 270), files=3)
    ask(state, Announce(0, 0, p.ENGAGE))
    trial = play(state.clone(), "manoeuvre:quarter-after", "unit:1-unit-0")
    assert in_melee(trial, 0)
    assert not trial.open
    play(state, "manoeuvre:quarter-after", "button:hold")
    assert options(state) == ("turn:0", "turn:90", "turn:-90")


@pytest.mark.parametrize(
    "turns",
    [
        ("manoeuvre:quarter-left",),
        ("manoeuvre:u-turn",),
        ("manoeuvre:change-formation", "shape:close-3", "turn:90"),
    ],
)
def test_who_turns_by_a_manoeuvre_has_made_its_reorientation(turns: tuple[str, ...]) -> None:
    # rule: move.straight-one-reorientation, ruling.one-reorientation
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 5)
    play(state, *turns)
    assert state.facing[0] != 90
    assert "advance:3" in options(state)
    play(state, "advance:3")
    assert not state.open


def test_who_forms_up_anew_to_the_same_side_may_still_turn() -> None:
    # rule: ruling.one-reorientation
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 5)
    play(state, "manoeuvre:change-formation", "shape:close-4", "turn:0")
    assert "turn:15" in options(state)


def test_after_a_quarter_turn_only_whom_it_meets_straight_on_is_engaged() -> None:
    # rule: ruling.one-reorientation, engage.procedure
    state = march()
    put(state, 0, (68, 30, 0), files=3)
    put(state, 1, (76, 41, 270), files=3)
    ask(state, Announce(0, 0, p.ENGAGE))
    play(state, "manoeuvre:quarter-left")
    assert not state.open  # it stands aside
    put(state, 1, (68, 41, 270), files=3)
    ask(state, Engage(0, 0))
    assert "unit:1-unit-0" in options(state)
    put(state, 1, (76, 41, 270), files=3)
    state.wheeled = ()
    ask(state, Engage(0, 0))
    assert "unit:1-unit-0" in options(state)


def test_who_turned_to_engage_makes_no_quarter_turn_after_it() -> None:
    # rule: ruling.one-reorientation
    state = march()
    ask(state, TurnAfter(0, 0, True, False))
    assert options(state) == ("turn:0", "turn:90", "turn:-90")
    marches.wheel(state, 0, 15)
    ask(state, TurnAfter(0, 0, True, False))
    assert not state.open


def test_who_turns_about_without_room_for_ranks_stands_loose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # rule: manoeuvre.u-turn, formation.loose
    state = battle(["7 alahan-guard"], ["3 griffin-duelist"])
    put(state, 0, (60, 20, 90), files=4)
    put(state, 1, (20, 50, 270))
    before = [place[:2] for place in state.places if place]
    monkeypatch.setattr(marches, "may_stand", lambda *_: False)
    marches.about_turn(state, 0)
    assert [place[:2] for place in state.places if place] == before
    assert (state.files[0], state.facing[0]) == (0, 270)


def test_a_u_turn_at_the_edge_keeps_everybody_on_the_table() -> None:
    # rule: manoeuvre.u-turn, ruling.unit-pivot
    state = march("7 griffin-duelist")
    put(state, 0, (32, 6.25, 45), files=3, spread=1)
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 6)
    play(state, "manoeuvre:u-turn")
    assert state.facing[0] == 225
    assert all(f.on_table(state, shape) for shape in shapes(state, 0))


def test_a_u_turn_brings_nobody_into_contact() -> None:
    """The last rank has a gap; who would fill it would stand too near to an enemy."""
    # rule: manoeuvre.u-turn, move.keep-distance
    state = march("7 griffin-duelist", "1 melmoth")
    put(state, 0, (40, 40, 90), files=4)
    put(state, 1, (47.5, 36, 90))
    assert not in_melee(state, 0)
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 6)
    play(state, "manoeuvre:u-turn")
    assert state.facing[0] == 270
    assert not in_melee(state, 0)


def test_manoeuvres_are_as_their_cards_say() -> None:
    # rule: manoeuvre.tests, manoeuvre.announce-on-activation, formation.change, unit.leave-join
    state = march("12 griffin-duelist")
    for order, name in enumerate(p.ORDERS):
        found = {CARDS[thing] for thing in manoeuvres(state, 0, order)}
        assert found == {c for c, card in MANOEUVRES.items() if name in card.orders} - {"divide"}
        if order in p.ACTIONS and order != p.RAPID_FIRE:
            ask(state, Announce(0, 0, order))
            divides = any(thing.startswith("divide:") for thing in options(state))
            assert divides == (name in MANOEUVRES["divide"].orders)
    for thing, card in CARDS.items():
        told = MANOEUVRES[card].test
        assert told == (f"DIS {TESTS[thing]}" if thing in TESTS else "none")


def test_a_failed_manoeuvre_still_leaves_the_order() -> None:
    # rule: manoeuvre.tests, manoeuvre.test-at-announcement
    state = march()
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 1)
    play(state, "manoeuvre:u-turn")
    assert state.facing[0] == 90
    assert state.open[0].prompt == "Turn before you move?"


def test_lateral_displacement() -> None:
    # example: example.lateral-only-march-run
    # rule: manoeuvre.lateral, manoeuvre.tests, ruling.move-options
    state = march()
    assert "manoeuvre:lateral" not in manoeuvres(state, 0, p.ENGAGE)
    assert "manoeuvre:lateral" in manoeuvres(state, 0, p.RUN)
    ask(state, Announce(0, 0, p.ENGAGE))
    assert GAME.why(state, 0, "manoeuvre:lateral") == (
        "manoeuvre.lateral", "Only a March or a Run can be made sideways.",
    )  # fmt: skip
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 2)
    play(state, "manoeuvre:lateral", "button:left")
    assert options(state)[-1] == "advance:5"
    play(state, "advance:5")
    assert (middle(state, 0), state.facing[0]) == ((6300, 1000), 90)
    slow = march("6 morbid-puppet", "6 griffin-duelist")
    ask(slow, Sidestep(0, 0, p.MARCH))
    assert options(slow)[-1] == "advance:3"  # half of 7.5, in whole centimetres


def test_a_new_formation() -> None:  # rule: formation.change, formation.close
    state = march()
    ask(state, Announce(0, 0, p.MARCH))
    roll_next(state, 1)
    play(state, "manoeuvre:change-formation")
    assert state.files[0] == 3
    ask(state, Announce(0, 0, p.IMMOBILE))
    roll_next(state, 5)
    play(state, "manoeuvre:change-formation", "shape:dispersed-3")
    assert options(state) == ("turn:0", "turn:90", "turn:-90", "turn:180")
    play(state, "turn:0")
    assert (state.files[0], state.spread[0], state.facing[0]) == (3, 1, 90)
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
    assert (state.facing[0], state.files[0]) == (180, 3)
    assert f.block_of(state, 0).extent == (750, 750)


def test_retreat_goes_straight_back() -> None:  # rule: retreat.procedure
    state = march()
    put(state, 0, (68, 30, 90), files=3)
    ask(state, Withdraw(0, 0))
    assert options(state)[-1] == "advance:10"
    play(state, "advance:10")
    assert (middle(state, 0), state.facing[0]) == ((6800, 2000), 90)
    assert state.moved[0] == p.FAST


def test_turning_needs_room() -> None:  # rule: move.reorient
    state = march("9 griffin-duelist")
    put(state, 0, (68, 10, 90), files=9)
    put(state, 1, (68, 17, 270), files=3)
    ask(state, TurnAfter(0, 0))
    assert options(state) == ()


def melee(first: str, second: str) -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (30, 20, 90), files=3)
    put(state, 1, (30, 25, 270), files=3)
    for unit in (0, 1):
        f.loosen(state, unit)
    return state


def test_disengaging() -> None:
    # example: example.forced-disengage-type
    # rule: disengage.procedure, rout.forced-disengage-type, disengage.march-only
    state = melee("6 alahan-guard", "6 morbid-puppet")
    assert w.forced_way(state, 0) == w.FORCE
    assert w.difficulty(state, 0, w.FORCE) == 9
    assert w.difficulty(state, 0, w.DODGE) == 5
    lost = state.ranks[0][3:]
    for member in lost:
        remove(state, member, p.DEAD)
    assert w.difficulty(state, 0, w.FORCE) == 10
    ask(state, w.Disengage(0, 0))
    assert options(state) == (w.DODGE, w.FORCE)
    roll_next(state, 2)
    play(state, w.DODGE)
    assert in_melee(state, 0)
    ask(state, w.Disengage(0, 0))
    roll_next(state, 3)
    play(state, w.DODGE)
    assert options(state)[0] == "way:270"  # towards the own edge
    play(state, "way:270", "advance:10")
    assert not in_melee(state, 0)
    assert (state.moved[0], state.left[0]) == (p.MARCHED, 1)
    assert state.files[0] == 3


def test_states_weigh_on_a_disengagement() -> None:
    # rule: ruling.disengage-values, disengage.procedure, state.rout, state.fear, state.disorganised
    state = melee("6 griffin-duelist", "6 alahan-guard")
    card = w.main_card(state, 0)
    assert (w.vigour(state, 0, w.DODGE), w.vigour(state, 0, w.FORCE)) == (card.ini, card.strength)
    before = w.difficulty(state, 0, w.DODGE)
    state.moods[0], state.shaken[0] = p.ROUT, 1
    assert w.vigour(state, 0, w.DODGE) == card.ini - 2
    assert w.vigour(state, 0, w.FORCE) == card.strength
    state.moods[1] = p.FEAR
    assert w.difficulty(state, 0, w.DODGE) == before - 1
    mixed = melee("1 abel, 1 griffin-duelist", "6 alahan-guard")
    cards = [fighter(mixed, member).card for member in mixed.ranks[0]]
    assert len({card.df for card in cards}) == 1  # even: the higher value counts
    assert w.vigour(mixed, 0, w.DODGE) == max(card.ini for card in cards)
    assert w.vigour(mixed, 0, w.FORCE) == max(card.strength for card in cards)
    needed = before - 1 - (card.ini - 2)
    roll_next(state, needed - 1)
    assert not w.break_free(state, 0, w.DODGE)
    roll_next(state, needed)
    assert w.break_free(state, 0, w.DODGE)


def test_who_is_free_disengages_at_once() -> None:
    # example: example.disengage-free
    # rule: disengage.automatic-if-free, disengage.march-only
    state = march()
    ask(state, w.Disengage(0, 0))
    assert state.open[0].prompt == "Turn before you move?"
    play(state, "turn:0")
    assert options(state)[-1] == "advance:10"


def test_the_way_out_crosses_as_few_enemies_as_possible() -> None:
    # example: example.disengage-surrounded
    # rule: disengage.even-surrounded, disengage.sensible-path, ruling.disengage-path
    state = battle(["1 alahan-guard"], ["8 morbid-puppet"])
    stand(state, 0, (68, 30, 90))
    ring = [(2.5, 0), (-2.5, 0), (-5, 0), (0, 2.5), (0, 5), (0, -2.5), (0, -5), (-7.5, 0)]
    for member, (dx, dy) in zip(state.ranks[1], ring, strict=True):
        stand(state, member, (68 + dx, 30 + dy, 90))
    best = w.ways_out(state, 0)[0]
    assert best not in (90, 180, 270)
    assert w.march_away(state, 0, w.ways_out(state, 0), f.Way())
    assert not in_melee(state, 0)


def test_the_player_chooses_among_the_ways_that_cross_the_fewest() -> None:
    # rule: disengage.sensible-path, disengage.march-only, ruling.disengage-path
    state = melee("6 alahan-guard", "6 morbid-puppet")
    ask(state, w.Disengage(0, 0))
    roll_next(state, 5, 4)
    play(state, w.FORCE)
    free = {f"way:{heading}" for count, heading in w.crossings(state, 0) if count == 0}
    assert len(free) > 3
    assert set(options(state)) <= free
    here = middle(state, 0)
    play(state, "way:315")
    assert options(state)[:2] == ("advance:10", "advance:9")
    play(state, "advance:6")
    there = middle(state, 0)
    assert state.facing[0] == 315
    assert (round((there[0] - here[0]) / 100, 1), round((there[1] - here[1]) / 100, 1)) == (
        4.2,
        -4.2,
    )
    assert (state.moved[0], state.left[0], state.open) == (p.MARCHED, 1, ())


def test_nobody_chooses_a_way_through_more_enemies_than_need_be() -> None:
    # rule: disengage.sensible-path, disengage.even-surrounded
    state = battle(["1 alahan-guard"], ["8 morbid-puppet"])
    stand(state, 0, (68, 30, 90))
    ring = [(2.5, 0), (-2.5, 0), (-5, 0), (0, 2.5), (0, 5), (0, -2.5), (0, -5), (-7.5, 0)]
    for member, (dx, dy) in zip(state.ranks[1], ring, strict=True):
        stand(state, member, (68 + dx, 30 + dy, 90))
    counts = {heading: count for count, heading in w.crossings(state, 0)}
    able = [h for h in counts if any(w.lengths_out(state, 0, h, f.Way()))]
    fewest = min(counts[heading] for heading in able)
    assert max(counts[heading] for heading in able) > fewest
    assert set(w.outlets(state, 0)) == {h for h in able if counts[h] == fewest}


def test_the_way_out_leads_over_the_ground() -> None:
    # rule: disengage.march-only, move.difficult, move.feat
    state = melee("6 alahan-guard", "6 morbid-puppet")
    for unit, y in ((0, 37), (1, 42)):
        put(state, unit, (25, y, 90 + 180 * unit), files=3)
    f.loosen(state, 1)
    assert w.is_open(state, 0, 90, 1000)
    state.files[0] = 3
    assert not w.is_open(state, 0, 270, 1000)  # through the wood in ranks: twice the price
    put(state, 0, (55, 31.8, 90), files=6)
    assert w.is_open(state, 0, 270, 500)
    assert not w.is_open(state, 0, 270, 600)
    assert w.march_away(state, 0, [270], f.Way())
    assert state.moved[0] == p.FEATED
    state.conjured = [(WALL, 5500, 2000, 90, 9)]
    put(state, 0, (55, 23, 90), files=6)
    assert not w.is_open(state, 0, 270, 500)


def test_a_routed_unit_flees_to_the_nearest_edge() -> None:
    # example: example.rout-leaves
    # rule: state.rout, ruling.nearest-edge, rout.march-to-edge, rout.stragglers, move.table-edge
    # rule: ruling.fled-double
    state = march()
    put(state, 0, (40, 26, 90), files=3)
    state.moods[0] = p.ROUT
    assert w.edge(state, 0) == 270
    ask(state, w.Flight(0, 0))
    assert (middle(state, 0), state.facing[0]) == ((4000, 600), 270)
    assert (state.left[0], state.moved[0]) == (1, p.FAST)
    stuck = melee("6 alahan-guard", "6 morbid-puppet")
    stuck.moods[0] = p.ROUT
    before = middle(stuck, 0)
    roll_next(stuck, 4)
    ask(stuck, w.Flight(0, 0))
    after = middle(stuck, 0)
    assert (after[0], before[1] - after[1]) == (before[0], 1000)
    assert f.block_of(stuck, 0).extent == (750, 500)


def test_a_forced_disengagement_goes_to_the_nearest_edge() -> None:
    # rule: rout.march-to-edge, rout.in-melee-must-disengage, move.table-edge
    state = melee("6 alahan-guard", "6 morbid-puppet")
    for member, place in enumerate(state.places):
        assert place is not None
        state.places[member] = (place[0] - 1300, place[1] + 1300, place[2])
    state.moods[0], before = p.ROUT, middle(state, 0)
    assert before == (1700, 3300)
    roll_next(state, 4)
    ask(state, w.Flight(0, 0))
    assert middle(state, 0) == (700, 3300)
    assert not in_melee(state, 0)


def test_a_routed_unit_may_stay_stuck() -> None:
    # example: example.rout-stuck
    # rule: rout.in-melee-must-disengage, rout.failed-disengage-stays
    state = melee("6 alahan-guard", "6 morbid-puppet")
    state.moods[0] = p.ROUT
    roll_next(state, 2)
    ask(state, w.Flight(0, 0))
    assert in_melee(state, 0)
    assert state.moods[0] == p.ROUT


def test_whoever_leaves_the_table_is_lost() -> None:
    # rule: move.table-edge, victory.points, turn.last-turn
    state = march()
    put(state, 0, (68, 5, 90), files=3)
    state.moods[0] = p.ROUT
    ask(state, w.Flight(0, 0))
    assert state.ranks[0] == ()
    assert scores(state) == (0, 66)
    assert is_over(state)


def test_even_edges_go_to_the_own_one_then_clockwise() -> None:  # rule: ruling.nearest-edge
    state = march()
    wide, deep = (side / 100 for side in state.terms.table)
    for at, seat, due in (
        ((wide / 2, deep / 2), 0, 270),
        ((20, 20), 0, 270),
        ((20, deep - 20), 0, 180),  # north-west: west is nearer clockwise from the south
        ((wide - 20, deep - 20), 0, 90),
        ((20, deep - 20), 1, 90),
        ((wide - 20, 20), 1, 0),
    ):
        put(state, seat, (*at, 0), files=1)
        spot = tuple(round(100 * side) for side in at)
        assert middle(state, seat) == spot
        assert w.edge(state, seat) == due, at


def test_fleeing_goes_round_what_is_in_the_way() -> None:  # rule: ruling.nearest-edge
    state = battle(["3 griffin-duelist", "3 griffin-duelist"], ["6 morbid-puppet"])
    put(state, 0, (50, 27, 90), files=3)
    put(state, 1, (50, 15, 90), files=3)
    put(state, 2, (50, 50, 270), files=3)
    w.flee(state, 0)
    assert middle(state, 0)[1] < 1500
    assert middle(state, 0)[0] != 5000


def test_rally_and_tidy_up() -> None:
    # rule: state.rally, state.disorganised, end.sequence, state.fear, state.control
    state = march()
    state.moods[0], state.shaken[0] = p.ROUT, 1
    state.orders[0], state.revealed[0] = (p.RECEIVE_CHARGE,), p.MARCH
    state.moods[1] = p.CONTROL
    roll_next(state, 3, 2)
    ask(state, EndPhase())
    assert (state.moods, state.shaken[0]) == ([p.CALM, p.CALM], 0)
    assert (state.orders[0], state.revealed[0]) == ((), -1)
    state.moods[0] = p.ROUT
    put(state, 1, (68, 30, 270), files=3)
    roll_next(state, 3)
    ask(state, EndPhase())
    assert state.moods[0] == p.ROUT
    assert "against 8, failed" in words(state)
    held = melee("6 alahan-guard", "6 morbid-puppet")
    held.moods[0] = p.ROUT
    ask(held, EndPhase())
    assert "rally" not in words(held)  # nobody rallies in a melee


@pytest.mark.parametrize(
    ("dead", "places"), [((), (1, 1)), ((0, 1), (2, 1)), ((6,), (1, 1)), ((6, 7), (1, 2))]
)
def test_victory(dead: tuple[int, ...], places: tuple[int, int]) -> None:
    # rule: victory.points, turn.last-turn, ruling.stalemate
    state = march()
    for member in dead:
        remove(state, member, p.DEAD)
    ask(state, Score())
    assert state.result is not None
    assert state.result.places == places
    assert state.result.because == "victory.points"


def test_half_the_points_of_routed_units_count() -> None:  # rule: victory.points
    state = march()
    state.moods[0] = p.ROUT
    assert scores(state) == (0, 33)


def test_half_points_are_rounded_up() -> None:  # rule: test.rounding, victory.points
    state = battle(["5 griffin-duelist"], ["7 morbid-puppet"])
    put(state, 0, (40, 20, 90))
    state.moods[0] = p.ROUT
    assert scores(state) == (0, 28)
    state.scenario = STONES
    assert scores(state) == (0, 14)


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
    assert (state.files[0], f.block_of(state, 0).at[0]) == (3, 2000)
