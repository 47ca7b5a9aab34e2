"""What the store keeps for those who meet here: ratings, and who looks for whom. A part of the
migrations."""

from __future__ import annotations

MEETING = (
    "0010 ratings, who looks for a rival, and what a lobby is searched by",
    """
    alter table place add column against text not null default '';
    alter table place add column brought text not null default '';
    create index place_tally on place (account, game, against, brought, outcome);
    create table rating (
        account text not null,
        game text not null,
        mu double precision not null,
        sigma double precision not null,
        shown double precision not null,
        matches integer not null,
        primary key (account, game)
    ) without rowid;
    create index rating_board on rating (game, shown desc, account) where matches >= 10;
    create table rated (
        match text not null,
        seat integer not null,
        account text not null,
        game text not null,
        ended integer not null,
        mu double precision not null,
        sigma double precision not null,
        matches integer not null,
        primary key (match, seat)
    ) without rowid;
    create index rated_account on rated (account, game, ended);
    create table seeker (
        id text primary key,
        account text not null,
        game text not null,
        wish text not null,
        token text not null,
        name text not null,
        mu double precision not null,
        since double precision not null,
        until double precision not null
    ) without rowid;
    create unique index seeker_account on seeker (account);
    create table paired (
        seeker text primary key,
        match text not null,
        seat integer not null,
        since integer not null
    ) without rowid;
    create table crowd (
        worker text primary key,
        people integer not null,
        until double precision not null
    ) without rowid;
    alter table tables add column game text not null default '';
    alter table tables add column pace text not null default 'live';
    alter table tables add column rated integer not null default 0;
    update tables set game = json_extract(facts, '$.game');
    update tables set pace = 'turns'
        where coalesce(cast(json_extract(facts, '$.clock.seconds') as integer), 0) >= 21600;
    create index tables_of_game on tables (game, created desc, id desc)
        where public = 1 and state <> 'over'
    """,
)
