"""What the environments do beyond what their libraries test."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import fimbul
import fimbul.adapters.open_spiel
from fimbul.adapters.many import ManyEnv
from fimbul.adapters.many_processes import ManyProcessesEnv
from fimbul.adapters.reading import TableReading
from fimbul.adapters.rows import RowsEnv
from fimbul.adapters.seat import ILLEGAL, SeatEnv
from fimbul.adapters.turns import TurnsEnv
from fimbul.kernel import BadSetup, IllegalChoice, choose

GAMES = pytest.mark.parametrize("game", fimbul.game_names())


def drawn(masks: NDArray[Any], chance: np.random.Generator) -> NDArray[Any]:
    """An action for each row that its mask allows."""
    found: NDArray[Any] = (chance.random(masks.shape) * masks).argmax(1)
    return found


@GAMES
def test_actions_and_things_are_the_same_both_ways(game: str) -> None:
    reading = TableReading(game, {})
    state = reading.new(3)
    decision = state.open[0]
    actions = [reading.action(decision, thing) for thing in decision.options]
    assert sorted(actions) == reading.legal(decision)
    assert [reading.thing(decision, action) for action in actions] == list(decision.options)
    assert np.flatnonzero(reading.mask(decision)).tolist() == reading.legal(decision)


@GAMES
def test_a_match_by_turns_ends_with_the_rewards_of_its_places(game: str) -> None:
    env, chance = TurnsEnv(game), np.random.default_rng(1)
    env.reset(seed=1)
    while env.decision is not None:
        _, _, _, _, info = env.last()
        env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
    result = env.state_now.result
    assert result is not None
    assert [env.rewards[agent] for agent in env.agents] == [
        result.reward(seat) for seat in range(len(env.agents))
    ]
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


def test_only_who_is_asked_has_a_mask() -> None:
    env = TurnsEnv("nine_realms")
    env.reset(seed=1)
    first = env.agent_selection
    second = next(agent for agent in env.agents if agent != first)
    one, other = env.observe(first), env.observe(second)
    assert one["action_mask"].any()
    assert not other["action_mask"].any()
    env.step(int(np.flatnonzero(one["action_mask"])[0]))
    assert env.agent_selection == second, "both pick together, and are asked in turn"
    assert np.array_equal(env.observe(second)["observation"], other["observation"])


def test_what_is_no_option_is_refused_with_its_reason() -> None:
    env = TurnsEnv("brandub")
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="Choose one of your own pieces first"):
        env.step(0)


def test_who_is_not_asked_waits_and_nothing_else() -> None:
    env = RowsEnv("brandub")
    seen, _ = env.reset(seed=1)
    assert not seen["seat_0"]["action_mask"][env.wait]
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.wait]
    first = int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])
    env.step({"seat_0": first, "seat_1": env.wait})
    with pytest.raises(IllegalChoice):
        env.step({"seat_0": env.wait, "seat_1": env.wait})


def test_a_seat_that_takes_what_is_no_option_has_lost() -> None:
    env = SeatEnv("brandub", ["random"])
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over) == (ILLEGAL, True)
    assert "piece" in info["illegal"]
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_bots_play_the_other_seats() -> None:
    env, chance = SeatEnv("drakkar", ["random", "greedy"], seat=2), np.random.default_rng(1)
    seen, info = env.reset(seed=4)
    over = False
    while not over:
        assert info["seat"] == 2
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, _, info = env.step(action)
    assert env.state_now.result is not None
    assert reward == env.state_now.result.reward(2)
    assert info["place"] == env.state_now.result.places[2]


@GAMES
def test_a_batch_plays_the_matches_that_the_kernel_plays(game: str) -> None:
    """Match by match the same numbers, masks, seats and rewards as by hand."""
    env, chance = ManyEnv(game, 3), np.random.default_rng(2)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=5)
    twins = [state.clone() for state in env.played.states]
    for _ in range(60):
        actions = drawn(infos["action_mask"], chance)
        asked = [twin.open[0] for twin in twins]
        for twin, decision, action in zip(twins, asked, actions.tolist(), strict=True):
            choose(twin, decision.seat, env.reading.thing(decision, action))
        seen, rewards, over, _, infos = env.step(actions)
        for at, twin in enumerate(twins):
            assert over[at] == (twin.result is not None)
            if twin.result is not None:
                assert rewards[at] == twin.result.reward(asked[at].seat)
                assert infos["rewards"][at].tolist() == [
                    twin.result.reward(seat) for seat in range(twin.seats)
                ]
                twins[at] = env.played.states[at].clone()
            seat = twins[at].open[0].seat
            assert infos["seat"][at] == seat
            assert bytes(seen["observation"][at]) == env.reading.game.features(twins[at], seat)
            assert np.flatnonzero(seen["action_mask"][at]).tolist() == env.reading.legal(
                twins[at].open[0]
            )


def test_processes_play_the_same_whoever_shares_the_memory() -> None:
    """A batch of two processes is its two halves; what is wrong there is said here."""
    env, chance = ManyProcessesEnv("brandub", 6, workers=2), np.random.default_rng(3)
    try:
        _, infos = env.reset(seed=9)
        seed = int(np.random.default_rng(9).integers(1 << 31))
        halves = [ManyEnv("brandub", 3), ManyEnv("brandub", 3)]
        for number, half in enumerate(halves):
            half.played.reset(seed + number)
        for turn in range(150):
            actions = drawn(infos["action_mask"], chance)
            if turn == 100:
                with pytest.raises(RuntimeError, match="cannot choose"):
                    env.step(np.append(actions[:5], -1))  # and nothing is played anywhere
            seen, rewards, over, _, infos = env.step(actions)
            for half, mine in zip(halves, (slice(0, 3), slice(3, 6)), strict=True):
                also, gained, ended, _, _ = half.step(actions[mine])
                assert np.array_equal(also["observation"], seen["observation"][mine])
                assert np.array_equal(gained, rewards[mine])
                assert np.array_equal(ended, over[mine])
    finally:
        env.close()
    assert not any(worker.is_alive() for worker in env.crew)


@pytest.mark.parametrize("wrong", [-1, 0, 10_000])
def test_an_action_that_is_no_option_stops_the_whole_batch(wrong: int) -> None:
    """The match that was before it has not moved either."""
    env = ManyEnv("brandub", 3)
    _, infos = env.reset(seed=1)
    actions = drawn(infos["action_mask"], np.random.default_rng(1))
    before = [state.clone() for state in env.played.states]
    with pytest.raises(IllegalChoice):
        env.step(np.array([*actions[:2], wrong]))
    assert env.played.states == before


def test_more_processes_than_matches_are_refused() -> None:
    with pytest.raises(BadSetup, match="as many as matches"):
        ManyProcessesEnv("brandub", 2, workers=3)


def test_open_spiel_clones_are_strangers_and_dreams_agree() -> None:
    found = pyspiel.load_game("python_fimbul_nine_realms", {"deals": 4})
    state: Any = found.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(2)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert twin.now.sealed != state.now.sealed
    dream = state.resample_from_infostate(0, lambda: 0.25)
    game = fimbul.game("nine_realms")
    assert game.features(dream.now, 0) == game.features(state.now, 0)
    assert game.features(dream.now, 1) != game.features(state.now, 1), "the rival's hand is dreamt"


def test_open_spiel_without_chance_begins_with_a_decision() -> None:
    found = pyspiel.load_game("python_fimbul_brandub", {"deals": 1})
    assert not found.new_initial_state().is_chance_node()


def test_open_spiel_takes_options_of_a_setup() -> None:
    told = {"options": '{"board": "sym54"}'}
    small = pyspiel.load_game("python_fimbul_ragnarocks", told)
    usual = pyspiel.load_game("python_fimbul_ragnarocks")
    assert small.num_distinct_actions() < usual.num_distinct_actions()
