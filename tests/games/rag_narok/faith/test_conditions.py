"""Conditions of faith, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.faith.communions import final_call, may_begin, may_join
from fimbul.games.rag_narok.rules.faith.faithful import believes, count_faith, is_rushed
from fimbul.games.rag_narok.rules.faith.miracles import Call, grant, targets
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import battle, fly, put, roll_next, set_each, words
from tests.games.rag_narok.spellbook import named


def test_hired_mercenaries_believe_with_the_people_they_come_from() -> None:
    # rule: tf.mercenaries, tf.unaffiliated-mercenaries, tf.allies-stateless
    hired = ["1 sered", "3 giant-barbarian", "1 oracle-of-danu", "3 danu-warrior", "1 baron-samedi"]
    state = battle(hired, ["1 croquemitaine", "1 baron-samedi", "1 goreth-the-massive"])
    for unit in range(len(state.units)):
        put(state, unit, (10 + 8 * unit, 30, 90))
    one = {fighter(state, n).card.id: fighter(state, n) for n in range(len(state.places))}
    barbarian = one["giant-barbarian"]
    assert believes(state, barbarian, one["oracle-of-danu"])  # a Kelt, whoever pays him
    assert not believes(state, barbarian, one["sered"])
    assert not believes(state, one["danu-warrior"], one["oracle-of-danu"])  # Allies do not count
    mine, theirs = (fighter(state, named(state, "baron-samedi", nth)) for nth in (0, 1))
    assert not believes(state, mine, one["sered"])  # of Darkness, not of Light
    assert believes(state, theirs, one["croquemitaine"])
    assert not believes(state, mine, one["croquemitaine"])  # the other side's
    assert not believes(state, one["goreth-the-massive"], one["croquemitaine"])
    oracle = named(state, "oracle-of-danu")
    put(state, 1, (26, 27, 90))
    assert count_faith(state, oracle) == 3 + 1 + 3  # Barbarians, itself, its aspects


def test_dead_disciples_lend_no_die() -> None:  # rule: communion.procedure
    state = battle(["1 oracle-of-danu chorus-of-aegis", "2 oracle-of-danu"], ["1 croquemitaine"])
    state.phase = p.DIVINATION
    put(state, 0, (20, 10, 90))
    put(state, 1, (27.5, 10, 90))
    put(state, 2, (60, 50, 270))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    state.faith.conclaves = (Conclave("chorus-of-aegis", 0, (1, 2), 1),)
    roll_next(state, 2, 3, 4)
    assert dice_thrown(state) == 3
    kill(state, 2)
    assert dice_thrown(state) == 2


def dice_thrown(state: RagNarok) -> int:
    """How many dice the final call of the first Conclave throws."""
    trial = state.clone()
    trial.events = []
    final_call(trial, trial.faith.conclaves[0])
    return sum(isinstance(event, Rolled) for event in trial.events)


CHORUS = t.COMMUNIONS["chorus-of-aegis"]


def test_who_may_begin_and_join_a_communion() -> None:
    # rule: ruling.miracle-once, ruling.conclave-members, communion.fast-mover-acolyte
    state = battle(["1 deacon-tiberius chorus-of-aegis", "1 deacon-tiberius"], ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    put(state, 2, (40, 50, 270))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    assert may_begin(state, 0, CHORUS)
    again, fast, bound = state.clone(), state.clone(), state.clone()
    again.faith.prayers = ((0, "chorus-of-aegis"),)
    fast.units[0].moved = p.RAN
    bound.faith.conclaves = (Conclave("chorus-of-aegis", 0, (1,), 0),)
    for state in (again, fast, bound):
        assert not may_begin(state, 0, CHORUS)
    assert may_join(fast, 0, CHORUS)
    assert not may_join(bound, 1, CHORUS)


@pytest.mark.parametrize(
    ("moved", "paces", "rushed"),
    [(p.MARCHED, 1000, False), (p.RAN, 500, True), (p.FAST, 1001, True)],
)
def test_who_is_too_fast_to_pray(moved: int, paces: int, rushed: bool) -> None:
    # rule: miracle.after-march-only, move.run, faithful.fled-double-no-miracle
    state = battle(["1 deacon-tiberius", "1 sered"], ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (50, 10, 90))
    for unit in (0, 1):
        state.units[unit].moved, state.units[unit].paces = moved, paces
    assert is_rushed(state, 0) == rushed
    assert not is_rushed(state, 1)  # a Warrior-Monk


def test_believers_on_another_level_do_not_count() -> None:  # rule: tf.same-level
    state = battle(["1 mid-nor-faithful", "2 mid-nor-reaper"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (44, 20, 90))
    put(state, 2, (40, 50, 270))
    near = count_faith(state, 0)
    fly(state, 1, (42, 20, 90))
    assert count_faith(state, 0) == near - 2


def test_vengeance_reaches_only_templars_near_enough() -> None:  # rule: miracle.los-and-range
    units = ["1 sered vengeance-of-the-temple", "4 griffin-templar", "4 griffin-duelist"]
    state = battle(units, ["3 morbid-puppet"])
    put(state, 0, (40, 10, 90))
    put(state, 2, (20, 15, 90))
    put(state, 3, (70, 50, 270))
    vengeance = t.MIRACLES["vengeance-of-the-temple"]
    for gap, reached in ((14.9, True), (15.1, False)):
        put(state, 1, (41.25, 11.25 + gap + 1.25, 90))
        assert targets(state, 0, vengeance) == (["unit:0-unit-1"] if reached else [])


def test_everybody_is_told_of_reapers_that_rise() -> None:  # rule: ruling.reapers-summoned
    state = battle(["1 mid-nor-faithful call-of-the-reapers"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 2, (40, 50, 270))
    state.events = []
    spot = targets(state, 0, t.MIRACLES["call-of-the-reapers"])[0]
    grant(state, Call(0, "call-of-the-reapers", (spot,)))
    assert "rise from the ground" in words(state)
    assert [state.fighters[number].fate for number in state.units[1].ranks] == [p.STANDING] * 2
