"""Conditions of command and Dark Grasp, each alone on a small battlefield."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.levy import category, problems
from fimbul.games.rag_narok.rules.command.grasp import PayGems, grasped, grasper
from fimbul.games.rag_narok.rules.command.orders import useful_orders
from fimbul.games.rag_narok.rules.command.staffs import may_serve
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.values import successors
from fimbul.games.rag_narok.state import RagNarok, spot_of
from fimbul.games.rag_narok.state.magic import Council
from tests.games.rag_narok.drawn import army, ask, battle, options, play, put, set_those
from tests.games.rag_narok.drawn import troop as unit_of
from tests.games.rag_narok.spellbook import give, named


def test_an_even_mix_of_ranks_counts_as_the_higher() -> None:
    # rule: leader.category-limit
    assert category(unit_of("3 griffin-conscript, 2 griffin-templar").entries) == 1
    assert category(unit_of("3 griffin-conscript, 3 griffin-templar").entries) == 2
    assert category(unit_of("3 griffin-templar, 3 griffin-conscript").entries) == 2


@pytest.mark.parametrize(
    ("units", "has"),
    [
        (["1 melmoth", "6 morbid-puppet"], True),
        (["1 ejhin-de-vanth", "6 morbid-puppet"], False),
        (["1 ejhin-de-vanth black-diamond", "6 morbid-puppet"], True),
        (["5 skull-warrior leader", "6 morbid-puppet"], False),  # leads, and commands nobody
        (["1 alderan", "6 alahan-guard"], False),
    ],
)
def test_who_has_dark_grasp(units: list[str], has: bool) -> None:
    # rule: darkgrasp.two-effects, artefact.black-diamond-undead-orders
    state = battle(units, ["8 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (20, 10, 90))
    assert state.sides[0].general == 0
    assert grasper(state, 0) == (0 if has else -1)
    if has:
        kill(state, 0)
        assert state.sides[0].general != 0 or grasper(state, 0) == -1


def test_a_commander_who_has_left_the_table_grasps_nothing() -> None:
    # rule: darkgrasp.two-effects
    state = battle(["1 melmoth", "6 morbid-puppet"], ["8 alahan-guard"])
    put(state, 0, (40, 10, 90))
    assert grasper(state, 0) == 0
    state.places[0] = None
    assert grasper(state, 0) == -1


def test_nobody_cancels_an_order_to_stand_still() -> None:  # rule: order.cancel
    state = battle(["6 griffin-duelist"], ["6 alahan-guard"])
    put(state, 0, (40, 20, 90), files=3)
    put(state, 1, (40, 45, 270), files=3)
    for order in p.ACTIONS:
        ask(state, Announce(0, 0, order))
        assert ("button:cancel" in options(state)) == (order != p.IMMOBILE)


def test_orders_for_units_as_they_stand() -> None:
    # rule: order.in-melee, state.disorganised, machine.irrepressible, reserve.test
    state = battle(["6 griffin-fusilier", "6 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (20, 20, 90))
    put(state, 1, (40, 20, 90))
    put(state, 2, (60, 50, 270))
    assert p.RAPID_FIRE in useful_orders(state, 0)
    assert p.RAPID_FIRE not in useful_orders(state, 1)
    assert p.DISENGAGE not in useful_orders(state, 0)
    shaken, rolling, arrived = state.clone(), state.clone(), state.clone()
    shaken.units[0].shaken = rolling.units[0].speed = 1
    set_those(arrived.units, "arrived", (0,))
    lost = set(useful_orders(state, 0)) - set(useful_orders(shaken, 0))
    assert lost == {p.CHARGE, p.RUN, p.RAPID_FIRE}
    assert set(useful_orders(state, 0)) - set(useful_orders(rolling, 0)) == {p.RAPID_FIRE}
    assert set(useful_orders(state, 0)) - set(useful_orders(arrived, 0)) == {p.CHARGE}


def test_a_leader_commands_only_where_no_commander_is() -> None:  # rule: army.commander
    both = army("8 griffin-duelist leader, 1 abel", commander="griffin-duelist")
    alone = army("8 griffin-duelist leader", commander="griffin-duelist")
    text = "a Leader commands only where no Character with Command is"
    assert text in [problem.text for problem in problems(both)]
    assert text not in [problem.text for problem in problems(alone)]


def host() -> RagNarok:
    """Melmoth with a gem, and Puppets near him that hold no Orders."""
    state = battle(["1 melmoth", "6 morbid-puppet", "3 gravekeeper"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90), files=3)
    put(state, 2, (34, 10, 90))
    put(state, 3, (40, 50, 270))
    state.fighters[0].horns, state.units[0].orders = 1, (p.MARCH,)
    return state


def test_whom_dark_grasp_lets_march() -> None:
    # rule: darkgrasp.two-effects, ruling.dark-grasp-second
    assert list(grasped(host(), 0).values()) == [1]  # Undead only
    changes: tuple[Callable[[RagNarok], None], ...] = (
        lambda state: setattr(state.fighters[0], "horns", 0),
        lambda state: setattr(state.units[1], "orders", (p.MARCH,)),
        lambda state: setattr(state.units[1], "done", 1),
        lambda state: setattr(state.units[1], "revealed", p.MARCH),
        lambda state: setattr(state.units[1], "mood", p.CONTROL),
        lambda state: put(state, 3, (46, 13.5, 270)),  # held in a melee
        lambda state: put(state, 1, (70, 50, 90), files=3),  # beyond his command
    )
    for change in changes:
        state = host()
        change(state)
        assert grasped(state, 0) == {}


def test_who_is_bound_to_a_ritual_does_not_march_in_the_dark_grasp() -> None:
    # rule: ruling.dark-grasp-second, ritual.warmage-no-move
    state = battle(["1 melmoth", "1 sophet-drahas"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    put(state, 2, (40, 50, 270))
    state.fighters[0].horns, state.units[0].orders = 1, (p.MARCH,)
    assert list(grasped(state, 0).values()) == [1]
    spot = spot_of(state, 1)[:2]
    state.magic.councils = (
        Council(NUMBER["weight-of-the-grave"], (2,), state.turn, (1,), (spot,)),
    )
    assert grasped(state, 0) == {}


def test_only_aides_serve_in_a_staff() -> None:  # rule: staff.composition, staff.eligibility
    crew = "1 abel, 1 templar-musician, 1 templar-standard, 3 griffin-templar"
    state = battle([crew], ["3 morbid-puppet"])
    able = {who: may_serve(state, named(state, "abel"), named(state, who)) for who in WHO}
    assert able == {"templar-musician": True, "templar-standard": True, "griffin-templar": False}


WHO = ("templar-musician", "templar-standard", "griffin-templar")


def test_whose_gems_pay_for_dark_grasp_is_chosen() -> None:  # rule: darkgrasp.buy-orders
    for pick, left in (("horns:0-unit-0-1-darkness", (3, 1)), ("gem:0-unit-0-1-darkness", (2, 2))):
        state = battle(["1 sophet-drahas horns-of-damnation"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90))
        give(state, 0, darkness=3)
        state.fighters[0].horns = 2
        ask(state, PayGems(0, 1))
        play(state, pick)
        assert (state.fighters[0].pool[p.DARKNESS], state.fighters[0].horns) == left


def test_who_succeeds_a_commander() -> None:
    # rule: command.death-successor, command.successor-not-standard-musician
    crew = "1 abel, 1 templar-standard leader, 3 griffin-templar leader"
    state = battle([crew, "1 sered"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (60, 10, 90))
    abel, sered = named(state, "abel"), named(state, "sered")
    assert successors(state, 0) == [abel, sered]
    for gone in (abel, sered):
        state.fighters[gone].fate = p.DEAD
    assert successors(state, 0) == [named(state, "griffin-templar", nth) for nth in range(3)]
