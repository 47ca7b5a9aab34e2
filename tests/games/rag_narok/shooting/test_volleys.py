"""Shooting: who may, how hard it is, what it does."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import sight
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.withdraw import Disengage
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.rules.shooting.bands import band
from fimbul.games.rag_narok.rules.shooting.victims import Hit, allocation
from fimbul.games.rag_narok.state import fighter
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    happen,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)
from tests.games.rag_narok.shooting.drawn import range_field

FOE = "unit:1-unit-0"


@pytest.mark.parametrize(("apart", "difficulty"), [(15, 4), (15.1, 7), (30, 7), (40, 10)])
def test_difficulty_by_range(apart: float, difficulty: int) -> None:  # rule: shoot.difficulty
    state = range_field("1 griffin-fusilier", "1 alahan-guard", apart)
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [difficulty]


def test_range_is_measured_to_the_nearest_base() -> None:  # rule: shoot.difficulty
    state = battle(["1 griffin-fusilier"], ["1 alahan-guard, 1 dragon"])
    put(state, 0, (68, 10, 90))
    stand(state, state.units[1].ranks[0], (66, 27.6, 270))
    stand(state, state.units[1].ranks[1], (71, 28.4, 270))  # its middle is farther, its base nearer
    assert [band(state, 0, victim) for victim in state.units[1].ranks] == [7, 4]
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [4 - 1]


def test_too_far_is_no_shot() -> None:  # rule: shoot.difficulty, shoot.who
    state = battle(["1 griffin-fusilier"], ["1 alahan-guard"])
    put(state, 0, (68, 5, 90))
    put(state, 1, (68, 53, 270))
    assert not list(sh.shots(state, 0, 1))
    assert not sh.has_shot(state, 0, 1)


def test_modifiers() -> None:
    # rule: shoot.modifiers
    state = range_field("4 griffin-fusilier", "12 alahan-guard", 20)
    put(state, 1, (60, 35, 270), files=6)

    def amount(partial: bool = False) -> int:
        return sum(one.amount for one in sh.modifiers(state, 0, 1, partial))

    assert amount() == -1
    state.units[1].spread = 1
    assert amount() == 0
    assert amount(True) == 1
    state.units[0].moved = p.MARCHED
    assert amount() == 1
    small = range_field("4 griffin-fusilier", "3 goblin-warrior", 20)
    assert [one.text for one in sh.modifiers(small, 0, 1, False)] == ["A Small target"]
    big = range_field("4 griffin-fusilier", "1 dragon", 20)
    assert [one.amount for one in sh.modifiers(big, 0, 1, False)] == [-1]
    fray = battle(["1 griffin-fusilier", "1 griffin-duelist"], ["1 melmoth"])
    put(fray, 0, (68, 10, 90))
    put(fray, 2, (68, 30, 270))
    put(fray, 1, (68, 32.5, 270))
    assert [one.amount for one in sh.modifiers(fray, 0, 2, False)] == [2]


def test_partly_visible_targets_are_harder() -> None:
    # rule: shoot.modifiers, los.seen-over-is-partial
    state = battle(["1 griffin-fusilier"], ["1 minotaur", "1 fianna"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 32, 270))
    put(state, 2, (68, 20, 270))
    assert sight.sees(state, 0, 1) == sight.PARTIAL
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [8]


def test_who_disengaged_may_shoot_as_after_a_march() -> None:
    # example: example.disengaged-may-shoot
    # rule: disengage.shoot-combinations, shoot.modifiers
    state = battle(["3 griffin-fusilier"], ["2 morbid-puppet", "3 griffin-duelist"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (40, 32.5, 270))
    put(state, 2, (40, 48, 270))
    plain = sum(one.amount for one in sh.modifiers(state, 0, 2, False))
    assert not sh.may_shoot(state, 0)
    ask(state, Disengage(0, 0))
    roll_next(state, 4)
    for _ in range(3):  # how, which way, how far
        play(state, options(state)[0])
    assert not in_melee(state, 0)
    state.phase = p.SECOND_SHOOTING
    assert sh.may_shoot(state, 0)
    assert sum(one.amount for one in sh.modifiers(state, 0, 2, False)) == plain + 1


def test_who_may_shoot() -> None:
    # rule: shoot.who, shoot.once, disengage.shoot-combinations, move.run, move.feat
    # rule: state.rout, state.disorganised
    state = range_field("4 griffin-fusilier", "3 alahan-guard", 20)
    assert sh.may_shoot(state, 0)
    for moved in (p.MARCHED, p.FAST, p.FEATED, p.RAN):
        state.units[0].moved = moved
        assert sh.may_shoot(state, 0) == (moved == p.MARCHED)
    state.units[0].moved = p.STILL
    for order, card in enumerate(t.ORDERS.values()):  # moved or not
        state.units[0].revealed = order
        assert sh.may_shoot(state, 0) == (card.may_shoot_after or card.id == "rapid-fire")
    state.units[0].revealed = -1
    state.units[0].moved, state.units[0].mood = p.STILL, p.ROUT
    assert not sh.may_shoot(state, 0)
    state.units[0].mood, state.units[0].shaken = p.CALM, 1
    assert not sh.may_shoot(state, 0)
    state.units[0].shaken, state.units[0].shot = 0, 1
    assert not sh.may_shoot(state, 0)
    assert not sh.may_shoot(state, 1)


def test_a_volley() -> None:
    # rule: shoot.roll, shoot.once, turn.shoot-cast-activation, ruling.chapter-numbers
    state = range_field("2 griffin-fusilier", "3 morbid-puppet", 20)
    state.phase = p.SECOND_SHOOTING
    ask(state, sh.SecondShooting())
    assert options(state) == ("unit:0-unit-0", "button:pass")
    play(state, "unit:0-unit-0")
    assert options(state)[-1] == sh.HOLD
    roll_next(state, 5, 1, 4)
    play(state, FOE)
    assert "2 shots at Unit 0, difficulty 7: 5 and 1, 1 hit" in words(state)
    assert len(state.units[1].ranks) == 2
    assert state.units[0].shot == 1
    assert not state.open


def test_each_shot_has_the_strength_of_its_weapon() -> None:  # rule: shoot.roll
    state = battle(["1 griffin-fusilier", "1 fianna"], ["3 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 2, (68, 18, 270))
    stand(state, 1, (70, 10, 90))
    gun, javelin = (fighter(state, n).card.weapon for n in (0, 1))
    assert gun
    assert javelin
    assert gun.strength != javelin.strength
    found = [sh.Shot(n, 4, state.units[2].ranks) for n in (0, 1)]
    roll_next(state, 5, 5)
    sh.volley(state, 0, 2, found)
    happen(state)
    for weapon in (gun, javelin):
        assert f"STR {weapon.strength} against" in words(state)


@pytest.mark.parametrize("winner", [0, 1])
def test_the_tactics_winner_shoots_first_and_two_passes_end_it(winner: int) -> None:
    # rule: turn.shoot-cast-activation
    state = range_field("2 griffin-fusilier", "2 griffin-fusilier", 20)
    state.winner = winner
    ask(state, sh.SecondShooting())
    asked = []
    for thing in ("button:pass", f"unit:{1 - winner}-unit-0", sh.HOLD, "button:pass"):
        asked.append(state.open[0].seat)
        play(state, thing)
    assert asked == [winner, 1 - winner, 1 - winner, winner]
    assert not state.open  # one has shot, the other has passed, and nobody else can


def test_hits_go_to_the_ranks_first() -> None:  # rule: shoot.allocation
    state = range_field("1 griffin-fusilier", "3 morbid-puppet, 1 melmoth", 20)
    crew = state.units[1].ranks
    found = allocation(state, 0, 1, set(crew))
    assert set(found) == set(crew[:3])
    assert found[0] == crew[1]
    assert allocation(state, 0, 1, {crew[3]}) == [crew[3]]


def test_of_two_as_near_the_wounded_is_hit() -> None:  # rule: shoot.allocation
    state = range_field("1 griffin-fusilier", "3 troll", 20)
    crew = state.units[1].ranks
    for wounded, other in ((0, 2), (2, 0)):
        state.fighters[crew[wounded]].hurt, state.fighters[crew[other]].hurt = 1, 0
        assert allocation(state, 0, 1, set(crew)) == [crew[1], crew[wounded], crew[other]]


@pytest.mark.parametrize(("die", "seat"), [(3, 0), (4, 1)])
def test_shots_into_a_melee_may_strike_friends(die: int, seat: int) -> None:
    # rule: shoot.into-melee
    state = battle(["1 griffin-fusilier", "3 griffin-duelist"], ["3 morbid-puppet"])
    put(state, 0, (68, 10, 90))
    put(state, 2, (68, 30, 270))
    put(state, 1, (68, 32.5, 270))
    roll_next(state, die, 6)
    ask(state, Hit(unit=0, target=2, seen=state.units[2].ranks, strength=20))
    gone = [n for n, fate in enumerate(each(state.fighters, "fate")) if fate == p.DEAD]
    assert [fighter(state, n).seat for n in gone] == [seat]


def test_a_quarter_turn_before_shooting_but_not_in_rapid_fire() -> None:
    # example: example.rapid-fire-no-quarter-turn
    # rule: shoot.quarter-turn-before
    state = battle(["3 griffin-fusilier"], ["3 morbid-puppet"])
    put(state, 0, (60, 40, 90))
    put(state, 1, (40, 44, 0))
    ask(state, sh.Volley(0, 0, True))
    assert not state.open
    state.units[0].shot = 0
    ask(state, sh.Volley(0, 0))
    assert options(state) == ("turn:90", "turn:-90", sh.HOLD)
    play(state, "turn:90")
    assert FOE in options(state)
