"""Hosts, ghosts and leavers: who may silence, send away, come back, and how a match goes on."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from fimbul.cli import main as fimbul_command
from fimbul.games import find as find_game
from fimbul.games import names as game_names
from fimbul.server.ops.rates import DAY
from fimbul.server.services import Services
from fimbul.server.settings import Settings
from fimbul.server.store.bans import bans_of
from fimbul.server.table import hosting
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done, Outgoing
from fimbul.server.wire.table_card import SeatCard, TableCard
from tests.server.harness import Server, Tab, make_services, refused, run, serving
from tests.server.stores import asked_of

MANY = [name for name in game_names() if find_game(name).rulebook.about["players"][1] > 2]
SEATS = {"drakkar": 3, "ragnarok_star": 3, "ragnarocks": 4}


def all_games(path: Path) -> Services:
    services = make_services(path)
    object.__setattr__(services, "find", find_game)
    object.__setattr__(services, "names", game_names)
    return services


async def crowd(server: Server, game: str) -> list[tuple[TakenSeat, Tab]]:
    """As many people as the game needs to be one of many; the last of them resigns."""
    friends = ["friend"] * (SEATS[game] - 1)
    ann = await server.lay(game, "me", *friends, options={"seats": SEATS[game]})
    places = [ann, *[await server.sit(ann, f"Guest {n}") for n in range(1, SEATS[game])]]
    return [(place, await server.tab(place)) for place in places]


async def card(server: Server, place: TakenSeat) -> TableCard:
    response = await server.get(f"/api/tables/{place.table}")
    return msgspec.json.decode(response.content, type=TableCard)


async def chair(server: Server, place: TakenSeat) -> SeatCard:
    return (await card(server, place)).seats[place.seat]


def test_every_game_of_many_says_how_it_goes_on() -> None:
    assert set(MANY) == set(SEATS)
    for name in MANY:
        assert find_game(name).rulebook.about["without"] in ("bot", "end")


@pytest.mark.parametrize("game", SEATS)
def test_one_who_resigns_does_not_end_a_match_of_many(game: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", all_games(tmp_path / "db")) as server:
            people = await crowd(server, game)
            *others, (place, tab) = people
            assert isinstance(await tab.ask("resign"), Done)
            seat = await chair(server, place)
            assert (seat.kind, seat.left, seat.back) == ("bot", f"Guest {place.seat}", False)
            assert (await card(server, place)).state == "running"
            late = await tab.ask("choose", number=1, part=0, thing="x:y")
            assert refused(late).code == "seat/not-yours"
            await played_on(server, place.seat, [tab for _, tab in others])
            assert others[0][1].over is None

    run(body())


async def played_on(server: Server, gone: int, tabs: list[Tab]) -> None:
    """The others choose until a bot has chosen in the place of whoever is gone."""
    async with asyncio.timeout(40):
        while not await bot_chose(server, tabs[0].table, gone):
            for tab in tabs:
                if tab.options and tab.over is None:
                    await tab.choose()
            await asyncio.sleep(0.01)


async def bot_chose(server: Server, table: str, seat: int) -> bool:
    stored = await server.services.store.load(table)
    assert stored is not None
    return any(row.seat == seat and row.by == "bot" for row in stored.choices)


def test_the_last_person_who_resigns_ends_it(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", all_games(tmp_path / "db")) as server:
            ann = await server.lay("drakkar", "me", "random", "random")
            tab = await server.tab(ann)
            await tab.ask("resign")
            await tab.until(lambda: tab.over is not None)
            two = await server.pair("brandub")
            await two[0].ask("resign")
            await two[1].until(lambda: two[1].over is not None)

    run(body())


def test_a_clock_that_runs_out_does_not_end_a_match_of_many(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", all_games(tmp_path / "db")) as server:
            clock = {"kind": "decision", "seconds": 3}
            ann = await server.lay(
                "ragnarok_star", "me", "friend", "friend", clock=clock, timeout="loss"
            )
            places = [ann, await server.sit(ann, "Bob"), await server.sit(ann, "Cyd")]
            tabs = [await server.tab(place) for place in places]
            for tab in tabs:
                await tab.ask("ready")
            for tab in tabs[:2]:  # all three are asked; the third lets it be
                await tab.choose()
            async with asyncio.timeout(20):
                while not any(seat.kind == "bot" for seat in (await card(server, ann)).seats):
                    await asyncio.sleep(0.1)
            assert (await card(server, ann)).state == "running"

    run(body())


async def sit(server: Server, place: TakenSeat, name: str, **more: Any) -> Any:
    body = {"name": name, "invite": place.invite, **more}
    return await server.post(f"/api/tables/{place.table}/sit", body)


def test_nobody_slips_into_a_leavers_chair_and_sees_his_hand(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay("wager")
            bob = await server.sit(ann)
            tab = await server.tab(bob)
            hand = tab.scene
            await server.post(f"/api/tables/{ann.table}/leave", token=bob.token)
            for name in ("Bob", "Eve", "Ann"):
                stranger = await sit(server, ann, name, key=secrets.token_urlsafe(24))
                assert stranger.status_code == 409, stranger.text
                assert "kept for whoever left it" in stranger.json()["message"]
            back = await sit(server, ann, "Bob", key=bob.token)
            assert back.status_code == 200, back.text
            assert back.json()["seat"] == bob.seat
            again = await server.tab(bob)
            assert again.scene == hand

    run(body())


@pytest.mark.parametrize("way", ["tables", "play"])
def test_a_lost_answer_can_be_asked_for_again(way: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            key = secrets.token_urlsafe(24)
            wish: dict[str, Any] = {"game": "brandub", "name": "Ann", "key": key}
            if way == "tables":
                wish["seats"] = [{"kind": "me"}, {"kind": "friend"}]
            first, second = [await server.post(f"/api/{way}", wish) for _ in range(2)]
            assert first.status_code == 201, first.text
            assert first.json() == second.json()
            assert first.json()["token"] == key

    run(body())


def test_a_lost_answer_to_sit_and_to_a_rematch_too(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, key = await server.lay(), secrets.token_urlsafe(24)
            first, second = [await sit(server, ann, "Bob", key=key) for _ in range(2)]
            assert first.status_code == second.status_code == 200
            assert first.json() == second.json()
            assert (await sit(server, ann, "Cyd", key=secrets.token_urlsafe(24))).status_code == 409
            tab = await server.tab(ann)
            await tab.ask("resign")
            wish = {"key": secrets.token_urlsafe(24)}
            path = f"/api/tables/{ann.table}/rematch"
            met = [await server.post(path, wish, ann.token) for _ in range(2)]
            assert met[0].status_code == 201, met[0].text
            assert met[0].json() == met[1].json()
            short = await sit(server, ann, "Eve", key="guess")
            assert short.status_code == 400

    run(body())


async def preside(tab: Tab, act: str, seat: int) -> Outgoing:
    return await tab.ask("preside", act=act, seat=seat)


def test_whoever_is_muted_is_silent_from_the_next_message_on(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay()
            bob = await server.sit(ann)
            host, guest = await server.tab(ann), await server.tab(bob)
            watcher = await server.spectator(ann)
            assert refused(await preside(guest, "mute", 0)).code == "seat/not-yours"
            assert isinstance(await guest.ask("chat", text="noise"), Done)
            await preside(host, "mute", bob.seat)
            await preside(host, "mute", hosting.SPECTATORS)
            for tab in (guest, watcher):
                assert "be silent" in refused(await tab.ask("chat", text="more noise")).message
            assert (await card(server, ann)).muted == (-1, bob.seat)
            await preside(host, "unmute", bob.seat)
            assert isinstance(await guest.ask("chat", text="sorry"), Done)

    run(body())


def test_whoever_is_sent_away_is_out_and_stays_out(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay("wager", "me", "friend", "friend", options={"seats": 3})
            bob = await server.sit(ann)
            host, guest = await server.tab(ann), await server.tab(bob)
            await preside(host, "kick", bob.seat)
            await guest.until(lambda: guest.closed is not None)
            assert (await server.tab(bob)).closed == 1008
            assert (await chair(server, bob)).kind == "empty"
            for name, key in (("BOB", secrets.token_urlsafe(24)), ("Robert", bob.token)):
                back = await sit(server, ann, name, key=key)
                assert back.status_code == 403
                assert "sent you away" in back.json()["message"]
            neighbour = await sit(server, ann, "Cyd", key=secrets.token_urlsafe(24))
            assert neighbour.status_code == 200, "others live behind the same address"

    run(body())


def test_a_host_may_shut_out_an_address_as_a_whole(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay("wager", "me", "friend", "friend", options={"seats": 3})
            bob = await server.sit(ann)
            await preside(await server.tab(ann), "bar", bob.seat)
            back = await sit(server, ann, "Robert", key=secrets.token_urlsafe(24))
            assert back.status_code == 403
            other = await server.lay("wager")
            assert (await sit(server, other, "Robert")).status_code == 200, "at that table alone"

    run(body())


def test_in_a_match_of_two_nobody_is_sent_away(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            host, guest = await server.pair()
            assert "match of two" in refused(await preside(host, "kick", 1)).message
            assert "is here" in refused(await preside(host, "bot", 1)).message
            assert refused(await preside(host, "kick", 0)).code == "table/not-now"
            assert guest.closed is None

    run(body())


def test_a_ghosts_chair_is_played_by_a_bot_until_he_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.lay("wager")
            bob = await server.sit(ann)
            host, guest = await server.tab(ann), await server.tab(bob)
            await guest.close()
            assert "a minute ago" in refused(await preside(host, "bot", bob.seat)).message
            monkeypatch.setattr(hosting, "GHOST", 0.0)
            assert isinstance(await preside(host, "bot", bob.seat), Done)
            seat = await chair(server, bob)
            assert (seat.kind, seat.left, seat.back) == ("bot", "Bob", True)
            await played_on(server, bob.seat, [host])
            eve = await sit(server, ann, "Eve", key=secrets.token_urlsafe(24))
            assert eve.status_code == 409
            back = await sit(server, ann, "Bob", key=bob.token)
            assert back.json()["seat"] == bob.seat
            seat = await chair(server, bob)
            assert (seat.kind, seat.name, seat.left) == ("person", "Bob", "")

    run(body())


def command(*words: str) -> str:
    done = CliRunner().invoke(fimbul_command, [*words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.usefixtures("the_file")
@pytest.mark.parametrize("who", ["127.0.0.1", "127.0.0.0/8", "BOB"])
def test_a_ban_acts_on_the_next_message_of_a_living_server(who: str, tmp_path: Path) -> None:
    async def body() -> None:
        path = tmp_path / "db"
        services = make_services(path)
        object.__setattr__(services, "bans", bans_of(path))
        async with serving(path, services) as server:
            ann = await server.lay()
            bob = await server.tab(await server.sit(ann))
            await asyncio.to_thread(command, "ban", "add", who, "--data", str(path))
            await bob.send(type="chat", id="late", text="hello")
            await bob.until(lambda: bob.closed is not None)
            assert refused(bob.heard[-1]).code == "visitor/shut-out"
            again = await server.post("/api/play", {"game": "brandub", "name": "Bob"})
            assert (again.status_code, again.json()["code"]) == (403, "visitor/shut-out")
            assert "1 shut out" in command("ban", "list", "--data", str(path))
            command("ban", "remove", who, "--data", str(path))
            free = await server.post("/api/play", {"game": "brandub", "name": "Bob"})
            assert free.status_code == 201

    run(body())


@pytest.mark.usefixtures("the_file")
def test_a_ban_that_is_not_there_cannot_be_lifted(tmp_path: Path) -> None:
    make_services(tmp_path / "db")
    data = str(tmp_path / "db")
    lifted = CliRunner().invoke(fimbul_command, ["ban", "remove", "Bob", "--data", data])
    assert lifted.exit_code != 0
    assert "is not shut out" in lifted.output


def test_finished_matches_are_kept_as_long_as_the_host_says(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            host, _ = await server.pair()
            await host.ask("resign")
            store, table = server.services.store, host.table
            asked_of(tmp_path / "db", f"update tables set touched = touched - {10 * DAY}")
            kept = Settings().bounds.forget
            assert kept.over == 0
            assert await store.clear(kept, ()) == 0
            for_a_week = Settings(finished_days=7).bounds.forget
            assert await store.clear(for_a_week, ()) == 1
            assert await store.load(table) is None

    run(body())
