"""The Divination phase: who may call what on whom, what is rolled and paid, Censorship."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle, Divination, Pray, StakeFaith
from fimbul.games.rag_narok.rules.faith.faithful import can_reach_unit, may_call
from fimbul.games.rag_narok.rules.faith.miracles import Call, callable_by, targets
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import fighter
from fimbul.games.rag_narok.state.charms import lies_on
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
)
from tests.games.rag_narok.faith.drawn import number, oracle, praying


def test_the_target_must_be_seen_and_in_range() -> None:  # rule: miracle.los-and-range
    state = praying(battle(["1 oracle-of-danu divine-wrath", "9 fianna"], ["1 melmoth"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 10, 90), files=9)
    wrath = t.MIRACLES["divine-wrath"]
    stand(state, number(state, "melmoth"), (20, 27.5, 270))
    assert targets(state, 0, wrath) == ["fighter:1-unit-0-1"]
    stand(state, number(state, "melmoth"), (20, 28.51, 270))
    assert targets(state, 0, wrath) == []  # 16 cm
    stand(state, number(state, "melmoth"), (20, 22.5, 270))
    put(state, 1, (20, 17, 90), files=9)
    assert targets(state, 0, wrath) == []  # hidden behind friends
    assert not can_reach_unit(state, 0, 2, wrath)
    assert wrath.deeds.reach == 1500


def test_awareness_feels_what_it_does_not_see() -> None:  # rule: miracle.los-and-range
    state = praying(battle(["1 elghir shield-of-faith", "3 dwarf-bomber"], ["1 melmoth"]))
    put(state, 0, (20, 20, 90))
    put(state, 1, (20, 10, 90))
    assert "unit:0-unit-1" in targets(state, 0, t.MIRACLES["shield-of-faith"])


def test_in_melee_only_monks_call_and_what_says_so() -> None:
    # example: example.melee-miracle
    # rule: miracle.not-in-melee, miracle.melee-exceptions, monk.communion-in-contact
    units = ["1 elghir shield-of-faith", "2 oracle-of-danu shield-of-faith hearth-oath"]
    state = praying(battle(units, ["2 morbid-puppet", "2 morbid-puppet"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (50, 10, 90))
    put(state, 2, (20, 12.6, 270))
    put(state, 3, (50, 12.6, 270))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    elghir, monk = number(state, "elghir"), number(state, "oracle-of-danu")
    assert not may_call(state, elghir, t.MIRACLES["shield-of-faith"])
    assert may_call(state, elghir, t.MIRACLES["hearth-oath"])
    assert may_call(state, monk, t.MIRACLES["shield-of-faith"])


def test_after_moving_too_far_only_monks_call() -> None:
    # rule: miracle.after-march-only, faithful.fled-double-no-miracle, faithful.fear-still-calls
    # rule: ruling.fled-double
    state = praying(battle(["1 croquemitaine", "1 oracle-of-danu"], ["1 abel"]))
    for unit in range(3):
        put(state, unit, (10 + 30 * unit, 45, 90))
    shield = t.MIRACLES["shield-of-faith"]
    set_each(state.fighters, "faith", [9] * 3)
    state.units[0].mood = state.units[1].mood = p.ROUT
    assert may_call(state, 0, shield)  # routed, but stuck
    state.units[0].paces = 1000
    assert may_call(state, 0, shield)  # its MOV, no more
    set_each(state.units[:2], "moved", [p.RAN] * 2)  # but that was a Run  # rule: move.run
    assert [may_call(state, n, shield) for n in (0, 1)] == [False, True]
    refresh(state)
    flee(state, 0)
    flee(state, 1)
    assert min(each(state.units, "paces")[:2]) > 1000
    assert not may_call(state, 0, shield)
    assert may_call(state, 1, shield)


def test_several_faithful_call_the_same_miracle() -> None:
    # example: example.same-miracle-twice
    # rule: miracle.same-miracle-many, ruling.miracle-once, ruling.same-effect-once
    state = praying(battle(["2 oracle-of-danu shield-of-faith, 4 fianna"], ["1 abel"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 50, 270))
    ask(state, Divination())
    roll_next(state, 4)
    play(state, "miracle:shield-of-faith/0-unit-0-5", "unit:0-unit-0", "dice:1")
    assert lies_on(state.charms, "shield-of-faith", 0)
    roll_next(state, 4)
    assert options(state) == ("button:pass", "miracle:shield-of-faith/0-unit-0-6")
    play(state, "miracle:shield-of-faith/0-unit-0-6", "unit:0-unit-0", "dice:1")
    assert fighter(state, state.units[0].ranks[0]).card.res == 5 + 1
    assert not callable_by(state, list(state.units[0].ranks), False)


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ((3,), 6),  # 3 + 3 = 6, granted: 3 TF
        ((2,), 7),  # refused: half of 3, rounded up
        ((1, 1, 3), 4),  # three dice, the best is kept: 5 TF
        ((1, 1), 7),  # 4 TF paid, refused: half
    ],
)
def test_fervour_is_paid_and_dice_are_bought(dice: tuple[int, ...], left: int) -> None:
    # rule: miracle.calling
    state = oracle()
    cleric = number(state, "oracle-of-danu")
    state.fighters[cleric].faith = 9
    ask(state, Pray(0))
    play(state, "miracle:shield-of-faith/0-unit-0-5")
    assert state.open[0].prompt == "Choose a target for Shield of Faith"
    roll_next(state, *dice)
    play(state, "unit:0-unit-0", f"dice:{len(dice)}")
    assert state.fighters[cleric].faith == left
    assert lies_on(state.charms, "shield-of-faith", 0) == (max(dice) == 3)


@pytest.mark.parametrize(("profile", "faith", "able"), [
    ("oracle-of-danu", 3, True), ("oracle-of-danu", 2, False),
    ("sered", 2, True), ("sered", 1, False),
])  # fmt: skip
def test_the_fervour_must_be_there(profile: str, faith: int, able: bool) -> None:
    # rule: miracle.calling, communion.reverence
    state = praying(battle([f"1 {profile} shield-of-faith"], ["1 melmoth"]))
    put(state, 0, (20, 10, 90))
    state.fighters[0].faith = faith
    assert bool(callable_by(state, [0], False)) == able


def test_calls_alternate_and_two_passes_end_them() -> None:  # rule: miracle.calling
    two = "1 sered shield-of-faith sudden-fervour"
    state = praying(battle(["1 oracle-of-danu shield-of-faith"], [two]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 10, 90))
    state.winner = 1
    ask(state, Divination())
    assert [decision.seat for decision in state.open] == [1]
    play(state, "button:pass")
    assert [decision.seat for decision in state.open] == [0]
    play(state, "button:pass")
    assert not state.open
    set_each(state.fighters, "faith", [9] * 2)
    ask(state, Pray(1))
    play(state, "miracle:shield-of-faith/1-unit-0-1", "unit:1-unit-0", "dice:1")
    assert [decision.seat for decision in state.open] == [0]


@pytest.mark.parametrize(("die", "granted"), [(4, True), (5, False)])
def test_censorship(die: int, granted: bool) -> None:
    # rule: miracle.censorship, faithful.fear-still-calls
    state = oracle(foes="1 croquemitaine, 6 morbid-puppet")
    put(state, 1, (20, 28, 270))
    cleric, censor = number(state, "oracle-of-danu"), number(state, "croquemitaine")
    state.units[1].mood = p.FEAR
    state.fighters[cleric].faith, state.fighters[censor].faith = 3, 3
    ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
    roll_next(state, 6, die)  # 3 + 6 against 6; then 4 + die against 9
    play(state, "unit:0-unit-0")
    assert options(state) == ("button:let-it-happen", fighter(state, censor).id)
    play(state, fighter(state, censor).id)
    assert lies_on(state.charms, "shield-of-faith", 0) == granted
    assert state.fighters[censor].faith == 0


def test_who_cannot_pay_or_see_cannot_censor() -> None:  # rule: miracle.censorship
    for faith, heading in ((2, 270), (3, 90)):
        state = oracle(foes="1 croquemitaine, 6 morbid-puppet")
        put(state, 1, (20, 28, heading))
        cleric, censor = number(state, "oracle-of-danu"), number(state, "croquemitaine")
        state.fighters[cleric].faith, state.fighters[censor].faith = 3, faith
        ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
        roll_next(state, 6)
        play(state, "unit:0-unit-0")
        assert lies_on(state.charms, "shield-of-faith", 0)


def test_why_a_miracle_cannot_be_chosen() -> None:  # rule: miracle.calling
    state = oracle()
    state.fighters[number(state, "oracle-of-danu")].faith = 9
    ask(state, Pray(0))
    step = state.agenda[-1][0]
    assert step.why(state, "miracle:divine-wrath/0-unit-0-5")[0] == "miracle.calling"
    assert StakeFaith(0).rule == "miracle.calling"
