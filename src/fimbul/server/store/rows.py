"""Rows of a database as values, and values as its columns: the same in every store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import structs

from fimbul.server.store.base import (
    Change,
    ChoiceRow,
    Facts,
    KeptState,
    Listing,
    Seat,
    Snapshot,
    Standing,
    Stored,
    TableRow,
)
from fimbul.server.store.journal import unpacked
from fimbul.server.wire.messages import ChatLine
from fimbul.server.wire.table_card import pace_of

CHAT_KEPT = 50  # lines shown to whoever comes later
MESSAGES_KEPT = 5000  # answered messages that a loaded table remembers
CHOICE = 'number, seat, part, revision, thing, by, fixed, "left"'
SNAPSHOT = "choices, revision, state, log"
KEPT_STATE = "choices, rules, logged, state, log"
TABLE = "id, facts, standing, revision, quiet, touched"
COUNT = """
(select count(*) from choice where match = tables.id)
    + coalesce((select choices from folded where match = tables.id), 0)
"""  # of choices, in the journal or folded

Values = Iterable[Any]  # the columns of a row


def text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def is_plain(change: Change) -> bool:
    """Whether it is a choice and nothing else, as nearly all are; many choices are half of one, and
    only their own seat can see them."""
    more = (change.back, change.seats, change.standing)
    kept = (change.snapshot, change.origin, change.owners, change.ending, change.summons)
    return change.choice is not None and not any(more) and not any(kept)


def revision_values(change: Change) -> tuple[str, int, str | None]:
    """Which table moves on, from where, and its changes that nobody else could see if those do."""
    return change.table, change.revision, None if change.quiet is None else text(change.quiet)


def choice_values(table: str, choice: ChoiceRow) -> tuple[str | int, ...]:
    """A line of the journal as its columns."""
    return (
        table,
        choice.number,
        choice.seat,
        choice.part,
        choice.revision,
        choice.thing,
        choice.by,
        int(choice.fixed),
        text(choice.left),
    )


def kept_state_values(table: str, kept: KeptState) -> tuple[str | int, ...]:
    return (table, *structs.astuple(kept))


def table_values(row: TableRow) -> tuple[str | int, ...]:
    """All columns of a table but the moment it was touched."""
    facts, standing = row.facts, row.standing
    return (
        row.id,
        facts.created,
        int(facts.public),
        standing.state,
        row.revision,
        text(row.quiet),
        text(standing),
        text(facts),
    )


def listed_values(row: TableRow) -> tuple[str | int, ...]:
    """What the lobby is searched by."""
    facts = row.facts
    return facts.game, pace_of(facts.clock), int(facts.rated)


def listed_where(listing: Listing, place: Sequence[str | int]) -> tuple[str, list[str | int]]:
    """The condition of a page of the lobby, with values for its question marks."""
    told = {"game": listing.game, "state": listing.state, "pace": listing.pace}
    asked = {name: value for name, value in told.items() if value}
    parts = ["public = 1", "state <> 'over'", *(f"{name} = ?" for name in asked)]
    if listing.rated:
        parts.append("rated = 1")
    if place:
        parts.append("(created, id) < (?, ?)")
    return " and ".join(parts), [*asked.values(), *place]


def read_table(values: Values, seats: Iterable[str]) -> TableRow:
    """From the columns `TABLE`, and the facts of its seats in their order."""
    table, facts, standing, revision, quiet, touched = values
    return TableRow(
        id=table,
        facts=msgspec.json.decode(facts, type=Facts),
        standing=msgspec.json.decode(standing, type=Standing),
        seats=tuple(msgspec.json.decode(one, type=Seat) for one in seats),
        revision=revision,
        quiet=msgspec.json.decode(quiet, type=tuple[int, ...]),
        touched=touched,
    )


def choice_row(values: Values) -> ChoiceRow:
    """From the columns `CHOICE`."""
    number, seat, part, revision, thing, by, fixed, left = values
    times = msgspec.json.decode(left, type=tuple[int | None, ...])
    return ChoiceRow(number, seat, part, revision, thing, by, bool(fixed), times)


def _folded(journal: Values | None) -> list[tuple[Any, ...]]:
    (data,) = (None,) if journal is None else journal
    return [] if data is None else unpacked(data)


def stored_of(
    row: TableRow,
    *,
    choices: Iterable[Values],
    snapshot: Values | None,
    messages: Iterable[Values],
    chat: Sequence[Values],  # the last line first
    kept: Values | None,
    origin: Values | None,
    journal: Values | None,  # of a match that is over: its choices, folded
) -> Stored:
    return Stored(
        row=row,
        choices=tuple(choice_row(values) for values in (*choices, *_folded(journal))),
        snapshot=None if snapshot is None else Snapshot(*snapshot),
        messages={(seat, message): revision for seat, message, revision in messages},
        chat=tuple(msgspec.json.decode(said, type=ChatLine) for (said,) in reversed(chat)),
        kept=None if kept is None else KeptState(*kept),
        origin=None if origin is None else Snapshot(*origin),
    )
