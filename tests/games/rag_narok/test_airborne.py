"""Attacks through the air: charges between tokens, dives, fights on air boards, leaving them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.ground import air as a
from fimbul.games.rag_narok.ground.contact import contacts, foes_of, in_melee, near
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.measure.geometry import disc, within
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.approach import reach
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.withdraw import Flight, flee
from fimbul.games.rag_narok.rules.ending import Score
from fimbul.games.rag_narok.rules.flight.attacks import (
    air_limit,
    air_reach,
    come_to_meet,
    may_answer,
)
from fimbul.games.rag_narok.rules.melee.fights import attack_value, dive_bonus, initiative
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.melee.push import Push
from fimbul.games.rag_narok.rules.movement.activation import Activate, Resolve
from fimbul.games.rag_narok.rules.movement.parties import join
from fimbul.games.rag_narok.rules.turn import Turn, refresh
from fimbul.games.rag_narok.state import RagNarok, board_of, place_of, shape_of, standing
from fimbul.kernel import Dice, Game, choose, settle
from tests.conformance.tales import Property, hold
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    options,
    play,
    put,
    roll_next,
    stand,
    strengths,
    words,
)
from tests.games.rag_narok.promises import PROMISES

ANGELS, GUARDS = "3 morbid-angel", "6 alahan-guard"
FOE = "unit:1-unit-0"


def dive(apart: float = 20, level: int = 1) -> RagNarok:
    """Angels above, Guards below, so far from the token to the nearest base."""
    state = battle([ANGELS], [GUARDS])
    fly(state, 0, (68, 10, 90), level)
    put(state, 1, (68, 10 + 1.25 + apart + 2.5, 270), files=3)
    return state


def duel(apart: float = 24, level: int = 1) -> RagNarok:
    """Two Units of Angels at one level, rim to rim."""
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90), level)
    fly(state, 1, (40, 10 + 2.5 + apart, 270), level)
    return state


def met(state: RagNarok) -> RagNarok:
    """The first Unit has charged the second."""
    ask(state, Resolve(0, 0, p.CHARGE))
    return play(state, FOE)


# -- charges between tokens ------------------------------------------------------------------


def test_a_charge_between_tokens() -> None:
    # example: example.flying-charge-distance
    # rule: flight.charge-measured-from-token, flight.air-charge-placement
    # rule: ruling.air-board-geometry, flight.melee-aside, formation.distance
    state = duel()
    assert air_limit(state, Assault(0, 1, True)) == 3500
    assert air_limit(state, Assault(0, 1, False)) == 1750
    met(state)
    touched = contacts(state)
    assert all(member in touched for member in state.ranks[0])
    assert {board_of(place_of(state, n)) for n in range(6)} == {2}
    assert is_chain(state, {n: place_of(state, n) for n in state.ranks[0]})
    assert state.skies[0] == (4000, 3650 - 250)  # its token touches the other
    aside = battle([ANGELS], [ANGELS])
    fly(aside, 0, (20, 10, 60))
    fly(aside, 1, (40, 30, 270))
    assert met(aside).facing[0] == 45  # and looks at it  # rule: flight.token
    assert (state.charging[0], state.charged_by[1], state.met[1]) == (1, (0,), 1)
    assert state.dives[0] == -1
    far = duel(apart=36)
    met(far)
    assert not in_melee(far, 0)
    assert far.shaken[0]
    assert far.skies[0] == (4000, 1000 + 1750)
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
    state.altitude[1] = level  # now a friend is in the way, and round him it is too far
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
    state.skies[0], state.altitude[0] = None, 0
    assert air_limit(state, Assault(0, 1, True)) == 2500
    met(state)
    assert in_melee(state, 0)
    assert (state.altitude, state.shifted[0], state.dives[0]) == ([1, 1], 1, -1)
    far = duel(apart=30)
    put(far, 0, (40, 10, 90), files=3)
    far.skies[0], far.altitude[0] = None, 0
    met(far)
    assert (far.altitude[0], far.skies[0]) == (1, (4000, 1000 + 1250))


def test_a_counter_charge_in_the_air() -> None:
    # rule: ruling.air-reactions, countercharge.procedure
    state = duel(apart=40)
    state.orders[1] = (p.COUNTER_CHARGE,)
    met(state)
    play(state, "token:1-unit-0-1")
    assert in_melee(state, 0)
    assert state.charging == [1, 1]
    assert state.charged_by == [(), ()]
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
    assert above.skies[1] == (4000, 5000 - 1750)
    state.altitude[2] = 1  # a friend is in the way: round him it is a little farther
    round_him = state.clone()
    come_to_meet(round_him, Assault(0, 1, True))
    assert round_him.skies[1] == (4000, 5000 - 1600)
    fly(state, 2, (40, 34, 270), 1)  # nobody ends upon a friend
    come_to_meet(state, Assault(0, 1, True))
    assert state.skies[1] == (4000, 5000 - 1300)


def test_an_engagement_in_the_air() -> None:
    # rule: flight.same-movement-rules, flight.charge-measured-from-token
    state = duel(apart=17)
    state.facing[0] = 270  # tokens turn freely, so it may look away
    ask(state, Resolve(0, 0, p.ENGAGE))
    assert options(state) == (FOE, "button:hold")
    play(state, FOE)
    assert in_melee(state, 0)
    assert not state.charging[0]
    ask(duel(apart=18), Resolve(0, 0, p.ENGAGE))
    assert reach(duel(apart=18), Assault(0, 1, False)) is None


def test_a_blind_charge_in_the_air() -> None:  # rule: ruling.blind-charge-distance
    state = duel(apart=20)
    state.facing[1] = 90
    ask(state, Resolve(1, 1, p.CHARGE))
    roll_next(state, 1)
    play(state, "button:charge-ahead")
    assert state.shaken[1]
    assert state.skies[1] == (4000, 5850)  # to where the table ends
    ahead = duel(apart=20)
    ahead.agenda.clear()
    c.charge_ahead(ahead, 0)
    settle(ahead)
    assert in_melee(ahead, 0)
    assert not ahead.charging[0]


@pytest.mark.parametrize(("aside", "met"), [(4.9, True), (5.1, False)])
def test_a_blind_charge_meets_tokens_beside_its_way(aside: float, met: bool) -> None:
    # rule: charge.blind-is-engagement, ruling.blind-charge-distance
    state = battle([ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (40 + aside, 25, 270))
    c.charge_ahead(state, 0)
    settle(state)
    assert in_melee(state, 0) == met
    assert bool(state.shaken[0]) != met


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
    assert state.shaken[1]


def test_a_pursuit_that_falls_short_flies_on() -> None:
    # rule: flight.same-movement-rules, pursuit.procedure
    state = duel(apart=45)
    state.rivals[0], state.left[1] = (1,), 1
    ask(state, Resolve(0, 0, p.PURSUIT))
    play(state, FOE)
    assert state.skies[0] == (4000, 1000 + 3500)
    assert not state.shaken[0]  # only a failed charge disorganises


def test_chargers_stay_together_on_the_air_board() -> None:
    # rule: flight.air-charge-placement, formation.distance
    state = battle(["8 morbid-angel"], ["2 morbid-angel"])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (40, 30, 270))
    x, y, heading = place_of(state, 8)
    state.places[8], state.places[9] = (x - 900, y, heading), (x + 900, y, heading)
    met(state)
    assert is_chain(state, {n: place_of(state, n) for n in state.ranks[0]})
    assert {foe for n in state.ranks[0] for foe in contacts(state).get(n, ())} in ({8}, {9})


def test_who_fights_in_the_air_counter_charges_nobody_else() -> None:  # rule: ruling.air-reactions
    state = battle([ANGELS, ANGELS], [ANGELS])
    fly(state, 0, (40, 10, 90))
    fly(state, 1, (60, 10, 90))
    fly(state, 2, (50, 20, 270))
    assert may_answer(state, Assault(1, 2, True), p.COUNTER_CHARGE)
    ask(state, Resolve(0, 0, p.CHARGE))
    play(state, FOE)
    assert not may_answer(state, Assault(1, 2, True), p.COUNTER_CHARGE)


# -- dives -----------------------------------------------------------------------------------


def test_the_dive_bonus() -> None:
    # example: example.dive-charge-bonus
    # rule: flight.dive-charge, flight.dive-bonus, flight.dive-bonus-target-unit
    # rule: flight.level-change-cost, ruling.dive-level-cost, ruling.confrontation-only
    state = dive(20)
    assert air_limit(state, Assault(0, 1, True)) == 2500
    met(state)
    assert in_melee(state, 0)
    assert (state.altitude[0], state.skies[0], state.dives[0]) == (0, None, 1)
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
    assert low.dives[0] == -1  # an engagement is no charge


def test_the_dive_bonus_adds_to_strength() -> None:  # rule: flight.dive-bonus
    told = {}
    for diving in (True, False):
        state = met(dive(20))
        state.dives[0] = 1 if diving else -1
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
    assert state.dives[0] == 1
    ask(state, Melee())
    assert state.foes[0] == 2  # so both Guards have somebody
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
    state.shifted[0] = 0
    assert may_answer(state, again, p.RECEIVE_CHARGE)
    ask(state, Melee())
    assert words(state).count("fights")


def test_who_joins_others_after_landing_has_landed() -> None:
    # rule: flight.landing-ends-move, flight.one-level-change, unit.leave-join
    state = battle([ANGELS, ANGELS], [GUARDS])
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40, 15, 90), files=3)
    state.shifted[0] = 1
    join(state, 0, 1)
    assert a.has_landed(state, 1)
    assert not may_answer(state, Assault(2, 1, True), p.RECEIVE_CHARGE)


def test_a_dive_finds_room_or_fails() -> None:  # rule: flight.dive-charge, charge.failed
    state = dive(26)
    met(state)
    assert (state.altitude[0], state.shaken[0]) == (1, 1)
    assert state.skies[0] == (6800, 1000 + 1750)
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
    assert all(within(token, shape_of(state, n), 2500) for n in state.ranks[0])


def test_a_dive_without_room_for_all_fails() -> None:
    # rule: flight.air-charge-placement, flight.dive-charge, charge.failed
    state = battle(["2 morbid-angel"], ["1 alahan-guard", "8 alahan-guard"])
    fly(state, 0, (68, 10, 90))
    put(state, 1, (68, 25, 270))
    ring = [(-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1), (0, -2)]
    for member, (dx, dy) in zip(state.ranks[2], ring, strict=True):
        stand(state, member, (68 + dx * 2.5, 25 + dy * 2.5, 270))
    met(state)
    assert (state.altitude[0], state.shaken[0]) == (1, 1)
    assert not in_melee(state, 1)
    assert {board_of(place_of(state, n)) for n in state.ranks[0]} == {1}
    assert state.skies[0] == (6800, 1000 + 1750)


# -- fights in the air -----------------------------------------------------------------------


def test_an_air_melee_is_played_aside() -> None:
    # example: example.air-melee-aside
    # rule: flight.melee-aside, flight.air-disengage-token, ruling.takeoff-in-contact
    state = battle([ANGELS], [ANGELS, GUARDS])
    fly(state, 0, (40, 20, 90))
    fly(state, 1, (40, 28, 270))
    put(state, 2, (40, 28, 270), files=3)
    below = [place_of(state, n) for n in state.ranks[2]]
    met(state)
    assert in_melee(state, 1)
    assert not in_melee(state, 2)
    roll_next(state, 5)
    ask(state, Resolve(1, 1, p.DISENGAGE))
    play(state, "button:dodge")
    assert options(state) == ("level:stay", "level:up", "level:down")
    play(state, "level:stay", "turn:180")
    assert options(state)[-1] == "advance:17.5"
    play(state, "advance:10", "turn:0")
    assert (state.left[1], state.moved[1], state.skies[1]) == (1, p.MARCHED, (4000, 3800))
    assert not in_melee(state, 0)
    assert [place_of(state, n) for n in state.ranks[2]] == below
    boards = [{board_of(place_of(state, n)) for n in state.ranks[unit]} for unit in (0, 1)]
    assert boards[0].isdisjoint(boards[1])


def test_who_is_free_in_the_air_disengages_by_token() -> None:
    # rule: flight.air-disengage-token, disengage.automatic-if-free
    state = duel()
    ask(state, Resolve(0, 0, p.DISENGAGE))
    assert options(state) == ("level:stay", "level:up", "level:down")
    play(state, "level:stay", "turn:90", "advance:17.5", "turn:0")
    assert (state.skies[0], state.left[0]) == ((4000 - 1750, 1000), 1)


def test_a_flyer_on_the_ground_may_fly_out_of_a_melee() -> None:
    # rule: ruling.takeoff-in-contact, flight.one-level-change
    state = met(dive(20))
    state.shifted[0] = 0
    roll_next(state, 6, 6, 6)
    ask(state, Resolve(0, 0, p.DISENGAGE))
    play(state, "button:dodge", "level:up", "turn:0", "advance:5", "turn:0")
    assert (state.altitude[0], in_melee(state, 0), in_melee(state, 1)) == (1, False, False)
    walks = met(dive(20))
    walks.shifted[0] = 0
    roll_next(walks, 6, 6, 6)
    ask(walks, Resolve(0, 0, p.DISENGAGE))
    play(walks, "button:dodge", "level:stay")
    while walks.open:
        play(walks, options(walks)[0])
    assert (walks.altitude[0], walks.left[0]) == (0, 1)


def test_a_pursuit_changes_no_level() -> None:  # rule: flight.no-level-change-push
    state = duel(apart=10)
    state.rivals[0], state.left[1] = (1,), 1
    ask(state, Resolve(0, 0, p.PURSUIT))
    assert options(state) == (FOE,)
    state.altitude[1] = 2
    ask(state, Resolve(0, 0, p.PURSUIT))
    assert options(state) == ()
    assert air_reach(state, Assault(0, 1, False, True)) is None


def test_nobody_regroups_out_of_an_air_melee() -> None:  # rule: flight.air-disengage-token
    state = met(duel())
    state.phase, state.brawls = p.MELEE, [0, 0]
    ask(state, Push(0, 0))
    assert "button:regroup" not in options(state)


def test_routed_flyers_fly_off() -> None:  # rule: ruling.air-rout, move.table-edge
    state = duel()
    flee(state, 0)
    assert not state.ranks[0]
    assert state.fates[:3] == [p.FLED] * 3
    held = met(duel())
    held.moods[1] = p.ROUT
    roll_next(held, 6, 6, 6)
    ask(held, Flight(1, 1))
    assert "leaves the melee" in words(held)
    assert not in_melee(held, 0)
    assert held.left[1]  # it can be pursued


# -- whole battles ---------------------------------------------------------------------------

WINGS = """Winged host
people acheron
budget 200
commander melmoth

Host
1 melmoth
2 morbid-puppet

Angels
4 morbid-angel
"""
TURNS, FEW = 3, 3


def deal_aloft(setup: RagSetup, seed: int) -> RagNarok:
    """Two winged hosts a few centimetres apart, Angels on any level."""
    state = lay_out(setup.texts(), seed)
    state.south, state.winner = 0, 0
    for unit in range(4):
        seat, pair = divmod(unit, 2)
        put(state, unit, (30 + pair * 20, 27 + seat * 7, 270 if seat else 90))
        if a.can_fly(state, unit):
            for _ in range(state.roll(3)):
                a.rise(state, unit)
        state.facing[unit] = 270 if seat else 90
    state.events.clear()
    state.then(*[Turn()] * TURNS, Score())
    return state


class Winged(RagSetup, frozen=True, kw_only=True):
    first: str = WINGS
    second: str = WINGS


ALOFT: Game[RagNarok] = replace(GAME, setup_type=Winged, deal=deal_aloft)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_battle_in_the_air_keeps_its_word(check: Property) -> None:
    hold(check, ALOFT, FEW)


def test_battles_in_the_air_are_fought() -> None:
    seen: set[str] = set()
    told = ""
    for seed in range(60):
        state, dice = ALOFT.new(seed=seed), Dice(seed)
        while state.open:
            seen.add(type(state.agenda[-1][0]).__name__)
            decision = state.open[dice.roll(len(state.open))]
            pick = decision.options[dice.roll(len(decision.options))]
            level = "level:up" if state.turn % 2 else "level:down"
            choose(state, decision.seat, level if level in decision.options else pick)
            told += words(state)
        assert standing(state, 0) or standing(state, 1)
    assert seen >= {"ChooseLevel", "Soar", "Glide", "Face", "Charge", "Split", "Push", "Activate"}
    for word in ("dives", "rises", "lands", "descends", "flies", "does not reach"):
        assert word in told, word
    assert Activate.phase == p.MOVEMENT
