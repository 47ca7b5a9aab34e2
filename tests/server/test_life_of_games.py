"""Time, bots and hosts in every real game: what was learned elsewhere by accident."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from fimbul.games import find
from fimbul.kernel import choose, encode
from fimbul.server.bots.job import BotJob, numbered
from fimbul.server.bots.worker import KeptBots
from fimbul.server.store.bans import Ban, bans_of, opened_bans
from fimbul.server.table.actions import ClockDue
from fimbul.server.table.bots import AT_A_LOSS, CLOCK
from fimbul.server.table.plan import Actor
from fimbul.server.table.table import Table
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import AnswerConsent, Done, Undo
from fimbul.server.wire.table_card import DecisionClock, MatchClock
from tests.server.before.hall import services as every_game
from tests.server.company import GAMES, company, fewest, moved, places
from tests.server.harness import Server, Tab, refused, run, serving
from tests.server.indoors import indoors, pick

EVERY = pytest.mark.parametrize("game", GAMES)
MANY = [game for game in GAMES if find(game).rulebook.about.get("without") == "bot"]
CROWD = {"ragnarocks": 4}  # where three are not allowed
SHORT = {"brandub": 60, "rag_narok": 25}  # decisions of a bot in the default run
SOME, LOTS = 40, 10_000


# -- time -------------------------------------------------------------------------------------


@EVERY
def test_whoever_does_not_answer_in_time_is_answered_for(game: str) -> None:
    """By a legal choice, in the journal as the clock's; and the match goes on."""

    async def body() -> None:
        table = indoors(find(game), fewest(game), clock=DecisionClock(1))
        asked = {d.seat for d in table.now.running.state.open}
        await asyncio.sleep(1.05)
        while table.now.clocks.out(asyncio.get_running_loop().time()) is not None:
            await table.act(CLOCK, ClockDue())
        with pytest.raises(NotNow):
            await table.act(CLOCK, ClockDue())
        made = table.now.running.made
        assert {row.seat for row in made} >= asked
        assert {row.by for row in made} == {"clock"}
        assert table.now.waiting, "others are asked now"
        decision = table.now.running.state.open[0]
        await pick(table, decision.seat, decision.options[0])

    asyncio.run(body())


@EVERY
def test_taking_back_gives_the_time_back(game: str) -> None:
    async def body() -> None:
        table = indoors(find(game), fewest(game), clock=MatchClock(600))
        for _ in range(2):
            await asyncio.sleep(0.02)
            decision = table.now.running.state.open[0]
            before = table.now.running.made[-1].left if table.now.running.made else ()
            await pick(table, decision.seat, decision.options[0])
        made = table.now.running.made
        assert made[-1].left != before
        await taken_back(table, made[-1].seat)
        made = table.now.running.made
        stood = made[-1].left if made else (600_000,) * fewest(game)
        left = table.now.clocks.left(asyncio.get_running_loop().time())
        for was, now in zip(stood, left, strict=True):
            assert was is not None
            assert now is not None
            assert 0 <= was - now < 5_000, "a clock goes on from where it stood"

    asyncio.run(body())


async def taken_back(table: Table, seat: int) -> None:
    """Freely, or with the consent of all others."""
    await table.act(Actor(seat, "back"), Undo("back"))
    ask = table.now.standing.ask
    for other in range(len(table.now.seats)):
        if ask is not None and other != seat:
            await table.act(
                Actor(other, f"yes-{other}"), AnswerConsent(f"yes-{other}", ask.id, yes=True)
            )
    assert table.now.standing.ask is None


@EVERY
def test_no_time_runs_while_the_server_is_down(game: str, tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def body() -> None:
        async with serving(path, every_game(path)) as server:
            seats = await places(server, game, clock={"kind": "match", "seconds": 60})
            tabs = [await server.tab(place) for place in seats]
            for tab in tabs:
                await tab.ask("ready")
            await tabs[0].until(lambda: all(tab.update is not None for tab in tabs))
            await moved(tabs, 1)
            left = await remaining(server, seats[0])
        await asyncio.sleep(2.0)
        async with serving(path, every_game(path)) as server:
            again = await remaining(server, seats[0])
            assert all(abs(a - b) < 1_900 for a, b in zip(left, again, strict=True))

    run(body())


async def remaining(server: Server, place: TakenSeat) -> list[int]:
    tab = await server.tab(place)
    assert tab.seen.clocks is not None
    return [left for left in tab.seen.clocks.left if left is not None]


# -- bots -------------------------------------------------------------------------------------


@EVERY
def test_a_bot_that_fails_is_replaced_by_chance(game: str, tmp_path: Path) -> None:
    path = tmp_path / "db"

    async def body() -> None:
        services = every_game(path)
        falls = structs.replace(services.levels[0], name="falls")
        object.__setattr__(services, "levels", (falls,))
        async with serving(path, services) as server:
            kinds = ("me", *["falls"] * (fewest(game) - 1))
            tab = await server.tab(await server.lay(game, *kinds, options={"seats": len(kinds)}))
            async with asyncio.timeout(30):
                while not any(getattr(one, "text", "") == AT_A_LOSS for one in tab.heard):
                    if tab.options:
                        await tab.choose()
                    await asyncio.sleep(0.02)
            assert tab.over is None

    run(body())


def decided(game: str, count: int) -> None:
    """So many decisions of a bot in a process of its own kind: each has a legal answer."""
    rules, bots, chance = find(game), KeptBots("fimbul.bots"), Random(game)
    while count > 0:
        state = rules.new(rules.setup(), chance.getrandbits(32))
        while state.open and count > 0:
            decision = chance.choice(state.open)
            job = BotJob(
                package=rules.package,
                state=encode(state).decode(),
                seat=decision.seat,
                bot="mcts:2ms",
                seed=1,
                table=game,
                number=numbered(),
            )
            answer = bots.pick(job)
            assert answer.thing in decision.options, answer.trouble
            choose(state, decision.seat, answer.thing)
            count -= 1


@EVERY
def test_a_bot_always_has_an_answer(game: str) -> None:
    decided(game, SHORT.get(game, SOME))


@pytest.mark.slow
@EVERY
def test_a_bot_has_an_answer_ten_thousand_times(game: str) -> None:
    decided(game, LOTS)


# -- hosts ------------------------------------------------------------------------------------


async def begun(server: Server, game: str) -> list[Tab]:
    tabs = await company(server, game)
    await moved(tabs, 1)
    return tabs


@EVERY
def test_whoever_is_muted_is_silent_from_the_next_message_on(game: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", every_game(tmp_path / "db")) as server:
            host, guest = (await begun(server, game))[:2]
            assert isinstance(await guest.ask("chat", text="noise"), Done)
            await host.ask("preside", act="mute", seat=1)
            assert "be silent" in refused(await guest.ask("chat", text="more")).message
            assert guest.over is None

    run(body())


@pytest.mark.parametrize("game", MANY)
def test_whoever_is_sent_away_chooses_nothing_more(game: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db", every_game(tmp_path / "db")) as server:
            count = CROWD.get(game, 3)
            friends = ["friend"] * (count - 1)
            host = await server.lay(game, "me", *friends, options={"seats": count})
            guests = [await server.sit(host, f"Guest {n}") for n in range(1, count)]
            tab, gone = await server.tab(host), await server.tab(guests[0])
            await tab.ask("preside", act="kick", seat=guests[0].seat)
            await gone.until(lambda: gone.closed is not None)
            assert (await server.tab(guests[0])).closed == 1008
            body = {"name": "Guest 1", "invite": host.invite, "key": secrets.token_urlsafe(24)}
            back = await server.post(f"/api/tables/{host.table}/sit", body)
            assert back.status_code in (403, 409)

    run(body())


@EVERY
def test_whoever_is_banned_or_has_left_is_out_with_the_next_message(
    game: str, tmp_path: Path
) -> None:
    path = tmp_path / "db"

    async def body() -> None:
        services = every_game(path)
        object.__setattr__(services, "bans", bans_of(path))
        async with serving(path, services) as server:
            seats = await places(server, game)
            tabs = [await server.tab(place) for place in seats]
            with opened_bans(path) as bans:
                bans.add(Ban("name", "guest 1"))
            await tabs[1].send(type="chat", id="late", text="hello")
            await tabs[1].until(lambda: tabs[1].closed is not None)
            assert refused(tabs[1].heard[-1]).code == "visitor/shut-out"
            await server.post(f"/api/tables/{seats[0].table}/leave", token=seats[0].token)
            await tabs[0].until(lambda: tabs[0].closed is not None)

    run(body())
