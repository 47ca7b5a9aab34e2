"""The three stones: an epic battle for three places on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from fimbul.bots import bot, outlook
from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import READY
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import FIXED, PITCHED, STONES, is_scenery
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.aims import holder, stones
from fimbul.games.rag_narok.rules.ending import CloseTurn, Score, scores
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.set_up.reserves import Reserve
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Game, Result, choose
from tests.games.rag_narok.drawn import ask, battle, each, put, set_each
from tests.games.rag_narok.promises import PROMISES

FEW = 1  # an epic battle takes its time


class EpicSetup(RagSetup, frozen=True, kw_only=True):
    """The ready armies of the scenario, and nothing else."""

    scenario: Literal["three-stones"] = "three-stones"
    first: Literal["griffons-1000", "acheron-1000"] = "griffons-1000"
    second: Literal["griffons-1000", "acheron-1000"] = "acheron-1000"


EPIC: Game[RagNarok] = replace(GAME, setup_type=EpicSetup)


@pytest.mark.slow
@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_an_epic_battle_keeps_its_word(check: Property) -> None:
    hold(check, EPIC, FEW)


def field(turn: int = 3) -> RagNarok:
    """Guards of both sides on a table with three stones, nobody near one."""
    state = battle(["3 griffin-duelist"], ["3 morbid-puppet"])
    state.scenario, state.scenery, state.turn = STONES, FIXED[STONES], turn
    put(state, 0, (40, 30, 90))
    put(state, 1, (120, 70, 270))
    return state


def test_the_three_stones_are_one_click_away() -> None:  # rule: setup.terrain, setup.deploy
    preset = next(one for one in RagSetup.presets if one.title == "The three stones")
    state = GAME.new(GAME.setup(**preset.options), seed=3)
    terms = state.terms
    assert (terms.table, terms.turns, terms.deployment) == ((16000, 10000), 8, 2000)
    assert [READY[name].budget for name in t.SCENARIOS[STONES].armies] == [1000, 1000]
    assert len(list(stones(state))) == 3
    assert 4 <= len(terms.grounds) - 3 <= 6
    assert state.scenery.startswith(FIXED[STONES])
    assert list(state.problems()) == []


def test_every_kind_of_scenery_comes_up() -> None:  # rule: setup.terrain, ruling.drawn-ground
    drawn = [EPIC.new(seed=seed) for seed in range(60)]
    kinds = [ground.kind for state in drawn for ground in state.terms.grounds]
    assert set(kinds) == set(t.TERRAINS) - {"open"}
    assert kinds.count("rock") == 3 * len(drawn)  # the stones, and no other
    assert all(is_scenery(STONES, state.scenery) for state in drawn)
    assert all(EPIC.scene(state, 0).things() for state in drawn)
    assert not is_scenery(PITCHED, "tower 60 40")


def test_a_quarter_may_be_held_back_here_too() -> None:  # rule: reserve.declare
    state = EPIC.new(seed=2)
    while not any(isinstance(step, Reserve) for step in state.agenda[-1]):
        choose(state, state.open[0].seat, state.open[0].options[0])
    cheap = {unit.id for unit in state.roster.units if unit.seat == 0 and unit.ap <= 250}
    assert set(state.open[0].options) == {"button:done", *cheap}
    assert len(cheap) == len(state.roster.of(0)) - 1  # all but the Temple guard


def test_a_random_epic_battle_ends_in_time() -> None:  # rule: turn.last-turn
    state = EPIC.new(seed=2)
    players = [bot("random", seat) for seat in (0, 1)]
    while state.open:
        seat = state.open[0].seat
        choose(state, seat, players[seat].pick(outlook(GAME, state, seat)))
        assert state.turn <= 8
    assert state.result


@pytest.mark.parametrize(
    ("mine", "theirs", "held"),
    [
        ((40, 44, 90), (120, 70, 270), [0, -1, -1]),
        ((40, 44, 90), (120, 56, 270), [0, -1, 1]),
        ((40, 41, 90), (120, 70, 270), [-1, -1, -1]),
        ((80, 44, 90), (80, 56, 270), [-1, -1, -1]),
    ],
)
def test_a_stone_is_held_by_who_is_near_it_alone(
    mine: tuple[int, int, int], theirs: tuple[int, int, int], held: list[int]
) -> None:  # rule: ruling.three-stones
    state = field()
    put(state, 0, mine)
    put(state, 1, theirs)
    assert [holder(state, stone) for stone in stones(state)] == held


def test_a_routed_unit_holds_nothing_but_keeps_others_off() -> None:  # rule: ruling.three-stones
    state = field()
    put(state, 0, (40, 44, 90))
    state.units[0].mood = p.ROUT
    (first, *_) = stones(state)
    assert holder(state, first) == -1
    put(state, 1, (40, 56, 270))
    assert holder(state, first) == -1
    state.units[0].mood = p.CALM
    put(state, 1, (120, 70, 270))
    assert holder(state, first) == 0


def test_who_flies_or_rides_is_not_near() -> None:  # rule: ruling.three-stones
    state = field()
    put(state, 0, (40, 44, 90))
    (first, *_) = stones(state)
    state.units[0].altitude = p.GROUND + 1
    assert holder(state, first) == -1
    state.units[0].altitude, state.units[0].aboard = p.GROUND, 0
    assert holder(state, first) == -1


@pytest.mark.parametrize(("turn", "points"), [(2, 0), (3, 40), (8, 40)])
def test_stones_score_from_the_third_turn_on(turn: int, points: int) -> None:
    # rule: victory.points, ruling.three-stones
    state = field(turn)
    put(state, 0, (40, 44, 90))
    ask(state, CloseTurn())
    assert each(state.sides, "stones") == [points, 0]
    assert scores(state) == (points, 0)


def test_the_slain_count_half_and_twenty_five_points_decide() -> None:
    # rule: victory.points, ruling.three-stones, ruling.margin
    state = field()
    ap = sum(one.ap for one in state.roster.fighters if one.seat == 1)
    for member in state.units[1].ranks[:2]:
        kill(state, member)
    fallen = 2 * ap // 3
    assert scores(state) == (fallen // 2, 0)
    for held, places in ((24, (1, 1)), (25, (1, 2))):
        set_each(state.sides, "stones", (held - fallen // 2, 0))
        twin = state.clone()
        ask(twin, Score())
        assert isinstance(twin.result, Result)
        assert twin.result.scores == (held, 0)
        assert twin.result.places == places


def test_stones_are_scored_nowhere_else() -> None:
    state = GAME.new(seed=1)
    set_each(state.sides, "stones", (40, 0))
    assert [problem for problem in state.problems() if problem.startswith("stones")]


def test_a_stone_shows_how_near_one_must_be_and_who_holds_it() -> None:
    # rule: ruling.three-stones
    state = field()

    def rings() -> list[str]:
        marks = GAME.scene(state, None).zones[0].marks
        return [mark.tone for mark in marks if mark.kind == "outline" and len(mark.points) == 8]

    assert rings() == ["mute"] * 3
    put(state, 0, (40, 44, 90))
    assert rings() == ["bone", "mute", "mute"]
