"""What the store keeps of tournaments. A part of the migrations.

A bout has a line for each seat. Its number is the lock: two workers that draw the same round write
the same numbers, and the second writes nothing.
"""

from __future__ import annotations

TOURNAMENTS = (
    "0014 tournaments, who takes part, and who meets whom",
    """
    create table tournament (
        id text primary key,
        wish text not null,
        host text not null,
        public integer not null,
        state text not null,
        created integer not null,
        begins integer not null,
        until integer not null,
        paused integer not null,
        touched integer not null
    ) without rowid;
    create index tournament_listed on tournament (created desc, id desc);
    create index tournament_open on tournament (id) where state <> 'over';
    create table entrant (
        tournament text not null,
        number integer not null,
        account text not null,
        bot text not null,
        name text not null,
        strength double precision not null,
        state text not null,
        since integer not null,
        primary key (tournament, number)
    ) without rowid;
    create unique index entrant_once on entrant (tournament, account) where account <> '';
    create index entrant_account on entrant (account);
    create table bout (
        tournament text not null,
        number integer not null,
        seat integer not null,
        round integer not null,
        entrant integer not null,
        match text not null,
        laid integer not null,
        since integer not null,
        ended integer not null,
        place integer not null,
        primary key (tournament, number, seat)
    ) without rowid;
    create index bout_match on bout (match);
    create index bout_ended on bout (tournament, ended)
    """,
)
