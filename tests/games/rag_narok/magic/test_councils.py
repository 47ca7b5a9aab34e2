"""Members of a Council stay where they are until their Ritual is over."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.councils import bound, is_rooted
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import React, begin_contact
from fimbul.games.rag_narok.rules.charge.meeting import make_contact
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.command.grasp import grasped
from fimbul.games.rag_narok.rules.command.orders import useful_orders
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.machines.transport import Alight, rides
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.scouts import Lurk
from fimbul.games.rag_narok.rules.shooting.volleys import SecondShooting
from fimbul.games.rag_narok.state import RagNarok, place_of, spot_of
from fimbul.games.rag_narok.state.magic import Council
from tests.games.rag_narok.drawn import ask, battle, options, play, put, stand, words
from tests.games.rag_narok.spellbook import duel, give, named

KAYL = "1 kayl-kartan-ii lightning-from-the-abyss"
TOKEN, CARRY_OUT = "token:0-unit-0-1", "button:carry-out"


def gathered(state: RagNarok, *members: int) -> RagNarok:
    """These are a Council since the turn before; it is the movement phase now."""
    spots = tuple(spot_of(state, member)[:2] for member in members)
    crew = state.units[state.roster.of(1)[0]].ranks
    ritual = NUMBER["lightning-from-the-abyss"]
    state.magic.councils = (Council(ritual, crew, state.turn, members, spots),)
    state.turn, state.phase = state.turn + 1, p.MOVEMENT
    return state


def host(apart: float = 20) -> RagNarok:
    """Kayl Kartan amid his Skorizes, about to cast the Lightning from the Abyss."""
    state = duel([f"6 skorize, {KAYL}", "6 skorize"], ["9 griffin-duelist"], apart)
    give(state, named(state, "kayl-kartan-ii"), darkness=12)
    return gathered(state, named(state, "kayl-kartan-ii"))


def reveal(state: RagNarok, order: int) -> None:
    state.units[0].orders = (order,)
    ask(state, Activate(0))
    play(state, TOKEN)


@pytest.mark.parametrize("order", [p.MARCH, p.RUN, p.CHARGE, p.ENGAGE, p.RETREAT])
def test_the_unit_of_a_member_stays_where_it_is(order: int) -> None:
    # example: example.council-stays
    # rule: ritual.warmage-no-move, ruling.council-stays
    state = host()
    before = list(state.places)
    reveal(state, order)
    assert "but stay for the Ritual" in state.open[0].prompt
    assert not [thing for thing in options(state) if thing.startswith("manoeuvre:")]
    assert state.agenda[-1][0].why(state, "manoeuvre:u-turn")[0] == "ritual.warmage-no-move"
    play(state, CARRY_OUT)
    assert "stays put for a Ritual" in words(state)
    assert (state.places, state.units[0].shaken, state.units[0].moved) == (before, 0, p.STILL)
    ask(state, SecondShooting())
    assert "Lightning from the Abyss, Power" in words(state)


def test_who_stands_still_does_not_turn_either() -> None:  # rule: ritual.warmage-no-move
    state = host()
    reveal(state, p.IMMOBILE)
    assert state.open[0].prompt == "Should Unit 0 carry out Immobile?"
    assert not [thing for thing in options(state) if thing.startswith("manoeuvre:")]


def test_a_member_that_leaves_lets_the_others_go() -> None:
    # rule: ruling.council-stays, unit.leave-join
    state = host()
    kayl = named(state, "kayl-kartan-ii")
    put(state, 0, (40, 10, 90))
    put(state, 1, (58, 10, 90), files=3)
    free = state.clone()
    reveal(free, p.MARCH)
    assert "leave:0-unit-0-7/unit:0-unit-1" in options(free)  # his Council was broken
    gathered(state, kayl)
    before = place_of(state, kayl)
    reveal(state, p.MARCH)
    leaves = [thing for thing in options(state) if thing.startswith("leave:")]
    assert leaves == ["leave:0-unit-0-7/alone"]  # to join others it would have to move
    play(state, *leaves, CARRY_OUT)
    assert place_of(state, kayl) == before
    play(state, CARRY_OUT, "turn:0", "advance:5")
    assert place_of(state, kayl) == before
    assert state.units[0].paces == 500
    ask(state, SecondShooting())
    assert "Lightning from the Abyss, Power" in words(state)


def test_nobody_is_moved_by_those_who_join() -> None:  # rule: ritual.warmage-no-move
    crews = [f"6 skorize, {KAYL}", "5 skorize, 1 sasia-samaris"]
    state = duel(crews, ["9 griffin-duelist"], 20)
    put(state, 0, (60, 10, 90), files=3)
    put(state, 1, (60, 17, 90), files=3)
    kayl = named(state, "kayl-kartan-ii")
    gathered(state, kayl)
    before = place_of(state, kayl)
    state.units[1].orders = (p.MARCH,)
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1", "leave:0-unit-1-6/unit:0-unit-0")
    assert place_of(state, kayl) == before


def test_no_order_to_move_for_those_who_all_take_part() -> None:
    # rule: ruling.council-stays, ruling.orders-as-it-stands
    state = duel([KAYL, "6 skorize"], ["9 griffin-duelist"], 20)
    free = useful_orders(state, 0)
    gathered(state, 0)
    state.phase = p.STRATEGY
    assert useful_orders(state, 0) == [p.IMMOBILE, p.RECEIVE_CHARGE]
    assert p.MARCH in useful_orders(state, 1)
    state.units[0].ranks = (0, 1)  # somebody could go without him
    assert useful_orders(state, 0) == free


def test_no_gem_is_spent_on_those_who_cannot_march() -> None:
    # rule: ruling.council-stays, ruling.dark-grasp-second
    state = duel(["1 sophet-drahas"], ["9 griffin-duelist"], 20)
    give(state, 0, darkness=3)
    state.phase = p.MOVEMENT
    assert grasped(state, 0)
    gathered(state, 0)
    assert not grasped(state, 0)


@pytest.mark.parametrize("order", [p.COUNTER_CHARGE, p.RECEIVE_CHARGE])
def test_a_member_that_is_charged_stays(order: int) -> None:
    # rule: ritual.warmage-no-move, ruling.council-stays
    state = host(8)
    state.units[0].orders = (order,)
    begin_contact(state, Assault(2, 0, True))
    assert isinstance(state.agenda[-1][0], React)
    ask(state, *[row[0] for row in reversed(state.agenda)])
    assert (TOKEN in options(state)) == (order == p.RECEIVE_CHARGE)


@pytest.mark.parametrize("member", [True, False])
def test_others_close_up_without_him(member: bool) -> None:
    # rule: ruling.council-stays, receive.procedure
    state = duel([f"1 skorize, {KAYL}"], ["1 griffin-duelist"])
    stand(state, 0, (60, 10, 90))
    stand(state, 1, (57.5, 7, 90))
    stand(state, 2, (60, 12.5, 270))
    if member:
        gathered(state, 1)
    before = place_of(state, 1)
    make_contact(state, Assault(1, 0, True, answer=p.RECEIVE_CHARGE))
    assert (place_of(state, 1) == before) == member


@pytest.mark.parametrize("free", ["Magister", "member", ""])
def test_what_is_broken_binds_nobody(free: str) -> None:
    # rule: ritual.warmage-no-move, ruling.council-stays
    state = duel([KAYL, "6 skorize, 1 biopsist"], ["9 griffin-duelist"], 20)
    biopsist = named(state, "biopsist")
    gathered(state, 0, biopsist)
    assert bound(state) == {0, biopsist}
    if free == "Magister":
        kill(state, 0)
    elif free:
        x, y, heading = place_of(state, 0)
        stand(state, 0, (x / 100, y / 100 + 1, heading))
    assert is_rooted(state, 1) == (not free)
    state.phase = p.MELEE
    assert not is_rooted(state, 1)


def test_who_fled_from_the_table_has_moved() -> None:  # rule: ritual.procedure, ritual.interrupted
    state = duel([KAYL, "1 biopsist"], ["9 griffin-duelist"], 20)
    give(state, 0, darkness=12)
    put(state, 1, (54, 3, 270))
    gathered(state, 0, 1)
    flee(state, 1)
    assert state.fighters[1].fate == p.FLED
    ask(state, SecondShooting())
    assert "Lightning from the Abyss is interrupted: a member moved" in words(state)


@pytest.mark.parametrize("member", [True, False])
def test_hidden_members_do_not_creep(member: bool) -> None:
    # rule: ritual.warmage-no-move, skill.scout-ritual
    state = battle([KAYL, "2 biopsist"], ["9 griffin-duelist"])
    put(state, 0, (60, 10, 90))
    put(state, 2, (60, 40, 270))
    state.aside.hidden = ((1, 5500, 1000),)
    gathered(state, 0)
    if member:
        old = state.magic.councils[0]
        spots = (*old.spots, (5500, 1000))
        state.magic.councils = (Council(old.ritual, old.crew, old.turn, (0, 1), spots),)
    ask(state, Lurk(0, 1, p.MARCH))
    assert ("button:creep" in options(state)) == (not member)


@pytest.mark.parametrize("member", [True, False])
def test_nobody_boards_or_gets_off_for_a_ritual(member: bool) -> None:
    # rule: ritual.warmage-no-move, ruling.council-stays
    state = duel(["1 dwarf-armoured-tank", "1 magnus-the-mystic"], ["9 griffin-duelist"], 30)
    magnus = named(state, "magnus-the-mystic")
    put(state, 1, (66 - 2.5 - 2 - 1.25, 10, 90))
    gathered(state, magnus)
    if not member:
        state.magic.councils = ()
    assert bool(rides(state, 1, p.MARCH)) == (not member)
    state.units[1].aboard = 0
    gathered(state, magnus)
    if not member:
        state.magic.councils = ()
    assert bool(options(ask(state, Alight(0, 1)))) == (not member)
