"""Turns as text, and whole matches as sagas."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t

SKIPPED = t.BLOCKED.format("i")


def match_of(seed: int, position: str = "", length: int = 1000) -> fimbul.Match[Ragnarocks]:
    match, dice = fimbul.Match(GAME, GAME.setup(position=position), seed), Dice(seed)
    while match.state.asked and len(match.choices) < length:
        (decision,) = match.state.asked
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
    return match


@given(
    seed=st.integers(0, 2**32),
    position=st.sampled_from(["", t.WALLS, t.OPEN, SKIPPED]),
    length=st.integers(0, 130),
)
def test_sagas_round_trip(seed: int, position: str, length: int) -> None:
    record = match_of(seed, position, length).record()
    text = fimbul.write_saga(record)
    assert fimbul.read_saga(text) == record
    assert fimbul.write_saga(fimbul.read_saga(text)) == text


def test_turns_read_as_players_write_them() -> None:
    state = t.start()
    assert things_of(state, "a3-d3/d7") == ["viking:ivory-2", "cell:d3", "cell:d7"]
    assert things_of(state, "a3-d3") == ["viking:ivory-2", "cell:d3"]
    assert things_of(state, "a3") == ["viking:ivory-2"]


def things_of(state: Ragnarocks, turn: str) -> list[str]:
    return [thing for _, thing in t.NOTATION.read(state, turn)]


def test_an_incomplete_turn_is_written_as_far_as_it_went() -> None:
    state = t.start()
    picks = [(0, "viking:ivory-2"), (0, "cell:d3"), (0, "cell:d7"), (1, "viking:red-1")]
    written = [list(t.NOTATION.write(state, picks[:count])) for count in range(5)]
    assert written == [
        [],
        [(1, "a3")],
        [(2, "a3-d3")],
        [(3, "a3-d3/d7")],
        [(3, "a3-d3/d7"), (1, "j6")],
    ]


def test_skips_have_lines_of_their_own() -> None:  # rule: skip.forced
    """Ivory skips before anybody has chosen, and both skip at the end."""
    matches = [match_of(seed, SKIPPED) for seed in range(20)]
    for match in matches:
        start = GAME.new(match.setup, match.seed)
        lines = list(t.NOTATION.write(start, match.choices))
        assert lines[0] == (0, "skip")
        assert sum(count for count, _ in lines) == len(match.choices)
        assert len(lines) == match.state.turns
    endings = [list(t.NOTATION.write(GAME.new(m.setup, m.seed), m.choices))[-2:] for m in matches]
    assert [(0, "skip"), (0, "skip")] in endings


def test_a_skip_is_read_only_where_one_happened() -> None:
    assert list(t.NOTATION.read(t.laid(SKIPPED), "skip")) == []
    never = [
        t.start(),
        t.play(t.laid(SKIPPED), "b1-d1/c1"),
        t.select(t.laid(SKIPPED), "b1"),
        t.laid(t.OPEN + " skips=1"),
    ]
    for state in never:
        with pytest.raises(ValueError, match="nobody had to skip here"):
            t.NOTATION.read(state, "skip")


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("a3-d3-d7", "is no turn"),
        ("a3/d7", "is no turn"),
        ("A3-d3/d7", "is no turn"),
        ("pass", "is no turn"),
        ("", "is no turn"),
        ("a3-d³/d7", "is no turn"),
        ("a3-z9/d7", "there is no hex z9 on this board"),
        ("a3-a6/d7", "there is no hex a6 on this board"),
        ("b3-d3/d7", "there is no viking on b3"),
    ],
)
def test_what_is_no_turn_is_refused(turn: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        t.NOTATION.read(t.start(), turn)


def test_no_turn_begins_in_mid_turn_or_after_the_end() -> None:
    over = match_of(1).state
    for state in (t.select(t.start(), "a3"), over):
        with pytest.raises(ValueError, match="no turn can begin"):
            t.NOTATION.read(state, "a3-d3/d7")


def test_a_bad_saga_says_where() -> None:
    lines = fimbul.write_saga(match_of(3, length=12).record()).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[first + 1] = "2. skip"
    with pytest.raises(fimbul.BadRecord, match=f"line {first + 2}, column 4: nobody had to skip"):
        fimbul.read_saga("\n".join(lines))
    numbers = [int(line.split(".")[0]) for line in lines if line[:1].isdecimal()]
    assert all(later - earlier == 1 for earlier, later in pairwise(numbers))
