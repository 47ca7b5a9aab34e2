"""Whole matches, as the dice have them."""

from __future__ import annotations

from tests.games.drakkar.walking import walk


# rule: game.three-rounds, game.three-phases, play.ten-tricks, goal.most-points
# rule: ruling.single-option
def test_a_whole_match() -> None:
    # example: example.game-length
    tricks, rounds, final = set(), set(), None
    for state in walk(5, 11):
        tricks.add((state.round, state.trick))
        rounds.add(state.round)
        assert all(len(decision.options) > 1 for decision in state.asked)
        final = state.result
    assert rounds == {1, 2, 3}
    assert {trick for trick in tricks if trick[1]} == {
        (r, t) for r in (1, 2, 3) for t in range(1, 11)
    }
    assert final is not None
    assert final.scores[final.places.index(1)] == max(final.scores)
