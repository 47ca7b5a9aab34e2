"""The `.saga` file: a record as text, like PGN.

    [Game "brandub"]
    [Rules "1"]
    [Setup "{}"]
    [Seed "7"]
    [Result "1 2 / 0 0 / end.king-escapes"]

    1. d1-c1 {a quiet beginning}
    2. d2-c2

A value is a JSON string, so it can hold anything. `*` as the result: the match is not over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel.game import Game
from fimbul.kernel.keep.match import Match, Record, replay
from fimbul.kernel.notation import Choice
from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.errors import BadRecord, IllegalChoice, NoSuchGame
from fimbul.kernel.setup import UNREADABLE

HEADER = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
TURN = re.compile(r"([0-9]{1,6})\.[ \t]+([^{}\s][^{}]*)")
COMMENT = re.compile(r"\{([^{}]*)\}")
NEWLINE = re.compile(r"\r\n|\r|\n")  # str.splitlines knows more, which texts may hold
TAG = re.compile(r"\w+")
OWN_TAGS = ("Game", "Rules", "Setup", "Seed", "Dice", "Result")
MIXED = "mixed"  # what [Dice ...] says where every choice is mixed into the dice

FindGame = Callable[[str], Game[Any]]


class SagaLine(Struct):
    """A turn as read: where it stands, its text, and what is remarked after it."""

    number: int
    column: int
    text: str
    comment: str = ""


def write_saga(game: Game[Any], record: Record) -> str:
    """The record as text. Comments must fit between braces on one line."""
    if problems := list(_unwritable(record)):
        raise BadRecord(problems)
    own = {
        "Game": record.game,
        "Rules": record.rules,
        "Setup": msgspec.json.encode(record.setup).decode(),
        "Seed": str(record.seed),
        **({"Dice": MIXED} if record.mixed else {}),
        "Result": _result_text(record.result),
    }
    head = [f"[{name} {_quoted(value)}]" for name, value in {**own, **record.tags}.items()]
    state = replay(game, msgspec.structs.replace(record, choices=(), result=None)).state
    turns = enumerate(game.notation.write(state, record.choices), start=1)
    body = [_remarked(record, number, f"{number}. {text}") for number, (_, text) in turns]
    if lost := [number for number in record.comments if not 0 <= number <= len(body)]:
        raise BadRecord([f"comment: there is no turn {number}" for number in lost])
    first = [f"{{{record.comments[0]}}}"] if 0 in record.comments else []
    return "\n".join([*head, "", *first, *body]) + "\n"


def read_saga(text: str, find: FindGame) -> Record:
    """The record in that text, replayed and checked; BadRecord says where it goes wrong."""
    tags, lines, problems = _parse(text)
    problems += [f"there is no [{name} ...] line" for name in ("Game", "Seed") if name not in tags]
    if problems:
        raise BadRecord(problems)
    try:
        game = find(tags["Game"])
    except NoSuchGame as unknown:
        raise BadRecord([str(unknown)]) from None
    record = Record(
        game=game.id,
        rules=tags.get("Rules", game.rules),
        setup=_setup_from(tags.get("Setup", "{}")),
        seed=_seed_from(tags["Seed"]),
        mixed=_mixed_from(tags.get("Dice", "")),
        result=_result_from(tags.get("Result", "*")),
        tags={name: value for name, value in tags.items() if name not in OWN_TAGS},
        comments={number: line.comment for number, line in enumerate(lines) if line.comment},
    )
    match = replay(game, msgspec.structs.replace(record, result=None))
    _play(match, lines[1:])
    whole = msgspec.structs.replace(record, choices=tuple(match.choices))
    return replay(game, whole).record(whole.tags, whole.comments)


def _unwritable(record: Record) -> Iterator[str]:
    for comment in record.comments.values():
        if comment != comment.strip() or not comment or re.search(r"[{}\r\n]", comment):
            yield f"comment {comment!r}: must be one line without braces or outer blanks"
    for name in record.tags:
        if name in OWN_TAGS or not TAG.fullmatch(name):
            yield f"tag {name!r}: must be a word of its own, none of {', '.join(OWN_TAGS)}"


def _play(match: Match[Any], lines: list[SagaLine]) -> None:
    for line in lines:
        try:
            choices: list[Choice] = list(match.game.notation.read(match.state, line.text))
            for seat, thing in choices:
                match.choose(seat, thing)
        except (ValueError, IllegalChoice) as wrong:
            raise BadRecord([f"line {line.number}, column {line.column}: {wrong}"]) from None


def _parse(text: str) -> tuple[dict[str, str], list[SagaLine], list[str]]:
    """Headers, turns (the first line stands for what comes before them), and problems."""
    tags: dict[str, str] = {}
    lines = [SagaLine(0, 1, "")]
    problems: list[str] = []
    for number, raw in enumerate(NEWLINE.split(text), start=1):
        at = 0
        while at < len(raw):
            if raw[at].isspace():
                at += 1
            elif header := HEADER.match(raw, at):
                problems += _take_header(tags, header, number, at + 1)
                at = header.end()
            elif comment := COMMENT.match(raw, at):
                lines[-1].comment = " ".join([lines[-1].comment, comment[1].strip()]).strip()
                at = comment.end()
            elif turn := TURN.match(raw, at):
                problems += _take_turn(lines, turn, number, at + 1)
                at = turn.end()
            else:
                problems.append(
                    f'line {number}, column {at + 1}: neither a [Name "value"] header, '
                    f"nor a numbered turn, nor a {{comment}}: {raw[at : at + 30]!r}"
                )
                break
    return tags, lines, problems


def _take_header(
    tags: dict[str, str], header: re.Match[str], line: int, column: int
) -> Iterator[str]:
    name = header[1]
    if name in tags:
        yield f"line {line}, column {column}: [{name} ...] is given twice"
    try:
        tags[name] = msgspec.json.decode(header[2], type=str)
    except UNREADABLE as wrong:
        yield f"line {line}, column {column}: [{name} ...] is no quoted text ({wrong})"


def _take_turn(lines: list[SagaLine], turn: re.Match[str], line: int, column: int) -> Iterator[str]:
    if int(turn[1]) != len(lines):
        yield f"line {line}, column {column}: turn {turn[1]} where turn {len(lines)} was expected"
    lines.append(SagaLine(line, column + turn.start(2) - turn.start(), turn[2].strip()))


def _remarked(record: Record, number: int, turn: str) -> str:
    comment = record.comments.get(number)
    return f"{turn} {{{comment}}}" if comment else turn


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _result_text(result: Result | None) -> str:
    if result is None:
        return "*"
    places, scores = (" ".join(map(str, row)) for row in (result.places, result.scores))
    return f"{places} / {scores} / {result.because}"


def _result_from(text: str) -> Result | None:
    if text == "*":
        return None
    try:
        places, scores, because = (part.split() for part in text.split("/"))
        return Result(tuple(map(int, places)), tuple(map(int, scores)), " ".join(because))
    except ValueError:
        raise BadRecord([f"[Result ...]: {text!r} is not 'places / scores / rule'"]) from None


def _seed_from(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise BadRecord([f"[Seed ...]: {text!r} is no whole number"])
    return int(text)


def _mixed_from(text: str) -> bool:
    if text not in ("", MIXED):
        raise BadRecord([f"[Dice ...]: {text!r} is unknown; {MIXED!r} is the one kind"])
    return text == MIXED


def _setup_from(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except UNREADABLE as wrong:
        raise BadRecord([f"[Setup ...]: {wrong}"]) from None
