"""The turn that the head of a table names."""

from __future__ import annotations

import pytest

from fimbul.games import find as find_game
from fimbul.kernel import Dice
from fimbul.server.match.running import RunningMatch
from tests.server.matches import play


@pytest.mark.parametrize("name", ["nine_realms", "drakkar", "ragnarok_star"])
def test_the_turn_is_the_one_that_is_on_and_at_the_end_the_last(name: str) -> None:
    game, dice = find_game(name), Dice(4)
    match = RunningMatch(game, game.setup(), 4)
    turns = [match.turn]
    while match.state.open:
        play(match, [dice.roll(10**6)])
        turns.append(match.turn)
        assert match.state.result or match.turn - match.log[-1].turn in (0, 1)
    assert turns == sorted(turns)
    assert (turns[0], turns[-1]) == (1, match.log[-1].turn)
