"""What a change does to the rows: one by one, or many choices in one statement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import asyncpg

from fimbul.server.store.base import (
    Answered,
    Change,
    ChoiceRow,
    Conflict,
    KeptTale,
    Repeated,
    Snapshot,
    Standing,
    TableRow,
)
from fimbul.server.store.ledger import (
    Found,
    Line,
    ending_lines,
    numbered,
    owner_lines,
    summons_lines,
)
from fimbul.server.store.postgres.link import Db
from fimbul.server.store.ratings import LOCK, contest_lines, contest_questions
from fimbul.server.store.rows import (
    choice_values,
    kept_state_values,
    listed_values,
    revision_values,
    table_values,
    text,
)

NOW = "extract(epoch from now())::bigint"  # the moment of a change, as the store notes it
_CHOICE = "insert into choice values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
_KEPT = """
on conflict (match) do update set choices = excluded.choices, rules = excluded.rules,
    logged = excluded.logged, state = excluded.state, log = excluded.log
"""
_SHOT = """
insert into {} values ($1, $2, $3, $4, $5) on conflict (match) do update set
    choices = excluded.choices, revision = excluded.revision,
    state = excluded.state, log = excluded.log
"""
# Rows are locked in the order of their ids, whatever the order of the changes, so two workers whose
# batches overlap never wait for each other. Whatever is not where its change expects it is left
# alone: its id does not come back.
_TOGETHER = f"""
with given as (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) as given (id, known, unseen)
), mine as (
    select tables.id, given.unseen from tables
    join given on given.id = tables.id and given.known = tables.revision
    order by tables.id for update of tables
), moved as (
    update tables set revision = revision + 1, touched = {NOW}, quiet = coalesce(unseen, quiet)
    from mine where tables.id = mine.id returning tables.id
), said as (
    insert into message
    select * from unnest($4::text[], $5::bigint[], $6::text[], $7::bigint[])
        as said (match, seat, id, revision)
    where match in (select id from moved)
), chosen as (
    insert into choice
    select * from unnest($8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
        $13::text[], $14::text[], $15::bigint[], $16::text[])
        as chosen (match, number, seat, part, revision, thing, by, fixed, times)
    where match in (select id from moved)
), kept as (
    insert into kept_state
    select * from unnest($17::text[], $18::bigint[], $19::text[], $20::bigint[], $21::text[],
        $22::text[]) as kept (match, choices, rules, logged, state, log)
    where match in (select id from moved)
    {_KEPT}
)
select id from moved
"""
WIDTHS = (3, 4, 9, 6)  # columns of revisions, messages, choices and kept states


async def lock(connection: Db, tables: Collection[str]) -> None:
    """Until the end of the transaction; in order, so that nobody waits for whoever waits."""
    sql = "select 1 from tables where id = any($1) order by id for update"
    await connection.execute(sql, list(tables))


async def apply_together(connection: Db, changes: Sequence[Change]) -> set[str]:
    """Which tables were changed; UniqueViolationError if a message or a choice was there before."""
    rows: tuple[list[Sequence[object]], ...] = (
        [revision_values(one) for one in changes],
        [(one.table, *one.message) for one in changes if one.message],
        [choice_values(one.table, one.choice) for one in changes if one.choice],
        [kept_state_values(one.table, one.kept) for one in changes if one.kept],
    )
    columns = [
        [row[at] for row in table]
        for table, width in zip(rows, WIDTHS, strict=True)
        for at in range(width)
    ]
    return {name for (name,) in await connection.fetch(_TOGETHER, *columns)}


async def note(connection: Db, lines: Iterable[Line]) -> list[Found]:
    try:
        return [
            [tuple(row) for row in await connection.fetch(numbered(sql), *values)]
            for sql, values in lines
        ]
    except (asyncpg.UniqueViolationError, asyncpg.NotNullViolationError):
        raise Conflict from None


async def write_table(
    connection: Db,
    row: TableRow,
    choices: tuple[ChoiceRow, ...],
    beside: tuple[Line, ...],
) -> None:
    laid = f"insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, {NOW}, ?, ?, ?)"
    await note(connection, ((laid, (*table_values(row), *listed_values(row))),))
    seats = [(row.id, number, text(seat)) for number, seat in enumerate(row.seats)]
    await connection.executemany("insert into seat values ($1, $2, $3)", seats)
    await connection.executemany(_CHOICE, [choice_values(row.id, choice) for choice in choices])
    await note(connection, beside)


async def apply_change(connection: Db, change: Change) -> None:
    """The order matters: a repeated message is told apart from a conflict first."""
    table, revision = change.table, change.revision + 1
    if change.message is not None:
        await _remember(connection, table, change.message)
    moved = await connection.fetchval(
        f"update tables set revision = $1, touched = {NOW} where id = $2 and revision = $3 "
        "returning 1",
        *(revision, table, change.revision),
    )
    if not moved:
        raise Conflict
    for key in change.back:
        await _take_back(connection, (table, *key), revision)
    if change.choice is not None:
        once = f"{_CHOICE} on conflict do nothing returning 1"
        if not await connection.fetchval(once, *choice_values(table, change.choice)):
            raise Conflict
    await _apply_rest(connection, change)


async def _remember(connection: Db, table: str, message: Answered) -> None:
    once = "insert into message values ($1, $2, $3, $4) on conflict do nothing returning 1"
    if not await connection.fetchval(once, table, *message):
        sql = "select revision from message where match = $1 and seat = $2 and id = $3"
        raise Repeated(await connection.fetchval(sql, table, *message[:2]))


async def _take_back(connection: Db, key: tuple[str, int, int, int], by: int) -> None:
    gone = await connection.fetchval(
        "with gone as (delete from choice where match = $2 and number = $3 and seat = $4 "
        "and part = $5 returning match, number, seat, part, revision, thing, by) "
        "insert into taken_back select match, $1, number, seat, part, revision, thing, by "
        "from gone returning 1",
        *(by, *key),
    )
    if not gone:
        raise Conflict
    await connection.execute(
        "delete from snapshot where match = $1 and not exists "
        "(select 1 from choice where choice.match = snapshot.match "
        "and choice.revision = snapshot.revision)",
        key[0],
    )


async def _apply_rest(connection: Db, change: Change) -> None:
    table = change.table
    await note(connection, owner_lines(table, change.owners))
    await note(connection, ending_lines(table, change.ending))
    await note(connection, summons_lines(table, change.summons))
    await _rate(connection, change)
    for number, seat in change.seats:
        sql = "update seat set facts = $1 where match = $2 and seat = $3"
        await connection.execute(sql, text(seat), table, number)
    if change.quiet is not None:
        sql = "update tables set quiet = $1 where id = $2"
        await connection.execute(sql, text(change.quiet), table)
    if change.standing is not None:
        await _stand(connection, table, change.standing)
    for part, shot in (("snapshot", change.snapshot), ("origin", change.origin)):
        if shot is not None:
            await _keep_shot(connection, part, table, shot)
    if change.kept is not None:
        sql = f"insert into kept_state values ($1, $2, $3, $4, $5, $6) {_KEPT}"
        await connection.execute(sql, *kept_state_values(table, change.kept))


async def _rate(connection: Db, change: Change) -> None:
    """Until the end of the transaction nobody else rates: players may meet at two tables."""
    questions = contest_questions(change.table, change.ending)
    if questions:
        await connection.execute("select pg_advisory_xact_lock($1)", LOCK)
        known = await note(connection, questions)
        await note(connection, contest_lines(change.table, change.ending, known))


async def _keep_shot(connection: Db, part: str, table: str, shot: Snapshot) -> None:
    values = (table, shot.choices, shot.revision, shot.state, shot.log)
    await connection.execute(_SHOT.format(part), *values)


async def _stand(connection: Db, table: str, standing: Standing) -> None:
    """How a table stands. A match that has ended waits for its tale to be written."""
    sql = "update tables set state = $1, standing = $2 where id = $3"
    await connection.execute(sql, standing.state, text(standing), table)
    if standing.state == "over" and standing.result is not None:
        await connection.execute(
            f"insert into untold select $1, {NOW} "
            "where not exists (select 1 from tale where match = $1) on conflict do nothing",
            table,
        )


async def keep_tale(connection: Db, table: str, tale: KeptTale | None) -> None:
    await connection.execute("delete from untold where match = $1", table)
    there = await connection.fetchval("select 1 from tables where id = $1 for update", table)
    if tale is not None and there:
        await connection.execute(
            "insert into tale values ($1, $2, $3, $4) on conflict (match) do update set "
            "rules = excluded.rules, saga = excluded.saga, tale = excluded.tale",
            *(table, tale.rules, tale.saga, tale.tale),
        )
        due = f"insert into folded values ($1, {NOW}, 0, null) on conflict do nothing"
        await connection.execute(due, table)
