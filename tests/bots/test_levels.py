"""Levels: five words for how strong a bot plays, the same in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import fimbul
from fimbul.arena import play_series
from fimbul.bots import LEVELS, Bot, bot, outlook
from fimbul.bots.levels import DEFAULTS, LevelBot, level_bot
from fimbul.kernel import Game, Lore, NoSuchBot
from tests.bots.tables import BRANDUB, WAGER

LEVELLED = replace(WAGER, lore=replace(WAGER.lore, levels={"odin": "greedy"}))


def player_of(found: Bot) -> str:
    assert isinstance(found, LevelBot)
    assert found.player, "it has picked already"
    return found.player.name


def test_the_levels_are_these_the_weakest_first() -> None:
    assert LEVELS == ("thrall", "karl", "jarl", "konung", "odin")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", fimbul.game_names())
def test_every_game_has_a_bot_for_every_level(name: str, level: str) -> None:
    game = fimbul.game(name)
    assert bot(level_bot(game, level)).name not in LEVELS
    assert set(game.lore.levels) <= set(LEVELS)


def test_a_level_is_what_the_game_at_hand_makes_of_it() -> None:
    found = bot("odin", 3)
    assert found.name == "odin"
    pick = found.pick(outlook(LEVELLED, LEVELLED.new(seed=4), 1))
    assert player_of(found) == "greedy"
    assert pick == bot("greedy", 3).pick(outlook(WAGER, WAGER.new(seed=4), 1))


def test_where_the_lore_is_silent_the_defaults_hold() -> None:
    assert level_bot(LEVELLED, "karl") == DEFAULTS["karl"]
    found = bot("thrall", 3)
    found.pick(outlook(BRANDUB, BRANDUB.new(), 0))
    assert player_of(found) == "random"


def test_one_player_answers_a_whole_match_and_another_the_next_game() -> None:
    quick: Game[Any] = replace(BRANDUB, lore=Lore(levels={"odin": "mcts:3n"}))
    found = bot("odin")
    assert isinstance(found, LevelBot)
    players = []
    for game in (quick, quick, LEVELLED):
        found.pick(outlook(game, game.new(), 0))
        players.append(found.player)
    assert players[0] is players[1]
    assert player_of(found) == "greedy"


def test_levels_play_in_a_series() -> None:
    (ended,) = play_series("brandub", ["karl", "thrall"], 1, seed=1)
    assert ended.bots == ("karl", "thrall")


def test_an_unknown_bot_is_refused_with_the_levels() -> None:
    with pytest.raises(NoSuchBot, match="the weakest first: thrall, karl, jarl, konung, odin"):
        bot("earl")
