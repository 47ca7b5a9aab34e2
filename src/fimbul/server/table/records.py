"""A finished match as a record: who played, how it ended, and what proves its dice."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from fimbul.kernel import Match, Record, Result, write_as_touched, write_saga
from fimbul.server.match.commitment import commit_of
from fimbul.server.table.situation import Situation
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.table_card import TableResult

T = TypeVar("T")

PLAYERS, ENDED = "Players", "Ended"
WENT_ON = "WentOn"  # from which choice on, and by which rules
COMMIT, SECRET, CONTRIBUTIONS = "Commit", "Secret", "Contributions"


def record_of(now: Situation) -> Record:
    """The record of a table that is over; before that it would tell secrets."""
    match, result = now.match, now.standing.result
    if result is None:
        raise NotNow("the record of a match can be had when it is over")
    if match is None or match.origin is not None:
        return _as_kept(now, result)
    kept = Match(now.game, match.setup, match.seed, mixed=match.mixed)
    for row in match.made:
        kept.choose(row.seat, row.thing)
    return kept.record(_tags(now, result))


def _as_kept(now: Situation, result: TableResult) -> Record:
    """As the journal has it, where no rules of today lead from its first choice to its last."""
    played = Result(result.places, result.scores, result.because)
    rows = now.record if now.match is None else now.match.made
    tags = _tags(now, result)
    if now.match is not None and now.match.origin is not None:
        tags[WENT_ON] = _text({"at": len(now.match.origin.rows), "rules": now.rules})
    return Record(
        game=now.game.id,
        rules=now.facts.rules,
        setup=now.options,
        seed=now.seed,
        mixed=now.facts.mixed,
        choices=tuple([(row.seat, row.thing) for row in rows]),
        result=played if result.kind == "played" else None,
        tags=tags,
    )


def _tags(now: Situation, result: TableResult) -> dict[str, str]:
    tags = {PLAYERS: _text([seat.name for seat in now.seats])}
    if result.kind != "played":
        tags[ENDED] = _text(result)
    if now.facts.seed is None:
        tags[COMMIT] = commit_of(now.facts.secret)
        tags[SECRET] = now.facts.secret
        tags[CONTRIBUTIONS] = _text(now.contributions)
    return tags


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def saga_of(now: Situation) -> str:
    record = record_of(now)
    whole = now.match is not None and now.match.origin is None
    return write_saga(now.game, record) if whole else write_as_touched(record)


def names_of(record: Record, seats: int) -> tuple[str, ...]:
    """The players' names, if the record has them for every seat; empty ones otherwise."""
    names = read_tag(record, PLAYERS, tuple[str, ...])
    if names is not None and len(names) == seats:
        return names
    return ("",) * seats


def result_of(record: Record) -> TableResult | None:
    """How it ended: by the rules, or as the table noted."""
    if record.result is not None:
        played = record.result
        return TableResult(played.places, played.scores, played.because, "played")
    return read_tag(record, ENDED, TableResult)


def read_tag(record: Record, name: str, kind: type[T]) -> T | None:
    """A tag that holds JSON; None if it is missing or holds something else."""
    wanted: Any = kind | None
    try:
        value: T | None = msgspec.json.decode(record.tags.get(name, "null"), type=wanted)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return value
