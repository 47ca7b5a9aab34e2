"""Scouts: hidden last of all, and what they may do unseen."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import write
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import nearby
from fimbul.games.rag_narok.ground.hiding import bases, lair_of, towards
from fimbul.games.rag_narok.measure.geometry import around_all
from fimbul.games.rag_narok.rules.command.orders import GiveOrders, useful_orders
from fimbul.games.rag_narok.rules.ending import is_over
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.deploy import Form, NextDeployment
from fimbul.games.rag_narok.rules.set_up.scouts import Creep, Hide, NextHiding, to_hide
from fimbul.games.rag_narok.rules.values import order_sources
from fimbul.games.rag_narok.state import RagNarok, enemies, is_standing, middle, standing
from fimbul.kernel import Dice, Game, choose
from tests.games.rag_narok.drawn import army, ask, battle, each, options, play, put, those, words
from tests.games.rag_narok.promises import PROMISES, steps_met
from tests.games.rag_narok.set_up.drawn import DIRZ, KAYL, ambush
from tests.games.rag_narok.spellbook import id_of

FEW = 2
HOST = write(
    army(f"{KAYL}, 9 skorize", "2 biopsist", "2 biopsist", "9 skorize", people="dirz", budget=600)
)


class ScoutSetup(RagSetup, frozen=True, kw_only=True):
    """Scouts on both sides, in battles with reserves."""

    scenario: Literal["pitched-battle"] = "pitched-battle"
    first: str = HOST
    second: str = HOST


SCOUTS: Game[RagNarok] = replace(GAME, setup_type=ScoutSetup)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_battles_with_scouts_keep_their_word(check: Property) -> None:
    hold(check, SCOUTS, FEW)


def test_scouts_are_met_in_random_battles() -> None:
    assert steps_met(SCOUTS, 9) >= {"Hide", "Lurk", "Creep", "Reserve"}


def test_scouts_are_deployed_last_and_hidden() -> None:
    # rule: setup.scouts, ruling.hidden-information
    state, order = GAME.new(GAME.setup(first=DIRZ), seed=3), []
    while state.phase == p.DEPLOYMENT and state.turn == 0:
        step = state.agenda[-1][0]
        if isinstance(step, Hide):
            assert [decision.seat for decision in state.open] == [0]
            order.append(step.unit)
            left = [u for u in range(len(state.units)) if not is_standing(state, u)]
            assert left == [1]  # everybody else is on the table
            far = [middle(state, foe) for foe in standing(state, 1)]
            for option in state.open[0].options:
                x, y = (int(n) * 100 for n in option.removeprefix("lair:").split("-"))
                assert all((x - a) ** 2 + (y - b) ** 2 > 2500**2 for a, b in far)
        choose(state, state.open[0].seat, state.open[0].options[0])
        assert list(state.problems()) == []
    assert order == [1]
    assert [lair[0] for lair in state.aside.hidden] == [1]
    assert not is_standing(state, 1)


def test_orders_for_scouts_in_hiding_can_be_looked_at() -> None:  # rule: ruling.lurking
    state = ambush()
    state.phase = p.STRATEGY
    unit = state.aside.hidden[0][0]
    seat = state.roster.units[unit].seat
    sources = order_sources(state, seat)
    ask(state, GiveOrders(seat, sources, unit=unit))
    looks = GAME.scene(state, seat).previews
    offered = {p.ORDER_IDS[order] for order in (p.CHARGE, p.ENGAGE)} & set(options(state))
    assert offered
    assert not [look for look in looks if look.thing in offered and look.notes]


def test_a_mixed_unit_does_not_hide() -> None:  # rule: setup.scouts
    mixed = battle(["1 kayl-kartan-ii, 2 biopsist", "2 biopsist"], ["4 alahan-guard"])
    assert to_hide(mixed, 0) == [1]
    mixed.phase = p.DEPLOYMENT
    ask(mixed, NextDeployment(0))
    assert mixed.agenda[-1][0] == Form(0, 0)


def test_scouts_with_enemies_everywhere_come_later() -> None:  # rule: setup.scouts, ruling.no-room
    state = battle(["3 biopsist"], ["1 lion-knight"] * 6)
    state.phase, state.winner = p.DEPLOYMENT, 1
    spots = [(x, y, 270) for x in (10, 40, 70) for y in (10, 50)]
    for unit, spot in enumerate(spots[:-1], start=1):
        put(state, unit, spot)
    assert Hide(0, 0).options(state)
    put(state, 6, spots[-1])
    ask(state, NextHiding(0))
    assert [state.aside.hidden, state.aside.reserve, those(state.units, "crowded")] == [
        (),
        (0,),
        [0],
    ]


def test_who_has_several_scouts_chooses() -> None:  # rule: setup.scouts
    state = battle(["2 biopsist", "2 biopsist", "1 sasia-samaris"], ["2 biopsist"])
    state.phase = p.DEPLOYMENT
    ask(state, NextHiding(0))
    assert options(state) == ("unit:0-unit-0", "unit:0-unit-1")
    play(state, "unit:0-unit-1", "lair:40-8")
    assert state.aside.hidden == ((1, 4000, 800),)
    assert state.agenda[-1][0] == Hide(1, 3)  # in turn
    play(state, options(state)[0])
    assert state.agenda[-1][0] == Hide(0, 0)
    assert "lair:40-8" not in options(state)  # somebody of its own lies there
    assert "lair:56-8" in options(state)


def test_where_they_lie_is_told_to_their_side_only() -> None:
    # rule: setup.scouts, ruling.hidden-information
    state = ambush()
    scenes = {seat: GAME.scene(state, seat) for seat in (0, 1, None)}
    tables = {seat: scene.zones[0] for seat, scene in scenes.items()}
    lurkers = {id_of(state, member) for member in state.units[1].ranks}
    assert lurkers <= {thing.id for thing in tables[0].things}
    for seat in (1, None):
        assert not lurkers & {thing.id for thing in scenes[seat].things()}
        row = next(zone for zone in scenes[seat].zones if zone.id == "hidden")
        assert [thing.id for thing in row.things] == ["unit:0-unit-1"]
    dreams = [GAME.imagine(state, 1, Dice(n)) for n in range(30)]
    assert len({dream.aside.hidden for dream in dreams}) > 12
    assert all(GAME.scene(dream, 1) == scenes[1] for dream in dreams)
    assert {GAME.imagine(state, 0, Dice(n)).aside.hidden for n in range(5)} == {state.aside.hidden}


def test_they_are_no_target_and_in_nobodys_way() -> None:  # rule: ruling.lurking
    state = ambush(40, 40)
    assert enemies(state, 2) == [0]
    (lair,) = state.aside.hidden
    box = around_all(bases(state, lair))
    assert nearby(state, 2, box, 0) == []
    assert not in_melee(state, 2)
    assert not is_over(state)


def test_they_take_orders_by_where_they_lie() -> None:
    # rule: ruling.lurking, order.basic, order.additional
    near, far = ambush(66, 12), ambush(20, 30)
    for state, sources in ((near, ((0, 1), (0, 1))), (far, ((0,), (0, 1)))):
        assert order_sources(state, 0) == sources  # Sasia's own, and an additional one
        state.phase = p.STRATEGY
        ask(state, (GiveOrders(0, order_sources(state, 0)), GiveOrders(1, ())))
        play(state, "unit:0-unit-1")
        assert "order:rapid-fire" not in options(state)
        play(state, "order:march", "button:done")
        assert state.units[1].orders == (p.MARCH,)


def test_their_orders_stay_secret() -> None:
    # rule: order.hidden, ruling.hidden-information, ruling.lurking
    state = ambush()
    state.units[1].orders = (p.MARCH, p.CHARGE)
    mine, theirs = ({t.id: t.label for t in GAME.scene(state, n).things()} for n in (0, 1))
    assert mine["token:0-unit-1-1"] == "March"
    assert theirs["token:0-unit-1-1"] == theirs["token:0-unit-1-2"] == "An Order"
    dreams = [GAME.imagine(state, 1, Dice(n)) for n in range(30)]
    assert len({dream.units[1].orders for dream in dreams}) > 5
    assert all(set(dream.units[1].orders) <= set(useful_orders(state, 1)) for dream in dreams)


def test_whom_a_rival_may_command_hangs_on_where_it_is_dreamt_to_lie() -> None:
    # rule: ruling.hidden-information, ruling.lurking
    state = ambush(66, 12)
    state.phase = p.STRATEGY
    ask(state, (GiveOrders(0, order_sources(state, 0)), GiveOrders(1, order_sources(state, 1))))
    dreams = [GAME.imagine(state, 1, Dice(n)) for n in range(20)]
    for dream in dreams:
        assert dream.agenda[-1][0] == GiveOrders(0, order_sources(dream, 0))
    assert len({dream.agenda[-1][0] for dream in dreams}) == 2


def test_without_an_order_they_only_come_out() -> None:  # rule: ruling.lurking, order.none
    state = ambush()
    state.units[1].orders = (p.RECEIVE_CHARGE,)
    ask(state, Activate(0))
    assert options(state) == ("button:pass", "unit:0-unit-1")
    play(state, "unit:0-unit-1")
    assert "comes out of hiding" in words(state)
    assert is_standing(state, 1)
    assert state.units[1].orders == (p.RECEIVE_CHARGE,)
    assert each(state.sides, "idle") == [1, 1]  # nobody has a Unit to activate


def test_coming_out_is_no_activation() -> None:  # rule: ruling.lurking, turn.activation
    state = ambush()
    state.units[0].orders, state.units[2].orders = (p.IMMOBILE,), (p.IMMOBILE,)
    ask(state, Activate(0))
    assert options(state) == ("token:0-unit-0-1", "unit:0-unit-1")
    play(state, "unit:0-unit-1")
    assert options(state) == ("token:0-unit-0-1",)


@pytest.mark.parametrize(
    ("order", "creeps"),
    [(p.IMMOBILE, False), (p.MARCH, True), (p.RUN, True), (p.RETREAT, True), (p.ENGAGE, False)],
)
def test_they_carry_out_their_orders_unseen(order: int, creeps: bool) -> None:
    # rule: ruling.lurking, order.hidden
    state = ambush()
    state.units[1].orders = (order,)
    ask(state, Activate(0))
    assert options(state) == ("token:0-unit-1-1",)
    play(state, "token:0-unit-1-1")
    assert f"reveals {p.ORDER_NAMES[order]}" in words(state)
    assert ("button:creep" in options(state)) == creeps
    paces = set()
    for thing in ["button:stay-hidden", *(["button:creep"] if creeps else [])]:
        trial = play(state.clone(), thing)
        paces.add(trial.units[1].moved)
        assert lair_of(trial, 1)
    assert len(paces) == 1  # nobody can tell whether it went anywhere


def test_they_creep_as_far_as_their_order_takes_them() -> None:
    # rule: ruling.lurking, move.run, retreat.procedure
    state = ambush(40, 22)
    for order, fars, turns in (
        (p.MARCH, {5, 10}, 8), (p.RUN, {10, 20}, 8), (p.RETREAT, {5, 10}, 1),
    ):  # fmt: skip
        ask(state, Creep(0, 1, order))
        ways = [option for option in options(state) if option.startswith("creep:")]
        assert {int(way.rpartition("-")[2]) for way in ways} == fars  # MOV 10
        headings = {way.removeprefix("creep:").partition("-")[0] for way in ways}
        assert len(headings) == turns
    assert headings == {"270"}  # back from the guards
    ask(state, Creep(0, 1))
    play(state, "creep:180-10")
    assert state.aside.hidden == ((1, 3000, 2200),)
    (event,) = [event for event in state.events if event.words]
    assert event.only == (0,)
    assert event.seen_by(1) is None
    crowded = ambush(40, 36)
    ask(crowded, Creep(0, 1))
    assert "creep:90-5" not in options(crowded)  # that would be into contact


def test_the_battle_goes_on_while_scouts_are_left() -> None:  # rule: turn.last-turn
    state = ambush()
    state.places[0], state.fighters[0].fate, state.units[0].ranks = None, p.FLED, ()
    assert not is_over(state)
    state.aside.hidden = ()
    assert is_over(state)


@pytest.mark.parametrize("south", [0, 1])
def test_scouts_without_an_enemy_in_sight_look_away_from_their_edge(south: int) -> None:
    # rule: ruling.scout-hidden
    state = battle(["6 griffin-duelist"], ["6 griffin-duelist"])
    state.south = south
    assert [towards(state, unit, (1000, 1000)) for unit in (0, 1)] == [
        90 if south == side else 270 for side in (0, 1)
    ]
