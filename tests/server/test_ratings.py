"""Ratings: worked out where a match ends, once, alike on both stores, and shown when they mean
something."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fimbul.server.ops.crash_points import Moment
from fimbul.server.people.ratings import Ratings, points_of
from fimbul.server.store.base import Change, Facts, Seat, Standing, TableRow
from fimbul.server.store.ledger import Contender, Contest, Ending, Owner
from fimbul.server.store.ratings import SETTLED, Belief, Contestant, rated
from fimbul.server.wire.messages import Done
from fimbul.server.wire.table_card import NoClock, TableResult
from tests.server.harness import Tab, refused, run
from tests.server.stores import Chosen, Stocked, asked_of, store_at
from tests.server.test_crash import DURABLE, MOMENTS, armed_by, closed, doomed, past
from tests.server.test_people import Browser, browsers, link_to

on_each_store = pytest.mark.usefixtures("each_store")
RATED = {"game": "brandub", "seats": [{"kind": "me"}, {"kind": "friend"}], "rated": True}
KNOWN = "select account, mu, sigma, matches from rating order by account"


def contestants(*places: int, bots: Sequence[int] = ()) -> list[Contestant]:
    """Equals, everybody for themselves."""
    return [
        Contestant(seat, seat, place, f"bot:{seat}" if seat in bots else f"p{seat}", Belief())
        for seat, place in enumerate(places)
    ]


# -- what a result is worth ---------------------------------------------------------------------


def test_a_third_place_is_worth_less_than_a_shared_first() -> None:
    first, second, third, fourth, last = (one.mu for one in rated(contestants(1, 1, 3, 3, 3)))
    assert first == second > third == fourth == last


def test_a_draw_between_equals_moves_nobody_but_makes_both_surer() -> None:
    before = Belief()
    for after in rated(contestants(1, 1)):
        assert after.mu == pytest.approx(before.mu)
        assert after.sigma < before.sigma
        assert after.matches == 1


def test_who_plays_together_rises_together() -> None:
    team = [Contestant(seat, seat % 2, 1 + seat % 2, f"p{seat}", Belief()) for seat in range(4)]
    one, other, also, another = rated(team)
    assert one.mu == also.mu > other.mu == another.mu


def test_a_bot_only_ever_becomes_surer_so_it_holds_the_scale() -> None:
    person, bot = Belief(25.0, 1.0), Belief(25.0, 1.0)
    for place in (1, 2) * 40:
        pair = contestants(place, 3 - place, bots=[1])
        given = [
            Contestant(*(one.seat, one.side, one.place, one.account), before=before)
            for one, before in zip(pair, (person, bot), strict=True)
        ]
        surer = bot.sigma
        person, bot = rated(given)
        assert bot.sigma < surer
    assert bot.sigma < person.sigma


# -- at the store -------------------------------------------------------------------------------


def row(name: str, seats: int) -> TableRow:
    facts = Facts(
        game="brandub",
        rules="1",
        options={},
        clock=NoClock(),
        timeout="default",
        public=True,
        created=1,
        invite="i",
        watch="w",
        secret="5a" * 32,
        rated=True,
    )
    return TableRow(name, facts, Standing("running"), (Seat(),) * seats, 0, (0,) * seats)


async def finish(store: Stocked, name: str, players: Sequence[str], *places: int) -> None:
    """A rated match of these, over; `bot:x` is a bot of that name."""
    owners = [Owner(n, one, "brandub") for n, one in enumerate(players) if ":" not in one]
    await store.create(row(name, len(players)), (), tuple(owners))
    await store.apply(ended(name, players, *places))


def ended(name: str, players: Sequence[str], *places: int) -> Change:
    contenders = tuple(
        Contender(seat, seat, place, one.partition(":")[2])
        for seat, (one, place) in enumerate(zip(players, places, strict=True))
    )
    outcomes = tuple("won" if place == 1 else "lost" for place in places)
    against = tuple("people" for _ in places)
    contest = Contest("brandub", contenders)
    result = TableResult(places, (), "", "played")
    return Change(
        table=name,
        revision=0,
        standing=Standing("over", result=result),
        ending=Ending(outcomes, 9, against, ("Surtr",) * len(places), contest),
    )


@on_each_store
def test_the_end_of_a_match_and_its_ratings_are_one_transaction(tmp_path: Path) -> None:
    async def body() -> None:
        store = store_at(tmp_path / "db")
        await finish(store, "t1", ["ann", "bob"], 1, 2)
        (ann, *higher), (bob, *lower) = asked_of(tmp_path / "db", KNOWN)
        assert (ann, bob, higher[2], lower[2]) == ("ann", "bob", 1, 1)
        assert higher[0] > 25 > lower[0]
        assert len(asked_of(tmp_path / "db", "select * from rated where match = 't1'")) == 2
        await store.close()

    run(body())


@on_each_store
@pytest.mark.parametrize("players", [["ann", "ann"], ["ann", ""], ["bot:odin", "bot:karl"]])
def test_nobody_is_rated_against_themselves_or_nobody(tmp_path: Path, players: list[str]) -> None:
    async def body() -> None:
        store = store_at(tmp_path / "db")
        await finish(store, "t1", players, 1, 2)
        assert asked_of(tmp_path / "db", KNOWN) == []
        await store.close()

    run(body())


@on_each_store
def test_matches_of_one_player_that_end_at_once_all_count(tmp_path: Path) -> None:
    async def body() -> None:
        store = store_at(tmp_path / "db")
        names = [f"t{n}" for n in range(12)]
        for name in names:
            await store.create(row(name, 2), (), (Owner(0, "ann"), Owner(1, f"rival-{name}")))
        pairs = [ended(name, ["ann", f"rival-{name}"], 1, 2) for name in names]
        await asyncio.gather(*map(store.apply, pairs))
        (known,) = asked_of(tmp_path / "db", KNOWN.replace("order", "where account = 'ann' order"))
        assert known[3] == len(names)
        past = "select matches from rated where account = 'ann' order by matches"
        assert [count for (count,) in asked_of(tmp_path / "db", past)] == [*range(1, 13)]
        await store.close()

    run(body())


def test_both_stores_come_to_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = ["ann", "bob", "bot:karl"]
    order = [(1, 2, 3), (3, 1, 1), (1, 1, 3), (2, 3, 1), (1, 1, 1)]

    async def played(path: Path) -> list[tuple[Any, ...]]:
        store = store_at(path)
        for number, places in enumerate(order):
            await finish(store, f"t{number}", players, *places)
        await store.close()
        return asked_of(path, KNOWN)

    found = []
    for kind in ("sqlite", "postgres"):
        monkeypatch.setattr(Chosen, "kind", kind)
        found.append(run(played(tmp_path / "db")))
    assert found[0] == found[1]
    assert len(found[0]) == 3


@on_each_store
def test_a_rating_is_told_after_ten_matches_and_nothing_of_it_before(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (server, ann):
            await ann.play()
            name, store = (await ann.me())["id"], server.services.store
            for number in range(SETTLED - 1):
                await finish(store, f"t{number}", [name, "bot:karl"], 1, 2)
            (early,) = (await ann.get(f"/api/players/{name}"))["ratings"]
            assert early == {"game": "brandub", "matches": SETTLED - 1, "needed": SETTLED}
            graph = f"/api/players/{name}/ratings/brandub"
            assert (await ann.get(graph))["points"] == []
            assert (await ann.get("/api/games/brandub/ratings"))["lines"] == []
            await finish(store, "t-ten", [name, "bot:karl"], 1, 2)
            (card,) = (await ann.get(f"/api/players/{name}"))["ratings"]
            assert card["rank"] == 1
            assert [one["points"] for one in (await ann.get(graph))["points"]] == [card["points"]]
            board = await ann.get("/api/games/brandub/ratings")
            assert [(one["name"], one.get("bot", False)) for one in board["lines"]] == [
                ("Astrid", False),
                ("karl", True),
            ]
            assert board["mine"] == card
            told = "".join(server.egress)
            assert '"mu"' not in told
            assert '"sigma"' not in told

    run(body())


def test_a_leaderboard_is_paged_and_names_everybody_once(tmp_path: Path) -> None:
    async def body() -> None:
        store = store_at(tmp_path / "db")
        rows = [(f"bot:{n:03}", "brandub", 25.0, 1.0, 20.0 + n % 7, 10) for n in range(75)]
        sql = "insert into rating values (?, ?, ?, ?, ?, ?)"
        await store.note(*((sql, one) for one in rows))
        ratings, after, names = Ratings(store), 0, []
        while True:
            page = await ratings.board("brandub", after)
            names += [line.name for line in page.lines]
            if page.next is None:
                break
            after = page.next
        assert len(names) == len({*names}) == 75
        await store.close()

    run(body())


def test_four_hundred_points_are_ten_times_as_many_wins() -> None:
    assert points_of(0.0) == 1000
    apart = 2.0**0.5 * 25 / 6 * 2.302585  # in the library's own scale, between two sure players
    assert points_of(apart) - points_of(0.0) == pytest.approx(400, abs=10)


# -- at a table ---------------------------------------------------------------------------------


async def rated_pair(ann: Browser, bob: Browser, **rest: Any) -> tuple[str, Tab, Tab]:
    place = await ann.post("/api/tables", {**RATED, "name": "Astrid", **rest}, 201)
    table = place["table"]
    await bob.post(f"/api/tables/{table}/sit", {"name": "Bjorn", "invite": place["invite"]})
    return table, await ann.tab(table, mine=True), await bob.tab(table, mine=True)


@on_each_store
def test_a_rated_match_of_two_browsers_counts_once_by_whom_it_was_won(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            table, host, guest = await rated_pair(ann, bob)
            card = await ann.get(f"/api/tables/{table}")
            assert card["rated"]
            await guest.ask("resign", id="once")
            await host.until(lambda: host.over is not None)
            await guest.ask("resign", id="once")
            winner, loser = (await ann.me())["id"], (await bob.me())["id"]
            found = {name: (mu, count) for name, mu, _, count in asked_of(tmp_path / "db", KNOWN)}
            assert found[winner][0] > found[loser][0]
            assert {count for _, count in found.values()} == {1}
            (level,) = (await ann.get(f"/api/players/{winner}"))["levels"]
            assert level == {
                "game": "brandub",
                "against": "people",
                "won": 1,
                "lost": 0,
                "drawn": 0,
            }

    run(body())


@on_each_store
def test_whoever_leaves_a_rated_match_has_lost_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (_, ann, bob):
            table, host, _ = await rated_pair(ann, bob)
            await bob.post(f"/api/tables/{table}/leave")
            await host.until(lambda: host.over is not None)
            found = {name: mu for name, mu, *_ in asked_of(tmp_path / "db", KNOWN)}
            assert found[(await ann.me())["id"]] > found[(await bob.me())["id"]]

    run(body())


def test_nobody_sits_down_against_themselves_at_a_rated_table(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            place = await ann.post("/api/tables", {**RATED, "name": "Astrid"}, 201)
            sit = {"name": "Astrid", "invite": place["invite"]}
            refusal = await ann.post(f"/api/tables/{place['table']}/sit", sit, 409)
            assert "against yourself" in refusal["message"]

    run(body())


@pytest.mark.parametrize(
    "rest",
    [
        {"customs": {"hints": True}},
        {"customs": {"takeback": True}},
        {"seats": [{"kind": "me"}]},
    ],
)
def test_a_table_with_help_or_without_rivals_is_not_rated(
    tmp_path: Path, rest: dict[str, Any]
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            wish = {**RATED, "name": "Astrid", **rest}
            refusal = await ann.post("/api/tables", wish, 422)
            assert any("rated" in one for one in refusal["problems"]) or "seats" in rest

    run(body())


def test_against_a_bot_a_rated_match_has_no_hints_and_nothing_is_taken_back_free(
    tmp_path: Path,
) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 1) as (_, ann):
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            wish = {**RATED, "seats": seats, "name": "Astrid"}
            place = await ann.post("/api/tables", wish, 201)
            tab = await ann.tab(place["table"], mine=True)
            await tab.until(lambda: bool(tab.options))
            assert refused(await tab.ask("hint")).code == "table/not-now"
            for _ in range(4):  # two turns of a piece and its place
                await tab.until(lambda: bool(tab.options))
                number = tab.seen.seen.number
                await tab.choose()
                await past(tab, number)
            await tab.until(lambda: bool(tab.options))
            assert refused(await tab.ask("undo")).code == "table/not-now"

    run(body())


@on_each_store
def test_ratings_of_a_guest_come_along_where_the_account_has_none(tmp_path: Path) -> None:
    async def body() -> None:
        async with browsers(tmp_path, 2) as (server, ann, guest):
            await ann.play()
            await guest.play()
            mine, theirs = (await ann.me())["id"], (await guest.me())["id"]
            await finish(server.services.store, "t1", [theirs, "bot:karl"], 1, 2)
            await link_to(ann, guest, bring=True)
            accounts = [name for name, *_ in asked_of(tmp_path / "db", KNOWN)]
            assert sorted(accounts) == sorted([mine, "bot:karl"])
            assert (await ann.get("/api/me/data"))["ratings"][0]["matches"] == 1
            await ann.post("/api/me/delete")
            assert [name for name, *_ in asked_of(tmp_path / "db", KNOWN)] == ["bot:karl"]

    run(body())


# -- killed at any moment -----------------------------------------------------------------------


async def resigned_at_death(data: Path, moment: Moment) -> tuple[str, bool]:
    """A rated match whose last message kills the server; whether it was acknowledged."""
    async with doomed(data, moment) as (server, process):
        ann, bob = Browser(server), Browser(server)
        table, host, guest = await rated_pair(ann, bob)
        for tab in (host, guest):
            await tab.ask("ping")
        armed_by(data).touch()
        with suppress(ConnectionError, ConnectionClosed):
            await guest.send(type="resign", id="fatal")
        await process.wait()
        await guest.until(closed(guest))
        for browser in (ann, bob):
            await browser.http.aclose()
        return table, any(isinstance(one, Done) and one.id == "fatal" for one in guest.heard)


@on_each_store
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_server_killed_at_the_end_of_a_match_rates_it_with_the_end_or_not_at_all(
    tmp_path: Path, moment: Moment
) -> None:
    async def body() -> None:
        data = tmp_path / "db"
        table, acknowledged = await resigned_at_death(data, moment)
        store = store_at(data)
        (stands,) = await store.rows([table])
        over = stands.standing.result is not None
        assert over is (moment in DURABLE)
        assert over or not acknowledged
        counts = [count for *_, count in asked_of(data, KNOWN)]
        assert counts == ([1, 1] if over else [])
        await store.close()

    run(body())
