"""What a plain player does without a thought."""

from __future__ import annotations

import pytest

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.instinct import Draw, instinct
from fimbul.kernel import Dice, choose
from tests.games.drakkar.drawn import Box, table
from tests.games.drakkar.test_quests import HEDEBY, bargaining


@pytest.mark.parametrize("seats", [3, 6])
def test_it_plays_whole_months_by_the_rules(seats: int) -> None:
    """It is silent only in the Brawl, so that a dream ends with the month."""
    for seed in range(8):
        state, dice = GAME.new(GAME.setup(seats=seats), seed), Dice(seed)
        while state.open:
            decision = state.open[0]
            pick = instinct(state, decision, dice)
            assert (pick is None) == any(state.decks)
            assert pick is None or pick in decision.options
            choose(state, decision.seat, pick or decision.options[0])


def test_it_beats_random_play() -> None:
    points = [0, 0]
    for seed in range(12):
        state, dice = GAME.new(GAME.setup(seats=4), seed), Dice(seed)
        while state.open:
            decision = state.open[0]
            pick = instinct(state, decision, dice) if decision.seat == seed % 4 else None
            options = decision.options
            choose(state, decision.seat, pick or options[dice.roll(len(options))])
        assert state.result
        points[0] += state.result.scores[seed % 4]
        points[1] += sum(state.result.scores) - state.result.scores[seed % 4]
    assert points[0] > points[1]


def draw(ships: list[str], face: str) -> int:
    """How much a face draws the first seat, whose quest asks for strength 3 and a Beer."""
    box = Box()
    state = table([f"{ship} | 1,0,0" for ship in ships], box)
    state.kept = [(HEDEBY,)] * len(ships)
    found = box.face(face)
    return Draw(state, 0).of(found, OURS.kinds[found])


@pytest.mark.parametrize(
    ("ship", "better", "worse"),
    [
        ("none", "stern", "viking3"),
        ("bow:-", "stern", "bow"),
        ("bow:v3 stern:-", "beer", "viking3"),
        ("bow:- stern:-", "viking3", "viking1"),
        ("bow:v2 stern:beer", "deck", "sabotage#4"),
        ("bow:v2 stern:beer", "spear", "beer"),
        ("bow:v3 stern:beer", "boarding3#16:1,0,1", "deck"),
        ("bow:v3 stern:beer", "raid#9", "viking1"),
        ("none", "loki#12", "raid#9"),
    ],
)
def test_what_draws_more(ship: str, better: str, worse: str) -> None:
    rivals = ["none", "bow:v2", "none"]
    assert draw([ship, *rivals], better) > draw([ship, *rivals], worse)


# rule: ruling.bargain-bots
def test_it_trades_as_plain_players_do() -> None:
    state = bargaining()
    said = []
    while state.open and state.open[0].rule in ("team.ask-one", "team.payment"):
        pick = instinct(state, state.open[0], Dice())
        assert pick
        said.append(pick)
        choose(state, state.open[0].seat, pick)
    assert p.OFFER in said
    assert said[-1] == p.ACCEPT
