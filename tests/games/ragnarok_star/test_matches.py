"""A whole round as the rulebook tells it, secrets, stored states, and that no example is lost."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.course import Reveal
from fimbul.games.ragnarok_star.rules.programming import Write
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice, choose, settle
from tests.games.ragnarok_star.drawn import (
    at,
    crowd,
    go_on,
    halls,
    keep,
    number,
    program,
    table,
)

EXAMPLES = GAME.rulebook.tables["example"]


def write(state: RagnarokStar, seat: int, *actions: str) -> None:
    for action in actions:
        name, _, place = action.partition(">")
        choose(state, seat, f"act:{name}")
        if place:
            choose(state, seat, f"island:{place}")
    choose(state, seat, p.DONE)


# rule: resolve.numeric-order, resolve.simultaneous, program.before-arrival, ice.change-order
# rule: end.winner, round.phases, arrival.no-looking-back
def test_a_whole_round() -> None:
    # example: example.round-trace
    islands = "pink 1G 1L 1M, skerries 1B 1G, motor 1M, kiss 1B 1L"
    state = table("sea sea", "", islands, "berg@0 bridge@2")
    state.decks = [(0, 1), (8, 10)]
    state.used, state.spare = [(2, 3, 4, 5, 6), (9, 11, 12, 13, 14)], [7, 15]
    state.then((Write(0), Write(1)), Reveal())
    settle(state)
    write(state, 0, "sail>kiss", "boy2", "lady2", "girl2", "eye")
    write(state, 1, "fly>kiss", "lady2", "man2", "steal", "shield")
    arrived = [crowd(state, place) for place in p.ISLANDS]
    assert arrived == ["1G 1L 2M", "1G 3B", "2L 1M", "1G 1B 1L"]
    assert [at(state, seat) for seat in (0, 1)] == ["kiss", "kiss"]
    picks = {0: ["fan:kiss-boy-1", "fan:motor-lady-1", "fan:kiss-girl-1", "deck:young"]}
    picks[1] = ["fan:kiss-lady-1", "fan:motor-man-1", "column:0-boy"]
    go_on(state, picks, "ice.change-remove")
    assert halls(state) == [(1, 0, 1, 0), (0, 1, 1, 1)]
    assert (crowd(state, "motor"), crowd(state, "kiss")) == ("1L", "")
    assert state.peeks == [1, 0]
    for thing in ("ice:berg", "spot:kiss"):
        choose(state, 0, thing)
    assert state.ice == [p.NONE, p.NONE, p.BRIDGE, p.PACK]
    assert state.master == 1


# rule: program.secret, program.reveal, arrival.no-looking-back, eye.peek, contract.draw
# rule: resolve.announce, band.free-space, ruling.public-information, ruling.discarded-fan-cards
def test_hidden_information() -> None:
    # example: example.hidden-information
    state = table("kiss kiss", "", "kiss 4G")
    state.round, state.decks = 3, [(0, 1, 2, 3, 4), (8, 9, 10, 11, 12)]
    state.used, state.peeks = [(5, 6), (13, 14)], [2, 0]
    keep(state, 0, "teen-seafarer", "paint-it-white")
    state.then((Write(0), Write(1)), Reveal())
    settle(state)
    write(state, 0, "eye", "girl2", "fly>kiss", "contract", "shield")
    told = str(GAME.seen(state, 1))
    names = ("teen-seafarer", "Seafarer", "paint-it-white", "Paint It White")
    assert not any(name in told for name in names)
    things = {thing.id: thing for thing in GAME.scene(state, 1).things()}
    assert "2 contracts" in GAME.scene(state, 1).plates[0].facts
    assert not [name for name in things if name.startswith("plan:0")]
    assert (things["deck:young"].tip, things["deck:old"].tip) == ("", "")
    assert things["used:old"].tip == "2 old men on Motørhavn and 1 old lady on Rolling Skerries"
    assert len([name for name in things if name.startswith("used:")]) == 2
    mine = {thing.id: thing for thing in GAME.scene(state, 0).things()}
    assert mine["deck:old"].tip.startswith("Next round it brings 2 old men on Pink Fjord")
    write(state, 1, "steal", "girl1", "fly>kiss", "contract", "shield")
    go_on(state, {0: ["deck:young"]}, "collect.single-island")
    choose(state, 0, "fan:kiss-girl-2")
    after = GAME.seen(state, 1)
    shown = [thing.id for thing in after.scene.things() if thing.id.startswith("plan:0")]
    assert len(shown) == 5
    assert (after.sealed, after.picked, after.events) == ((0,), None, ())
    mine_ = GAME.seen(state, 0)
    assert (mine_.picked, mine_.decision) == ("fan:kiss-girl-2", None), "sealed is sealed"


def test_whoever_dreams_keeps_what_it_knows() -> None:
    state = table("kiss kiss", mode="divalkyrie")
    keep(state, 0, "teen-seafarer")
    keep(state, 1, "paint-it-white")
    state.held = [state.stars.pop(), state.stars.pop()]
    state.peeks = [1, 2]
    program(state, "1: eye", "1: eye")
    number(state, 1)
    dreams = [GAME.imagine(state, 0, Dice(seed)) for seed in range(30)]
    assert {dream.hands[0] for dream in dreams} == {state.hands[0]}
    assert len({dream.hands[1] for dream in dreams}) > 5
    assert {dream.held[0] for dream in dreams} == {state.held[0]}
    assert len({dream.held[1] for dream in dreams}) > 3
    assert {dream.decks[0][-1] for dream in dreams} == {state.decks[0][-1]}
    assert len({dream.decks[1][-1] for dream in dreams}) > 3
    assert len({dream.spare[0] for dream in dreams}) > 3


@pytest.mark.parametrize("mode", p.MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_fan_is_always_somewhere(mode: str, seats: int) -> None:
    setup = GAME.setup(seats=seats, expansions=mode)
    state, dice = GAME.new(setup, seats), Dice(seats)
    while state.open:
        fans = sum(state.supply) + sum(state.islands) + sum(state.halls)
        assert fans == 84
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert GAME.count(state) == GAME.box(setup)


def test_no_example_is_left_out() -> None:
    folder = Path(__file__).parent.glob("test_*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder)
    told = set(re.findall(r"# example: (example\.[\w-]+)", text))
    ids = {example["id"] for example in EXAMPLES}
    assert ids - told == set(), "examples without a test"
    assert told - ids == set(), "tests of no example"
    assert len(EXAMPLES) == 95


@pytest.mark.parametrize("expansions", ["base", "divalkyrie"])
def test_the_facts_of_a_bands_glory_add_up_to_its_plate(expansions: str) -> None:
    dice, met = Random(3), set[int]()
    state = GAME.new(GAME.setup(expansions=expansions), seed=3)
    while state.open:
        decision = state.open[0]
        scene = GAME.scene(state, decision.seat)
        score = scene.plates[decision.seat].score or 0
        note = scene.notes[-1]
        assert note.title == f"Your glory: {score}"
        assert sum(fact.amount or 0 for fact in note.facts) == score
        met.add(score)
        choose(state, decision.seat, dice.choice(decision.options))
    assert len(met) > 1
