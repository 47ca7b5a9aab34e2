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
)
