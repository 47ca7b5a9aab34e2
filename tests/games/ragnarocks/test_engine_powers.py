"""The engine with powers: its lines can be played, and what is sure is found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import fimbul
from fimbul.arena import play_series, rank_bots
from fimbul.bots import bot, outlook
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.engine.lay import lay_myth
from fimbul.games.ragnarocks.engine.picks import grove_of, turns
from fimbul.games.ragnarocks.engine.search import RagnarocksEngine, lines, prepared
from fimbul.games.ragnarocks.parts import CHOICES_A_TURN
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.rules.turn import TurnStep
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, choose, encode

ENGINE = RagnarocksEngine()
PAIRS = list(combinations(POWERS, 2))
MIXED: dict[str, Any] = {"powers": ("random",), "board": "sym54"}
OWN_ICONS = {"power": [{"id": "thor", "odin_icon": True}]}
ENOUGH_TURNS = 400  # positions within one turn that are tried


def asked_in_play(setup: fimbul.Setup, seed: int) -> Iterator[Ragnarocks]:
    """The decisions of a random match, but for those of laying the table."""
    state, dice = GAME.new(setup, seed), Dice(seed)
    while state.open:
        step = state.agenda[-1][0]
        assert isinstance(step, TurnStep)
        if not step.before_play:
            yield state
        options = state.open[0].options
        choose(state, state.open[0].seat, options[dice.roll(len(options))])


def lines_can_be_played(setup: fimbul.Setup, seed: int, often: int) -> None:
    for number, state in enumerate(asked_in_play(setup, seed)):
        if number % often:
            continue
        before, seat = encode(state), state.open[0].seat
        found = ENGINE.search(state, lambda done: done >= 3, seed=5)
        assert encode(state) == before
        assert len({line.picks for line in found}) == len(found) > 0
        for line in found[:3]:
            assert -1 <= line.value <= 1
            twin = state.clone()
            for pick in line.picks:
                assert twin.open[0].seat == seat
                choose(twin, seat, pick)


@pytest.mark.parametrize("power", POWERS)
def test_every_line_can_be_played_with_every_power(power: str) -> None:
    names = list(POWERS)
    place = names.index(power)
    lines_can_be_played(GAME.setup(powers=(power, names[(place + 7) % len(names)])), place, 3)


@pytest.mark.parametrize("first", range(0, len(PAIRS), 62))
def test_no_bot_lacks_an_answer(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_lacks(PAIRS[first], monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_no_bot_lacks_an_answer_with_any_pair(
    pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_lacks(pair, monkeypatch)
    lines_can_be_played(GAME.setup(powers=pair), PAIRS.index(pair), 5)


def nothing_lacks(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fimbul.games.ragnarocks.lore.TRIED", 40)  # what no budget bounds
    options = {"powers": pair, "board": "sym54"}
    for ended in play_series(GAME, ["engine:3n", "engine:2n/4"], 2, seed=3, options=options):
        assert not ended.troubles, ended


def wins_now(state: Ragnarocks, seat: int) -> bool | None:
    """Whether this seat can win before another is asked; None if that is too much to try."""
    left, turn, waiting = ENOUGH_TURNS, state.turns, [state]
    while waiting:
        here = waiting.pop()
        if here.result is not None:
            if here.result.places[seat] < here.result.places[1 - seat]:
                return True
        elif here.open[0].seat == seat and here.turns == turn:
            left -= len(here.open[0].options)
            if left < 0:
                return None
            for option in here.open[0].options:
                twin = here.clone()
                choose(twin, seat, option)
                waiting.append(twin)
    return False


def test_a_win_within_the_turn_is_found_and_sure() -> None:
    found = 0
    for seed in range(40):
        for state in asked_in_play(GAME.setup(**MIXED, stones=16), seed):
            seat = state.open[0].seat
            if state.supply > 2 or len(state.open[0].options) < 2 or not wins_now(state, seat):
                continue
            best = ENGINE.search(state, lambda done: done >= 3000, seed=1)[0]
            assert best.value > 0.95
            twin = state.clone()
            for pick in best.picks:
                choose(twin, seat, pick)
            assert twin.result is None or twin.result.places[seat] == 1
            found += 1
            break
    assert found > 8


def test_where_nobody_has_a_power_it_is_the_search_of_the_basic_game() -> None:
    """The same turns with the same values, to the last bit."""
    state, dice = GAME.new(seed=7), Dice(3)
    for most in (40, 200, 400):

        def enough(done: int, most: int = most) -> bool:
            return done >= most

        tree, grove = prepared(state, 1), grove_of(state.board)
        lay_myth(grove.start, state)
        grove.reset()
        grove.noise = tree.noise = 0.0
        tree.search(enough)
        grove.search(enough)
        assert (grove.looks, grove.value[0]) == (tree.looks, tree.value[0])
        assert next(turns(grove, state)) == lines(tree, state)[0]
        for _ in range(CHOICES_A_TURN * 5):
            options = state.open[0].options
            choose(state, state.open[0].seat, options[dice.roll(len(options))])


def test_drafts_teams_and_other_cards_are_left_to_the_kernel() -> None:
    for options in (
        {"powers": "draft"},
        {"seats": 4, "powers": ("random",)},
        {"powers": ("tyr", "odin"), "cards": OWN_ICONS},
        {"powers": ("fenrir", "none")},  # which viking stays out is asked before the first turn
    ):
        state = GAME.new(GAME.setup(**options), seed=3)
        assert not ENGINE.search(state, lambda done: done >= 1, seed=1)
        found = outlook(GAME, state, state.open[0].seat)
        assert bot("engine:4n").pick(found) in found.decision.options


def test_the_same_seed_finds_the_same_lines() -> None:
    state = GAME.new(GAME.setup(powers=("surtr", "sol")), seed=1)
    lines = ENGINE.search(state, lambda done: done >= 40, seed=5)
    assert ENGINE.search(state, lambda done: done >= 40, seed=5) == lines
    assert ENGINE.search(state, lambda done: done >= 40, seed=6) != lines


def test_it_beats_mcts_with_powers() -> None:
    """Each with either card: these decide less than who thinks further."""
    options = {"powers": ("sol", "ratatoskr"), "board": "sym54"}
    best = rank_bots(play_series(GAME, ["engine:80n", "mcts:3n"], 4, seed=2, options=options))[0]
    assert best.bot == "engine:80n"
    assert best.rate > 0.7
