"""Moves through the air: how far, round what, and how tokens keep their distance."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure.geometry import base
from fimbul.games.rag_narok.rules.flight.airborne import AirStep, Glide, can_end, flights
from fimbul.games.rag_narok.rules.melee.push import Push, steps
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.rules.movement.manoeuvres import manoeuvres
from fimbul.games.rag_narok.rules.shooting import volleys as s
from fimbul.games.rag_narok.state import place_of
from tests.games.rag_narok.drawn import ask, battle, each, fly, options, play, put, set_each, stand
from tests.games.rag_narok.flight.drawn import ANGELS, GUARDS, TOWER, angels, tower


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
        assert (state.units[0].moved, state.units[0].paces) == (pace, 600)
        assert s.may_shoot(state, 0) == (pace == p.MARCHED)
    back = angels()
    ask(back, Resolve(0, 0, p.RETREAT))
    play(back, "advance:5")
    assert back.units[0].moved == p.FAST


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
    state.units[2].altitude = 2
    assert can_end(state, step, (6800, 4000))


def test_tokens_make_no_manoeuvres() -> None:  # rule: flight.token-goes-around
    state = angels()
    assert manoeuvres(state, 0, p.MARCH) == []
    ask(state, Resolve(0, 0, p.MARCH))
    play(state, "level:stay")
    assert len(options(state)) == 25
    play(state, "turn:180", "advance:10", "turn:-90")
    assert (state.units[0].token, state.units[0].facing) == ((6800, 1000), 180)


def test_a_retreat_in_the_air() -> None:  # rule: flight.same-movement-rules
    state = angels()
    ask(state, Resolve(0, 0, p.RETREAT))
    assert options(state)[-1] == "advance:17.5"
    play(state, "advance:5")
    assert (state.units[0].token, state.units[0].facing) == ((6800, 1500), 90)


def test_pushes_on_the_ground_and_in_the_air() -> None:
    # example: example.landed-push
    # rule: flight.landed-push-ground-mov, flight.no-level-change-push
    # rule: flight.air-push-flight-mov, flight.air-push-on-board, ruling.confrontation-only
    landed = battle(["1 morbid-angel"], ["1 alahan-guard"])
    landed.phase, landed.units[0].shifted = p.MELEE, 1
    set_each(landed.units, "brawl", [0, 0])
    stand(landed, 1, (68, 30, 270))
    for apart, reached in ((6, True), (7, False)):  # centre to centre; 3.5 cm to go at most
        stand(landed, 0, (68, 30 - apart, 90))
        assert bool(steps(landed, 0)) == reached
    ask(landed, Push(0, 0))
    play(landed, "button:push")
    assert place_of(landed, 0) == (6800, 2650, 90)
    aloft = battle(["1 morbid-angel"], ["1 morbid-angel"])
    aloft.phase = p.MELEE
    set_each(aloft.units, "brawl", [0, 0])
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
    assert (each(aloft.units, "altitude"), each(aloft.units, "token")) == (
        [1, 1],
        [(6800, 2000), (6800, 2250)],
    )


def test_regrouping_in_the_air_moves_the_token() -> None:
    # rule: flight.air-disengage-token, flight.no-level-change-push
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (68, 20, 90))
    fly(state, 1, (15, 50, 270))
    state.phase = p.MELEE
    set_each(state.units, "brawl", [0, 0])
    ask(state, Push(0, 0))
    play(state, "button:regroup", "turn:0")
    assert options(state)[-1] == "advance:8.5"
    play(state, "advance:8.5", "turn:0")
    assert (state.units[0].altitude, state.units[0].token) == (1, (6800, 2850))
