"""Charges through the air: between tokens, from the ground, counter-charges, blind ones."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import contacts, foes_of, in_melee, near
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.flight.attacks import (
    air_limit,
    air_reach,
    come_to_meet,
    may_answer,
)
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.state import board_of, place_of
from fimbul.kernel import settle
from tests.games.rag_narok.drawn import ask, battle, each, fly, options, play, put, roll_next
from tests.games.rag_narok.flight.drawn import ANGELS, FOE, GUARDS, dive, duel, met


def test_a_charge_between_tokens() -> None:
    # example: example.flying-charge-distance
    # rule: flight.charge-measured-from-token, flight.air-charge-placement
    # rule: ruling.air-board-geometry, flight.melee-aside, formation.distance
    state = duel()
    assert air_limit(state, Assault(0, 1, True)) == 3500
    assert air_limit(state, Assault(0, 1, False)) == 1750
    met(state)
    touched = contacts(state)
    assert all(member in touched for member in state.units[0].ranks)
    assert {board_of(place_of(state, n)) for n in range(6)} == {2}
    assert is_chain(state, {n: place_of(state, n) for n in state.units[0].ranks})
    assert state.units[0].token == (4000, 3650 - 250)  # its token touches the other
    aside = battle([ANGELS], [ANGELS])
    fly(aside, 0, (20, 10, 60))
    fly(aside, 1, (40, 30, 270))
    assert met(aside).units[0].facing == 45  # and looks at it  # rule: flight.token
    assert (state.units[0].charging, state.units[1].charged_by, state.units[1].met) == (1, (0,), 1)
    assert state.units[0].dived == -1
    far = duel(apart=36)
    met(far)
    assert not in_melee(far, 0)
    assert far.units[0].shaken
    assert far.units[0].token == (4000, 1000 + 1750)
    for apart, reached in ((35, True), (35.02, False)):
        assert (air_reach(duel(apart), Assault(0, 1, True)) is not None) == reached


@pytest.mark.parametrize("level", [1, 2])
def test_a_charge_goes_round_tokens_of_its_level(level: int) -> None:
    # rule: flight.level2-terrain, flight.level1-terrain, flight.charge-measured-from-token
    state = battle([ANGELS, ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90), level)
    fly(state, 2, (40, 10 + 2.5 + 35, 270), level)
    fly(state, 1, (40, 30, 90), 3 - level)
    assert air_reach(state, Assault(0, 2, True)) == 3500
    state.units[1].altitude = level  # now a friend is in the way, and round him it is too far
    assert air_reach(state, Assault(0, 2, True)) is None
    fly(state, 2, (40, 10 + 2.5 + 34, 270), level)
    assert 3400 < (air_reach(state, Assault(0, 2, True)) or 0) <= 3500


def test_ranges_on_an_air_board_go_by_tokens() -> None:  # rule: flight.shoot-distance-ground
    state = met(duel())
    x, y, heading = place_of(state, 3)
    state.places[0] = (x, y - 1500, heading)
    assert near(state, 0, 3, 1000)  # their tokens touch
    assert not near(state, 0, 3, p.CONTACT)  # the figures do not


def test_contact_needs_one_level() -> None:
    # example: example.contact-other-level
    # rule: flight.contact-same-level
    state = battle([ANGELS], [GUARDS, ANGELS])
    put(state, 1, (40, 20, 270), files=3)
    fly(state, 0, (40, 20, 90), 1)
    fly(state, 2, (40, 20, 270), 2)
    assert not contacts(state)
    assert not a.can_meet(state, 1, 0)
    assert a.can_meet(state, 0, 1)
    assert a.can_meet(state, 2, 0)
    assert not a.can_meet(state, 2, 1)  # two levels
    ask(state, Resolve(1, 1, p.CHARGE))
    assert FOE not in options(state)
    ask(state, Resolve(1, 1, p.ENGAGE))
    assert options(state) == ()


def test_a_unit_on_the_ground_rises_to_charge() -> None:
    # rule: flight.uses-flight-mov, flight.level-change-cost, flight.charge-measured-from-token
    # rule: ruling.level-change-moment
    state = duel(apart=20)
    put(state, 0, (40, 10, 90), files=3)
    state.units[0].token, state.units[0].altitude = None, 0
    assert air_limit(state, Assault(0, 1, True)) == 2500
    met(state)
    assert in_melee(state, 0)
    assert (each(state.units, "altitude"), state.units[0].shifted, state.units[0].dived) == (
        [1, 1],
        1,
        -1,
    )
    far = duel(apart=30)
    put(far, 0, (40, 10, 90), files=3)
    far.units[0].token, far.units[0].altitude = None, 0
    met(far)
    assert (far.units[0].altitude, each(far.units, "token")[0]) == (1, (4000, 1000 + 1250))


def test_a_counter_charge_in_the_air() -> None:
    # rule: ruling.air-reactions, countercharge.procedure
    state = duel(apart=40)
    state.units[1].orders = (p.COUNTER_CHARGE,)
    met(state)
    play(state, "token:1-unit-0-1")
    assert in_melee(state, 0)
    assert each(state.units, "charging") == [1, 1]
    assert each(state.units, "charged_by") == [(), ()]
    diver = dive()
    assert not may_answer(diver, Assault(0, 1, True), p.COUNTER_CHARGE)
    assert may_answer(diver, Assault(0, 1, True), p.RECEIVE_CHARGE)


def test_a_counter_charge_goes_round_tokens_or_stops_before_them() -> None:
    # rule: ruling.air-reactions, flight.same-movement-rules
    state = battle([ANGELS], [ANGELS, ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (40, 50, 270))
    fly(state, 2, (40, 42, 270), 2)
    above = state.clone()
    come_to_meet(above, Assault(0, 1, True))
    assert above.units[1].token == (4000, 5000 - 1750)
    state.units[2].altitude = 1  # a friend is in the way: round him it is a little farther
    round_him = state.clone()
    come_to_meet(round_him, Assault(0, 1, True))
    assert round_him.units[1].token == (4000, 5000 - 1600)
    fly(state, 2, (40, 34, 270), 1)  # nobody ends upon a friend
    come_to_meet(state, Assault(0, 1, True))
    assert state.units[1].token == (4000, 5000 - 1300)


def test_an_engagement_in_the_air() -> None:
    # rule: flight.same-movement-rules, flight.charge-measured-from-token
    state = duel(apart=17)
    state.units[0].facing = 270  # tokens turn freely, so it may look away
    ask(state, Resolve(0, 0, p.ENGAGE))
    assert options(state) == (FOE, "button:hold")
    play(state, FOE)
    assert in_melee(state, 0)
    assert not state.units[0].charging
    ask(duel(apart=18), Resolve(0, 0, p.ENGAGE))
    assert reach(duel(apart=18), Assault(0, 1, False)) is None


def test_a_blind_charge_in_the_air() -> None:  # rule: ruling.blind-charge-distance
    state = duel(apart=20)
    state.units[1].facing = 90
    ask(state, Resolve(1, 1, p.CHARGE))
    roll_next(state, 1)
    play(state, "button:charge-ahead")
    assert state.units[1].shaken
    assert state.units[1].token == (4000, 5850)  # to where the table ends
    ahead = duel(apart=20)
    ahead.agenda.clear()
    c.charge_ahead(ahead, 0)
    settle(ahead)
    assert in_melee(ahead, 0)
    assert not ahead.units[0].charging


@pytest.mark.parametrize(("aside", "met"), [(4.9, True), (5.1, False)])
def test_a_blind_charge_meets_tokens_beside_its_way(aside: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, ruling.blind-charge-distance
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (40 + aside, 25, 270))
    c.charge_ahead(state, 0)
    settle(state)
    assert in_melee(state, 0) == met
    assert bool(state.units[0].shaken) != met


def test_a_blind_charge_meets_its_own_level_only() -> None:
    # rule: flight.contact-same-level, ruling.blind-charge-distance
    state = battle([ANGELS, GUARDS], [ANGELS, ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 2, (40, 20, 270), 2)
    fly(state, 3, (40, 30, 270))
    c.charge_ahead(state, 0)
    settle(state)
    assert foes_of(state, 0) == [3]
    put(state, 1, (60, 10, 90), files=6)
    fly(state, 2, (60, 20, 270))
    c.charge_ahead(state, 1)
    assert not in_melee(state, 1)
    assert state.units[1].shaken


def test_a_pursuit_that_falls_short_flies_on() -> None:
    # rule: flight.same-movement-rules, pursuit.procedure
    state = duel(apart=45)
    state.units[0].rivals, state.units[1].left = (1,), 1
    ask(state, Resolve(0, 0, p.PURSUIT))
    play(state, FOE)
    assert state.units[0].token == (4000, 1000 + 3500)
    assert not state.units[0].shaken  # only a failed charge disorganises


def test_chargers_stay_together_on_the_air_board() -> None:
    # rule: flight.air-charge-placement, formation.distance
    state = battle(["8 morbid-angel"], ["2 morbid-angel"])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (40, 30, 270))
    x, y, heading = place_of(state, 8)
    state.places[8], state.places[9] = (x - 900, y, heading), (x + 900, y, heading)
    met(state)
    assert is_chain(state, {n: place_of(state, n) for n in state.units[0].ranks})
    assert {foe for n in state.units[0].ranks for foe in contacts(state).get(n, ())} in ({8}, {9})


def test_who_fights_in_the_air_counter_charges_nobody_else() -> None:  # rule: ruling.air-reactions
    state = battle([ANGELS, ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (60, 10, 90))
    fly(state, 2, (50, 20, 270))
    assert may_answer(state, Assault(1, 2, True), p.COUNTER_CHARGE)
    ask(state, Resolve(0, 0, p.CHARGE))
    play(state, FOE)
    assert not may_answer(state, Assault(1, 2, True), p.COUNTER_CHARGE)
