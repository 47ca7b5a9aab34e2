"""How an attacker comes to its target."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok.ground.contact import contacts, in_melee
from fimbul.games.rag_narok.measure.geometry import bearing, turn_between
from fimbul.games.rag_narok.rules.charge import approach
from fimbul.games.rag_narok.rules.charge import charges as c
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.state import middle
from tests.games.rag_narok.charge.drawn import FOE, facing
from tests.games.rag_narok.drawn import ask, battle, play, put, roll_next, stand


@pytest.mark.parametrize("order", [c.Charge, c.Engage])
def test_an_attack_goes_at_the_nearest_where_the_middle_is_a_gap(
    order: type[c.Charge | c.Engage],
) -> None:
    # rule: charge.procedure, engage.procedure, ruling.headings
    state = battle(["1 alderan"], ["2 alahan-guard"])
    put(state, 0, (67, 12, 90))
    stand(state, 1, (62, 20, 270))
    stand(state, 2, (74, 20, 270))  # their own losses have torn them apart
    ask(state, order(0, 0))
    play(state, FOE)
    assert in_melee(state, 0)
    assert contacts(state)[0] == (1,)


@pytest.mark.parametrize(("x", "heading"), [(46, 273), (52, 270)])
def test_an_attack_goes_at_whom_it_can_come_to(x: int, heading: int) -> None:
    # rule: charge.procedure, ruling.headings
    state = battle(["1 abel, 6 griffin-duelist"], ["7 morbid-puppet"])
    state.scenery = "tower 40 21"  # which leaves no room behind them to turn far
    put(state, 0, (38, 13.2, 270), files=5)
    put(state, 1, (x, 5, 90), files=7)
    this = Assault(0, 1, True)
    middle_way = turn_between(270, bearing(middle(state, 0), middle(state, 1)))
    assert approach.way_after(state, this, middle_way) is None
    ask(state, c.Charge(0, 0))
    roll_next(state, 5)  # Courage
    play(state, FOE)
    assert in_melee(state, 0)
    assert (
        state.units[0].facing == heading
    )  # at the first of their line that they reach, or straight on


def test_who_is_far_off_looks_for_no_other_way() -> None:  # rule: charge.failed, ruling.headings
    state = facing("6 alahan-guard", "6 griffin-duelist", apart=25)
    put(state, 1, (74, 45, 270), files=3)
    found = approach.course(state, Assault(0, 1, True))
    assert found == (turn_between(90, bearing(middle(state, 0), middle(state, 1))), None)
