"""Checks a record as a sceptic would: every choice, the result, and every die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fimbul.kernel import FindGame, Game, Record, listed, phrase, read_saga, replay
from fimbul.server.match.commitment import commit_of, seed_of
from fimbul.server.table.records import (
    COMMIT,
    CONTRIBUTIONS,
    ENDED,
    SECRET,
    names_of,
    read_tag,
)
from fimbul.server.wire.bodies import Check
from fimbul.server.wire.table_card import TableResult


def verify(text: str, find: FindGame, promised: str = "") -> list[Check]:
    """Everything that can be said about a record; BadRecord if it cannot even be played."""
    record = read_saga(text, find)
    game = find(record.game)
    state = replay(game, record).state
    names = names_of(record, state.seats)
    called = names if all(names) else game.scene(state, None).names()
    return [*_match(game, record, called), *_dice(record, promised), *_ended(record, called)]


def _match(game: Game[Any], record: Record, names: Sequence[str]) -> Iterator[Check]:
    count = len(record.choices)
    played = "{game}, rules {rules}, played by {names}."
    yield Check(True, phrase(played, game=game.title, rules=record.rules, names=listed(names)))
    yield Check(True, phrase("Every choice is legal, one after the other ({count}).", count=count))
    if record.result is not None:
        yield Check(True, "They lead to the result that is written.")


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
    kept = "The secret is the one that was promised before the first choice."
    broken = "The secret is NOT the one that was promised before the first choice."
    yield Check(fits, kept if fits else broken)
    if promised:
        same = promised.strip().lower() == commit
        other = "The promise is NOT the one you noted."
        yield Check(same, "The promise is the one you noted." if same else other)
    yield _seed(record, secret)
    if record.mixed:
        yield Check(True, "Every choice was mixed into the dice: no roll was settled before it.")


def _seed(record: Record, secret: str) -> Check:
    contributions = read_tag(record, CONTRIBUTIONS, tuple[str, ...])
    if contributions is None:
        return Check(False, "What the players contributed to the dice is missing.")
    fits = seed_of(secret, contributions, mixed=record.mixed) == record.seed
    many = len(contributions)
    follows = "The seed follows from that secret and what the players contributed ({many})."
    strange = "The seed does NOT follow from that secret and what the players contributed ({many})."
    return Check(fits, phrase(follows if fits else strange, many=many))


def _ended(record: Record, names: Sequence[str]) -> Iterator[Check]:
    if ENDED not in record.tags:
        if record.result is None:
            yield Check(None, "The match is not over.")
        return
    result = read_tag(record, ENDED, TableResult)
    if result is None or record.result is not None:
        yield Check(False, "How it ended at the table does not fit the rest.")
        return
    if result.seat is None:
        ended = phrase("It ended at the table, not by the rules: {how}.", how=result.kind)
    else:
        told = "It ended at the table, not by the rules: {how} ({who})."
        ended = phrase(told, how=result.kind, who=names[result.seat])
    yield Check(True, ended)
