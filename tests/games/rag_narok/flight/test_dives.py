"""Dive charges: their bonus, where the divers come down, and when they fail."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure.geometry import disc, within
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.flight.attacks import air_limit, air_reach, may_answer
from fimbul.games.rag_narok.rules.melee.fights import attack_value, dive_bonus, initiative
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.rules.movement.parties import join
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import board_of, place_of, shape_of
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    options,
    play,
    put,
    stand,
    strengths,
    words,
)
from tests.games.rag_narok.flight.drawn import ANGELS, FOE, GUARDS, dive, met


def test_the_dive_bonus() -> None:
    # example: example.dive-charge-bonus
    # rule: flight.dive-charge, flight.dive-bonus, flight.dive-bonus-target-unit
    # rule: flight.level-change-cost, ruling.dive-level-cost, ruling.confrontation-only
    state = dive(20)
    assert air_limit(state, Assault(0, 1, True)) == 2500
    met(state)
    assert in_melee(state, 0)
    assert (state.units[0].altitude, state.units[0].token, state.units[0].dived) == (0, None, 1)
    assert a.has_landed(state, 0)
    angel, guard = 0, 1
    assert initiative(state, angel, guard) == 6
    assert attack_value(state, angel, guard) == 6
    assert dive_bonus(state, 0, 1) == 2  # STR 8 where blows are dealt
    assert dive_bonus(state, 1, 0) == 0
    for apart, reached in ((25, True), (25.02, False)):
        assert (air_reach(dive(apart), Assault(0, 1, True)) is not None) == reached
    low = dive(10)
    assert air_limit(low, Assault(0, 1, False)) == 1250
    ask(low, Resolve(0, 0, p.ENGAGE))
    play(low, FOE)
    assert in_melee(low, 0)
    assert low.units[0].dived == -1  # an engagement is no charge


def test_the_dive_bonus_adds_to_strength() -> None:  # rule: flight.dive-bonus
    told = {}
    for diving in (True, False):
        state = met(dive(20))
        state.units[0].dived = 1 if diving else -1
        state.phase = p.MELEE
        seen = strengths(state)
        told[diving] = seen
    assert told == {True: {8}, False: {6}}


def test_the_dive_bonus_is_lost() -> None:
    # example: example.dive-separated
    # rule: flight.dive-charge, flight.dive-bonus-lost-on-separation, flight.dive-bonus-ends
    state = battle(["2 morbid-angel"], ["1 alahan-guard", "1 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 20, 270))
    put(state, 2, (72.5, 17.5, 270))
    met(state)
    assert state.units[0].dived == 1
    ask(state, Melee())
    assert state.fighters[0].foe == 2  # so both Guards have somebody
    assert initiative(state, 0, 2) == 4
    assert attack_value(state, 0, 2) == 4
    refresh(state)
    assert dive_bonus(state, 0, 1) == 0


def test_who_has_landed_uses_no_more_move() -> None:
    # rule: flight.landing-ends-move, flight.landed-may-act, ruling.dive-level-cost
    state = met(dive(20))
    again = Assault(1, 0, True)
    assert not may_answer(state, again, p.RECEIVE_CHARGE)
    assert not may_answer(state, again, p.COUNTER_CHARGE)
    state.units[0].shifted = 0
    assert may_answer(state, again, p.RECEIVE_CHARGE)
    ask(state, Melee())
    assert words(state).count("fights")


def test_who_joins_others_after_landing_has_landed() -> None:
    # rule: flight.landing-ends-move, flight.one-level-change, unit.leave-join
    state = battle([ANGELS, ANGELS], [GUARDS])
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40, 15, 90), files=3)
    state.units[0].shifted = 1
    join(state, 0, 1)
    assert a.has_landed(state, 1)
    assert not may_answer(state, Assault(2, 1, True), p.RECEIVE_CHARGE)


def test_a_dive_finds_room_or_fails() -> None:  # rule: flight.dive-charge, charge.failed
    state = dive(26)
    met(state)
    assert (state.units[0].altitude, state.units[0].shaken) == (1, 1)
    assert state.units[0].token == (6800, 1000 + 1750)
    high = dive(10, level=2)
    ask(high, Resolve(0, 0, p.CHARGE))
    assert FOE not in options(high)  # two levels below


def test_every_diver_comes_down_within_reach_of_the_token() -> None:
    # rule: flight.charge-measured-from-token, flight.dive-charge
    state = battle(["6 morbid-angel"], ["1 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 10 + 1.25 + 24.9 + 1.25, 270))
    token = disc((6800, 1000), 2 * p.TOKEN)
    met(state)
    assert in_melee(state, 0)
    assert all(within(token, shape_of(state, n), 2500) for n in state.units[0].ranks)


def test_a_dive_without_room_for_all_fails() -> None:
    # rule: flight.air-charge-placement, flight.dive-charge, charge.failed
    state = battle(["2 morbid-angel"], ["1 alahan-guard", "8 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 25, 270))
    ring = [(-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1), (0, -2)]
    for member, (dx, dy) in zip(state.units[2].ranks, ring, strict=True):
        stand(state, member, (68 + dx * 2.5, 25 + dy * 2.5, 270))
    met(state)
    assert (state.units[0].altitude, state.units[0].shaken) == (1, 1)
    assert not in_melee(state, 1)
    assert {board_of(place_of(state, n)) for n in state.units[0].ranks} == {1}
    assert state.units[0].token == (6800, 1000 + 1750)
