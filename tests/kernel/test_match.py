"""Matches, their records, and records that cannot have been played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import fimbul
from fimbul.kernel import (
    BadRecord,
    Dice,
    Event,
    Game,
    IllegalChoice,
    Match,
    Record,
    Result,
    Rolled,
    replay,
)
from tests.wager import GAME as WAGER

BRANDUB = fimbul.game("brandub")


def played(game: Game[Any], seed: int, most: int = 10**6, *, mixed: bool = False) -> Match[Any]:
    """A random match, whole or broken off."""
    match, dice = Match(game, seed=seed, mixed=mixed), Dice(seed)
    while match.state.open and len(match.choices) < most:
        decision = match.state.open[dice.roll(len(match.state.open))]
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
    return match


@pytest.mark.parametrize("game", [BRANDUB, WAGER], ids=lambda game: game.id)
@pytest.mark.parametrize("most", [0, 1, 5, 10**6])
@pytest.mark.parametrize("mixed", [False, True])
def test_a_record_replays_to_the_same_state(game: Game[Any], most: int, mixed: bool) -> None:
    match = played(game, 7, most, mixed=mixed)
    again = replay(game, match.record({"Site": "here"}, {0: "a beginning"}))
    assert (again.state, again.choices) == (match.state, match.choices)
    assert again.record() == match.record()


def test_a_record_survives_json() -> None:
    record = played(WAGER, 3).record({"Site": "here"}, {1: "why not"})
    data = msgspec.json.encode(record)
    assert msgspec.json.decode(data, type=Record) == record


def test_an_illegal_choice_is_not_recorded() -> None:
    match = Match(BRANDUB)
    with pytest.raises(IllegalChoice):
        match.choose(1, "piece:king-13")
    assert match.choices == []


@pytest.mark.parametrize("count", [0, 1, 2, 5, 99, -3])
@pytest.mark.parametrize("mixed", [False, True])
def test_undo_takes_back_the_last_choices(count: int, mixed: bool) -> None:
    match, shorter = played(WAGER, 5, mixed=mixed), played(WAGER, 5, 0, mixed=mixed)
    for seat, thing in match.choices[: len(match.choices) - max(0, count)]:
        shorter.choose(seat, thing)
    match.undo(count)
    assert (match.state, match.choices) == (shorter.state, shorter.choices)


def test_mixed_dice_wait_for_every_choice() -> None:
    """Whatever another seat lays, the dice fall differently; in plain matches they cannot."""
    kept = played(WAGER, 5).choices[:5]

    def rolls(last: str, *, mixed: bool) -> list[Event]:
        match = Match(WAGER, seed=5, mixed=mixed)
        for seat, thing in kept:
            match.choose(seat, thing)
        match.choose(match.state.open[0].seat, last)
        return [event for event in match.state.events if isinstance(event, Rolled)]

    match = Match(WAGER, seed=5)
    for seat, thing in kept:
        match.choose(seat, thing)
    options = match.state.open[0].options
    assert len({tuple(rolls(option, mixed=True)) for option in options}) > 1
    assert len({tuple(rolls(option, mixed=False)) for option in options}) == 1


def test_a_dream_of_mixed_dice_has_dice_of_its_own() -> None:
    match = played(WAGER, 5, 2, mixed=True)
    assert match.state.mixed
    assert not WAGER.imagine(match.state, 0, Dice(1)).mixed


def test_undo_opens_a_sealed_pick_again() -> None:
    match = Match(WAGER)
    before = match.state.clone()
    match.choose(1, match.state.open[1].options[0])
    match.undo()
    assert match.state == before


GOOD = played(BRANDUB, 4).record()
BAD = [
    ({"game": "wager"}, "game: this is a record of wager, not of brandub"),
    ({"rules": "99"}, "rules: written by version 99, this is 1"),
    ({"setup": {"seats": 9}}, "seats: 2 can play, not 9"),
    ({"setup": {"colour": "red", "seats": "x"}}, "colour: there is no such option"),
    ({"setup": {"self": 1}}, "self: there is no such option"),
    ({"seed": -1}, "seed: must be a whole number"),
    ({"choices": (*GOOD.choices, (0, "cell:a2"))}, f"choice {len(GOOD.choices) + 1}: 'cell:a2'"),
    ({"choices": ((1, "piece:king-13"),)}, "choice 1: 'piece:king-13' cannot be chosen here"),
    ({"choices": GOOD.choices[:-1]}, "result: the choices lead to another one"),
    ({"result": Result((1, 1), (), "ruling.quiet")}, "result: the choices lead to another one"),
]


@pytest.mark.parametrize(("changes", "says"), BAD, ids=[says for _, says in BAD])
def test_a_record_that_cannot_have_been_played_is_refused(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadRecord) as bad:
        replay(BRANDUB, msgspec.structs.replace(GOOD, **changes))
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


def test_the_public_replay_finds_the_game_by_its_name() -> None:
    assert fimbul.replay(GOOD).state.result == GOOD.result
    with pytest.raises(fimbul.NoSuchGame, match="did you mean 'brandub'"):
        fimbul.replay(msgspec.structs.replace(GOOD, game="brandubh"))
