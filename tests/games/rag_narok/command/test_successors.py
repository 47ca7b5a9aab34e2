"""Who succeeds an army Commander, and when."""

from __future__ import annotations

from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.ending import NameSuccessor
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.turn import Turn
from fimbul.kernel import settle
from tests.games.rag_narok.drawn import ask, battle, options, play, put, words


def test_successors() -> None:
    # example: example.successor
    # rule: command.death-successor, command.successor-not-ally
    # rule: command.successor-not-standard-musician
    griffons = ["1 abel", "1 alderan", "3 griffin-templar, 1 templar-musician"]
    state = battle([*griffons, "1 griffin-duelist leader, 5 griffin-duelist"], ["1 melmoth"])
    for unit in range(4):
        put(state, unit, (15 + 18 * unit, 10, 90))
    assert state.sides[0].general == state.units[0].ranks[0]
    kill(state, state.units[0].ranks[0])
    ask(state, NameSuccessor(0))
    assert v.successors(state, 0) == [state.units[3].ranks[0]]
    assert (state.sides[0].general, v.tactics(state, 0)) == (state.units[3].ranks[0], 5)


def test_a_leader_succeeds_only_where_no_commander_is_left() -> None:
    # rule: command.death-successor, army.commander, command.successor-not-standard-musician
    guard = "1 templar-standard leader, 1 templar-musician leader, 4 griffin-templar"
    units = ["1 abel", "1 sered", "1 griffin-duelist leader, 5 griffin-duelist", guard]
    state = battle(units, ["1 melmoth"])
    for unit in range(4):
        put(state, unit, (15 + 18 * unit, 10, 90))
    abel, sered, leader = (state.units[unit].ranks[0] for unit in range(3))
    kill(state, abel)
    ask(state, NameSuccessor(0))
    assert not state.open  # Sered, without being asked
    assert (state.sides[0].general, v.tactics(state, 0)) == (sered, 8)
    kill(state, sered)
    assert v.successors(state, 0) == [leader]


def test_who_dies_in_play_is_succeeded_at_once() -> None:  # rule: command.death-successor
    state = battle(["1 abel", "1 sered", "1 griffin-duelist leader"], ["1 melmoth"])
    for unit in range(3):
        put(state, unit, (15 + 18 * unit, 10, 90))
    state.sides[0].general = state.units[2].ranks[0]
    state.agenda.clear()
    kill(state, state.units[2].ranks[0])
    settle(state)
    assert options(state) == ("fighter:0-unit-0-1", "fighter:0-unit-1-1")
    play(state, "fighter:0-unit-1-1")
    assert state.sides[0].general == state.units[1].ranks[0]


def test_an_empty_command_is_filled_before_the_next_tactics_roll() -> None:
    # rule: ruling.no-successor, command.death-successor
    state = battle(["1 melmoth", "7 morbid-puppet"], ["1 abel"])
    put(state, 1, (60, 10, 90))
    put(state, 2, (60, 50, 270))
    state.sides[0].general = -1
    ask(state, Turn())
    assert (state.sides[0].general, state.sides[0].tactics <= 6) == (-1, True)
    put(state, 0, (20, 10, 90))  # risen again
    ask(state, Turn())
    assert state.sides[0].general == state.units[0].ranks[0]
    assert "is now commanded by Melmoth" in words(state)
