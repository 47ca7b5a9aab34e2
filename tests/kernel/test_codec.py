"""Stored states: every refusal lists every problem, and no other error gets out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.kernel import BadState, choose, decode, encode
from fimbul.kernel.keep.codec import steps_of
from tests.wager import GAME as WAGER

BRANDUB = fimbul.game("brandub")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


def tree(**changes: Any) -> bytes:
    """A Brandub state in the middle of a turn, with some fields changed."""
    state = BRANDUB.new(seed=3)
    choose(state, 0, "piece:raider-1")
    return json.dumps({**json.loads(encode(state)), **changes}).encode()


def wager_tree(**changes: Any) -> bytes:
    """A Wager state in the middle of a row: one lane begun, one pick sealed."""
    state = WAGER.new(seed=3)
    choose(state, 0, state.open[0].options[0])
    choose(state, 1, state.open[1].options[0])
    choose(state, 1, "button:done")
    return json.dumps({**json.loads(encode(state)), **changes}).encode()


def test_the_stored_middle_of_a_turn_is_readable() -> None:
    assert json.loads(tree())["agenda"] == [
        [{"type": "Walk", "seat": 0, "piece": "piece:raider-1"}]
    ]
    assert decode(BRANDUB, tree()).open[0].rule == "move.straight"
    assert decode(BRANDUB, tree().decode()) == decode(BRANDUB, tree())


def test_the_stored_middle_of_a_row_keeps_lanes_and_sealed_picks() -> None:
    state = decode(WAGER, wager_tree())
    assert (set(state.lanes), state.sealed) == ({0, 1}, {1: "button:done"})
    assert [decision.seat for decision in state.open] == [0, 2]


BID = {"type": "Bid", "seat": 0, "first": ""}
SPOILT = [
    ({"seed": -1}, "seed: must be a number of 64 bits"),
    ({"seed": 2**64}, "seed: must be a number of 64 bits"),
    ({"seed": "7"}, "seed: must be a whole number, not text"),
    ({"bord": 1}, "bord: there is no such field (did you mean 'board'?)"),
    ({"asked": []}, "asked: there is no such field"),
    ({"agenda": []}, "a match is either over or has something left to happen"),
    ({"agenda": [[]]}, "agenda: a row has no step"),
    ({"agenda": [[{"type": "Turn", "seat": 7}]]}, "a step asks a seat beyond 0 to 1"),
    ({"agenda": [[{"type": "Turn", "seat": -1}]]}, "somebody who does not sit at the table"),
    ({"agenda": [[{"type": "Turn", "seat": 0}] * 2]}, "a row asks a seat twice"),
    ({"agenda": [[{"type": "Bid", "seat": 0}]]}, "agenda: cannot be 'Bid'"),
    ({"agenda": [[{"type": "Walk", "seat": 0, "piece": "x"}]]}, "the next step cannot be asked"),
    ({"agenda": [[{"type": "Walk", "seat": 0}]]}, "agenda: the field piece is missing"),
    ({"sealed": {"0": "cell:zz"}}, "sealed: seat 0 cannot have picked 'cell:zz'"),
    ({"sealed": {"1": "cell:c1"}}, "sealed: seat 1 cannot have picked 'cell:c1'"),
    ({"sealed": {"0": "cell:c1"}}, "sealed: everybody has picked, yet nothing happened"),
    ({"lanes": {"1": {"type": "Turn", "seat": 1}}}, "lanes: a seat goes on choosing"),
    ({"lanes": {"0": {"type": "Turn", "seat": 1}}}, "lanes: a seat goes on choosing"),
    ({"result": {"places": [1, 2], "scores": [], "because": "x"}}, "either over or has"),
    ({"agenda": [], "result": {"places": [1], "scores": [], "because": "x"}}, "needs a place"),
    ({"agenda": [], "result": {"places": [2, 3], "scores": [], "because": "x"}}, "best being 1"),
    ({"agenda": [], "result": {"places": [], "scores": [], "because": "x"}}, "needs a place"),
    ({"agenda": [], "result": {"places": [1, 2], "scores": [1], "because": "x"}}, "needs a place"),
    ({"seats": 3}, "two seats do not agree"),
    ({"board": ""}, "49 squares"),
    ({"events": [{"type": "Said", "words": 3}]}, "events: must be text, not a whole number"),
]


@pytest.mark.parametrize(("changes", "says"), SPOILT, ids=[says for _, says in SPOILT])
def test_what_does_not_fit_is_refused_in_words(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadState) as bad:
        decode(BRANDUB, tree(**changes))
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


def test_every_problem_is_listed_at_once() -> None:
    with pytest.raises(BadState) as bad:
        decode(BRANDUB, b'{"seed": "x", "quiet": null, "colour": 1}')
    assert [problem.partition(":")[0] for problem in bad.value.problems] == [
        "seed",
        "quiet",
        "colour",
        "board",
        "where",
    ]


@pytest.mark.parametrize(
    ("lanes", "says"),
    [
        ({"0": {**BID, "first": "card:99"}}, "seat 0 has no card 'card:99'"),
        ({"0": {**BID, "seat": 1}}, "lanes: a seat goes on choosing"),
        ({"7": {**BID, "seat": 7}}, "lanes: a seat goes on choosing"),
    ],
)
def test_lanes_are_checked(lanes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadState) as bad:
        decode(WAGER, wager_tree(lanes=lanes))
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_round_that_never_comes_is_refused(number: int) -> None:
    """It would never be the last one, and with empty hands nobody could stop it."""
    with pytest.raises(BadState, match="round"):
        decode(WAGER, wager_tree(round=number))


NOT_JSON: list[bytes | str] = [
    b"",
    b"null",
    b"[]",
    b"7",
    b"{",
    b'{"a":}',
    b"\xff\xfe",
    b'{"a":"\xff"}',
    b'{"a":' + b"[" * 100_000,
    b'{"board":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"events":[{"type":"Said","words":"\xff"}]}',
    "\ud800",
    '{"events":[{"type":"Said","words":"\ud800"}]}',
]


@pytest.mark.parametrize("data", NOT_JSON, ids=lambda data: repr(data[:20]))
def test_what_is_no_state_at_all_is_refused(data: bytes | str) -> None:
    with pytest.raises(BadState) as bad:
        decode(BRANDUB, data)
    assert all(bad.value.problems)


@given(st.binary() | st.text() | JSON.map(json.dumps))
def test_no_other_error_gets_out(data: bytes | str) -> None:
    with pytest.raises(BadState):
        decode(BRANDUB, data)


@given(st.sampled_from(sorted(json.loads(tree()))), JSON)
def test_any_value_in_any_field_is_refused_or_playable(name: str, value: Any) -> None:
    try:
        state = decode(BRANDUB, tree(**{name: value}))
    except BadState:
        return
    if state.open:
        choose(state, state.open[0].seat, state.open[0].options[0])


def test_steps_are_those_of_the_games_own_folder() -> None:
    assert [step.__name__ for step in steps_of("fimbul.games.brandub")] == ["Turn", "Walk"]
    assert [step.__name__ for step in steps_of("tests.wager")] == ["Bid", "Reveal"]
    assert steps_of("fimbul.games.bran") == []
