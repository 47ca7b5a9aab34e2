"""Matches end in time, and nothing falls off the table."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from fimbul.conformance.tales import DrawnTale, begin, moments, walk
from fimbul.kernel import Game, State, choose

TASTES = 4


def matches_end_within_the_bound(game: Game[Any], tale: DrawnTale) -> None:
    state, bound = begin(game, tale), game.bound(tale.setup)
    for count, (_, seat, thing) in enumerate(walk(game, tale), start=1):
        assert count <= bound, f"a match of more than {bound} choices"
        choose(state, seat, thing)
    assert game.result(state) is not None, "the match stops without a result"
    check_gains(game, state)


def check_gains(game: Game[Any], end: State) -> None:
    """Plates that say where a score came from leave nothing of it out."""
    scores = end.result.scores if end.result is not None else ()
    for score, plate in zip(scores, game.scene(end, None).plates, strict=False):
        told = sum(fact.amount or 0 for fact in plate.gains)
        assert told == score or not plate.gains, f"{plate.name} gained {told}, and has {score}"


def stubborn_players_come_to_an_end(game: Game[Any], tale: DrawnTale) -> None:
    """Players who always want the same things do not keep a match going round in circles."""
    for taste in range(TASTES):
        end = play_stubbornly(begin(game, tale), f"{tale.whim}-{taste}", game.bound(tale.setup))
        assert not end.open, "players who want the same things all the time play for ever"


def play_stubbornly(state: State, taste: str, most: int) -> State:
    """Play on until the match is over; everybody prefers things in one and the same order."""
    for _ in range(most):
        if not state.open:
            break
        decision = state.open[0]
        wanted = max(decision.options, key=lambda thing: crc32(f"{taste} {thing}".encode()))
        choose(state, decision.seat, wanted)
    return state


def parts_are_conserved(game: Game[Any], tale: DrawnTale) -> None:
    box = game.box(tale.setup)
    state = begin(game, tale)
    assert game.count(state) == box
    for _, seat, thing in walk(game, tale):
        choose(state, seat, thing)
        assert game.count(state) == box, f"after {thing}: {game.count(state)} of {box}"


def turns_only_go_up(game: Game[Any], tale: DrawnTale) -> None:
    last = 0
    for state, _, _ in walk(game, tale):
        turns = game.turns(state)
        assert turns >= last >= 0, "a turn that is over stays over"
        last = turns


def steps_that_end_a_turn_do(game: Game[Any], tale: DrawnTale) -> None:
    """What perft relies on when it counts the options of such a step without playing them."""
    for state, seat, thing in walk(game, tale):
        row = state.agenda[-1]
        if len(row) == 1 and row[0].ends_turn:
            after = state.clone()
            choose(after, seat, thing)
            assert game.turns(after) > game.turns(state), f"{row[0]} does not end a turn"


def values_stay_in_range(game: Game[Any], tale: DrawnTale) -> None:
    """What bots think of a state lies between lost and won, at the end exactly there."""
    value = game.lore.value
    if value is None:
        return
    for state, _ in moments(game, tale, 8):
        for seat in range(state.seats):
            good = value(state, seat)
            assert -1 <= good <= 1, f"worth {good} to seat {seat}"
            if state.result is not None:
                assert good == state.result.reward(seat), "at the end the result is the value"
