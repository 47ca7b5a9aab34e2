"""Why a thing cannot be touched: the rule, and a sentence about this very board."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.state import Ragnarocks
from tests.games.ragnarocks import table as t

JUNK = ("", "cell:zz", "cell:", "viking:ivory-9", "stone:0", "stone:99", "button:pass", "a3", "🪨")


def thing_on(state: Ragnarocks, name: str) -> str:
    """`a3` is the hex, `viking a3` whoever stands there."""
    if not name.startswith("viking "):
        return name if ":" in name else f"cell:{name}"
    scene = GAME.scene(state, None)
    return next(thing.id for thing in scene.things() if thing.label == f"viking on {name[7:]}")


def why(state: Ragnarocks, name: str) -> tuple[str, str] | None:
    return GAME.why(state, state.asked[0].seat, thing_on(state, name))


@pytest.mark.parametrize(
    ("name", "rule", "sentence"),
    [
        ("viking g4", "select.own-nomad", "The viking on g4 is red, not yours."),
        ("viking c3", "select.nomad-meaning", "The viking on c3 has settled and stays there."),
        ("g5", "select.own-nomad", "Touch the viking, not its hex."),
        ("c4", "turn.three-steps", "Select a viking first, then choose its way."),
        ("stone:3", "summon.final", "A runestone that has been summoned stays where it is."),
        (
            "stock:runestones",
            "turn.three-steps",
            "Select a viking first; the runestone comes last.",
        ),
    ],
)
def test_why_not_select(name: str, rule: str, sentence: str) -> None:
    # rule: select.own-nomad, select.nomad-meaning, summon.final
    assert why(t.laid(t.WALLS), name) == (rule, sentence)


def test_why_not_a_blocked_nomad() -> None:  # rule: ruling.blocked-nomad
    state = t.drawn(
        """
        . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . .
        . . . . r . . .
        . . . . r . .
        r o . . . .
        i o i . .
        """
    )
    assert why(state, "viking a1") == (
        "ruling.blocked-nomad",
        "The viking on a1 has no free hex beside it.",
    )
    assert why(state, "viking a3") is None


@pytest.mark.parametrize(
    ("name", "rule", "sentence"),
    [
        ("d4", "ruling.zero-move", "The viking stands on d4 already: move at least one hex."),
        ("f5", "move.straight-line", "f5 is not on a straight line from d4."),
        ("f4", "move.blocked-by-vikings", "The red viking on e4 is in the way."),
        ("e4", "move.blocked-by-vikings", "The red viking on e4 is in the way."),
        ("d8", "move.blocked-by-vikings", "The ivory viking on d6 is in the way."),
        ("b2", "move.blocked-by-stones", "A runestone on c3 is in the way."),
        ("c3", "move.blocked-by-stones", "A runestone on c3 is in the way."),
        (
            "viking d4",
            "turn.three-steps",
            "The viking on d4 is selected: choose the hex that it walks to.",
        ),
        (
            "viking d6",
            "select.own-nomad",
            "The whole turn is carried out with the viking on d4.",
        ),
        (
            "viking e4",
            "move.blocked-by-vikings",
            "No piece can enter a hex that holds a viking.",
        ),
        ("stone:1", "summon.final", "A runestone that has been summoned stays where it is."),
        (
            "stock:runestones",
            "turn.three-steps",
            "Move the viking first; the runestone comes last.",
        ),
    ],
)
def test_why_not_move_there(name: str, rule: str, sentence: str) -> None:
    # rule: move.straight-line, move.blocked-by-stones, move.blocked-by-vikings, ruling.zero-move
    assert why(t.select(t.laid(t.OPEN), "d4"), name) == (rule, sentence)


@pytest.mark.parametrize(
    ("name", "rule", "sentence"),
    [
        ("d5", "ruling.stone-own-hex", "The runestone must go at least one hex from d5."),
        ("f6", "summon.like-a-move", "f6 is not on a straight line from d5."),
        ("d7", "summon.like-a-move", "The ivory viking on d6 is in the way."),
        ("e6", "summon.like-a-move", "A runestone on e6 is in the way."),
        (
            "viking d5",
            "turn.three-steps",
            "The viking on d5 is selected: choose the hex that its runestone flies to.",
        ),
        ("viking e4", "summon.like-a-move", "No piece can enter a hex that holds a viking."),
        (
            "stock:runestones",
            "turn.three-steps",
            "Choose the hex that the runestone flies to.",
        ),
    ],
)
def test_why_not_summon_there(name: str, rule: str, sentence: str) -> None:
    # rule: summon.like-a-move, ruling.stone-own-hex, summon.origin
    state = t.select(t.laid(t.OPEN), "d4")
    fimbul.choose(state, 0, "cell:d5")
    assert why(state, name) == (rule, sentence)


def test_why_always_answers() -> None:
    """For every thing in the scene that is no option, and for things that do not exist."""
    state = t.laid(t.WALLS)
    while state.asked:
        (decision,) = state.asked
        scene = GAME.scene(state, decision.seat)
        for name in [*(thing.id for thing in scene.things()), *JUNK]:
            reason = GAME.why(state, decision.seat, name)
            assert (reason is None) == (name in decision.options), name
            if reason is not None:
                rule, sentence = reason
                assert rule in GAME.rulebook.ids - GAME.rulebook.awaited
                assert sentence.endswith(".")
                assert ("no such thing" in sentence) == (name in JUNK), (name, sentence)
        fimbul.choose(state, decision.seat, decision.options[len(decision.options) // 2])


def test_whose_turn_it_is() -> None:  # rule: turn.alternate
    assert GAME.why(t.start(), 1, "viking:red-1") == (
        "turn.alternate",
        "It is not your turn: {0} must choose.",
    )
