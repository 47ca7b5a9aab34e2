"""What is counted for contracts: since when, and what of it."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.arrival import arrive
from fimbul.games.ragnarok_star.rules.contracts import is_met
from fimbul.games.ragnarok_star.rules.course import NewRound
from fimbul.kernel import settle
from tests.games.ragnarok_star.drawn import contract, keep, number, program, table


# rule: ruling.contract-since
def test_a_round_begins_to_count_anew() -> None:
    """Sailing in one round and flying in the next is not both within one."""
    state = program(table("sea sea"), "1: sail>pink")
    keep(state, 0, "highway-to-valhalla")
    number(state, 1)
    state.agenda = []
    state.then(NewRound())
    settle(state)
    number(program(state, "1: fly>motor"), 1)
    assert not state.shown[0]


# rule: ruling.contract-since, contract.draw
def test_a_drawn_contract_begins_to_count_when_it_is_taken() -> None:
    state = program(table("sea sea"), "1: sail>pink, 2: contract")
    number(state, 1)
    number(state, 2)
    assert state.bases[0][0][p.SAILS] == 1


# rule: ruling.bottom-order
def test_what_is_returned_is_shuffled_to_the_bottom() -> None:
    bottoms = set()
    for seed in range(12):
        state = program(table("sea sea"), "1: contract")
        state.seed = seed
        number(state, 1)
        bottoms.add(tuple(state.contracts[:2]))
    assert bottoms == {(22, 23), (23, 22)}


# rule: collect.across-ice, ice.blocks-port
def test_only_fans_across_and_flights_over_ice_are_counted() -> None:
    state = table("skerries sea", "", "skerries 1G, motor 1G")
    program(state, "1: girl2, 2: fly>pink")
    number(state, 1, {0: ["fan:skerries-girl-1"]})
    number(state, 2)
    assert (state.tally[p.ACROSS], state.tally[p.ICE_FLIGHTS], state.tally[p.FLIGHTS]) == (0, 0, 1)
    program(state, "1: fly>motor")
    number(state, 1)
    program(state, "1: fly>kiss")
    number(state, 1)
    assert state.tally[p.ICE_FLIGHTS] == 2, "into the ice and out of it"


# rule: ruling.contract-end-check
@pytest.mark.parametrize(("halls", "best"), [("3,0,0,0 5,0,0,0 1,0,0,0", False), ("3,0,0,0", True)])
def test_strictly_more_than_every_opponent(halls: str, best: bool) -> None:
    state = table("sea sea sea", halls)
    keep(state, 0, "we-will-rok-you")
    assert is_met(state, 0, contract("we-will-rok-you")) is best


# rule: ruling.arrival-order, arrival.turn-cards
def test_the_young_card_is_turned_over_first() -> None:
    state = table("sea sea")
    arrive(state)
    assert [event.words for event in state.events] == [
        "New fans arrive: 2 boys on Pink Fjord and 1 girl on Motørhavn",
        "New fans arrive: 2 old ladies on Pink Fjord and 1 old man on Motørhavn",
    ]
