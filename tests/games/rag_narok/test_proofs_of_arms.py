"""Conditions of shooting and melee, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.command.orders import useful_orders
from fimbul.games.rag_narok.rules.ending import is_wiped
from fimbul.games.rag_narok.rules.harm import Stroke, kill, land
from fimbul.games.rag_narok.rules.machines.artillery import can_fire
from fimbul.games.rag_narok.rules.machines.steam import impact_strength, keep_speed, pressure
from fimbul.games.rag_narok.rules.melee.blows import may_counter
from fimbul.games.rag_narok.rules.melee.duel import is_skilled, killers
from fimbul.games.rag_narok.rules.melee.regrowth import mending
from fimbul.games.rag_narok.rules.shooting.volleys import may_shoot, modifiers, shooters
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import battle, begin, fight, fly, put, roll_next, stand


def test_who_shoots() -> None:
    # rule: shoot.who, shoot.once, warmage.after-fast-move, warmage.no-shot-in-melee
    state = battle(["3 griffin-fusilier"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 40, 270))
    assert shooters(state, 0) == [0, 1, 2]
    for name, value in (("moved", p.FAST), ("revealed", p.RUN)):
        fast = state.clone()
        getattr(fast, name)[0] = value
        assert shooters(fast, 0) == []
    for name, value in (("shot", 1), ("shaken", 1), ("moods", p.ROUT)):
        tired = state.clone()
        getattr(tired, name)[0] = value
        assert not may_shoot(tired, 0)
    assert may_shoot(state, 0)
    stand(state, 3, (37.5, 23.5, 270))  # in contact with the first
    held = set(shooters(state, 0))
    assert 0 not in held
    assert held


def test_a_dense_target_is_easier_on_the_ground() -> None:  # rule: shoot.modifiers
    def dense(crew: str, level: int = 0, spread: int = 0) -> bool:
        state = battle(["3 griffin-fusilier"], [crew])
        put(state, 0, (40, 10, 90))
        put(state, 1, (40, 30, 270), files=5, spread=spread)
        if level:
            fly(state, 1, (40, 30, 270), level)
            state.files[1] = 5
        return "a dense target" in [found.text for found in modifiers(state, 0, 1, False)]

    assert dense("10 alahan-guard")
    assert not dense("9 alahan-guard")
    assert not dense("10 alahan-guard", spread=1)
    assert dense("10 morbid-angel")
    assert not dense("10 morbid-angel", level=1)


def test_heavy_guns_fire_only_where_they_stood() -> None:  # rule: artillery.no-move, machine.crew
    for machine, after in (("griffin-bombard", False), ("golborak", True)):
        state = battle([f"1 {machine}"], ["3 alahan-guard"])
        put(state, 0, (40, 10, 90))
        assert can_fire(state, 0)
        state.moved[0] = p.MARCHED
        assert can_fire(state, 0) == after


def test_characters_make_no_masterstrokes_by_the_skill() -> None:
    # rule: skill.masterstroke-two-rules
    knights = fight("2 lion-knight", "3 griffin-conscript")
    assert is_skilled(knights, 0)
    guards = fight("2 alahan-guard", "3 griffin-conscript")
    assert not is_skilled(guards, 0)
    under = fight("2 lion-knight, 1 alahan-standard lion-banner", "3 griffin-conscript")
    under.charms = ((16, 0, 9),)  # the Lion Banner: they count as Characters
    assert not is_skilled(under, 0)


def test_who_counter_attacks() -> None:  # rule: melee.counter-attack, rout.no-attacks
    state = begin(fight("3 griffin-duelist", "3 alahan-guard"))
    assert may_counter(state, 0)
    assert not may_counter(state, 1)  # without the skill
    state.moods[0] = p.ROUT
    assert not may_counter(state, 0)


def test_each_born_killer_in_contact_rolls_one_failure_again() -> None:
    # rule: skill.born-killer-defence
    state = begin(fight("2 wolfen-warrior", "4 alahan-guard"))
    assert (killers(state, 0), killers(state, 1)) == (2, 0)
    kill(state, 0)
    assert killers(state, 0) == 1


def struck(sacred: bool, before: bool) -> RagNarok:
    """A Skull Warrior dies of a blow."""
    state = battle(["1 griffin-praetorian"], ["1 skull-warrior", "1 skull-warrior"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 30, 270))
    put(state, 2, (60, 30, 270))
    state.struck = [1] if before else []
    roll_next(state, 5)
    land(state, 0, 1, Stroke(20, sacred=sacred))
    return state


def test_no_wound_of_a_sacred_weapon_is_regenerated() -> None:
    # rule: ability.praetorian-sacred, end.regeneration
    assert mending(struck(False, False)) == [1]
    assert mending(struck(True, False)) == []
    assert mending(struck(True, True)) == []


def test_an_army_in_reserve_or_hiding_is_not_beaten() -> None:
    # rule: turn.last-turn, ruling.regeneration-wiped
    def beaten(**changes: object) -> bool:
        state = battle(["1 griffin-duelist", "1 biopsist"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90))
        put(state, 2, (40, 40, 270))
        kill(state, 0)
        for name, value in changes.items():
            setattr(state, name, value)
        return is_wiped(state, 0)

    assert beaten()
    assert not beaten(reserve=(1,))
    assert not beaten(hidden=((1, 1000, 1000),))


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
    shaken.shaken[0] = rolling.speed[0] = 1
    arrived.arrived = (0,)
    lost = set(useful_orders(state, 0)) - set(useful_orders(shaken, 0))
    assert lost == {p.CHARGE, p.RUN, p.RAPID_FIRE}
    assert set(useful_orders(state, 0)) - set(useful_orders(rolling, 0)) == {p.RAPID_FIRE}
    assert set(useful_orders(state, 0)) - set(useful_orders(arrived, 0)) == {p.CHARGE}


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
    state.paces[0] = 1999
    keep_speed(state)
    assert state.speed[0] == 0
    state.paces[0] = 2000
    keep_speed(state)
    assert state.speed[0] == 1
    assert impact_strength(state, 0, 100) == 10  # that of twice its MOV
    put(state, 2, (40, 25, 270))
    keep_speed(state)
    assert state.speed[0] == 0  # contact takes it
