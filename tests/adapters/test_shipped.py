"""What PettingZoo, Gymnasium and OpenSpiel test themselves, for every game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import fimbul
import fimbul.adapters.open_spiel
from fimbul.adapters.rows import RowsEnv
from fimbul.adapters.seat import SeatEnv
from fimbul.adapters.turns import TurnsEnv

GAMES = pytest.mark.parametrize("game", fimbul.game_names())
TASTES = (  # the libraries recommend these, and ship games of their own that do otherwise
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
    ".*is not within the observation space.*min.*",
)


@pytest.fixture(autouse=True)
def tastes() -> Iterator[None]:
    with warnings.catch_warnings():
        for taste in TASTES:
            warnings.filterwarnings("ignore", taste)
        yield


@GAMES
def test_pettingzoo_likes_the_turns(game: str) -> None:
    api_test(TurnsEnv(game), num_cycles=300)


@GAMES
def test_pettingzoo_finds_the_same_match_for_the_same_seed(game: str) -> None:
    seed_test(lambda: TurnsEnv(game), num_cycles=40)


@GAMES
def test_pettingzoo_likes_the_rows(game: str) -> None:
    parallel_api_test(RowsEnv(game), num_cycles=200)


@GAMES
def test_gymnasium_likes_a_seat(game: str) -> None:
    check_env(SeatEnv(game, seat=None), skip_render_check=True)


@GAMES
def test_open_spiel_plays(game: str) -> None:
    found = pyspiel.load_game(f"python_fimbul_{game}", {"deals": 8})
    pyspiel.random_sim_test(found, num_sims=1, serialize=True, verbose=False)


def test_options_can_be_pointed_at_in_a_game_that_names_its_things() -> None:
    api_test(TurnsEnv("brandub", pointing=True), num_cycles=100)
