"""What happens to those who do not answer: what may be left undone is left undone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import fimbul
from fimbul.kernel import Dice, choose, default_of

MODEST = {  # buttons that leave things as they are
    "ragnarocks": {"button:pass"},
    "nine_realms": {"button:no-exchange"},
    "drakkar": {"button:stop", "button:refuse", "button:reject"},
}
SETUPS: dict[str, dict[str, Any]] = {"ragnarocks": {"powers": ("surtr", "freyr")}}


# rule: ruling.timeouts
@pytest.mark.parametrize("name", MODEST)
def test_who_does_not_answer_gives_and_takes_nothing(name: str) -> None:
    game, seen = fimbul.game(name), Counter[str]()
    setup = game.setup(**SETUPS.get(name, {}))
    for seed in range(12):
        state, dice = game.new(setup, seed), Dice(seed)
        while state.open:
            for decision in state.open:
                modest = MODEST[name].intersection(decision.options)
                default = default_of(state, decision.seat)
                if modest:
                    assert default in modest, decision
                    seen[str(default)] += 1
            decision = state.open[0]
            choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert seen, "it was asked"


@pytest.mark.parametrize("name", fimbul.game_names())
def test_a_match_of_absent_players_comes_to_its_end(name: str) -> None:
    game = fimbul.game(name)
    state = game.new(seed=3)
    for _ in range(game.bound(game.setup())):
        for decision in state.open[:1]:
            choose(state, decision.seat, str(default_of(state, decision.seat)))
    assert state.result is not None
