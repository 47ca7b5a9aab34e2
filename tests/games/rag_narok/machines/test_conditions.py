"""Conditions of machines and their passengers, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, near
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.ground.sight import NONE, sees
from fimbul.games.rag_narok.rules.machines.steam import impact_strength, keep_speed, pressure
from fimbul.games.rag_narok.rules.machines.transport import Alight, rides
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.state import RagNarok, spot_of
from fimbul.games.rag_narok.state.magic import Council
from tests.games.rag_narok.drawn import ask, battle, play, put, stand
from tests.games.rag_narok.spellbook import named


@pytest.mark.parametrize(("apart", "seen"), [(24.9, True), (25.0, True), (25.1, False)])
def test_magnus_sees_as_far_as_his_familiar_does(apart: float, seen: bool) -> None:
    # rule: tank.clairvoyant-familiar
    crew = "1 magnus-the-mystic, 1 clairvoyant-familiar"
    state = battle(["1 dwarf-armoured-tank", crew], ["1 griffin-duelist"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (45, 20, 90))
    stand(state, 3, (40, 20, 270))
    stow(state, 1, 0)
    magnus = named(state, "magnus-the-mystic")
    low = 20.0
    while near(state, magnus, 3, 0):  # the front of the cockpit
        low += 0.1
        stand(state, 3, (40, low, 270))
    stand(state, 3, (40, low - 0.1 + apart, 270))
    assert (sees(state, magnus, 3) != NONE) == seen


def test_steam_speed_and_impact() -> None:
    # rule: boiler.pressure, machine.impact, machine.irrepressible, ruling.boiler-equipment
    state = battle(["1 dwarf-armoured-tank", "3 thermo-warrior caduceus"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (20, 20, 90))
    put(state, 2, (60, 50, 270))
    plain, careful = state.roster.groups[:2]
    assert [pressure(state, plain, face) for face in range(1, 7)] == [-1, 1, 1, 2, 2, 3]
    assert pressure(state, careful, 1) == 0
    assert pressure(state, careful, 2) == 1
    assert [impact_strength(state, 0, paces) for paces in (900, 1000, 1100)] == [5, 5, 6]
    state.units[0].paces = 1999
    keep_speed(state)
    assert state.units[0].speed == 0
    state.units[0].paces = 2000
    keep_speed(state)
    assert state.units[0].speed == 1
    assert impact_strength(state, 0, 100) == 10  # that of twice its MOV
    put(state, 2, (40, 25, 270))
    keep_speed(state)
    assert state.units[0].speed == 0  # contact takes it


def test_not_even_magnus_sees_into_another_machine() -> None:
    # rule: tank.no-sight-through-hull, tank.clairvoyant-familiar
    crew = "1 magnus-the-mystic, 1 clairvoyant-familiar"
    tank = "1 dwarf-armoured-tank"
    state = battle([tank, "1 griffin-duelist"], [tank, crew])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (40, 35, 270))
    put(state, 3, (46, 35, 270))
    magnus = named(state, "magnus-the-mystic")
    stow(state, 3, named(state, "dwarf-armoured-tank", 1))
    assert sees(state, magnus, 1) != NONE
    stow(state, 1, 0)
    assert sees(state, magnus, 1) == NONE


def test_who_rides_on_and_stands_still_forms_up() -> None:
    # rule: machine.transport, state.disorganised
    for order, shaken in ((p.IMMOBILE, 0), (p.MARCH, 1)):
        state = ride()
        state.units[1].shaken, state.units[1].revealed = 1, order
        stow(state, 1, 0)
        ask(state, Alight(0, 1))
        play(state, "button:stay-aboard")
        assert state.units[1].shaken == shaken


def ride(crew: str = "2 thermo-warrior") -> RagNarok:
    """A Tank, and a small Unit beside it."""
    state = battle(["1 dwarf-armoured-tank", crew], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (12, 50, 270))
    return state


def test_who_may_board() -> None:
    # rule: machine.transport, ruling.transport, ritual.warmage-no-move
    state = ride()
    assert rides(state, 1, p.MARCH)
    assert rides(state, 1, p.RUN)
    assert not rides(state, 1, p.CHARGE)
    routed = state.clone()
    routed.units[1].mood = p.ROUT
    assert not rides(routed, 1, p.MARCH)
    flying = state.clone()
    flying.units[1].altitude = p.LOW
    assert not rides(flying, 1, p.MARCH)
    mage = ride("1 magnus-the-mystic")
    assert rides(mage, 1, p.MARCH)
    spot = spot_of(mage, 1)[:2]
    mage.magic.councils = (Council(NUMBER["column-of-light"], (2, 3, 4), 1, (1,), (spot,)),)
    assert not rides(mage, 1, p.MARCH)
    held = state.clone()
    put(held, 2, (40, 25.5, 270))
    assert contacts(held)
    assert not rides(held, 1, p.MARCH)


def test_nobody_gets_off_far_from_the_machine() -> None:  # rule: machine.transport
    state = battle(["1 dwarf-armoured-tank", "2 thermo-warrior", "12 thermo-warrior"], ["3 troll"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (12, 50, 90), files=3)
    put(state, 3, (70, 50, 270))
    stow(state, 1, 0)
    free = set(Alight(0, 1).doors(state))
    put(state, 2, (40 + 2.6 + 3.8, 20, 90), files=3)  # a throng at the Tank's right
    assert len(free - set(Alight(0, 1).doors(state))) == 1
