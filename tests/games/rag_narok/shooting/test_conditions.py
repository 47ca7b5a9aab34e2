"""Conditions of shooting, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.machines.artillery import can_fire
from fimbul.games.rag_narok.rules.shooting.eruption import eruptions
from fimbul.games.rag_narok.rules.shooting.victims import allocation
from fimbul.games.rag_narok.rules.shooting.volleys import may_shoot, modifiers, shooters
from tests.games.rag_narok.drawn import battle, fly, put, stand
from tests.games.rag_narok.spellbook import named


def test_who_has_left_a_melee_shoots_worse() -> None:  # rule: shoot.modifiers, ruling.harassment
    def tired(moved: int, left: int, shooters: str) -> bool:
        state = battle([f"6 {shooters}"], ["6 alahan-guard"])
        put(state, 0, (40, 20, 90), files=3)
        put(state, 1, (40, 35, 270), files=3)
        state.units[0].moved, state.units[0].left = moved, left
        return "Moved this turn" in [found.text for found in modifiers(state, 0, 1, False)]

    assert not tired(p.STILL, 0, "griffin-fusilier")
    assert tired(p.STILL, 1, "griffin-fusilier")
    assert tired(p.MARCHED, 0, "griffin-fusilier")
    assert not tired(p.MARCHED, 0, "fianna")  # Harassment
    assert tired(p.MARCHED, 1, "fianna")
    assert tired(p.FAST, 0, "fianna")


def test_who_shoots() -> None:
    # rule: shoot.who, shoot.once, warmage.after-fast-move, warmage.no-shot-in-melee
    state = battle(["3 griffin-fusilier"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 40, 270))
    assert shooters(state, 0) == [0, 1, 2]
    for name, value in (("moved", p.FAST), ("revealed", p.RUN)):
        fast = state.clone()
        setattr(fast.units[0], name, value)
        assert shooters(fast, 0) == []
    for name, value in (("shot", 1), ("shaken", 1), ("mood", p.ROUT)):
        tired = state.clone()
        setattr(tired.units[0], name, value)
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
            state.units[1].files = 5
        return "A dense target" in [found.text for found in modifiers(state, 0, 1, False)]

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
        state.units[0].moved = p.MARCHED
        assert can_fire(state, 0) == after


def test_who_bursts_into_flames() -> None:  # rule: ability.eruption-bands, state.disorganised
    def burning(**changes: object) -> bool:
        state = battle(["1 fire-elemental"], ["1 alahan-guard"])
        put(state, 0, (40, 20, 90))
        put(state, 1, (40, 30, 270))
        for name, value in changes.items():
            setattr(state.fighters[0] if name == "erupted" else state.units[0], name, value)
        return bool(eruptions(state, 0))

    assert burning()
    assert not burning(erupted=1)
    assert not burning(shaken=1)
    assert not burning(mood=p.ROUT)


def test_of_two_as_near_the_wounded_is_struck() -> None:  # rule: shoot.allocation
    state = battle(["1 griffin-fusilier"], ["2 wolfen-warrior"])
    put(state, 0, (40, 10, 90))
    stand(state, 1, (36, 30, 270))
    stand(state, 2, (44, 30, 270))
    assert allocation(state, 0, 1, {1, 2}) == [1, 2]
    state.fighters[2].hurt = 1
    assert allocation(state, 0, 1, {1, 2}) == [2, 1]
    assert allocation(state, 0, 1, {1}) == [1]  # and only who is seen


def test_troops_are_struck_before_those_among_them() -> None:  # rule: shoot.allocation
    state = battle(["1 griffin-fusilier"], ["2 alahan-guard, 1 alderan"])
    put(state, 0, (40, 10, 90))
    hero, (first, second) = named(state, "alderan"), (1, 2)
    stand(state, hero, (40, 25, 270))
    stand(state, first, (40, 30, 270))
    stand(state, second, (43, 30, 270))
    assert allocation(state, 0, 1, {hero, first, second}) == [first, second]
    assert allocation(state, 0, 1, {hero}) == [hero]
