"""The `.saga` file: round trips, and a corpus of what is wrong with line and column."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.conformance.sagas import finder
from fimbul.kernel import BadRecord, Match, PlainNotation, read_saga, write_saga
from tests.kernel.test_match import played
from tests.wager import GAME as WAGER

BRANDUB = fimbul.game("brandub")
HEAD = '[Game "brandub"]\n[Seed "7"]\n'
TAGS = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,9}", fullmatch=True).filter(
    lambda name: name not in ("Game", "Rules", "Setup", "Seed", "Dice", "Result")
)
REMARKS = (
    st.text(st.characters(exclude_characters="{}\r\n", exclude_categories=["Cs"]), max_size=40)
    .map(str.strip)
    .filter(bool)
)


def test_a_saga_is_readable() -> None:
    match = Match(BRANDUB, seed=7)
    for seat, thing in ((0, "piece:raider-1"), (0, "cell:c1"), (1, "piece:guard-9")):
        match.choose(seat, thing)
    text = write_saga(BRANDUB, match.record({"Site": 'the "hall"'}, {0: "at dawn", 1: "quiet"}))
    assert text == (
        '[Game "brandub"]\n[Rules "1"]\n[Setup "{\\"seats\\":2}"]\n[Seed "7"]\n[Result "*"]\n'
        '[Site "the \\"hall\\""]\n\n{at dawn}\n'
        "1. 0 piece:raider-1 cell:c1 {quiet}\n2. 1 piece:guard-9\n"
    )


@given(st.dictionaries(TAGS, st.text()), st.dictionaries(st.integers(0, 2), REMARKS))
def test_tags_and_comments_round_trip(tags: dict[str, str], comments: dict[int, str]) -> None:
    record = played(WAGER, 3).record(tags, comments)
    assert read_saga(write_saga(WAGER, record), finder(WAGER)) == record


def test_a_saga_says_whether_choices_are_mixed_into_the_dice() -> None:
    record = played(WAGER, 3, mixed=True).record()
    text = write_saga(WAGER, record)
    assert '[Seed "3"]\n[Dice "mixed"]\n' in text
    assert read_saga(text, finder(WAGER)) == record
    assert "[Dice" not in write_saga(WAGER, played(WAGER, 3).record())


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_kind_of_newline_is_read(newline: str) -> None:
    record = played(BRANDUB, 7, 9).record({"Site": "a\u2028b\x85c\x0cd\ne"}, {1: "x\u2029y"})
    assert fimbul.read_saga(fimbul.write_saga(record).replace("\n", newline)) == record


def test_a_saga_may_be_written_loosely() -> None:
    loose = '[Seed "7"][Game "brandub"] {a} {b} 1. 0 piece:raider-1 cell:c1 {c} 2.\t1 piece:king-13'
    with pytest.raises(BadRecord, match="line 1, column 71"):
        fimbul.read_saga(loose)
    record = fimbul.read_saga(loose.replace("king-13", "guard-9"))
    assert record.comments == {0: "a b", 1: "c"}
    assert record.choices[-1] == (1, "piece:guard-9")
    assert record.result is None


WRONG = [
    ("", "there is no [Game ...] line"),
    ("", "there is no [Seed ...] line"),
    ('[Game "brandub"]', "there is no [Seed ...] line"),
    ('[Game "brandubh"]\n[Seed "7"]', "there is no game 'brandubh' (did you mean 'brandub'?)"),
    (HEAD + '[Seed "8"]', "line 3, column 1: [Seed ...] is given twice"),
    (HEAD + "  hello", "line 3, column 3: neither a [Name"),
    (HEAD + "[Site here]", "line 3, column 1: neither a [Name"),
    (HEAD + '[Site "here]', "line 3, column 1: neither a [Name"),
    (HEAD + '[Site "\\x"]', "line 3, column 1: [Site ...] is no quoted text"),
    (HEAD + '[Site "\\ud800"]', "line 3, column 1: [Site ...] is no quoted text"),
    (HEAD + "{not closed", "line 3, column 1: neither a [Name"),
    (HEAD + "closed}", "line 3, column 1: neither a [Name"),
    (HEAD + "2. 0 piece:raider-1", "line 3, column 1: turn 2 where turn 1 was expected"),
    (HEAD + "1. 0 x:y\n{z} 1. 0 x:y", "line 4, column 5: turn 1 where turn 2 was expected"),
    (HEAD + "1.", "line 3, column 1: neither a [Name"),
    (HEAD + "1. 0", "line 3, column 4: '0' is not a seat and the things it touched"),
    (HEAD + "1. zero x:y", "line 3, column 4: 'zero x:y' is not a seat"),
    (HEAD + "1. 0 piece:king-13", "line 3, column 4: 'piece:king-13' cannot be chosen here"),
    (HEAD + "\n\n  1.  7 x:y", "line 5, column 7: 'x:y' cannot be chosen here"),
    (HEAD + "9" * 5000 + ". 0 x:y", "line 3, column 1"),
    (HEAD + "1. " + "9" * 5000 + " x:y", "line 3, column 4"),
    ('[Game "brandub"]\n[Seed "-7"]', "[Seed ...]: '-7' is no whole number"),
    ('[Game "brandub"]\n[Seed "٣"]', "is no whole number"),
    ('[Game "brandub"]\n[Seed "' + "9" * 5000 + '"]', "is no whole number"),
    ('[Game "brandub"]\n[Seed "99999999999999999999"]', "seed: must be a whole number from 0"),
    (HEAD + '[Dice "loaded"]', "[Dice ...]: 'loaded' is unknown"),
    (HEAD + '[Rules "2"]', "rules: written by version 2, this is 1"),
    (HEAD + '[Setup "nothing"]', "[Setup ...]: "),
    (HEAD + '[Setup "[]"]', "[Setup ...]: must be a table of fields, not a list"),
    (HEAD + '[Setup "{\\"seats\\": 3}"]', "seats: 2 can play, not 3"),
    (HEAD + '[Setup "{\\"self\\": 3}"]', "self: there is no such option"),
    (HEAD + '[Setup "{\\"seats\\":' + "[" * 100_000 + '"]', "[Setup ...]: "),
    (HEAD + '[Result "me"]', "[Result ...]: 'me' is not written as places / scores / rule"),
    (HEAD + '[Result "1 x / / y"]', "is not written as places / scores / rule"),
    (HEAD + '[Result "1 2 / / end.king-taken"]', "result: the choices lead to another one"),
]


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[text[-40:] for text, _ in WRONG])
def test_what_is_wrong_is_said_with_its_place(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as bad:
        fimbul.read_saga(text)
    assert any(says in problem for problem in bad.value.problems), bad.value.problems


def test_every_problem_of_the_text_is_listed() -> None:
    with pytest.raises(BadRecord) as bad:
        fimbul.read_saga('oops\n[Site "a"]\n[Site "b"]\n3. 0 x:y')
    assert [problem[:7] for problem in bad.value.problems] == [
        "line 1,",
        "line 3,",
        "line 4,",
        "there i",
        "there i",
    ]


PARTS = st.sampled_from(
    ["[", "]", '"', "\\", "{", "}", "\n", "1. ", "0 ", "piece:raider-1 ", "Game", "Seed", "7", HEAD]
)


@given(st.text() | st.lists(PARTS | st.text(max_size=3), max_size=20).map("".join))
def test_no_text_brings_another_error(text: str) -> None:
    try:
        record = fimbul.read_saga(text)
    except BadRecord as bad:
        problems = bad.problems
    else:
        problems = (record.game,)
    assert problems


@pytest.mark.parametrize("comment", ["", " x", "x ", "a{b", "a}b", "a\nb", "a\rb"])
def test_a_comment_that_cannot_be_read_back_is_not_written(comment: str) -> None:
    with pytest.raises(BadRecord, match="the remark"):
        write_saga(BRANDUB, played(BRANDUB, 7, 4).record(comments={1: comment}))


@pytest.mark.parametrize("number", [-1, 3, 99])
def test_a_comment_on_a_turn_that_is_not_there_is_not_lost_silently(number: int) -> None:
    with pytest.raises(BadRecord, match=f"there is no turn {number}"):
        write_saga(BRANDUB, played(BRANDUB, 7, 4).record(comments={number: "x"}))


@pytest.mark.parametrize("tag", ["Seed", "Game", "Result", "", "a b", 'x"', "ä-ö"])
def test_a_tag_that_cannot_be_read_back_is_not_written(tag: str) -> None:
    with pytest.raises(BadRecord, match="tag"):
        write_saga(BRANDUB, Match(BRANDUB).record(tags={tag: "x"}))


def test_a_record_of_nothing_playable_is_not_written() -> None:
    record = msgspec.structs.replace(Match(BRANDUB).record(), setup={"seats": 5})
    with pytest.raises(BadRecord, match="seats: 2 can play, not 5"):
        write_saga(BRANDUB, record)


@given(st.lists(st.tuples(st.integers(0, 5), st.from_regex(r"[a-z]+:\S+", fullmatch=True))))
def test_plain_notation_round_trips(choices: list[tuple[int, str]]) -> None:
    plain, state = PlainNotation(), BRANDUB.new()
    turns = list(plain.write(state, choices))
    assert [choice for _, text in turns for choice in plain.read(state, text)] == choices
    assert sum(count for count, _ in turns) == len(choices)


@pytest.mark.parametrize("turn", ["0", "x y", "-1 x:y", "² x:y", "", " "])
def test_plain_notation_refuses_what_is_no_turn(turn: str) -> None:
    with pytest.raises(ValueError, match=r"is not a seat and the things it touched"):
        PlainNotation().read(BRANDUB.new(), turn)
