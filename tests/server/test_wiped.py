"""Deleting an account, looked at from the store: nothing anywhere leads to it any more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.harness import Server, run
from tests.server.stores import asked_of
from tests.server.test_people import Browser, browsers
from tests.server.tourney import entered, founded

KEPT = {"audit", "ban"}  # what whoever looks after a server has done
MARKED = {"account", "bond", "channel", "entrant", "invitation", "pass", "place", "quiet"}
MARKED |= {"rated", "rating", "report", "session", "tournament", "visible", "work", "notice"}
MARKED |= {"identity", "crossing", "passkey", "seeker"}


def named(path: Path, account: str) -> set[str]:
    """The parts of the store in which that account is found."""
    tables = asked_of(path, "select name from sqlite_master where type = 'table'")
    told = {name: asked_of(path, f'select * from "{name}"') for (name,) in tables}
    return {name for name, rows in told.items() if any(account in map(str, row) for row in rows)}


async def lives(server: Server, ann: Browser, bob: Browser) -> tuple[str, str]:
    """An account that has done all that leaves a mark."""
    place = await ann.play()
    await bob.play(name="Bob")
    mine, other = (await ann.me())["id"], (await bob.me())["id"]
    store, now = server.services.store, 2_000_000_000
    for one, to in ((ann, other), (bob, mine)):
        await one.post(f"/api/players/{to}/bond", {"kind": "follow", "on": True})
    await entered(ann, await founded(ann))
    await store.note(
        ("update account set mail = 'ann@example.org' where id = ?", (mine,)),
        ("insert into visible values (?, 1)", (mine,)),
        ("insert into rating values (?, 'brandub', 25, 8, 1, 1)", (mine,)),
        ("insert into rated values ('m', 0, ?, 'brandub', 1, 25, 8, 1)", (mine,)),
        ("insert into quiet values (?, 1, 2, 'UTC')", (mine,)),
        ("insert into identity values ('i', 's', ?, 1)", (mine,)),
        ("insert into crossing values ('c', ?, 'b', ?)", (mine, now)),
        ("insert into passkey values ('k', ?, 'p', 0, 'n', 1)", (mine,)),
        ("insert into pass values ('p', ?, 'device', '', ?)", (mine, now)),
        ("insert into channel values ('c', ?, 'webhook', 'u', ' turn ', 'en', 1, '')", (mine,)),
        ("insert into notice values ('c', 'turn', 'm', ?, 0, 1, 'told', 1, 0, 0)", (mine,)),
        ("insert into invitation values ('m', ?, ?, 1)", (other, mine)),
        ("insert into invitation values ('n', ?, ?, 1)", (mine, other)),
        ("insert into seeker values ('s', ?, 'g', '{}', 't', 'n', 1, 1, 1)", (mine,)),
        ("insert into work values ('w', ?, 'g', 'w', 't', 'x', 1)", (mine,)),
        ("insert into report values ('r', 'm', ?, 'Bob', ?, 'w', '[]', 1, 'open')", (other, mine)),
    )
    assert place.seat == 0
    return mine, other


def test_nothing_leads_to_whoever_has_deleted_their_account(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, bob):
            mine, _ = await lives(server, ann, bob)
            assert named(tmp_path / "db", mine) == MARKED, "a part that this test does not know"
            told: dict[str, Any] = await ann.get("/api/me/data")
            assert [part for part, found in told.items() if not found] == []
            await ann.post("/api/me/delete")
            assert named(tmp_path / "db", mine) - KEPT == set()
            assert asked_of(tmp_path / "db", "select words from report") == [("w",)]

    run(body())


def test_a_report_follows_a_guest_into_the_account_they_enter(tmp_path: Path) -> None:
    """Otherwise whoever was reported signs in, and nobody finds them."""

    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, guest, other):
            await guest.play()
            await other.play(name="Kept")
            mine, theirs = (await guest.me())["id"], (await other.me())["id"]
            sql = "insert into report values ('r', 'm', ?, 'Bob', ?, 'w', '[]', 1, 'open')"
            await server.services.store.note((sql, (mine, mine)))
            code = (await other.post("/api/me/link", status=201))["code"]
            await guest.post("/api/enter/link", {"code": code, "bring": True})
            assert asked_of(tmp_path / "db", "select about, sender from report") == [
                (theirs, theirs)
            ]
            assert named(tmp_path / "db", mine) == set()

    run(body())
