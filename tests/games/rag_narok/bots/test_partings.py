"""When a sergeant makes two Units of one, one of two, or a wide one narrow."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.bots.partings import is_too_wide
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.melee import phase
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.leaving import APART, Unite
from fimbul.games.rag_narok.rules.movement.manoeuvres import RESHAPE
from fimbul.games.rag_narok.state import RagNarok, fighter
from tests.games.rag_narok.drawn import ask, battle, play, put, stand

MANY, DEAD = "1 abel, 12 griffin-duelist", "7 morbid-puppet"


def before_their_strip(y: float, turn: int = 7) -> RagNarok:
    """A large Unit at that depth of the table, whose other long edge is at 80 cm."""
    state = battle([MANY], [DEAD])
    state.scenario, state.scenery, state.turn = PITCHED, "", turn
    put(state, 0, (60, y, 90), files=6)
    put(state, 1, (20, 20, 270), files=7)
    return state


def answered(state: RagNarok) -> str:
    return answer(state, state.open[0])


def test_in_the_end_two_units_score_where_one_stands() -> None:  # rule: ruling.pitched-aims
    state = ask(before_their_strip(72), Announce(0, 0, p.IMMOBILE))
    before = aims(state, 0)
    assert answered(state).startswith("divide:")
    play(state, answered(state))
    assert aims(state, 0) == before + p.STRIP_REACHED


@pytest.mark.parametrize(("y", "turn"), [(72, 6), (40, 7)])
def test_nobody_parts_before_the_end_or_outside_the_strip(y: float, turn: int) -> None:
    state = ask(before_their_strip(y, turn), Announce(0, 0, p.IMMOBILE))
    assert not answered(state).startswith(("divide:", "leave:"))


@pytest.mark.parametrize(("y", "parts"), [(55, True), (40, False)])
def test_who_arrives_as_a_whole_divides_on_the_way(y: float, parts: bool) -> None:
    state = ask(before_their_strip(y), Announce(0, 0, p.RUN))
    assert answered(state).startswith("divide:") == parts


def test_a_hero_leaves_to_score_where_his_unit_is_too_small_to_divide() -> None:
    state = battle(["1 abel, 4 griffin-duelist"], [DEAD])
    state.scenario, state.scenery, state.turn = PITCHED, "", 7
    put(state, 0, (60, 72, 90), files=4)
    put(state, 1, (20, 20, 270), files=7)
    ask(state, Announce(0, 0, p.IMMOBILE))
    assert answered(state).endswith("/alone")


def test_units_join_where_orders_are_too_few_for_all() -> None:  # rule: unit.leave-join
    state = battle(["5 griffin-duelist", "5 griffin-duelist"], [DEAD])
    for unit, x in enumerate((40, 55)):
        put(state, unit, (x, 20, 90), files=5)
    put(state, 2, (20, 50, 270), files=7)
    state.units[0].moved = p.MARCHED
    ask(state, Unite(0, 0))
    assert answered(state) == state.roster.units[1].id


def test_units_with_an_order_each_stay_apart() -> None:
    state = battle(["1 abel, 5 griffin-duelist", "5 griffin-duelist leader"], [DEAD])
    for unit, x in enumerate((40, 55)):
        put(state, unit, (x, 20, 90), files=5)
    put(state, 2, (20, 50, 270), files=7)
    state.units[0].moved = p.MARCHED
    ask(state, Unite(0, 0))
    assert answered(state) == APART


def test_a_front_too_wide_for_the_gap_forms_up_narrower() -> None:  # rule: formation.change
    state = battle([MANY], [DEAD])
    state.scenario, state.scenery = PITCHED, "house 25 40, house 50 40, house 75 40, house 100 40"
    put(state, 0, (63, 20, 90), files=12)
    put(state, 1, (63, 65, 270), files=7)
    assert is_too_wide(state, 0)
    ask(state, Announce(0, 0, p.MARCH))
    assert answered(state) == RESHAPE
    put(state, 0, (63, 20, 90), files=3)
    assert not is_too_wide(state, 0)


@pytest.mark.parametrize("easy", [1, 2])
def test_a_fighter_between_two_is_given_to_the_one_it_beats(easy: int) -> None:
    # rule: melee.separation
    foes = ["1 melmoth", "1 morbid-puppet"]
    state = battle(["1 griffin-praetorian"], foes if easy == 2 else foes[::-1])
    for member, at in enumerate([(40, 40, 90), (40, 42.5, 270), (42.5, 40, 180)]):
        stand(state, member, at)
    state.phase = p.MELEE
    ask(state, phase.Melee())
    assert state.fighters[0].foe == 1
    assert answered(state) == (fighter(state, 0).id if easy == 2 else phase.DONE)
