"""Hints: best first, sorted by the worth they show, with a reason where the game knows one."""

from __future__ import annotations

from random import Random

import fimbul
from fimbul.kernel import Line, choose
from fimbul.server.table.advice import advised, reason


def test_the_best_comes_first_and_the_others_by_their_worth() -> None:
    lines = [
        Line(("deck:1", "card:a"), 0.1),
        Line(("deck:2",), -0.4),
        Line(("deck:3",), 0.05),
        Line(("deck:4",), 0.9),  # hardly looked at
        Line(("deck:5",), -0.2),
    ]
    labels = {"deck:1": "Deck", "deck:2": "Deck", "deck:3": "Beer", "deck:5": "Deck"}
    told = advised(lines, labels)
    assert [(line.thing, line.words) for line in told] == [
        ("deck:1", "Deck, a"),
        ("deck:3", "Beer"),
        ("deck:5", "Deck"),
    ]
    assert [line.value for line in told] == sorted((line.value for line in told), reverse=True)


def test_of_a_long_line_its_beginning_is_told() -> None:
    """A program of eight picks would cover the table; two that begin alike are one."""
    lines = [
        Line(("a:1", "b:2", "c:3", "d:4"), 0.2),
        Line(("a:1", "b:2", "c:3", "e:5"), 0.1),
        Line(("a:1", "b:2", "c:3"), 0.0),
    ]
    told = [line.words for line in advised(lines, {})]
    assert told == ["1, 2, 3, …", "1, 2, 3"]


def test_a_reason_says_what_a_turn_would_score() -> None:
    """Somewhere in matches at random a turn of Ragnarocks settles land."""
    game, found = fimbul.game("ragnarocks"), set[str]()
    dice = Random(3)
    for seed in range(4):
        state = game.new(game.setup(board="sym54"), seed)
        while state.open and not any("hex" in why for why in found):
            seat, now, picks = state.open[0].seat, state.clone(), list[str]()
            while now.open and now.open[0].seat == seat and len(picks) < 3:
                picks.append(dice.choice(now.open[0].options))
                choose(now, seat, picks[-1])
            before = state.clone()
            if why := reason(game, state, seat, picks):
                found.add(why)
            assert state == before, "nothing is played"
            choose(state, seat, picks[0])
    assert any("hex" in why for why in found), found


def test_a_reason_tells_no_dice_to_come_and_no_secret() -> None:
    """Where something hides, only what the seat could look at itself is told; in words."""
    game = fimbul.game("nine_realms")
    state = game.new(game.setup(), 5)
    seat = state.open[0].seat
    pick = state.open[0].options[0]
    shown = next(one for one in game.scene(state, seat).previews if one.thing == pick)
    assert shown.outcome.isdecimal(), "a number alone"
    facts = [f"{fact.text} +{fact.amount}" for note in shown.notes for fact in note.facts]
    assert facts
    assert reason(game, state, seat, (pick,)) == ", ".join(facts)
