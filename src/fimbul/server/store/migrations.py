"""The shape of the store, as the ordered list of what was done to it.

Released migrations are never edited; a new shape is a new entry at the end. They are written for
SQLite; `for_postgres` says the same to PostgreSQL, so both stores have one history.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from fimbul.kernel import FimbulError
from fimbul.server.store.meeting_tables import MEETING
from fimbul.server.store.people_tables import PEOPLE
from fimbul.server.store.tournament_tables import TOURNAMENTS

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
    (
        "0003 what a match needs when its rules have changed",
        """
        create table kept_state (
            match text primary key,
            choices integer not null,
            rules text not null,
            logged integer not null,
            state text not null,
            log text not null
        ) without rowid;
        create table origin (
            match text primary key,
            choices integer not null,
            revision integer not null,
            state blob not null,
            log blob not null
        ) without rowid;
        create table tale (
            match text primary key,
            rules text not null,
            saga text not null,
            tale blob not null
        ) without rowid;
        create table untold (
            match text primary key,
            since integer not null
        ) without rowid;
        insert into untold select id, touched from tables
            where state = 'over' and json_extract(standing, '$.result') is not null
        """,
    ),
    (
        "0004 who is shut out",
        """
        create table ban (
            kind text not null,
            what text not null,
            primary key (kind, what)
        ) without rowid
        """,
    ),
    (
        "0005 when a record was last sent here",
        """
        alter table replay add column touched integer not null default 0;
        update replay set touched = cast(strftime('%s', 'now') as integer)
        """,
    ),
    (
        "0006 which worker looks after a table",
        """
        create table keeper (
            match text primary key,
            worker text not null,
            until timestamp with time zone not null
        ) without rowid
        """,
    ),
    (
        "0007 accounts, and whose seats they are",
        """
        create table account (
            id text primary key,
            name text not null,
            tone text not null,
            emblem text not null,
            mail text not null,
            created integer not null,
            seen integer not null
        ) without rowid;
        create unique index account_mail on account (mail) where mail <> '';
        create table session (
            token text primary key,
            account text not null,
            created integer not null
        ) without rowid;
        create index session_account on session (account);
        create table passkey (
            id text primary key,
            account text not null,
            public text not null,
            uses integer not null,
            name text not null,
            created integer not null
        ) without rowid;
        create index passkey_account on passkey (account);
        create table pass (
            token text primary key,
            account text not null,
            kind text not null,
            mail text not null,
            until integer not null
        ) without rowid;
        create table place (
            match text not null,
            seat integer not null,
            account text not null,
            game text not null,
            since integer not null,
            ended integer not null,
            outcome text not null,
            turns integer not null,
            primary key (match, seat)
        ) without rowid;
        create index place_account on place (account, since desc, match, game, outcome)
        """,
    ),
    (
        "0008 journals of finished matches, folded",
        """
        create table folded (
            match text primary key,
            since integer not null,
            choices integer not null,
            journal blob
        ) without rowid;
        create index folded_due on folded (since) where journal is null;
        insert into folded select match, touched, 0, null from tale
            join tables on tables.id = tale.match
        """,
    ),
    (
        "0009 notices, invitations, bonds between players, reports",
        """
        create table channel (
            id text primary key,
            account text not null,
            kind text not null,
            target text not null,
            wants text not null,
            language text not null,
            created integer not null,
            trouble text not null
        ) without rowid;
        create index channel_account on channel (account);
        create unique index channel_target on channel (target) where kind = 'push';
        create table notice (
            channel text not null,
            kind text not null,
            match text not null,
            account text not null,
            seat integer not null,
            number integer not null,
            state text not null,
            due integer not null,
            tries integer not null,
            lease integer not null,
            primary key (channel, kind, match)
        ) without rowid;
        create index notice_due on notice (due) where state = 'due';
        create index notice_account on notice (account);
        create index notice_match on notice (match);
        create table quiet (
            account text primary key,
            begins integer not null,
            ends integer not null,
            zone text not null
        ) without rowid;
        create table keyring (
            name text primary key,
            value text not null
        ) without rowid;
        create table invitation (
            match text not null,
            account text not null,
            host text not null,
            since integer not null,
            primary key (match, account)
        ) without rowid;
        create index invitation_account on invitation (account);
        create table bond (
            account text not null,
            other text not null,
            kind text not null,
            since integer not null,
            primary key (account, other, kind)
        ) without rowid;
        create index bond_other on bond (other, kind);
        create table report (
            id text primary key,
            match text not null,
            about text not null,
            name text not null,
            sender text not null,
            words text not null,
            evidence text not null,
            created integer not null,
            state text not null
        ) without rowid;
        create index report_state on report (state, created);
        create table audit (
            id text primary key,
            created integer not null,
            doer text not null,
            act text not null,
            what text not null,
            words text not null
        ) without rowid;
        create index audit_created on audit (created)
        """,
    ),
    MEETING,
    *PEOPLE,
    TOURNAMENTS,
)

# What PostgreSQL calls otherwise, in this order.
_OTHERWISE = (
    (") without rowid", ")"),
    ("cast(strftime('%s', 'now') as integer)", "extract(epoch from now())::bigint"),
    ("json_extract(standing, '$.result') is not null", "standing::json ->> 'result' is not null"),
    ("json_extract(facts, '$.game')", "facts::json ->> 'game'"),
    ("json_extract(facts, '$.clock.seconds')", "facts::json -> 'clock' ->> 'seconds'"),
    (" integer", " bigint"),
    (" blob", " bytea"),
    (" left text", ' "left" text'),
)


def for_postgres(script: str) -> str:
    """The same migration in the words of PostgreSQL."""
    for ours, theirs in _OTHERWISE:
        script = script.replace(ours, theirs)
    return script


class NewerFile(FimbulError):
    """The file was written by a version that knows more than this one."""

    code = "store/newer"


def check_known(connection: sqlite3.Connection, path: Path | str) -> set[str]:
    """What was done to the file so far; NewerFile if this version does not know all of it."""
    return known(path, (name for (name,) in connection.execute("select name from migration")))


def known(place: Path | str, names: Iterable[str]) -> set[str]:
    """The same of any store, by the names of what was done to it."""
    applied = set(names)
    if not applied <= {name for name, _ in MIGRATIONS}:
        raise NewerFile(f"{place} was written by a newer version of Fimbul: install that one")
    return applied


def migrate(connection: sqlite3.Connection, path: Path | str = "the file") -> list[str]:
    """Bring a file up to date, each step in a transaction of its own; says what was done."""
    connection.execute("create table if not exists migration (name text primary key) without rowid")
    applied, done = check_known(connection, path), []
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
