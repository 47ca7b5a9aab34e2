"""Reserves: who may be kept back, in secret; when they come, where, and what they may do then."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.bots.dreams import has_deployed
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.command.orders import useful_orders
from fimbul.games.rag_narok.rules.ending import is_over, scores
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.deploy import Form, NextDeployment, find_no_room, waiting
from fimbul.games.rag_narok.rules.set_up.reserves import Arrive, Enter, Reserve, ShapeUp, arrivals
from fimbul.games.rag_narok.rules.turn import Muster, Turn
from fimbul.games.rag_narok.state import RagNarok, is_standing, place_of, remove, shapes, squad
from fimbul.kernel import Dice, IllegalChoice, choose
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    options,
    play,
    put,
    roll_next,
    set_those,
    those,
    words,
)

DONE = "button:done"


def deploying(seed: int = 4) -> RagNarok:
    """A pitched battle at the question of reserves."""
    setup = GAME.setup(scenario=PITCHED, first="griffons-600", second="acheron-600")
    state = GAME.new(setup, seed)
    while not any(isinstance(step, Reserve) for step in state.agenda[-1]):
        choose(state, state.open[0].seat, state.open[0].options[0])
    return state


def held_back() -> RagNarok:
    """Duelists in reserve, their Commander and enemies on the table; the second turn begins."""
    state = battle(["1 abel, 3 griffin-duelist", "6 griffin-duelist"], ["7 morbid-puppet"])
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (60, 10, 90), files=3)
    put(state, 2, (60, 70, 270), files=4)
    state.aside.reserve, state.turn, state.phase = (1,), 2, p.STRATEGY
    return state


# -- who is kept back --------------------------------------------------------------------------


def test_up_to_a_quarter_of_the_budget_stays_back() -> None:  # rule: reserve.declare
    state = deploying()
    mine = {squad(state, u).id: squad(state, u).ap for u in state.roster.of(0)}
    offered = next(d for d in state.open if d.seat == 0).options
    assert set(offered) == {DONE, *(thing for thing, ap in mine.items() if ap <= 150)}
    cheap = [thing for thing, ap in mine.items() if ap <= 150]
    choose(state, 0, cheap[0])
    again = next(d for d in state.open if d.seat == 0).options
    left = 150 - mine[cheap[0]]
    assert set(again) == {DONE, *(t for t in cheap[1:] if mine[t] <= left)}
    with pytest.raises(IllegalChoice, match="150 army points"):
        choose(state, 0, max(mine, key=lambda thing: mine[thing]))


def test_a_whole_army_does_not_stay_back() -> None:  # rule: reserve.declare
    state = battle(["6 morbid-puppet"], ["7 morbid-puppet", "5 morbid-puppet"])
    state.scenario, state.scenery, state.phase = PITCHED, "", p.DEPLOYMENT
    ask(state, (Reserve(0), Reserve(1)))
    assert [decision.seat for decision in state.open] == [1]
    play(state, "unit:1-unit-1")
    assert options(state) == (DONE,)
    play(state, DONE)
    assert state.aside.reserve == (2,)


def test_there_are_no_reserves_in_the_learning_skirmish() -> None:  # rule: reserve.declare
    state, seen = GAME.new(seed=1), set()
    while state.open and state.turn < 2:
        seen |= {type(step).__name__ for row in state.agenda for step in row}
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert "Reserve" not in seen
    assert "Form" in seen
    state.aside.reserve = (0,)
    assert any("reserve" in problem for problem in state.problems())


def test_who_is_kept_back_is_not_deployed() -> None:  # rule: reserve.declare
    state = deploying()
    choose(state, 0, "unit:0-conscripts")
    choose(state, 0, DONE)
    choose(state, 1, DONE)
    kept = state.aside.reserve[0]
    while state.phase == p.DEPLOYMENT:
        assert kept not in waiting(state, 0)
        choose(state, state.open[0].seat, state.open[0].options[-1])
        assert list(state.problems()) == []
    assert not is_standing(state, kept)
    assert all(is_standing(state, u) for u in state.roster.of(0) if u != kept)


def test_reserves_are_a_secret_while_units_are_deployed() -> None:
    # rule: ruling.hidden-information, reserve.declare
    state = deploying()
    choose(state, 0, "unit:0-conscripts")
    choose(state, 0, DONE)
    choose(state, 1, DONE)

    def rows(seat: int | None) -> dict[str, set[str]]:
        zones = GAME.scene(state, seat).zones
        return {zone.id: {thing.id for thing in zone.things} for zone in zones}

    assert rows(0)["reserve"] == {"unit:0-conscripts"}
    for seat in (1, None):
        assert "reserve" not in rows(seat)
        assert "unit:0-conscripts" in rows(seat)["waiting"]
    dreams = [GAME.imagine(state, 1, Dice(n)) for n in range(40)]
    assert len({dream.aside.reserve for dream in dreams}) > 3
    assert all(list(dream.problems()) == [] for dream in dreams)
    assert {GAME.imagine(state, 0, Dice(n)).aside.reserve for n in range(10)} != {
        state.aside.reserve
    }
    mine = {tuple(u for u in dream.aside.reserve if u < 4) for dream in dreams}
    assert len(mine) > 1
    while state.phase == p.DEPLOYMENT:
        choose(state, state.open[0].seat, state.open[0].options[-1])
    assert rows(1)["reserve"] == {"unit:0-conscripts"}  # everybody sees who did not come
    assert GAME.imagine(state, 1, Dice(1)).aside.reserve == state.aside.reserve


def test_who_was_passed_over_has_nobody_left() -> None:  # rule: ruling.hidden-information
    state = deploying()
    choose(state, 0, "unit:0-conscripts")
    choose(state, 0, DONE)
    choose(state, 1, DONE)
    state.winner = 1
    state.agenda[-1] = (Form(1, state.roster.of(1)[0]),)
    assert has_deployed(state, 0)  # the first seat should have begun
    state.winner = 0
    assert not has_deployed(state, 0)
    state.agenda[-1] = (NextDeployment(0),)
    assert not has_deployed(state, 0)


def test_who_finds_no_room_comes_later() -> None:  # rule: ruling.no-room, setup.deploy
    wide = "16 griffin-duelist"
    state = battle([wide, wide, "7 griffin-duelist"], ["7 morbid-puppet", "7 morbid-puppet"])
    state.phase, state.winner = p.DEPLOYMENT, 1
    put(state, 0, (40, 1.25, 90), files=16, spread=1)
    put(state, 1, (40, 10.75, 90), files=16, spread=1)
    put(state, 3, (40, 55, 270), files=4)
    ask(state, NextDeployment(0))
    assert "finds no room" in words(state)
    assert [state.aside.reserve, those(state.units, "crowded")] == [(2,), [2]]
    assert state.agenda[-1] == (Form(1, 4),)
    assert not has_deployed(state, 0)
    zones = {zone.id: [thing.id for thing in zone.things] for zone in GAME.scene(state, 1).zones}
    assert zones["reserve"] == ["unit:0-unit-2"]
    while state.open:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert is_standing(state, 4)
    state.turn, state.phase = 2, p.STRATEGY
    assert arrivals(state) == (Arrive(0, 2),)


def test_the_others_do_not_forget_who_found_no_room() -> None:
    # rule: ruling.no-room, ruling.hidden-information
    state = deploying()
    choose(state, 0, DONE)
    choose(state, 1, DONE)
    find_no_room(state, 0)  # the guard of 333 AP
    dreams = [GAME.imagine(state, 1, Dice(n)) for n in range(20)]
    assert all(0 in dream.aside.reserve and list(dream.problems()) == [] for dream in dreams)
    assert len({dream.aside.reserve for dream in dreams}) > 2
    set_those(state.units, "crowded", ())
    assert list(state.problems()) == ["reserve: more is held back than may be"]


# -- when they come ----------------------------------------------------------------------------


def test_the_point_of_entry_is_chosen_after_the_test() -> None:
    # example: example.reserve-entry
    # rule: reserve.entry-after-test, reserve.test
    state = held_back()
    state.sides[0].general = state.units[0].ranks[-1]
    dis = state.roster.fighters[state.sides[0].general].dis
    roll_next(state, 8 - dis - 1)
    ask(state, Arrive(0, 1), Muster())
    assert not state.open or "Choose" not in state.open[0].prompt  # no choice before a success
    assert state.aside.reserve == (1,)
    assert "failed" in words(state)
    roll_next(state, 8 - dis)
    ask(state, Arrive(0, 1))
    assert isinstance(state.agenda[-1][0], ShapeUp)
    play(state, "shape:close-3")
    assert isinstance(state.agenda[-1][0], Enter)
    assert not is_standing(state, 1)
    play(state, "entry:own-24")
    assert is_standing(state, 1)
    assert [state.aside.reserve, those(state.units, "arrived")] == [(), [1]]


def test_reserves_come_from_the_second_turn_before_the_tactics_roll() -> None:
    # rule: reserve.test, turn.sequence
    state = held_back()
    state.turn = 1
    assert arrivals(state) == ()
    ask(state, Turn())
    assert state.turn == 2
    told = words(state)
    assert "Discipline to arrive" in told
    if "Tactics" in told:
        assert told.index("Discipline to arrive") < told.index("Tactics")
    state.turn, state.winner, state.aside.reserve = 3, 1, (1, 2)
    assert [step.seat for step in arrivals(state)] == [1, 0]


def test_an_army_without_commander_tests_with_nothing() -> None:  # rule: reserve.test
    state = held_back()
    state.sides[0].general = -1
    roll_next(state, 5)
    ask(state, Arrive(0, 1))
    assert "0 + 5 = 5 against 8, failed" in words(state)


def entered(thing: str, south: int = 0) -> RagNarok:
    state = held_back()
    state.south = south
    ask(state, ShapeUp(0, 1))
    return play(state, "shape:close-3", thing)


def test_they_stand_at_their_edge() -> None:  # rule: reserve.test
    own = entered("entry:own-24")
    ys = [y for shape in shapes(own, 1) for _, y in shape]
    assert (min(ys), own.units[1].facing) == (0, 90)
    left = entered("entry:left-28")
    xs = [x for shape in shapes(left, 1) for x, _ in shape]
    assert (min(xs), left.units[1].facing) == (0, 0)
    right = entered("entry:right-8")
    xs = [x for shape in shapes(right, 1) for x, _ in shape]
    assert (max(xs), right.units[1].facing) == (12000, 180)
    upper = entered("entry:own-24", south=1)
    ys = [y for shape in shapes(upper, 1) for _, y in shape]
    assert (max(ys), upper.units[1].facing) == (8000, 270)


def test_a_source_of_fire_comes_with_its_owner() -> None:  # rule: ruling.mana-sources
    state = battle(
        ["1 abel, 3 griffin-duelist", "1 magnus-the-mystic source-of-fire"], ["1 melmoth"]
    )
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (60, 10, 90), files=3)
    put(state, 2, (60, 70, 270))
    state.aside.reserve, state.turn, state.phase = (1,), 2, p.STRATEGY
    ask(state, ShapeUp(0, 1))
    while state.open:
        play(state, options(state)[0])
    magnus = state.units[1].ranks[0]
    (owner, x, y, gems), (there, low, _) = state.magic.springs[0], place_of(state, magnus)
    assert (owner, x, gems) == (magnus, there, 4)
    assert y > low


def test_short_edges_are_for_thirty_centimetres() -> None:  # rule: reserve.test
    state = held_back()
    put(state, 0, (60, 4, 90), files=3)
    ask(state, ShapeUp(0, 1))
    play(state, "shape:close-3")
    sides = [int(o.rpartition("-")[2]) for o in options(state) if "own" not in o]
    assert (min(sides), max(sides)) == (4, 28)
    assert "entry:own-60" not in options(state)  # somebody stands there
    assert "entry:own-24" in options(state)


def test_nobody_comes_in_beside_an_enemy() -> None:  # rule: reserve.test, move.keep-distance
    state = held_back()
    put(state, 2, (24, 9, 270), files=4)
    ask(state, ShapeUp(0, 1))
    play(state, "shape:close-3")
    assert "entry:own-24" not in options(state)
    assert "entry:own-44" in options(state)


def test_who_has_just_come_gets_orders_but_does_not_charge() -> None:  # rule: reserve.test
    state = entered("entry:own-24")
    assert p.CHARGE not in useful_orders(state, 1)
    assert {p.MARCH, p.RUN, p.ENGAGE} <= set(useful_orders(state, 1))
    assert p.CHARGE in useful_orders(state, 0)
    ask(state, Turn())
    assert those(state.units, "arrived") == []
    assert p.CHARGE in useful_orders(state, 1)


def test_a_storm_spirit_does_not_make_newcomers_charge() -> None:  # rule: reserve.test
    state = entered("entry:own-24")
    state.phase, state.units[1].orders = p.MOVEMENT, (p.MARCH,)
    lay(state, "storm-spirit", state.units[1].ranks[0])
    ask(state, Activate(0))
    play(state, "token:0-unit-1-1")
    assert len(state.units) == 3  # nobody has left to charge


# -- what it means -----------------------------------------------------------------------------


def test_a_battle_goes_on_while_somebody_is_in_reserve() -> None:  # rule: turn.last-turn
    state = held_back()
    for member in state.units[0].ranks:
        remove(state, member, p.FLED)
    assert not is_over(state)
    state.aside.reserve = ()
    assert is_over(state)


def test_who_never_came_is_no_loss() -> None:  # rule: victory.points, reserve.declare
    assert scores(held_back()) == (0, 0)


@pytest.mark.parametrize("held", [(1, 1), (0,), (99,), (1, 3)])
def test_impossible_reserves_are_refused(held: tuple[int, ...]) -> None:
    """Twice the same, the guard of 333 AP, a Unit that is none, more than 150 AP together."""
    state = deploying()
    assert list(state.problems()) == []
    state.aside.reserve = held
    assert [problem for problem in state.problems() if problem.startswith("reserve")]


def test_who_is_on_the_table_is_not_in_reserve() -> None:
    state = deploying()
    while state.phase == p.DEPLOYMENT:
        done = DONE in state.open[0].options
        choose(state, state.open[0].seat, DONE if done else state.open[0].options[-1])
    state.aside.reserve = (1,)
    assert "reserve: somebody is on the table" in list(state.problems())


def test_a_sergeant_brings_them_where_the_enemy_is() -> None:
    state = held_back()
    put(state, 2, (100, 40, 270), files=4)
    ask(state, ShapeUp(0, 1))
    play(state, answer(state, state.open[0]))
    assert answer(state, state.open[0]) == "entry:right-28"
