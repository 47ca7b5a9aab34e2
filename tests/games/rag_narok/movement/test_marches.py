"""Moves over the ground: how far, through what, past whom."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import FOOTPRINTS
from fimbul.games.rag_narok.ground import field as f
from fimbul.games.rag_narok.ground.paths import cost, crosses_wall
from fimbul.games.rag_narok.measure.geometry import base, clash, within
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.movement.marches import Advance, Wheel
from fimbul.games.rag_narok.rules.shooting.volleys import may_shoot
from fimbul.games.rag_narok.state import RagNarok, middle, outline, shapes
from tests.games.rag_narok.drawn import ask, battle, options, play, put, set_those, stand
from tests.games.rag_narok.movement.drawn import march


def test_march_and_run() -> None:
    # rule: move.march, move.run, ruling.move-options, move.straight-one-reorientation
    state = march()
    ask(state, Wheel(0, 0, p.MARCH))
    assert options(state) == tuple(f"turn:{turn}" for turn in p.TURNS)
    play(state, "turn:0")
    assert options(state) == tuple(f"advance:{cm}" for cm in range(11))
    play(state, "advance:10")
    assert middle(state, 0) == (6800, 2000)
    assert state.units[0].moved == p.MARCHED
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
    assert state.units[0].facing == 120
    set_those(state.units, "wheeled", ())
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
    state.units[0].spread = 1
    assert cost(state, 0, 90, 700) == 700
    state.units[0].spread = 0
    put(state, 0, (55, 25, 90), files=3)
    assert cost(state, 0, 90, 500) == 500 + 500
    assert crosses_wall(state, 0, 90, 500)
    ask(state, Advance(0, 0, p.RUN))
    assert "advance:4" not in options(state)  # nobody ends on the wall
    play(state, "advance:9")
    assert state.units[0].moved == p.RAN
    put(state, 0, (55, 28, 90), files=6)
    ask(state, Advance(0, 0, p.MARCH))
    play(state, "advance:4")
    assert state.units[0].moved == p.FEATED


def test_whom_difficult_ground_slows() -> None:
    # rule: move.difficult, formation.dispersed, ruling.rough-centimetres
    state = march()
    put(state, 0, (25, 20, 90), files=3)
    f.loosen(state, 0)
    assert cost(state, 0, 90, 700) == 700  # out of their ranks they walk between the trees
    riders = march("2 razorback-rider")
    for files, spread, paid in ((2, 0, 300), (0, 0, 300), (2, 1, 0)):
        put(riders, 0, (25, 20, 90), files=2, spread=spread)
        riders.units[0].files = files
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
    assert options(state) == tuple(f"advance:{cm}" for cm in range(21))


def test_who_stands_in_a_gap_of_a_unit_does_not_hold_it() -> None:
    """Seven in ranks of four leave a corner of their rectangle empty: a comrade stands there."""
    # rule: ruling.path-blocking, move.no-interpenetration
    state = battle(["7 griffin-duelist", "1 abel"], ["6 morbid-puppet"])
    put(state, 0, (20, 40, 90), files=4)
    put(state, 2, (68, 50, 270), files=3)
    rear = min(y for shape in shapes(state, 0) for _, y in shape)
    gaps = [x for x in range(1500, 2501, 25) if is_gap(state, x, rear + 125)]
    assert gaps
    stand(state, state.units[1].ranks[0], (gaps[len(gaps) // 2] / 100, (rear + 125) / 100, 90))
    ask(state, Advance(0, 0, p.MARCH))
    assert options(state) == tuple(f"advance:{cm}" for cm in range(11))
    put(state, 2, (20, 55, 270), files=3)
    assert reach(state, Assault(0, 2, True)) is not None
    put(state, 2, (68, 50, 270), files=3)
    state.units[0].facing = 270  # backwards the front rank would walk over him
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
