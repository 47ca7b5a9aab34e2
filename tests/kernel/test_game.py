"""A game as one value: what is seen, what is imagined, what is found by name."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.kernel import Dice, Game, choose
from tests.wager import GAME as WAGER
from tests.wager.parts import DONE

BRANDUB = fimbul.game("brandub")


def test_a_game_knows_its_folder_and_book() -> None:
    assert (BRANDUB.id, BRANDUB.title, BRANDUB.rules) == ("brandub", "Brandub", "1")
    assert (BRANDUB.folder / "rules.toml").is_file()
    assert BRANDUB.rulebook is BRANDUB.rulebook, "read once"


def test_a_game_that_is_not_there_is_named_with_its_neighbour() -> None:
    with pytest.raises(fimbul.NoSuchGame, match="did you mean 'brandub'"):
        fimbul.game("Brandub")
    with pytest.raises(fimbul.NoSuchGame):
        fimbul.game("../brandub")


def test_games_are_found_by_folder() -> None:
    assert "brandub" in fimbul.game_names()
    assert list(fimbul.game_names()) == sorted(fimbul.game_names())
    assert all(isinstance(fimbul.game(name), Game) for name in fimbul.game_names())


def test_a_seat_sees_its_own_question_and_pick_only() -> None:
    state = WAGER.new(seed=1)
    first = state.open[0].options[0]
    choose(state, 0, first)
    choose(state, 0, DONE)
    mine, other, anybody = (WAGER.seen(state, seat) for seat in (0, 1, None))
    assert mine.picked == DONE
    assert mine.decision is not None
    assert (other.picked, anybody.picked, anybody.decision) == (None, None, None)
    assert other.decision == state.open[0]
    assert mine.sealed == other.sealed == anybody.sealed == (0,)
    assert mine.waiting == anybody.waiting == (1, 2)


def test_buttons_lie_in_the_scene_of_those_who_may_press_them() -> None:
    state = WAGER.new(seed=1)
    choose(state, 0, state.open[0].options[0])
    zones = [{zone.id for zone in WAGER.scene(state, seat).zones} for seat in (0, 1, None)]
    assert ["buttons" in names for names in zones] == [True, False, False]
    button = next(thing for thing in WAGER.scene(state, 0).things() if thing.id == DONE)
    assert (button.label, button.art) == ("Done", "button")


def test_a_dream_keeps_what_is_known_and_rolls_other_dice() -> None:
    state = WAGER.new(seed=2)
    for _ in range(2):
        choose(state, 0, state.open[0].options[0])
    choose(state, 1, state.open[0].options[0])
    for seed in range(20):
        dream = WAGER.imagine(state, 0, Dice(seed))
        assert dream.hands[0] == state.hands[0]
        assert dream.sealed[0] == state.sealed[0]
        assert dream.lanes[0] == state.lanes[0]
        assert 1 not in dream.lanes, "nobody sees how far another has come"
        assert dream.seed != state.seed


def test_a_dream_seals_what_a_rival_could_have_picked() -> None:
    state = WAGER.new(seed=2)
    choose(state, 1, state.open[1].options[0])
    choose(state, 1, DONE)
    picks = set()
    for seed in range(40):
        dream = WAGER.imagine(state, 0, Dice(seed))
        assert set(dream.sealed) == {1}
        assert dream.asked[1].options.count(dream.sealed[1]) == 1
        picks.add(dream.sealed[1])
    assert len(picks) > 5, "not only what was really picked"


def test_nobody_dreams_with_the_same_dice_twice() -> None:
    dice = Dice(1)
    state = BRANDUB.new()
    seeds = {BRANDUB.imagine(state, 0, dice).seed for _ in range(50)}
    assert len(seeds) == 50


def test_turns_are_rows_unless_a_game_counts_otherwise() -> None:
    state = WAGER.new()
    assert WAGER.turns(state) == 0
    choose(state, 0, state.open[0].options[0])
    assert WAGER.turns(state) == 0
