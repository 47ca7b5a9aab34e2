"""Temporary Faith: who believes, who counts, what is kept and paid."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.faith.divination import Divination
from fimbul.games.rag_narok.rules.faith.faithful import believes, count_faith
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import fighter, remove
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fly,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
)
from tests.games.rag_narok.faith.drawn import blessed, number, oracle


def test_faith_is_believers_in_the_aura_itself_and_aspects() -> None:
    # example: example.tf-timing
    # rule: tf.amount, tf.allies-stateless, tf.computed-at-divination
    units = ["6 griffin-templar, 1 sered", "1 fire-elemental", "5 griffin-conscript"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 14, 90))
    put(state, 2, (70, 10, 90))
    put(state, 3, (20, 50, 270))
    assert count_faith(state, number(state, "sered")) == 4 + 1 + 6
    put(state, 2, (20, 18, 90))
    sered = number(state, "sered")
    assert count_faith(state, sered) == 16
    for member in state.units[2].ranks:
        remove(state, member, p.DEAD)
    assert state.fighters[sered].faith == 0  # counted when the phase opens, not before
    ask(state, Divination())
    assert state.fighters[sered].faith == 11


def test_only_believers_on_its_level_count() -> None:
    # example: example.tf-count
    # rule: tf.same-level, tf.amount, tf.allies-stateless, tf.mercenaries
    units = ["6 griffin-templar, 1 sered", "1 fire-elemental", "2 griffin-conscript"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 14, 90))
    fly(state, 2, (20, 10, 90), p.LOW)
    put(state, 3, (20, 50, 270))
    assert count_faith(state, number(state, "sered")) == 11
    state.units[2].altitude, state.units[2].token = p.GROUND, None
    put(state, 2, (20, 18, 90))
    assert count_faith(state, number(state, "sered")) == 13


def test_the_aura_has_an_edge() -> None:  # rule: tf.amount
    state = battle(["1 sered", "1 griffin-duelist"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 2, (20, 50, 270))
    stand(state, 1, (20 + 12.5 + 2.5, 10, 90))
    assert count_faith(state, 0) == 4 + 1 + 1
    stand(state, 1, (20 + 12.5 + 2.51, 10, 90))
    assert count_faith(state, 0) == 4 + 1


def test_mercenaries_count_for_their_own() -> None:
    # example: example.tf-goreth
    # rule: tf.mercenaries, tf.unaffiliated-mercenaries
    state = battle(["1 elghir", "1 goreth-the-massive", "1 giant-barbarian"], ["1 ejhin-de-vanth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 16, 90))
    put(state, 2, (26, 10, 90))
    put(state, 3, (20, 26, 270))
    elghir, ejhin = number(state, "elghir"), number(state, "ejhin-de-vanth")
    assert count_faith(state, elghir) == 3 + 1 + 1  # Goreth alone
    assert count_faith(state, ejhin) == 5 + 1 + 3  # an Iconoclast counts all enemies
    other = battle(["1 croquemitaine", "1 goreth-the-massive"], ["1 abel"])
    put(other, 0, (20, 10, 90))
    put(other, 1, (20, 16, 90))
    assert count_faith(other, 0) == 4 + 1  # another Alliance Path
    kelts = battle(["1 oracle-of-danu", "1 giant-barbarian"], ["1 abel"])
    put(kelts, 0, (20, 10, 90))
    put(kelts, 1, (20, 16, 90))
    assert count_faith(kelts, 0) == 3 + 1 + 1


def test_allies_never_count() -> None:  # rule: tf.allies-stateless
    units = ["4 cynwall-equanime, 1 cynwall-magistrate", "1 deacon-tiberius"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 16, 90))
    assert count_faith(state, number(state, "deacon-tiberius")) == 3 + 1
    dwarves = battle(["1 abel", "1 elghir", "3 dwarf-bomber"], ["1 melmoth"])
    put(dwarves, 0, (40, 10, 90))
    put(dwarves, 1, (20, 10, 90))
    put(dwarves, 2, (20, 16, 90))
    assert count_faith(dwarves, number(dwarves, "elghir")) == 3 + 1  # nor for one another


def test_the_stateless_never_count_whatever_their_people() -> None:  # rule: tf.allies-stateless
    state = battle(["1 oracle-of-danu, 4 fianna"], ["1 ejhin-de-vanth"])
    monk, ejhin = (fighter(state, number(state, n)) for n in ("oracle-of-danu", "ejhin-de-vanth"))
    fianna = fighter(state, number(state, "fianna"))
    homeless = fianna._replace(card=structs.replace(fianna.card, skills=("stateless",)))
    assert [believes(state, one, monk) for one in (fianna, homeless)] == [True, False]
    assert believes(state, homeless, ejhin)  # of the other side, and an Iconoclast


def test_faith_is_kept_and_paid_in_the_movement_phase() -> None:
    # example: example.tf-carry-over
    # rule: tf.kept-until-next, tf.movement-phase-miracles
    state = oracle("shield-of-faith sudden-fervour")
    cleric = number(state, "oracle-of-danu")
    state.phase, state.fighters[cleric].faith = p.MOVEMENT, 3
    refresh(state)
    assert state.fighters[cleric].faith == 3
    state.units[0].orders = (p.IMMOBILE,)
    ask(state, Activate(0))
    assert options(state) == ("token:0-unit-0-1", "miracle:sudden-fervour/0-unit-0-5")
    play(state, "miracle:sudden-fervour/0-unit-0-5", "unit:0-unit-0")
    roll_next(state, 3)
    play(state, "dice:1")
    assert (state.fighters[cleric].faith, v.unit_value(state, 0, "cou")) == (1, 7 - 1 + 1)
    assert options(state) == ("token:0-unit-0-1",)
    play(state, "token:0-unit-0-1", "button:carry-out")
    ask(state, Divination())
    assert state.fighters[cleric].faith == 3 + 1 + 4  # counted anew


@pytest.mark.parametrize("order", [None, p.RECEIVE_CHARGE])
def test_who_has_no_unit_to_activate_still_calls_miracles(order: int | None) -> None:
    # rule: tf.movement-phase-miracles, turn.activation
    state = oracle("shield-of-faith sudden-fervour")
    state.phase = p.MOVEMENT
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    state.units[0].orders = () if order is None else (order,)
    ask(state, Activate(0))
    assert options(state) == ("button:pass", "miracle:sudden-fervour/0-unit-0-5")
    quiet = play(state.clone(), "button:pass")
    assert not quiet.open  # and nobody is asked again
    assert each(quiet.sides, "idle") == [1, 1]
    roll_next(state, 3)
    play(state, "miracle:sudden-fervour/0-unit-0-5", "unit:0-unit-0", "dice:1")
    assert blessed(state) == [("sudden-fervour", 0)]
    assert not state.open  # it is called once a turn
