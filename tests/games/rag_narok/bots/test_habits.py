"""A sergeant plays the whole game: air, steam, reactions, Rituals, reserves, stones and strips."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import FIXED, PITCHED, STONES
from fimbul.games.rag_narok.bots.goals import goal
from fimbul.games.rag_narok.bots.ordering import best_orders, break_away, is_threatened
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.charge import withdraw
from fimbul.games.rag_narok.rules.charge.charges import Charge, React
from fimbul.games.rag_narok.rules.command.grasp import BuyOrders
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.flight.airborne import (
    DOWN,
    STAY,
    UP,
    ChooseLevel,
    Face,
    Glide,
    Soar,
)
from fimbul.games.rag_narok.rules.machines import rush, steam
from fimbul.games.rag_narok.rules.melee import blows, combat
from fimbul.games.rag_narok.rules.movement.activation import Announce, WhoBegins
from fimbul.games.rag_narok.rules.set_up import reserves
from fimbul.games.rag_narok.rules.shooting import volleys as fire
from fimbul.games.rag_narok.state import RagNarok, standing
from fimbul.kernel import choose, step_of
from tests.games.rag_narok.drawn import ask, battle, begin, fight, fly, play, put, set_each
from tests.games.rag_narok.spellbook import chant, duel, give

BLADES, DEAD, GUNS = "1 abel, 6 griffin-duelist", "7 morbid-puppet", "4 griffin-fusilier leader"
ANGELS, TANK = "3 morbid-angel", "1 dwarf-armoured-tank"


def met(first: list[str], second: list[str]) -> RagNarok:
    """The first Units of both sides in contact."""
    state = battle(first, second)
    put(state, 0, (40, 42.5, 90), files=20)
    put(state, len(first), (40, 45, 270), files=20)
    return state


# -- Orders ------------------------------------------------------------------------------------


def test_orders_go_first_to_those_who_need_them() -> None:
    """Who fights already fights on without one, though it stands first in the list."""
    state = met([BLADES, "6 griffin-templar leader"], [DEAD, DEAD])
    put(state, 1, (60, 10, 90), files=3)
    put(state, 3, (60, 28, 270), files=4)
    state.phase = p.STRATEGY
    ask(state, GiveOrders(0, ((0, 1),)))
    assert answer(state, state.open[0]) == state.roster.units[1].id


def test_who_can_charge_begins() -> None:
    state = battle([BLADES], [DEAD])
    put(state, 0, (40, 28, 90), files=4)
    put(state, 1, (40, 45, 270), files=4)
    for held, first in (((p.CHARGE,), 0), ((p.RUN,), 1)):
        state.units[0].orders = held
        ask(state, WhoBegins(0))
        assert answer(state, state.open[0]) == f"seat:{first}"


def test_who_may_be_charged_holds_a_reaction_ready_and_uses_it() -> None:
    state = battle([BLADES], ["8 skull-warrior"])
    put(state, 0, (40, 28, 90), files=4)
    put(state, 1, (40, 45, 270), files=4)
    assert is_threatened(state, 0)
    assert best_orders(state, 0) == (p.CHARGE, p.COUNTER_CHARGE)
    state.units[0].orders = (p.COUNTER_CHARGE,)
    ask(state, React(0, 1, 0))
    assert answer(state, state.open[0]) == "token:0-unit-0-1"


def test_nobody_dances_whom_a_retreat_would_not_save() -> None:
    """Ten centimetres back are out of the reach of the dead, but not of Wolfen."""
    for foes, first in ((DEAD, p.RETREAT), ("4 wolfen-warrior", p.COUNTER_CHARGE)):
        state = battle([BLADES, GUNS], [foes, "1 melmoth, 9 morbid-puppet"])
        state.turn = 2
        put(state, 0, (40, 28, 90), files=4)
        put(state, 1, (66, 10, 90), files=4)
        put(state, 2, (40, 45, 270), files=4)
        put(state, 3, (10, 55, 270), files=5)
        for number in state.units[3].ranks[1:5]:  # a lead that is not risked
            state.fighters[number].fate = p.DEAD
        assert best_orders(state, 0)[0] == first


def test_shooters_leave_a_melee_that_they_lose() -> None:
    state = met([GUNS], [DEAD])
    assert best_orders(state, 0) == (p.DISENGAGE, p.PURSUIT)
    ask(state, withdraw.Disengage(0, 0))
    dodge, force = withdraw.DODGE, withdraw.FORCE
    assert answer(state, state.open[0]) == break_away(state, withdraw.Disengage(0, 0), ()) == dodge
    assert best_orders(met(["9 griffin-templar"], [DEAD]), 0) == (p.PURSUIT,)
    strong = met(["2 troll"], ["4 cynwall-equanime"])  # INI 1 and STR 12 against 5 and 5
    assert break_away(strong, withdraw.Disengage(0, 0), ()) == force


def test_a_charge_that_reaches_nobody_is_rather_cancelled() -> None:
    state = battle([BLADES], [DEAD])
    put(state, 0, (68, 10, 90), files=4)
    for y, pick in ((55, "button:cancel"), (27, "button:carry-out")):
        put(state, 1, (68, y, 270), files=4)
        ask(state, Announce(0, 0, p.CHARGE))
        assert answer(state, state.open[0]) == pick


def test_the_dead_buy_orders_for_those_without() -> None:
    dead = ["1 sophet-drahas, 4 morbid-puppet", *[DEAD] * 4]
    state = battle([BLADES], dead)
    for unit in range(len(dead)):
        put(state, unit + 1, (10 + 14 * unit, 50, 270), files=4)
    put(state, 0, (40, 10, 90), files=4)
    state.phase = p.STRATEGY
    set_each(state.sides, "tactics", [6, 6])
    state.fighters[state.sides[1].general].pool = (0, 0, 0, 0, 0, 8)
    ask(state, BuyOrders(1))
    assert answer(state, state.open[0]) == "orders:2"  # five Units, one basic Order, two more


# -- shots ---------------------------------------------------------------------------------------


def test_nobody_shoots_into_a_melee_of_friends() -> None:  # rule: shoot.into-melee
    state = met([BLADES, GUNS], [DEAD])
    put(state, 1, (64, 42, 180), files=4)
    state.phase = p.SECOND_SHOOTING
    step = fire.Volley(0, 1)
    assert state.roster.units[2].id in step.options(state)
    ask(state, step)
    assert answer(state, state.open[0]) == fire.HOLD


# -- the air -------------------------------------------------------------------------------------


def test_who_cannot_charge_takes_off_and_dives() -> None:  # rule: flight.dive-charge
    state = battle([BLADES], [ANGELS])
    put(state, 0, (40, 10, 90), files=4)
    put(state, 1, (40, 50, 270))
    ask(state, ChooseLevel(1, 1, p.RUN))
    while state.open and state.open[0].seat == 1:
        asked = state.agenda[-1][0]
        assert isinstance(asked, ChooseLevel | Soar | Glide | Face)
        pick = answer(state, state.open[0])
        assert pick == UP or not isinstance(asked, ChooseLevel)
        play(state, pick)
    assert state.units[1].altitude == p.LOW
    state.units[1].shifted = 0  # the next turn
    assert best_orders(state, 1)[0] == p.CHARGE
    ask(state, Charge(1, 1))
    play(state, answer(state, state.open[0])) if state.open else None
    assert state.units[1].dived == 0


def test_flyers_come_down_where_they_are_sent() -> None:
    state = battle([BLADES], [ANGELS])
    state.scenario, state.scenery, state.turn = PITCHED, "", 7
    put(state, 0, (100, 70, 90), files=4)
    for y, level in ((30, DOWN), (50, STAY)):
        fly(state, 1, (40, y, 270))
        ask(state, ChooseLevel(1, 1, p.MARCH if y == 50 else p.RUN))
        assert answer(state, state.open[0]) == level


# -- steam ---------------------------------------------------------------------------------------


def test_steam_is_raised_and_a_cold_boiler_heated_again() -> None:  # rule: boiler.pressure
    state = battle(["4 thermo-warrior leader"], [DEAD])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 50, 270), files=4)
    ask(state, steam.Pressure(0))
    assert answer(state, state.open[0]) == "group:0-unit-0-0"
    for face, pick in ((1, steam.AGAIN), (5, steam.KEEP)):
        ask(state, steam.Reheat(0, 0, face))
        assert answer(state, state.open[0]) == pick
    ask(state, steam.Regulate(0, 0, 3))
    assert answer(state, state.open[0]) == steam.RAISE


def test_the_tank_rushes_on_at_somebody_and_brakes_before_nothing() -> None:
    # rule: machine.irrepressible
    state = battle([TANK], [DEAD])
    put(state, 0, (40, 20, 90))
    state.units[0].speed = 1
    for at, pick in (((40, 38, 270), rush.RUSH), ((10, 38, 270), rush.BRAKE)):
        put(state, 1, at, files=4)
        ask(state, rush.Brake(0, 0))
        assert answer(state, state.open[0]) == pick


def test_the_tank_rams_whom_it_reaches() -> None:
    state = battle([TANK], [DEAD])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 38, 270), files=4)
    assert best_orders(state, 0)[0] == p.CHARGE
    put(state, 1, (40, 55, 270), files=4)
    assert p.RUN not in best_orders(state, 0)  # who runs cannot stop


# -- Rituals, reserves ---------------------------------------------------------------------------


def test_a_ritual_is_begun_where_one_can_be() -> None:  # rule: ritual.procedure
    state = duel(["1 alahan-mage column-of-light healing-light"], ["9 morbid-puppet"], 20)
    give(state, 0, light=6)
    chant(state, 0)
    assert answer(state, state.open[0]) == "ritual:column-of-light"
    assert best_orders(state, 0)[0] == p.IMMOBILE  # who moves breaks the Council


def test_who_would_get_no_order_is_held_back() -> None:  # rule: reserve.declare
    epic = {"scenario": STONES, "first": "acheron-1000", "second": "griffons-1000"}
    state = GAME.new(GAME.setup(**epic), seed=4)
    held = {0: 0, 1: 0}
    while not standing(state, 0):
        decision = state.open[0]
        pick = answer(state, decision)
        if isinstance(step_of(state, decision.seat), reserves.Reserve):
            held[decision.seat] += pick.startswith("unit:")
        choose(state, decision.seat, pick)
    assert held == {0: 2, 1: 0}  # the dead have many Units and few who command


# -- the melee -----------------------------------------------------------------------------------


def test_a_masterstroke_where_one_great_blow_does_more() -> None:  # rule: masterstroke.character
    """STR 7 does little to a Son of Uren; a single Puppet rather falls to one of two blows."""
    for foes, master in (("3 son-of-uren", True), ("1 morbid-puppet", False)):
        state = begin(fight("1 abel", foes), dice=(2, 3), attack=(2, 0))
        ask(state, combat.Strike(0))
        assert (answer(state, state.open[0]) == combat.MASTERSTROKE) is master


@pytest.mark.parametrize(
    ("foes", "announced", "pick"),
    [("6 morbid-puppet", 3, blows.RIPOSTE), ("1 melmoth", 7, blows.PARRY)],
)
def test_a_counter_attack_where_it_is_not_too_hard(foes: str, announced: int, pick: str) -> None:
    # rule: melee.counter-attack
    state = fight("6 griffin-duelist", foes)
    begin(state, dice=(2, 2), defence=(2, 0), announced=(0, announced))
    ask(state, blows.Ward(0))
    assert answer(state, state.open[0]) == pick


@pytest.mark.parametrize(
    ("crew", "first", "dice", "placed"),
    [
        ("6 griffin-conscript", 1, (3, 0), "3-0"),  # nothing comes back
        ("6 griffin-conscript", 0, (4, 2), "4-0"),  # the fallen strike no more
        ("6 griffin-conscript", 1, (4, 2), "3-1"),
        ("6 griffin-duelist", 1, (4, 2), "2-2"),  # a parry of theirs may strike
    ],
)
def test_dice_are_placed_by_who_strikes_first_and_who_can_counter(
    crew: str, first: int, dice: tuple[int, int], placed: str
) -> None:
    # rule: melee.dice-split, melee.counter-attack
    state = begin(fight(crew, "6 morbid-puppet"), dice=dice, first=first)
    ask(state, combat.Split(0))
    assert answer(state, state.open[0]) == f"split:{placed}"


# -- what a battle is fought for -----------------------------------------------------------------


def test_the_nearest_unit_goes_to_each_stone() -> None:  # rule: victory.points
    state = battle([BLADES, "8 griffin-conscript"], [DEAD])
    state.scenario, state.scenery = STONES, FIXED[STONES]
    put(state, 0, (45, 20, 90), files=4)
    put(state, 1, (115, 20, 90), files=4)
    put(state, 2, (80, 90, 270), files=4)
    found = [place.at[:2] for unit in (0, 1) if (place := goal(state, unit)) is not None]
    assert found == [(40 * CM, 50 * CM), (80 * CM, 50 * CM)]
    put(state, 0, (40, 45, 90), files=4)  # is there: it stays and closes up
    put(state, 2, (40, 65, 270), files=4)
    assert best_orders(state, 0)[0] in (p.RECEIVE_CHARGE, p.IMMOBILE)


@pytest.mark.parametrize(("turn", "y", "goes"), [(7, 50, True), (7, 30, False), (5, 30, True)])
def test_units_leave_for_the_enemys_strip_in_time(turn: int, y: int, goes: bool) -> None:
    # rule: victory.points
    """The strip begins at 65 cm; a run leads 20 cm on."""
    state = battle([BLADES], [DEAD])
    state.scenario, state.scenery, state.turn, state.phase = PITCHED, "", turn, p.STRATEGY
    put(state, 0, (40, y, 90), files=4)
    put(state, 1, (100, 75, 270), files=4)
    assert (goal(state, 0) is not None) is goes
    if goes:
        assert best_orders(state, 0) == (p.RUN, p.CHARGE)
