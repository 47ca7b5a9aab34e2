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
from fimbul.kernel.notation import PLAIN, Choice
from fimbul.kernel.play.decision import Result
from fimbul.kernel.play.errors import BadRecord, BadSetup, IllegalChoice, NoSuchGame
from fimbul.kernel.play.mistyped import mistyped
from fimbul.kernel.play.phrase import QUOTED, phrase, quoted
from fimbul.kernel.play.state import State
from fimbul.kernel.setup import UNREADABLE

HEADER = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
TURN = re.compile(r"([0-9]{1,6})\.[ \t]+([^{}\s][^{}]*)")
COMMENT = re.compile(r"\{([^{}]*)\}")
NEWLINE = re.compile(r"\r\n|\r|\n")  # str.splitlines knows more, which texts may hold
TAG = re.compile(r"\w+")
OWN_TAGS = ("Game", "Rules", "Setup", "Seed", "Dice", "Notation", "Result")
MIXED = "mixed"  # what [Dice ...] says where every choice is mixed into the dice
AS_TOUCHED = "plain"  # what [Notation ...] says where turns are seats and what they touched

NEITHER = "neither a {header} header, nor a numbered turn, nor a {comment}: {text}"
SHAPES = {"header": '[Name "value"]', "comment": "{comment}"}

FindGame = Callable[[str], Game[Any]]


class SagaLine(Struct):
    """A turn as read: where it stands, its text, and the comment after it."""

    number: int
    column: int
    text: str
    comment: str = ""


def write_saga(game: Game[Any], record: Record) -> str:
    """The record as text. Comments must fit between braces on one line."""
    state = replay(game, msgspec.structs.replace(record, choices=(), result=None)).state
    return _written(record, [text for _, text in game.notation.write(state, record.choices)])


def write_as_touched(record: Record) -> str:
    """The record as text without a look at its rules: seats, and the things they touched."""
    texts = [text for _, text in PLAIN.write(State(), record.choices)]
    return _written(record, texts, {"Notation": AS_TOUCHED})


def _written(record: Record, texts: list[str], more: dict[str, str] | None = None) -> str:
    if problems := list(_unwritable(record)):
        raise BadRecord(problems)
    own = {
        "Game": record.game,
        "Rules": record.rules,
        "Setup": msgspec.json.encode(record.setup).decode(),
        "Seed": str(record.seed),
        **({"Dice": MIXED} if record.mixed else {}),
        **(more or {}),
        "Result": _result_text(record.result),
    }
    head = [f"[{name} {_quoted(value)}]" for name, value in {**own, **record.tags}.items()]
    turns = enumerate(texts, start=1)
    body = [_remarked(record, number, f"{number}. {text}") for number, text in turns]
    if lost := [number for number in record.comments if not 0 <= number <= len(body)]:
        raise BadRecord(
            [phrase("there is no turn {turn} to remark on", turn=turn) for turn in lost]
        )
    first = [f"{{{record.comments[0]}}}"] if 0 in record.comments else []
    return "\n".join([*head, "", *first, *body]) + "\n"


def read_saga(text: str, find: FindGame) -> Record:
    """The record in that text, replayed and checked; BadRecord says where it goes wrong."""
    written = _read(text, find)
    match = replay(written.game, msgspec.structs.replace(written.record, result=None))
    for line in written.lines:
        _play(match, line, plain=written.plain)
    whole = msgspec.structs.replace(written.record, choices=tuple(match.choices))
    return replay(written.game, whole).record(whole.tags, whole.comments)


class AsWritten(Struct, frozen=True):
    """A record of other rules: `record` as far as today's rules can repeat it, but with the result
    that is written; and the turns from there on as they stand in the text."""

    record: Record
    rest: tuple[str, ...] = ()
    why: str = ""  # what today's rules say against the first of them
    laid: bool = True  # or they do not even allow its setup


def read_as_written(text: str, find: FindGame) -> AsWritten:
    """What can be told of a record by other rules. One by today's rules is checked in full."""
    written = _read(text, find)
    if written.record.rules == written.game.rules:
        return AsWritten(read_saga(text, find))
    turns = tuple(line.text for line in written.lines)
    try:
        match = Match(
            written.game,
            written.game.setup(**written.record.setup),
            written.record.seed,
            mixed=written.record.mixed,
        )
    except BadSetup as other:
        return AsWritten(written.record, turns, str(other), laid=False)
    for count, line in enumerate(written.lines):
        so_far = tuple(match.choices)
        try:
            _play(match, line, plain=written.plain)
        except BadRecord as other:
            record = msgspec.structs.replace(written.record, choices=so_far)
            return AsWritten(record, turns[count:], str(other))
    return AsWritten(msgspec.structs.replace(written.record, choices=tuple(match.choices)))


class Written(Struct, frozen=True):
    """A text that could be read, but was not played yet."""

    game: Game[Any]
    record: Record  # without choices
    lines: tuple[SagaLine, ...]
    plain: bool


def _read(text: str, find: FindGame) -> Written:
    tags, lines, problems = _parse(text)
    missing = [name for name in ("Game", "Seed") if name not in tags]
    problems += [phrase("there is no {header} line", header=_header(name)) for name in missing]
    if problems:
        raise BadRecord(problems)
    try:
        game = find(tags["Game"])
    except NoSuchGame as unknown:
        raise BadRecord([unknown.words]) from None
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
    return Written(game, record, tuple(lines[1:]), _plain_from(tags.get("Notation", "")))


def _unwritable(record: Record) -> Iterator[str]:
    for comment in record.comments.values():
        if comment != comment.strip() or not comment or re.search(r"[{}\r\n]", comment):
            wrong = "the remark {text} must be one line without braces or outer blanks"
            yield phrase(wrong, text=quoted(comment))
    for name in record.tags:
        if name in OWN_TAGS or not TAG.fullmatch(name):
            wrong = "the tag {name} must be a word of its own, none of {taken}"
            yield phrase(wrong, name=quoted(name), taken=", ".join(OWN_TAGS))


def _play(match: Match[Any], line: SagaLine, *, plain: bool) -> None:
    notation = PLAIN if plain else match.game.notation
    try:
        choices: list[Choice] = list(notation.read(match.state, line.text))
        for seat, thing in choices:
            match.choose(seat, thing)
    except IllegalChoice as wrong:
        raise BadRecord([_at(line.number, line.column, wrong.plainly)]) from None
    except ValueError as wrong:
        raise BadRecord([_at(line.number, line.column, wrong.args[0])]) from None


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
                neither = phrase(NEITHER, text=quoted(raw[at : at + 30]), **SHAPES)
                problems.append(_at(number, at + 1, neither))
                break
    return tags, lines, problems


def _take_header(
    tags: dict[str, str], header: re.Match[str], line: int, column: int
) -> Iterator[str]:
    name = header[1]
    if name in tags:
        yield _at(line, column, phrase("{header} is given twice", header=_header(name)))
    try:
        tags[name] = msgspec.json.decode(header[2], type=str)
    except UNREADABLE:
        yield _at(line, column, phrase("{header} is no quoted text", header=_header(name)))


def _take_turn(lines: list[SagaLine], turn: re.Match[str], line: int, column: int) -> Iterator[str]:
    if int(turn[1]) != len(lines):
        expected = "turn {turn} where turn {next} was expected"
        yield _at(line, column, phrase(expected, turn=int(turn[1]), next=len(lines)))
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
        wrong = "{text} is not written as places / scores / rule"
        raise _unfit("Result", phrase(wrong, text=quoted(text))) from None


def _seed_from(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise _unfit("Seed", phrase("{text} is no whole number", text=quoted(text)))
    return int(text)


def _mixed_from(text: str) -> bool:
    if text not in ("", MIXED):
        raise _unfit("Dice", _unknown(text, MIXED))
    return text == MIXED


def _plain_from(text: str) -> bool:
    if text not in ("", AS_TOUCHED):
        raise _unfit("Notation", _unknown(text, AS_TOUCHED))
    return text == AS_TOUCHED


def _setup_from(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except UNREADABLE as wrong:
        raise _unfit("Setup", mistyped(wrong)) from None


def _at(line: int, column: int, problem: str) -> str:
    return phrase(
        "line {line}, column {column}: {problem}", line=line, column=column, problem=problem
    )


def _header(name: str) -> str:
    return f"[{name[:QUOTED]} ...]"


def _unfit(name: str, problem: str) -> BadRecord:
    """What is wrong with the value of a header."""
    return BadRecord([phrase("{header}: {problem}", header=_header(name), problem=problem)])


def _unknown(text: str, known: str) -> str:
    return phrase(
        "{text} is unknown; {known} is the one kind", text=quoted(text), known=repr(known)
    )
