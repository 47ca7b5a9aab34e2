"""What the store keeps of people since they may come by a provider. A part of the migrations."""

from __future__ import annotations

PEOPLE = (
    (
        "0011 identities at a provider, and browsers on their way there",
        """
        create table identity (
            issuer text not null,
            subject text not null,
            account text not null,
            created integer not null,
            primary key (issuer, subject)
        ) without rowid;
        create unique index identity_account on identity (account);
        create table crossing (
            token text primary key,
            account text not null,
            session text not null,
            until integer not null
        ) without rowid;
        create index crossing_account on crossing (account)
        """,
    ),
    (
        "0012 who wants to be seen among those who are here",
        """
        create table visible (
            account text primary key,
            until double precision not null
        ) without rowid;
        create index visible_until on visible (until)
        """,
    ),
    (
        "0013 armies and card files that players keep",
        """
        create table work (
            id text not null,
            account text not null,
            game text not null,
            workshop text not null,
            title text not null,
            text text not null,
            saved integer not null,
            primary key (account, game, workshop, title)
        ) without rowid;
        create unique index work_id on work (id)
        """,
    ),
)
