"""Transports: getting aboard, riding, getting off."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.hold import passengers, stow
from fimbul.games.rag_narok.measure.geometry import within
from fimbul.games.rag_narok.rules.charge.charges import Charge, in_sight
from fimbul.games.rag_narok.rules.charge.withdraw import off_the_table
from fimbul.games.rag_narok.rules.harm import inflict
from fimbul.games.rag_narok.rules.machines.artillery import Fire, on_the_line, touched
from fimbul.games.rag_narok.rules.machines.transport import Alight, rides
from fimbul.games.rag_narok.rules.movement.activation import Activate, Announce
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.shooting.volleys import Volley, has_shot
from fimbul.games.rag_narok.state import board_of, place_of, shape_of, spot_of
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, roll_next, words
from tests.games.rag_narok.machines.drawn import FOES, TANK, aboard, column
from tests.games.rag_narok.spellbook import id_of

BOARD = "board:0-unit-0-1"


def test_a_unit_beside_the_tank_may_board_instead_of_moving() -> None:
    # rule: machine.transport, ruling.transport
    state = ask(column(), Announce(0, 1, p.MARCH))
    assert BOARD in options(state)
    play(state, BOARD)
    assert passengers(state, 0) == [1, 2, 3, 4]
    assert each(state.units, "aboard") == [-1, 0, -1]
    assert not state.open  # that was its movement
    assert state.units[1].moved == p.MARCHED
    assert "boards Dwarf Armoured Tank" in words(state)
    zone = next(zone for zone in GAME.show(state, 1).zones if zone.id == "hold-0")
    assert [thing.id for thing in zone.things] == [id_of(state, n) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("order", [p.IMMOBILE, p.MARCH])
def test_who_rides_on_with_immobile_is_in_order_again(order: int) -> None:
    # rule: state.disorganised, ruling.transport
    state = aboard()
    state.units[1].shaken, state.units[1].revealed = 1, order
    ask(state, Alight(0, 1))
    play(state, "button:stay-aboard")
    assert state.units[1].shaken == (order != p.IMMOBILE)


@pytest.mark.parametrize("order", [p.CHARGE, p.ENGAGE, p.RETREAT])
def test_boarding_takes_the_place_of_a_move(order: int) -> None:  # rule: ruling.transport
    assert rides(column(), 1, p.IMMOBILE)
    assert not rides(column(), 1, order)


def test_who_finds_no_seat() -> None:  # rule: machine.transport, ruling.transport
    assert rides(column("4 thermo-warrior"), 1, p.MARCH) == {BOARD: 0}
    assert not rides(column("5 thermo-warrior"), 1, p.MARCH)  # four seats
    assert not rides(column("2 razorback-rider"), 1, p.MARCH)  # Large
    assert not rides(column("4 griffin-duelist"), 1, p.MARCH)  # strangers
    assert not rides(column(beside=2.6), 1, p.MARCH)
    held = column()
    put(held, 2, (47, 32.5, 270))
    assert not rides(held, 1, p.MARCH)
    busy = column()
    put(busy, 2, (36, 30, 270))
    assert not rides(busy, 1, p.MARCH)  # the Tank is in a melee


def test_two_units_share_the_seats() -> None:  # rule: machine.transport
    state = battle([TANK, "2 thermo-warrior", "2 thermo-warrior", "1 elghir"], [FOES])
    put(state, 0, (40, 30, 90))
    put(state, 1, (45, 32, 90))
    put(state, 2, (45, 28, 90))
    put(state, 3, (36, 30, 90))
    for unit in (1, 2):
        assert rides(state, unit, p.MARCH)
        stow(state, unit, 0)
    assert passengers(state, 0) == [1, 2, 3, 4]
    assert not rides(state, 3, p.MARCH)


def test_who_boards_sits_down_beside_a_single_passenger() -> None:  # rule: machine.transport
    state = battle([TANK, "1 elghir", "2 thermo-warrior"], [FOES])
    put(state, 0, (40, 30, 90))
    for unit, y in ((1, 32), (2, 28)):
        put(state, unit, (45, y, 90))
        stow(state, unit, 0)
    assert passengers(state, 0) == [1, 2, 3]
    assert len({board_of(place_of(state, one)) for one in passengers(state, 0)}) == 1


def test_a_unit_gets_off_beside_the_tank() -> None:  # rule: machine.transport, ruling.transport
    state = aboard()
    state.units[1].done, state.units[1].orders, state.units[1].revealed = 0, (p.RUN,), -1
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1")
    assert options(state)[0] == "button:stay-aboard"
    assert {"door:90", "door:270"} <= set(options(state))  # a rock lies behind it
    assert "door:180" not in options(state)
    play(state, "door:270")
    assert state.units[1].aboard == -1
    assert state.units[1].moved == p.MARCHED
    hull = shape_of(state, 0)
    assert any(within(shape_of(state, member), hull, 250) for member in state.units[1].ranks)
    for member in state.units[1].ranks:
        assert place_of(state, member)[0] > 4000 + 250  # on its right
    assert state.units[1].files


def test_nobody_gets_off_into_the_enemy() -> None:  # rule: machine.transport, move.keep-distance
    state = aboard()
    assert "door:270" in options(ask(state, Alight(0, 1)))
    put(state, 2, (49, 30, 180))
    assert "door:270" not in options(ask(state, Alight(0, 1)))
    play(state, "button:stay-aboard")
    assert state.units[1].aboard == 0


@pytest.mark.parametrize(("die", "out"), [(5, False), (6, True)])
def test_who_gets_off_into_an_aura_of_terror_needs_courage(die: int, out: bool) -> None:
    # rule: toga.entering, ruling.toga-hull, machine.transport
    state = battle([TANK, "3 dwarf-bomber"], ["1 great-skull", "10 morbid-puppet"])
    put(state, 0, (40, 25, 90))
    put(state, 2, (40, 42, 270))
    put(state, 3, (20, 42, 270), files=5)
    put(state, 1, (10, 10, 90))
    stow(state, 1, 0)
    state.magic.toga = ((state.units[2].ranks[0], *place_of(state, state.units[2].ranks[0])),)
    ask(state, Alight(0, 1))
    roll_next(state, die, 3)
    play(state, "door:90")
    assert "against the Toga's 12" in words(state)
    assert (state.units[1].aboard < 0) == out
    assert ("gets off" in words(state)) == out
    far = battle([TANK, "3 dwarf-bomber"], ["1 great-skull"])
    put(far, 0, (40, 15, 90))
    put(far, 2, (40, 50, 270))
    put(far, 1, (10, 10, 90))
    stow(far, 1, 0)
    far.magic.toga = ((far.units[2].ranks[0], *place_of(far, far.units[2].ranks[0])),)
    ask(far, Alight(0, 1))
    play(far, "door:90")
    assert "Toga" not in words(far)


def test_passengers_go_where_the_tank_goes() -> None:  # rule: machine.transport
    state = aboard()
    here = spot_of(state, 1)
    go_on(state, 0, 90, 1000)
    assert spot_of(state, 1) == (here[0], here[1] + 1000, here[2])
    assert spot_of(state, 1)[:2] == place_of(state, 0)[:2]


def test_nobody_reaches_those_inside() -> None:
    # rule: tank.no-sight-through-hull, ruling.transport
    state = aboard("3 dwarf-bomber", "1 abel")
    put(state, 2, (40, 40, 270))
    assert in_sight(state, 2) == [0]
    assert "unit:0-unit-1" not in options(ask(state, Charge(1, 2)))
    assert not has_shot(state, 1, 2)
    state.phase = p.SECOND_SHOOTING
    assert not ask(state, Volley(0, 1)).open
    gun = battle([TANK, "2 thermo-warrior"], ["1 griffin-bombard"])
    put(gun, 0, (40, 30, 90))
    put(gun, 1, (45, 30, 90))
    put(gun, 2, (40, 50, 270))
    stow(gun, 1, 0)
    assert on_the_line(gun, Fire(3, 8, 0)) == [0]
    assert touched(gun, (4000, 3000), (500, 0)) == [0]


def test_passengers_of_a_wreck_are_struck_and_thrown_out() -> None:
    # rule: machine.transport, ruling.transport
    state = aboard()
    roll_next(state, 1, 1, 6, 1)  # STR 6 against RES 8
    inflict(state, 0, 6)
    assert not state.units[0].ranks
    assert words(state).count("STR 6 against RES 8") == 4
    assert each(state.units, "aboard") == [-1, -1, -1]
    for member in state.units[1].ranks:
        x, y, _ = place_of(state, member)
        assert abs(x - 4000) <= 500
        assert abs(y - 3000) <= 500
    assert (
        len({place_of(state, member)[:2] for member in state.units[1].ranks})
        == len(state.units[1].ranks)
        == 3
    )


def test_passengers_may_die_in_the_wreck() -> None:  # rule: machine.transport
    state = aboard("4 mechanical-familiar")
    roll_next(state, 5, 5, 5, 5)
    inflict(state, 0, 6)
    assert state.units[1].ranks == ()
    assert [fell[0] for fell in state.fallen] == [0, 1, 2, 3, 4]


def test_passengers_are_lost_with_a_machine_that_leaves() -> None:  # rule: ruling.transport
    state = aboard()
    state.places[0] = (4000, 6500, 90)
    off_the_table(state, 0)
    assert each(state.fighters, "fate")[:5] == [p.FLED] * 5
    assert each(state.units, "aboard") == [-1, -1, -1]
