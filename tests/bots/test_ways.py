"""Wide rows: whole ways are compared, and what rivals have sealed is never looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import fimbul
from fimbul.bots import analyse, bot, outlook
from fimbul.bots.budget import Budget, BudgetClock
from fimbul.bots.scout import Scout, Way
from fimbul.bots.ways import WaySearch, is_wide
from fimbul.kernel import Decision, Dice, Game, State, choose
from tests.bots.tables import TABLES, moments

STAR = fimbul.game("ragnarok_star")
Instinct = Callable[[Any, Decision, Dice], str | None]


def programming(seats: int = 2) -> Any:
    """The first programs of a match; everybody has chosen a contract."""
    state = STAR.new(STAR.setup(seats=seats), 4)
    while not is_wide(state):
        choose(state, state.open[0].seat, state.open[0].options[0])
    return state


def searched(state: State, iterations: int, seed: int = 5) -> WaySearch:
    search = WaySearch(
        outlook(STAR, state, 0), Dice(seed), BudgetClock(Budget(iterations=iterations))
    )
    search.best(1.0)
    return search


@pytest.mark.parametrize(
    ("name", "wide"),
    [("ragnarok_star", True), ("drakkar", True), ("nine_realms", False), ("wager", False)],
)
def test_rows_are_wide_where_tries_would_not_get_round(name: str, wide: bool) -> None:
    found = {is_wide(state) for state, _ in moments(TABLES[name], 3, most=60)}
    assert found == ({False, True} if wide else {False})


def test_the_better_ways_are_tried_on_and_the_worse_given_up() -> None:
    search = searched(programming(), 400)
    tries = [search.scores[way].tries for way in search.ranked()]
    assert tries == sorted(tries, reverse=True)
    assert tries[0] > 3 * tries[-1]
    assert len(tries) > 20
    assert all(way[-1] == "button:done" for way in search.scores), "programs are complete"


def test_the_same_dice_find_the_same_way() -> None:
    state = programming()
    assert searched(state, 80).ranked() == searched(state, 80).ranked()


def test_a_program_is_written_as_it_was_found() -> None:
    state, player = programming(), bot("mcts:80n", 5)
    best, picks = searched(state, 80).ranked()[0], list[str]()
    while 0 not in state.sealed:
        picks.append(player.pick(outlook(STAR, state, 0)))
        choose(state, 0, picks[-1])
    assert tuple(picks) == best


def test_programs_that_rivals_have_sealed_make_no_difference() -> None:
    ways = set()
    for whim in range(3):
        state, dice = programming(3), Dice(whim)
        while rivals := [decision for decision in state.open if decision.seat]:
            options = rivals[0].options
            choose(state, rivals[0].seat, options[dice.roll(len(options))])
        ways.add(searched(state, 60).ranked()[0])
    assert len(ways) == 1


def test_an_analysis_tells_whole_ways() -> None:
    found = analyse(outlook(STAR, programming(), 0), Budget(iterations=60), 1)
    assert found.lines[0].picks[-1] == "button:done"
    assert -1 < found.value == found.lines[0].value < 1


def drakkar(instinct: Instinct) -> tuple[WaySearch, Scout, Way]:
    """A search at the first card of Drakkar, a dream of it, and one of the ways."""
    game: Game[Any] = fimbul.game("drakkar")
    game = replace(game, lore=replace(game.lore, instinct=instinct))
    state: State = game.new(game.setup(seats=4), 3)
    while not is_wide(state):
        choose(state, state.open[0].seat, state.open[0].options[0])
    found = outlook(game, state, 0)
    search = WaySearch(found, Dice(2), BudgetClock(Budget(iterations=9)))
    return search, search.scout(9), found.decision.options[:1]


def test_without_instinct_a_dream_is_judged_at_once() -> None:
    search, scout, way = drakkar(lambda state, decision, dice: None)
    assert search.look(scout, way, 1) == scout.judge(scout.follow(way))


def test_instinct_plays_on_for_every_seat_with_dice_of_its_own() -> None:
    rolls: list[tuple[int, int]] = []

    def any_pick(_: State, decision: Decision, dice: Dice) -> str:
        rolls.append((decision.seat, dice.seed))
        return decision.options[dice.roll(len(decision.options))]

    search, scout, way = drakkar(any_pick)
    rolls.clear()
    look = search.look(scout, way, 1)
    assert {seat for seat, _ in rolls} == {0, 1, 2, 3}
    for seat in range(4):
        own = [seed for other, seed in rolls if other == seat]
        dice = Dice(1 + seat)
        assert own[0] == dice.seed
        assert len(set(own)) == len(own)
    assert search.look(scout, way, 1) == look
