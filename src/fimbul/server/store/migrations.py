"""The shape of the SQLite file, as the ordered list of what was done to it.

Released migrations are never edited; a new shape is a new entry at the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

# The journal is `choice`. Its primary key is the lock: one answer to one part of one decision,
# whoever tries. Taking back moves rows to `taken_back` in one transaction, so the key is free to
# be answered again and nothing is forgotten. Every change of a table also moves its `revision`
# on, from exactly the one it was planned on: that is what stops a second process whose memory is
# out of date, even where its choice would collide with no other.
MIGRATIONS: Sequence[tuple[str, str]] = (
    (
        "0001 tables, journal, chat, replays",
        """
        create table tables (
            id text primary key,
            created integer not null,
            public integer not null,
            state text not null,
            revision integer not null,
            quiet text not null,
            standing text not null,
            facts text not null
        ) without rowid;
        create index tables_listed on tables (created desc, id desc)
            where public = 1 and state <> 'over';
        create table seat (
            match text not null,
            seat integer not null,
            facts text not null,
            primary key (match, seat)
        ) without rowid;
        create table choice (
            match text not null,
            number integer not null,
            seat integer not null,
            part integer not null,
            revision integer not null,
            thing text not null,
            by text not null,
            fixed integer not null,
            left text not null,
            primary key (match, number, seat, part)
        ) without rowid;
        create table taken_back (
            match text not null,
            back integer not null,
            number integer not null,
            seat integer not null,
            part integer not null,
            revision integer not null,
            thing text not null,
            by text not null,
            primary key (match, back, number, seat, part)
        ) without rowid;
        create table message (
            match text not null,
            seat integer not null,
            id text not null,
            revision integer not null,
            primary key (match, seat, id)
        ) without rowid;
        create table snapshot (
            match text primary key,
            choices integer not null,
            revision integer not null,
            state blob not null,
            log blob not null
        ) without rowid;
        create table chat (
            match text not null,
            line integer not null,
            seat integer,
            message text not null,
            said text not null,
            primary key (match, line)
        ) without rowid;
        create unique index chat_once on chat (match, seat, message);
        create table replay (
            id text primary key,
            saga text not null
        ) without rowid;
        """,
    ),
    (
        "0002 when a table was last touched",
        """
        alter table tables add column touched integer not null default 0;
        update tables set touched = cast(strftime('%s', 'now') as integer);
        create index tables_touched on tables (touched) where state <> 'over'
        """,
    ),
)


def migrate(connection: sqlite3.Connection) -> list[str]:
    """Bring a file up to date, each step in a transaction of its own; says what was done."""
    connection.execute("create table if not exists migration (name text primary key) without rowid")
    applied = {name for (name,) in connection.execute("select name from migration")}
    done = []
    for name, script in MIGRATIONS:
        if name not in applied:
            _apply(connection, name, script)
            done.append(name)
    return done


def _apply(connection: sqlite3.Connection, name: str, script: str) -> None:
    connection.execute("begin immediate")
    try:
        taken = connection.execute("select 1 from migration where name = ?", (name,)).fetchone()
        if not taken:  # another process may have been quicker
            for statement in script.split(";"):
                connection.execute(statement)
            connection.execute("insert into migration values (?)", (name,))
        connection.execute("commit")
    except sqlite3.Error:
        connection.execute("rollback")
        raise
