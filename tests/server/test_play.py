"""Sitting down, playing, reconnecting; messages that come twice, late, or from the wrong seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import ChatLine, Done, Hinted, Pong, Whys
from tests.server.harness import EASY, Server, Tab, make_services, refused, run, serving


async def play_out(*tabs: Tab) -> None:
    """Everybody takes their first option until the match is over."""
    while tabs[0].over is None:
        for tab in tabs:
            if tab.options:
                done = await tab.choose(tab.options[-1])
                assert isinstance(done, Done)
                await tab.until_revision(done.revision)  # it is acknowledged before it is shown
                break
        else:
            await asyncio.sleep(0.001)


def test_two_people_play_a_whole_match(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await play_out(ann, bob)
            await bob.until(lambda: bob.over is not None)
            assert ann.over is not None
            assert ann.over.result.kind == "played"
            assert ann.over == bob.over

    run(body())


def test_play_now_against_a_bot(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "me", "random"))
            await play_out(ann)
            assert ann.over is not None

    run(body())


def test_the_bot_begins_where_it_sits_first(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "random", "me"))
            await ann.my_turn()
            assert ann.seen.count == 2

    run(body())


def test_the_same_message_twice_has_one_effect(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, _ = await server.pair()
            number, thing = ann.seen.seen.number, ann.options[0]
            first = await ann.choose(thing, id="same")
            again = await ann.ask("choose", id="same", number=number, part=0, thing=thing)
            assert again == first
            assert isinstance(first, Done)
            await ann.until(lambda: ann.seen.count == 1)
            other = await ann.choose(id="other")
            assert isinstance(other, Done)
            assert other.revision == first.revision + 1

    run(body())


def test_a_message_is_known_after_a_restart(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            await server.sit(place)
            ann = await server.tab(place)
            thing = ann.options[0]
            first = await ann.choose(thing, id="same")
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(place)
            assert ann.seen.count == 1
            assert await ann.ask("choose", id="same", number=1, part=0, thing=thing) == first
            assert ann.seen.count == 1

    run(body())


def test_a_stale_choice_is_told_so(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, _ = await server.pair()
            thing = ann.options[0]
            await ann.choose(thing)
            late = refused(await ann.ask("choose", number=1, part=0, thing=thing))
            assert late.code == "choice/stale"
            early = refused(await ann.ask("choose", number=9, part=0, thing=thing))
            assert early.code == "choice/stale"
            part = refused(await ann.choose(part=3))
            assert part.code == "choice/stale"

    run(body())


def test_an_illegal_choice_cites_its_rule_and_what_was_possible(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            no = refused(await ann.choose("cell:a1"))
            assert (no.code, no.rule) == ("choice/illegal", "turn.raiders-first")
            assert set(no.possible) == set(ann.options)
            foreign = refused(await bob.ask("choose", number=1, part=0, thing=ann.options[0]))
            assert foreign.code == "choice/illegal"
            assert ann.seen.count == 0

    run(body())


class Past:
    """What a tab knew at one revision."""

    def __init__(self, tab: Tab) -> None:
        self.revision, self.log, self.scene = tab.revision, list(tab.log), tab.scene


async def come_back(server: Server, place: TakenSeat, past: Past, now: Tab) -> None:
    """Whoever comes back with old knowledge ends with what one has who never left."""
    tab = await Tab.dial(server, place.table)
    tab.log, tab.scene = list(past.log), past.scene
    await tab.send(type="hello", token=place.token, revision=past.revision)
    await tab.until(lambda: tab.welcome is not None)
    assert (tab.revision, tab.log, tab.scene) == (now.revision, now.log, now.scene)
    await tab.close()


@pytest.mark.parametrize("restart", [False, True], ids=["in memory", "after a restart"])
def test_whoever_reconnects_at_any_revision_sees_the_same(tmp_path: Path, restart: bool) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            ann, bob = await server.tab(place), await server.tab(await server.sit(place))
            await ann.until(lambda: ann.update is not None)
            pasts = [Past(ann)]
            for _ in range(8):
                await step(ann, bob)
                pasts.append(Past(ann))
            assert len({past.revision for past in pasts}) == 9
            for past in pasts if not restart else ():
                await come_back(server, place, past, ann)
        if restart:
            async with serving(tmp_path / "db") as server:
                for past in pasts:
                    await come_back(server, place, past, ann)

    run(body())


async def step(*tabs: Tab) -> None:
    """Whoever is asked chooses, and everybody has seen it."""
    mover = next(tab for tab in tabs if tab.options)
    done = await mover.choose()
    assert isinstance(done, Done)
    for tab in tabs:
        await tab.until_revision(done.revision)


def test_an_unknown_revision_gets_everything(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            ann, bob = await server.tab(place), await server.tab(await server.sit(place))
            await ann.until(lambda: ann.update is not None)
            for _ in range(4):
                await step(ann, bob)
            again = await server.tab(place, revision=10**6)
            assert (again.log, again.scene) == (ann.log, ann.scene)
            assert again.seen.since == -1

    run(body())


def test_two_tabs_of_one_seat_see_the_same_and_only_one_answer_counts(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            await server.sit(place)
            one, two = await server.tab(place), await server.tab(place)
            thing, number = one.options[0], one.seen.seen.number
            answers = await asyncio.gather(
                one.ask("choose", id="one", number=number, part=0, thing=thing),
                two.ask("choose", id="two", number=number, part=0, thing=two.options[1]),
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
            await one.until(lambda: one.seen.count == 1)
            await two.until(lambda: two.seen.count == 1)
            assert one.scene == two.scene

    run(body())


def test_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            bob = await server.tab(await server.sit(place))
            watcher = await server.spectator(place)
            for kind in ("undo", "resign", "offer_draw", "hint"):
                assert refused(await watcher.ask(kind)).code == "seat/not-yours"
            no = await watcher.ask("choose", number=1, part=0, thing="piece:raider-1", seat=0)
            assert refused(no).code == "seat/not-yours"
            assert refused(await watcher.ask("answer", ask="1", yes=True)).code == "seat/not-yours"
            assert refused(await bob.ask("undo")).code == "table/not-now"
            await bob.ask("chat", text="hello", seat=0, name="Ann")
            await bob.until(lambda: any(isinstance(m, ChatLine) for m in bob.heard))
            line = next(m for m in bob.heard if isinstance(m, ChatLine))
            assert (line.seat, line.name) == (1, "Bob")
            wrong = await server.post(f"/api/tables/{place.table}/leave", token="guess")
            assert wrong.status_code == 403

    run(body())


def test_a_socket_without_hello_hears_nothing(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            silent = await Tab.dial(server, place.table)
            wrong = await Tab.dial(server, place.table)
            await wrong.send(type="choose", id="1", number=1, part=0, thing="x")
            stranger = await Tab.open(server, place.table, token="no such token")
            uninvited = await Tab.open(server, place.table)
            ann, bob = await server.tab(place), await server.tab(await server.sit(place))
            await ann.until(lambda: bool(ann.options))
            await step(ann, bob)
            assert silent.texts == []
            for tab, code in ((wrong, "message/malformed"), (stranger, "seat/not-yours")):
                assert [refused(m).code for m in tab.heard] == [code]
                assert tab.closed == 1008
            assert [refused(m).code for m in uninvited.heard] == ["table/not-invited"]

    run(body())


def test_hello_must_come_in_time(tmp_path: Path) -> None:
    async def body() -> None:
        limits = msgspec.structs.replace(EASY, hello=0.05)
        async with serving(tmp_path / "db", limits=limits) as server:
            silent = await Tab.dial(server, (await server.lay()).table)
            await silent.until(lambda: silent.closed is not None)
            assert silent.closed == 4408

    run(body())


def test_a_token_dies_when_its_holder_leaves(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            bob_place = await server.sit(place)
            ann, bob = await server.tab(place), await server.tab(bob_place)
            await bob.until(lambda: bob.update is not None)
            left = await server.post(f"/api/tables/{place.table}/leave", token=bob_place.token)
            assert left.status_code == 200
            await bob.until(lambda: bob.closed is not None)
            assert (await server.tab(bob_place)).closed == 1008
            again = await server.post(f"/api/tables/{place.table}/leave", token=bob_place.token)
            assert again.status_code == 403
            assert bob_place.token not in again.text
            new = await server.sit(place, "Bobby")
            assert new.seat == bob_place.seat
            assert new.token != bob_place.token
            cyd = await server.tab(new)
            await step(ann, cyd)

    run(body())


def test_only_ids_are_taken_from_a_client(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: bool(ann.options))
            lies: dict[str, Any] = {
                "result": {"places": [1, 2]},
                "state": "over",
                "label": "king",
                "seed": 1,
            }
            assert isinstance(await ann.choose(**lies), Done)
            await bob.until(lambda: bob.seen.count == 1)
            assert ann.over is None
            assert bob.seen.seen.result is None
            objects = await ann.ask("choose", number=2, part=0, thing={"id": "cell:a1"})
            assert refused(objects).code == "message/malformed"

    run(body())


def test_why_hint_and_ping(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "me", "random"))
            why = await ann.ask("why", thing="piece:king-13")
            assert isinstance(why, Whys)
            assert why.rule == "turn.raiders-first"
            assert await ann.ask("why", id="w", thing=ann.options[0]) == Whys("w", "", "")
            hint = await ann.ask("hint")
            assert isinstance(hint, Hinted)
            assert hint.thing in ann.options
            assert await ann.ask("ping", id="p") == Pong("p")

    run(body())


def test_presence_is_told(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: any(n.table.seats[1].connected for n in ann.cards()))
            await bob.close()
            await ann.until(lambda: not ann.cards()[-1].table.seats[1].connected)

    run(body())


def test_nothing_is_loaded_until_asked_for_and_idle_tables_are_put_away(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", "me", "friend", public=True)
            bob = await server.sit(place)
        limits = msgspec.structs.replace(EASY, idle=0.05)
        services = make_services(tmp_path / "db", limits=limits)
        async with serving(tmp_path / "db", services) as server:
            assert in_memory(server) == 0
            assert len((await server.get("/api/tables")).json()["tables"]) == 1
            assert in_memory(server) == 0
            ann = await server.tab(place)
            assert in_memory(server) == 1
            await asyncio.sleep(0.3)
            assert in_memory(server) == 1, "somebody is looking"
            await ann.close()
            while in_memory(server):
                await asyncio.sleep(0.02)
            assert (await server.tab(bob)).update is not None

    run(body())


def in_memory(server: Server) -> float:
    found = server.services.metrics.registry.get_sample_value("fimbul_tables")
    return found or 0.0
