"""Boilers, Impact, and machines that cannot be stopped."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import army_problems
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.command.orders import can_activate, useful_orders
from fimbul.games.rag_narok.rules.machines import steam as m
from fimbul.games.rag_narok.rules.machines.rush import Brake
from fimbul.games.rag_narok.rules.movement.activation import Activate, Movement, Resolve
from fimbul.games.rag_narok.rules.moves import go_on
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import RagNarok, card_mov, middle, own_mov
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    options,
    play,
    put,
    roll_next,
    stand,
    strengths,
    words,
)

FOE = "unit:1-unit-0"


def tank(foe: str = "6 alahan-guard", apart: float = 10) -> RagNarok:
    """The Tank, and Guards ahead of it."""
    state = battle(["1 dwarf-armoured-tank"], [foe])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 10 + 3.75 + apart + 2.5, 270), files=3)
    return state


# -- boilers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "bonus"), [(1, -1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_pressure_by_the_die(face: int, bonus: int) -> None:
    # rule: boiler.pressure, ruling.pressure-time
    state = battle(["3 thermo-warrior"], ["6 alahan-guard"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 40, 270), files=3)
    ask(state, Movement())
    assert options(state) == ("button:done", "group:0-unit-0-0")
    names = {t.id: t.label for z in GAME.show(state, 0).zones for t in z.things}
    assert names["group:0-unit-0-0"] == "Thermo-Warrior"
    roll_next(state, face)
    play(state, "group:0-unit-0-0")
    assert each(state.fighters, "steam")[:3] == [bonus] * 3
    assert each(state.fighters, "steam")[3:] == [0] * 6
    assert m.steam_strength(state, 0) == bonus
    assert m.steam_strength(state, 1) == 0
    assert "seat:0" in options(state)  # one roll a turn
    assert card_mov(state, 0) == 750  # their Boilers are for STR
    refresh(state)
    assert m.steam_strength(state, 0) == 0


def test_the_tactics_winner_raises_steam_first() -> None:  # rule: ruling.pressure-time
    state = battle(["3 thermo-warrior"], ["3 thermo-warrior"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 50, 270))
    for winner in (0, 1):
        state.winner = winner
        assert [step.seat for step in m.raise_steam(state)] == [winner, 1 - winner]


def test_steam_moves_the_tank() -> None:  # rule: boiler.pressure
    state = tank()
    roll_next(state, 4)
    m.heat(state, state.roster.groups[0])
    assert card_mov(state, 0) == own_mov(state, 0) == 1000 + 500
    assert m.steam_strength(state, 0) == 0


def test_steam_makes_blows_harder() -> None:  # rule: boiler.pressure
    state = battle(["1 thermo-warrior"], ["1 alahan-guard"])
    stand(state, 0, (68, 20, 90))
    stand(state, 1, (68, 22.5, 270))
    state.fighters[0].steam, state.phase = 2, p.MELEE
    assert strengths(state) == {8}


def test_a_mechanical_familiar_helps_but_not_the_tank() -> None:
    # rule: boiler.pressure, tank.no-mechanical-familiar
    state = battle(
        ["3 thermo-warrior", "1 mechanical-familiar", "1 dwarf-armoured-tank"], ["1 alahan-guard"]
    )
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 12.5, 90))
    put(state, 2, (68, 18, 90))
    put(state, 3, (68, 50, 270))
    groups = state.roster.groups
    assert m.has_mechanic(state, groups[0])
    assert not m.has_mechanic(state, groups[2])
    ask(state, m.Pressure(0))
    roll_next(state, 1, 6)
    play(state, "group:0-unit-0-0")
    assert options(state) == ("button:keep", "button:roll-again")
    play(state, "button:roll-again")
    assert each(state.fighters, "steam")[:3] == [3] * 3
    put(state, 1, (20, 12.5, 90))
    assert not m.has_mechanic(state, groups[0])


def heated(extras: str, *faces: int) -> RagNarok:
    """Thermo-Warriors with equipment raise steam."""
    state = battle([f"3 thermo-warrior {extras}"], ["1 alahan-guard"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 50, 270))
    ask(state, m.Pressure(0))
    roll_next(state, *faces)
    return play(state, "group:0-unit-0-0")


def test_a_caduceus_ignores_a_one() -> None:  # rule: ruling.boiler-equipment
    assert each(heated("caduceus", 1).fighters, "steam")[:3] == [0] * 3
    assert each(heated("", 1).fighters, "steam")[:3] == [-1] * 3
    assert each(heated("caduceus", 4).fighters, "steam")[:3] == [2] * 3
    state = battle(["3 thermo-warrior caduceus"], ["1 alahan-guard"])
    put(state, 0, (68, 10, 90), files=3)
    (note,) = foretold(state, m.Pressure(0), "group:0-unit-0-0")
    assert [fact.amount for fact in note.facts] == [0, 1, 1, 2, 2, 3]


def test_a_regulator_turns_the_die() -> None:  # rule: ruling.boiler-equipment
    state = heated("pressure-regulator", 3)
    assert options(state) == ("button:keep", "button:one-more", "button:one-less")
    assert state.fighters[0].steam == 1
    assert each(play(state, "button:one-more").fighters, "steam")[:3] == [2] * 3
    low = heated("pressure-regulator", 1)
    assert options(low) == ("button:keep", "button:one-more")
    assert play(low, "button:keep").fighters[0].steam == -1
    high = heated("pressure-regulator", 6)
    assert options(high) == ("button:keep", "button:one-less")
    both = heated("pressure-regulator caduceus", 2)
    assert play(both, "button:one-less").fighters[0].steam == 0


def test_a_regulator_after_the_familiar() -> None:
    # rule: ruling.boiler-equipment, boiler.pressure
    state = battle(["3 thermo-warrior pressure-regulator", "1 mechanical-familiar"], ["1 abel"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 12.5, 90))
    put(state, 2, (68, 50, 270))
    ask(state, m.Pressure(0))
    roll_next(state, 1, 5)
    play(state, "group:0-unit-0-0", "button:roll-again", "button:one-more")
    assert each(state.fighters, "steam")[:3] == [3] * 3


def test_accelerators_are_boilers() -> None:  # rule: ruling.boiler-equipment
    state = battle(["2 razorback-rider accelerator", "2 razorback-rider"], ["1 alahan-guard"])
    put(state, 0, (60, 10, 90))
    put(state, 1, (70, 10, 90))
    put(state, 2, (68, 50, 270))
    ask(state, m.Pressure(0))
    assert options(state) == ("button:done", "group:0-unit-0-0")
    roll_next(state, 4)
    play(state, "group:0-unit-0-0")
    assert (card_mov(state, 0), card_mov(state, 1)) == (1750 + 500, 1750)


@pytest.mark.parametrize("extras", ["caduceus", "pressure-regulator", "accelerator, caduceus"])
def test_boilers_may_be_fitted(extras: str) -> None:  # rule: ruling.boiler-equipment
    rider = "accelerator" in extras
    troop = "2 razorback-rider" if rider else "3 thermo-warrior"
    told = f"Steam\npeople dwarves\nbudget 200\ncommander golborak\n\nA\n{troop} with {extras}"
    told += "\n2 thermo-warrior\n" if not rider else "\n1 razorback-rider\n"
    assert not any("be used yet" in problem for problem in army_problems(told))
    assert not any("reserved" in problem for problem in army_problems(told))
    plain = told.replace("accelerator, ", "")
    assert any("reserved" in problem for problem in army_problems(plain)) == rider


# -- impact ----------------------------------------------------------------------------------


def test_impact_is_half_the_distance() -> None:
    # rule: machine.impact, ruling.impact-unit
    state = battle(["1 brontops"], ["3 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 10 + 2.5 + 11 + 1.25, 270), files=3)
    ask(state, Resolve(0, 0, p.CHARGE))
    play(state, FOE)
    assert state.units[0].paces == 1100
    assert m.impact_strength(state, 0, state.units[0].paces) == 6  # 5.5, rounded up
    assert words(state).count("STR 6 against RES") == 3
    calm = battle(["1 brontops"], ["3 alahan-guard"])
    put(calm, 0, (68, 10, 90))
    put(calm, 1, (68, 10 + 2.5 + 11 + 1.25, 270), files=3)
    ask(calm, Resolve(0, 0, p.ENGAGE))
    play(calm, FOE)
    assert "Impact" not in words(calm)  # only who charges


def test_the_tank_with_speed_and_steam() -> None:
    # example: example.tank-impact-steam
    # rule: tank.impact-strength, machine.impact, ruling.impact-unit
    state = tank()
    state.units[0].paces = 1000
    assert m.impact_strength(state, 0, state.units[0].paces) == 5
    state.units[0].speed = 1
    assert m.impact_strength(state, 0, state.units[0].paces) == 10
    state.fighters[0].steam = 2
    assert m.impact_strength(state, 0, state.units[0].paces) == 15


# -- speed -----------------------------------------------------------------------------------


def test_a_speed_counter_comes_and_goes() -> None:  # rule: machine.irrepressible
    state = tank(apart=25)
    go_on(state, 0, 90, 1900)
    m.keep_speed(state)
    assert each(state.units, "speed") == [0, 0]
    go_on(state, 0, 90, 100)
    m.keep_speed(state)
    assert each(state.units, "speed") == [1, 0]
    put(state, 1, (68, 30 + 3.75 + 3.5, 270), files=3)
    assert in_melee(state, 0)
    m.keep_speed(state)
    assert each(state.units, "speed") == [0, 0]
    walker = battle(["6 alahan-guard"], ["6 alahan-guard"])
    put(walker, 0, (68, 10, 90), files=3)
    put(walker, 1, (68, 50, 270), files=3)
    walker.units[0].paces = 5000
    m.keep_speed(walker)
    assert each(walker.units, "speed") == [0, 0]


def test_it_cannot_be_stopped() -> None:  # rule: machine.irrepressible
    state = tank(apart=30)
    state.units[0].speed = 1
    assert can_activate(state, 0) == {"unit:0-unit-0": (0, -2)}  # even without an Order
    ask(state, Activate(0))
    play(state, "unit:0-unit-0")
    assert options(state) == ("button:rush", "button:brake")
    play(state, "button:rush")
    assert middle(state, 0) == (6800, 3000)
    assert state.units[0].speed
    held = tank(apart=30)
    held.units[0].speed, held.units[0].orders = 1, (p.MARCH,)
    roll_next(held, 2)
    ask(held, Activate(0))
    play(held, "token:0-unit-0-1", "button:brake")
    assert not held.units[0].speed
    assert "button:carry-out" in options(held)
    failed = tank(apart=30)
    failed.units[0].speed = 1
    roll_next(failed, 1)
    ask(failed, Brake(0, 0))
    play(failed, "button:brake")
    assert failed.units[0].speed
    assert middle(failed, 0) == (6800, 3000)


def test_a_rush_strikes_whoever_is_ahead() -> None:
    # rule: machine.irrepressible, machine.impact
    state = tank(apart=10)
    state.units[0].speed = 1
    ask(state, Brake(0, 0))
    play(state, "button:rush")
    assert in_melee(state, 0) or not state.units[1].ranks
    assert "Impact of STR 10" in words(state)
    assert state.units[0].charging


def test_who_stands_before_a_rush_may_react() -> None:
    # rule: ruling.rush, machine.irrepressible, receive.procedure
    state = tank(apart=10)
    state.units[0].speed, state.units[1].orders = 1, (p.RECEIVE_CHARGE,)
    ask(state, Brake(0, 0))
    play(state, "button:rush")
    assert options(state) == ("token:1-unit-0-1", "button:no-reaction")
    play(state, "token:1-unit-0-1")
    assert "Impact of STR 10" in words(state)
    assert state.units[1].charged_by == ()


def test_a_rush_stops_at_whom_it_passes_in_contact() -> None:
    # rule: ruling.rush, machine.irrepressible, contact.distance
    state = tank(apart=30)
    state.units[0].speed = 1
    put(state, 1, (68 + 2.5 + 2.4 + 3.75, 25, 270), files=3)
    ask(state, Brake(0, 0))
    play(state, "button:rush")
    assert in_melee(state, 0)
    assert state.units[1].charged_by == (0,)


def test_a_machine_at_speed_does_not_stand_to_fire() -> None:
    # rule: machine.irrepressible, ruling.orders-as-it-stands
    state = tank(apart=30)
    assert p.RAPID_FIRE in useful_orders(state, 0)
    state.units[0].speed = 1
    assert p.RAPID_FIRE not in useful_orders(state, 0)
