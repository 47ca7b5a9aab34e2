"""Bots know what their seat knows: however the hidden truth lies, the same dice pick the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import fimbul
from fimbul.bots import Bot, bot, outlook
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Dice, Game, State, choose
from tests.bots.tables import WAGER

WORLDS = 2  # dreams of each moment
LONGEST = 3  # picks of one seat that are compared
TABLES: dict[str, tuple[Game[Any], dict[str, Any]]] = {
    "wager": (WAGER, {}),
    "nine_realms": (fimbul.game("nine_realms"), {}),
    "drakkar": (fimbul.game("drakkar"), {"seats": 4}),
    "ragnarok_star": (
        fimbul.game("ragnarok_star"),
        {"seats": 3, "expansions": "divalkyrie"},
    ),
    "rag_narok": (fimbul.game("rag_narok"), {}),
    "ragnarocks": (fimbul.game("ragnarocks"), {"powers": ("odin", "none"), "board": "sym54"}),
}


def test_every_game_with_secrets_is_here() -> None:
    assert {name for name in fimbul.game_names() if fimbul.game(name).lore.redeal} <= set(TABLES)


def moments(table: str, seed: int, often: int) -> Iterator[tuple[State, int]]:
    """Some states of a random match, each with a seat that chooses there and knows not all."""
    game, options = TABLES[table]
    state, dice = game.new(game.setup(**options), seed), Dice(seed)
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        chosen = len(decision.options) > 1 and not dice.roll(often)
        if chosen and differ(state, game.imagine(state, decision.seat, Dice(99))):
            yield state, decision.seat
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])


def differ(one: State, other: State) -> bool:
    """Whether more than the dice and the question to others is another one."""
    twin = other.clone()
    twin.seed, twin.asked, twin.sealed, twin.lanes = one.seed, one.asked, one.sealed, one.lanes
    return one != twin


def picks(game: Game[Any], player: Bot, state: State, seat: int) -> list[str]:
    """What a bot picks, and picks next if the seat goes on at once: it may keep its tree."""
    state, made, number = state.clone(), list[str](), state.number
    for _ in range(LONGEST):
        if state.number != number or seat in state.sealed:
            break
        made.append(player.pick(outlook(game, state, seat)))
        choose(state, seat, made[-1])
    return made


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:40n"])
@pytest.mark.parametrize(("table", "often"), [("wager", 2), ("nine_realms", 9), ("drakkar", 40)])
def test_the_hidden_truth_makes_no_difference(table: str, often: int, name: str) -> None:
    check(table, often, name, seeds=3)


def test_the_hidden_truth_makes_no_difference_to_an_engine() -> None:
    check("nine_realms", 9, "engine:40n", seeds=3)


@pytest.mark.parametrize("name", ["mcts:10n", "engine:20n"])
def test_the_cards_of_odin_make_no_difference(name: str) -> None:
    check("ragnarocks", 3, name, seeds=3)


@pytest.mark.parametrize("name", ["random", "mcts:6n"])
def test_contracts_stars_and_programs_make_no_difference(name: str) -> None:
    check("ragnarok_star", 40, name, seeds=2)


def test_orders_that_lie_face_down_make_no_difference() -> None:
    check("rag_narok", 3, "mcts:6n", seeds=3)


def check(table: str, often: int, name: str, seeds: int) -> None:
    game, compared = TABLES[table][0], 0
    for seed in range(seeds):
        for state, seat in moments(table, seed, often):
            expected = picks(game, bot(name, 9), state, seat)
            for world in range(WORLDS):
                dream = game.imagine(state, seat, Dice(100 + world))
                assert picks(game, bot(name, 9), dream, seat) == expected
                compared += differ(state, dream)
    assert compared > 12, "most dreams are other worlds"


@pytest.mark.parametrize("table", ["wager", "nine_realms", "drakkar"])
def test_what_rivals_have_sealed_makes_no_difference(table: str) -> None:
    """The first row of a match, where everybody but one seat has picked: this, or that."""
    game, options = TABLES[table]
    for name in ("greedy", "mcts:60n", "engine:30n"):
        found = set()
        for whim in range(4):
            state = game.new(game.setup(**options), 6)
            dice, seat = Dice(whim), state.asked[-1].seat
            while rivals := [decision for decision in state.open if decision.seat != seat]:
                options_ = rivals[0].options
                choose(state, rivals[0].seat, options_[dice.roll(len(options_))])
            found.add(bot(name, 5).pick(outlook(game, state, seat)))
        assert len(found) == 1


def after_quests(keeps: int) -> Drakkar:
    """Drakkar once all quests are chosen; each bit of `keeps` says which one a rival has kept."""
    game, options = TABLES["drakkar"]
    state: Drakkar = game.new(game.setup(**options), 8)
    while not state.offered[0]:
        decision = state.open[0]
        choose(state, decision.seat, decision.options[0])
    for decision in state.asked:
        side = 0 if decision.seat == 0 else keeps >> decision.seat & 1
        choose(state, decision.seat, decision.options[side])
    return state


def test_quests_that_rivals_keep_make_no_difference() -> None:
    """Worlds that were played, not dreamt: here a secret shows that lore forgets to deal anew."""
    game = TABLES["drakkar"][0]
    worlds = [after_quests(keeps) for keeps in range(0, 16, 2)]
    assert len({str(world.kept) for world in worlds}) == len(worlds)
    assert all(game.seen(world, 0) == game.seen(worlds[0], 0) for world in worlds)
    for name in ("greedy", "mcts:60n"):
        assert len({bot(name, 3).pick(outlook(game, world, 0)) for world in worlds}) == 1
