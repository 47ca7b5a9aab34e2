"""The pitched battle: its set-up, its table and scenery, what it is fought for."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import pytest

from fimbul.bots import bot, outlook
from fimbul.conformance.tales import Property, hold
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.army import READY
from fimbul.games.rag_narok.army.roster import muster
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import (
    DRAWN,
    DRAWS,
    FIXED,
    PITCHED,
    SKIRMISH,
    STONES,
    Known,
    is_scenery,
)
from fimbul.games.rag_narok.ground.field import Way, may_stand, on_table
from fimbul.games.rag_narok.ground.paths import cost
from fimbul.games.rag_narok.ground.sight import FULL, NONE, PARTIAL, sees
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import disc, within
from fimbul.games.rag_narok.rules.aims import aims
from fimbul.games.rag_narok.rules.ending import Score, scores
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.state import RagNarok, fighter, remove, shapes
from fimbul.kernel import BadSetup, Dice, Game, Result, choose
from tests.games.rag_narok.drawn import ask, battle, fly, put
from tests.games.rag_narok.promises import PROMISES

FEW = 2
Ready = Literal["griffons-600", "acheron-600", "wolfen-600", "dwarves-600", "lions-600"]


class PitchedSetup(RagSetup, frozen=True, kw_only=True):
    """Ready armies in a pitched battle, and nothing else."""

    scenario: Literal["pitched-battle"] = "pitched-battle"
    first: Ready = "griffons-600"
    second: Ready = "acheron-600"


BATTLES: Game[RagNarok] = replace(GAME, setup_type=PitchedSetup)


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: str(check.__name__))
def test_a_pitched_battle_keeps_its_word(check: Property) -> None:
    hold(check, BATTLES, FEW)


def field(scenery: str, *, scenario: Known = PITCHED) -> RagNarok:
    """Guns below, guards above, 30 cm apart on a pitched battle's table with that scenery."""
    state = battle(["1 griffin-fusilier", "1 griffin-fusilier"], ["4 alahan-guard"])
    state.scenario, state.scenery = scenario, scenery
    put(state, 0, (60, 25, 90))
    put(state, 2, (60, 55, 270))
    return state


# -- the set-up --------------------------------------------------------------------------------


def test_a_pitched_battle_is_one_click_away() -> None:  # rule: turn.last-turn, setup.deploy
    preset = next(one for one in RagSetup.presets if one.title == "Pitched battle")
    state = GAME.new(GAME.setup(**preset.options), seed=3)
    terms = state.terms
    assert (terms.table, terms.turns, terms.deployment) == ((12000, 8000), 7, 1500)
    assert {army.budget for army in state.roster.armies} == {600}
    plain = GAME.new(seed=3)
    assert plain.scenario == SKIRMISH
    assert (plain.terms.table, plain.terms.turns) == ((8000, 6000), 5)
    assert RagSetup.presets[0].options == {}


def test_armies_must_be_of_the_scenario() -> None:  # rule: army.budget
    with pytest.raises(BadSetup, match="Pitched battle is for 600 AP, not 200"):
        GAME.setup(scenario=PITCHED, first="griffons-600")
    with pytest.raises(BadSetup, match="is for 200 AP, not 600"):
        GAME.setup(first="griffons-600")
    with pytest.raises(BadSetup):
        GAME.setup(scenario="three-of-a-kind")


def test_the_ready_armies_of_the_scenario_are_there() -> None:
    for card in (t.SCENARIOS[SKIRMISH], t.SCENARIOS[PITCHED]):
        assert [READY[name].budget for name in card.armies] == [card.budget] * len(card.armies)
    assert set(get_args(Ready)) == set(t.SCENARIOS[PITCHED].armies)


@pytest.mark.parametrize("names", [("random", "random"), ("engine:1n", "random")])
def test_pitched_battles_of_bots_end_in_time(names: tuple[str, str]) -> None:
    # rule: turn.last-turn, ruling.stalemate
    state = BATTLES.new(seed=5)
    players = [bot(name, 5) for name in names]
    while state.open:
        seat = state.open[0].seat
        choose(state, seat, players[seat].pick(outlook(GAME, state, seat)))
        assert state.turn <= 7
    assert state.result
    assert state.turn == 7 or state.result.because == "turn.last-turn"


# -- the table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_scenery_is_drawn_apart(seed: int) -> None:  # rule: setup.terrain, ruling.drawn-ground
    state = BATTLES.new(seed=seed)
    grounds = state.terms.grounds
    fewest, most = DRAWS[PITCHED]
    assert fewest <= len(grounds) <= most
    assert {ground.kind for ground in grounds} <= set(DRAWN[PITCHED])
    for number, one in enumerate(grounds):
        assert not any(within(one.shape, other.shape, 999) for other in grounds[:number])
        assert all(2500 <= y <= 5500 and 0 <= x <= 12000 for x, y in one.shape)
    assert is_scenery(PITCHED, state.scenery)
    assert len({ground.id for ground in grounds}) == len(grounds)


@pytest.mark.parametrize(("piece", "seen"), [("tree", PARTIAL), ("house", NONE)])
def test_a_tree_hides_a_part_and_a_house_everything(piece: str, seen: int) -> None:
    # rule: los.scenery-height-bands, ruling.drawn-ground
    state = field(f"{piece} 60 40", scenario=STONES)
    put(state, 2, (60, 55, 270), files=4)
    assert min(sees(state, 0, guard) for guard in state.units[2].ranks) == seen
    assert min(sees(state, guard, 0) for guard in state.units[2].ranks) == seen


def test_a_wall_is_drawn_as_it_lies() -> None:
    """Eight centimetres long either way; woods and hills are not laid on their side."""
    state = field("wall 60 40, wall 90 40 0, hill 30 40 0")
    shown = {thing.id: thing for thing in GAME.scene(state, None).things()}
    walls = [shown[name] for name in ("ground:wall", "ground:wall-2", "ground:hill")]
    assert [(thing.size, thing.turn) for thing in walls] == [(80, 0), (80, 90), (100, 0)]


def test_scenery_differs_from_match_to_match() -> None:  # rule: setup.terrain
    drawn = [BATTLES.new(seed=seed) for seed in range(40)]
    assert {g.kind for state in drawn for g in state.terms.grounds} == set(DRAWN[PITCHED])
    assert {len(state.terms.grounds) for state in drawn} == {3, 4}
    assert len({state.scenery for state in drawn}) > 30


@pytest.mark.parametrize(
    "told",
    ["wood 60 20", "wood 60 40, hill 65 40", "castle 60 40", "wood 60", "house 60 40", "wood 3 40",
     "wood 10 40, wood 50 40, wood 75 40, wood 100 40, wall 30 40"],
)  # fmt: skip
def test_scenery_that_cannot_lie_there_is_refused(told: str) -> None:
    state = BATTLES.new(seed=1)
    assert list(state.problems()) == []
    state.scenery = told
    assert [problem for problem in state.problems() if problem.startswith("scenery")]


def test_a_state_knows_its_scenario() -> None:
    state = BATTLES.new(seed=1)
    state.scenario = SKIRMISH
    assert list(state.problems())
    state.scenario = "nowhere"
    assert any("nowhere" in problem for problem in state.problems())


def test_the_edge_is_that_of_the_scenario() -> None:  # rule: move.table-edge
    spot = disc((11000, 7000), 400)
    assert on_table(field(""), spot)
    assert not on_table(field("", scenario=SKIRMISH), spot)


def test_units_deploy_in_a_strip_of_fifteen_centimetres() -> None:  # rule: setup.deploy
    state, dice = BATTLES.new(seed=2), Dice(2)
    while state.phase == p.DEPLOYMENT:
        decision = state.open[0]
        done = "button:done" in decision.options  # nobody stays in reserve
        pick = decision.options[dice.roll(len(decision.options))]
        choose(state, decision.seat, "button:done" if done else pick)
    edge = {state.south: range(1501), 1 - state.south: range(6500, 8001)}
    heights = {
        seat: [
            y for unit in state.roster.of(seat) for shape in shapes(state, unit) for _, y in shape
        ]
        for seat in range(2)
    }
    assert all(y in edge[seat] for seat in range(2) for y in heights[seat])
    assert max(heights[state.south]) > 1200  # deeper than in the learning skirmish


# -- scenery -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenery", "seen"),
    [("marsh 60 40", FULL), ("wall 60 40", PARTIAL), ("hill 60 40", NONE), ("ruin 60 40", NONE),
     ("wood 60 40", NONE), ("hill 60 28", FULL), ("hill 60 54", FULL), ("ruin 60 26", PARTIAL),
     ("ruin 60 54", PARTIAL)],
)  # fmt: skip
def test_what_one_sees_past_scenery(scenery: str, seen: int) -> None:
    # rule: ruling.drawn-ground, los.scenery-height-bands
    state = field(scenery)
    guard = state.units[2].ranks[1]
    assert sees(state, 0, guard) == seen
    assert sees(state, guard, 0) == seen


def test_a_ruin_covers_from_the_air_and_a_hill_does_not() -> None:  # rule: ruling.drawn-ground
    for scenery, seen in (("hill 60 54", FULL), ("ruin 60 54", PARTIAL), ("hill 60 40", PARTIAL)):
        state = battle(["3 morbid-angel"], ["4 alahan-guard"])
        state.scenario, state.scenery = PITCHED, scenery
        fly(state, 0, (60, 25, 90))
        put(state, 1, (60, 55, 270))
        assert sees(state, 0, state.units[1].ranks[1]) == seen


@pytest.mark.parametrize(
    ("kind", "paid"), [("marsh", 1800), ("ruin", 1800), ("wood", 1800), ("hill", 1000)]
)
def test_marsh_and_ruin_are_difficult_and_a_hill_is_not(kind: str, paid: int) -> None:
    # rule: move.difficult, ruling.drawn-ground
    state = field(f"{kind} 60 32")
    assert cost(state, 0, 90, 1000) == paid
    assert may_stand(state, 0, [(6000, 3200, 90)], Way())
    assert not may_stand(field("wall 60 32"), 0, [(6000, 3200, 90)], Way())


# -- what it is fought for ---------------------------------------------------------------------


def ended(state: RagNarok) -> Result:
    ask(state, Score())
    assert state.result
    return state.result


def host() -> RagNarok:
    """Two Units with a Commander each; nobody near the other's strip."""
    state = battle(
        ["1 abel, 6 griffin-duelist", "4 griffin-fusilier leader"], ["1 melmoth, 6 morbid-puppet"]
    )
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (60, 30, 90), files=3)
    put(state, 1, (30, 10, 90))
    put(state, 2, (60, 60, 270), files=3)
    return state


def test_the_death_of_the_commander_counts_sixty() -> None:
    # rule: victory.points, ruling.pitched-aims
    state = host()
    melmoth = state.sides[1].general
    state.scenario, state.scenery = SKIRMISH, FIXED[SKIRMISH]
    kill(state, melmoth)
    plain = scores(state)
    assert plain[0] == fighter(state, melmoth).ap
    state.scenario, state.scenery = PITCHED, ""
    assert scores(state) == (plain[0] + 60, 0)
    assert ended(state).scores == (plain[0] + 60, 0)


def test_a_commander_that_fled_is_not_slain() -> None:  # rule: ruling.pitched-aims
    state = host()
    remove(state, state.sides[1].general, p.FLED)
    assert aims(state, 0) == 0


def test_heirs_bring_nothing_more() -> None:  # rule: ruling.pitched-aims
    state = host()
    state.sides[1].general = -1
    assert aims(state, 0) == 0
    kill(state, muster(state.armies).generals[1])
    assert aims(state, 0) == 60


@pytest.mark.parametrize(
    ("y", "mood", "points"),
    [(65, p.CALM, 40), (64, p.CALM, 0), (70, p.FEAR, 40), (70, p.ROUT, 0), (10, p.CALM, 0)],
)
def test_units_in_the_enemys_strip_count_forty(y: int, mood: int, points: int) -> None:
    # rule: victory.points, ruling.pitched-aims
    state = host()
    put(state, 1, (30, y, 90))
    state.units[1].mood = mood
    assert aims(state, 0) == points
    assert aims(state, 1) == 0
    put(state, 2, (90, 80 - y, 270), files=3)
    state.units[2].mood = mood
    assert aims(state, 1) == points
    state.south = 1  # the same table from the other side
    assert aims(state, 0) == (40 if y == 10 else 0)


def test_less_than_a_twentieth_of_the_budget_is_a_draw() -> None:
    # rule: victory.points, ruling.margin
    """Three Puppets are 24 AP, four are 32; 30 win."""
    state = host()
    dead = [n for n in state.units[2].ranks if fighter(state, n).card.id == "morbid-puppet"]
    for number in dead[:3]:
        remove(state, number, p.DEAD)
    assert ended(state.clone()) == Result((1, 1), (24, 0), "victory.points")
    remove(state, dead[3], p.DEAD)
    assert ended(state) == Result((1, 2), (32, 0), "victory.points")


def test_the_margin_is_a_twentieth_of_every_budget() -> None:  # rule: ruling.margin
    """Of what it counts: AP count half at the three stones, where one held for a turn decides."""
    found = {card.budget: card.deeds.margin for card in t.SCENARIOS.values()}
    assert found == {200: 10, 600: 30, 1000: 25}
    assert found[1000] < t.SCENARIOS[STONES].deeds.stone


@pytest.mark.parametrize(
    ("scenario", "points", "told"),
    [
        ("first-blood", 200, "A lead of 10 or more wins; less is a draw"),
        ("pitched-battle", 600, "A lead of 30 or more wins; less is a draw"),
        ("three-stones", 1000, "A lead of 25 or more wins; less is a draw"),
    ],
)
def test_the_margin_is_told(scenario: str, points: int, told: str) -> None:  # rule: victory.points
    armies = {"first": f"griffons-{points}", "second": f"acheron-{points}"}
    state = GAME.new(GAME.setup(scenario=scenario, **armies), seed=7)
    notes = GAME.scene(state, 0).notes
    assert told in [fact.text for note in notes for fact in note.facts]


# -- the scene ---------------------------------------------------------------------------------


def test_the_whole_table_and_its_scenery_are_drawn() -> None:
    state = BATTLES.new(seed=7)
    table = next(zone for zone in GAME.scene(state, 0).zones if zone.id == "table")
    assert table.box == (0, 0, 1200, 800)
    things = {thing.id: thing for thing in table.things}
    for ground in state.terms.grounds:
        assert things[ground.id].label == ground.kind.capitalize()
        x, y = things[ground.id].at
        assert 0 < x < 1200
        assert 250 <= y <= 550
    rulers = [mark for mark in table.marks if mark.kind == "ruler"]
    spans = [(*[y for _, y in mark.points], mark.text) for mark in rulers]
    assert spans == [(790, 790, "10 cm"), (800, 650, "15 cm"), (0, 150, "15 cm")]


def test_the_scene_says_what_is_fought_for() -> None:  # rule: ruling.pitched-aims
    told = [game.scene(game.new(seed=7), 0).notes[0] for game in (GAME, BATTLES)]
    assert [len(note.facts) for note in told] == [3, 5]
    assert [fact.amount for fact in told[1].facts] == [None, 60, 40, None, None]
    assert told[1].facts[-1].rule == "turn.tactics-roll"
