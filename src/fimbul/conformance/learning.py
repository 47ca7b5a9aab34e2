"""What a learner is told is whole and keeps secrets: names for all options, numbers for a seat."""

from __future__ import annotations

from typing import Any

from fimbul.conformance.leaks import dreams
from fimbul.conformance.store import every_table
from fimbul.conformance.tales import DrawnTale, moments, walk
from fimbul.kernel import Decision, Game, State


def options_were_declared(game: Game[Any], tale: DrawnTale) -> None:
    """No decision ever offers what the game has not named, or more than it can point at."""
    known = game.things(tale.setup)
    for state, _, _ in walk(game, tale):
        for decision in state.asked:
            check_options(game, state, decision, known)


def check_options(
    game: Game[Any], state: State, decision: Decision, known: tuple[str, ...]
) -> None:
    told = game.learning
    assert told is not None, "a game tells learners what can be touched, and what is seen"
    if told.rows is None:
        strange = [thing for thing in decision.options if thing not in known]
        assert not strange, f"{strange} can be touched, but `things` does not name them"
        return
    count = len(decision.options)
    assert count <= told.most, f"{count} options, and only {told.most} can be pointed at"
    assert len(told.rows(state, decision)) == count * told.row, "a row of numbers for each option"


def features_do_not_leak(game: Game[Any], tale: DrawnTale) -> None:
    """The numbers of a seat are equal in every world that it can imagine, and never more or less
    of them."""
    lengths = set()
    for state, _ in moments(game, tale):
        for seat in range(state.seats):
            told = game.features(state, seat)
            lengths.add(len(told))
            for dream in dreams(game, state, seat, tale.whim):
                dreamt = game.features(dream, seat)
                differ = [
                    at for at, pair in enumerate(zip(told, dreamt, strict=True)) if differs(pair)
                ]
                assert not differ, f"the numbers {differ} of seat {seat} tell a secret"
    assert len(lengths) == 1, f"one setup, but as many numbers as {sorted(lengths)}"
    assert lengths != {0}, "a seat that sees nothing cannot learn"


def differs(pair: tuple[int, int]) -> bool:
    return pair[0] != pair[1]


def features_follow_the_match(game: Game[Any], tale: DrawnTale) -> None:
    """Whoever has chosen sees something else afterwards, at the latest when all have."""
    seen = {
        tuple(game.features(state, seat) for seat in range(state.seats))
        for state, _ in moments(game, tale, 8)
    }
    assert len(seen) > 1, "the match moves on, and the numbers stay"


def every_table_names_its_things(game: Game[Any]) -> None:
    """One match on every table that can be laid: names are unique, and no option is strange."""
    for luck, setup in enumerate(every_table(game)):
        names = game.things(setup)
        assert len(set(names)) == len(names), "a thing has one place among the things"
        options_were_declared(game, DrawnTale(setup, luck, whim=luck))
