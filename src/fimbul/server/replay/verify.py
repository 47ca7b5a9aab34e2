"""Checks a record as a sceptic would: every choice, the result, and every die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fimbul.kernel import FindGame, Game, Record, read_saga, replay
from fimbul.server.match.commitment import commit_of, seed_of
from fimbul.server.table.records import (
    COMMIT,
    CONTRIBUTIONS,
    ENDED,
    SECRET,
    names_of,
    read_tag,
)
from fimbul.server.wire.table_card import TableResult


class Check(Struct, frozen=True):
    """One thing that was looked at. `good` is None where there was nothing to look at."""

    good: bool | None
    words: str


def verify(text: str, find: FindGame, promised: str = "") -> list[Check]:
    """Everything that can be said about a record; BadRecord if it cannot even be played."""
    record = read_saga(text, find)
    game = find(record.game)
    return [*_match(game, record), *_dice(record, promised), *_ended(record)]


def _match(game: Game[Any], record: Record) -> Iterator[Check]:
    state = replay(game, record).state
    names = ", ".join(names_of(record, state.seats))
    count = len(record.choices)
    yield Check(True, f"{game.title}, rules {record.rules}, played by {names}.")
    yield Check(True, f"All {count} choices are legal, one after the other.")
    if record.result is not None:
        yield Check(True, f"They lead to the result that is written: {record.result.because}.")


def _dice(record: Record, promised: str) -> Iterator[Check]:
    commit, secret = record.tags.get(COMMIT, ""), record.tags.get(SECRET, "")
    if not commit or not secret:
        yield Check(None, "No commitment: the dice follow from the seed, but nobody promised it.")
        return
    try:
        fits = commit_of(secret) == commit
    except ValueError:
        yield Check(False, "The secret is not written in hexadecimal.")
        return
    words = "is the one that was" if fits else "is NOT the one that was"
    yield Check(fits, f"The secret {words} promised before the first choice.")
    if promised:
        same = promised.strip().lower() == commit
        yield Check(same, "The promise is " + ("" if same else "NOT ") + "the one you noted.")
    yield _seed(record, secret)
    if record.mixed:
        yield Check(True, "Every choice was mixed into the dice: no roll was settled before it.")


def _seed(record: Record, secret: str) -> Check:
    contributions = read_tag(record, CONTRIBUTIONS, tuple[str, ...])
    if contributions is None:
        return Check(False, "What the players contributed to the dice is missing.")
    fits = seed_of(secret, contributions, mixed=record.mixed) == record.seed
    many = len(contributions)
    words = "follows" if fits else "does NOT follow"
    return Check(fits, f"The seed {words} from that secret and the {many} contributions.")


def _ended(record: Record) -> Iterator[Check]:
    if ENDED not in record.tags:
        if record.result is None:
            yield Check(None, "The match is not over.")
        return
    result = read_tag(record, ENDED, TableResult)
    if result is None or record.result is not None:
        yield Check(False, "How it ended at the table does not fit the rest.")
        return
    who = "" if result.seat is None else f" (seat {result.seat})"
    yield Check(True, f"It ended at the table, not by the rules: {result.kind}{who}.")
