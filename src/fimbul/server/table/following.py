"""What another worker has written down, taken over as if it had happened here."""

from __future__ import annotations

from msgspec import structs

from fimbul.kernel import IllegalChoice
from fimbul.server.store.base import Change, Snapshot
from fimbul.server.table.plan import Plan
from fimbul.server.table.situation import Situation


def lightened(change: Change) -> Change:
    """The change as other workers are told of it, without what is only kept for later; of a change
    that makes them load the table anew, nothing but that."""
    if change.choice is None or change.back or change.seats:
        return Change(table=change.table, revision=change.revision)
    shot = change.snapshot
    bare = None if shot is None else Snapshot(shot.choices, shot.revision, b"", b"")
    return structs.replace(change, snapshot=bare, kept=None, origin=None, ending=None, summons=())


def followed(now: Situation, change: Change) -> Plan | None:
    """The plan that was carried out elsewhere, made again; None where it was more than a choice, or
    not the next one: then the table is loaded anew."""
    row, match = change.choice, now.match
    if row is None or match is None or now.standing.state != "running":
        return None
    if change.revision != now.progress.revision or now.standing.ask is not None:
        return None
    try:
        tried = match.attempt(row.seat, row.thing)
    except IllegalChoice:
        return None
    quiet_for = row.seat if change.quiet is not None else None
    return Plan(change=change, tried=tried, moves=True, quiet_for=quiet_for)
