"""Nothing stays of a match that was put away, and memory levels off."""

from __future__ import annotations

import asyncio
import gc
import os
import pkgutil
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

import pytest

import fimbul
from fimbul.kernel import State
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.plan import Actor
from fimbul.server.table.table import Table
from fimbul.server.wire.bodies import Friend, Me, NewTable, SitDown
from fimbul.server.wire.messages import Resign
from tests.server.before.hall import services as every_game
from tests.server.company import GAMES, company, ended, fewest
from tests.server.harness import Server, Tab, outside
from tests.server.indoors import Ear, pick
from tests.server.process import Process, served

CHOICES = 12  # of each match
MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
SAMPLES = 60  # looks at the memory of the server
LEVEL = 1.04  # so much of the middle third may the last third of a long run use
CACHE = type(lru_cache(1)(lambda: None))
OWNERS = {"Pack", "OwnCard", "Profile", "tuple[str, ...]", "Setup", "State"}  # as written by owners


# -- match by match ---------------------------------------------------------------------------


async def put_away(lobby: Lobby, game: str, chance: Random) -> None:
    """A match with everybody connected, played for a while, given up, and swept out."""
    friends = [Friend()] * (fewest(game) - 1)
    host = await lobby.create(NewTable(game, (Me(), *friends), "Ann", {"seats": fewest(game)}))
    for _ in friends:
        await lobby.sit(host.table, SitDown("Bob", host.invite))
    table = await lobby.table(host.table)
    ears = {seat: Ear() for seat in (None, *range(fewest(game)))}
    for seat, ear in ears.items():
        table.join(seat, ear, 0)
    await played(table, chance)
    for seat, ear in ears.items():
        table.part(seat, ear)
    lobby.sweep()


async def played(table: Table, chance: Random) -> None:
    for _ in range(CHOICES):
        if table.now.standing.state != "over":
            table.now.timing.held = False
            decision = chance.choice(table.now.running.state.open)
            await pick(table, decision.seat, chance.choice(decision.options))
    for seat in range(len(table.now.seats)):
        if table.now.standing.state != "over":
            await table.act(Actor(seat, f"end-{seat}"), Resign(f"end-{seat}"))


def kept() -> Counter[str]:
    """What a match is made of, as far as it is still in memory. Caches with a ceiling are emptied
    first: what they hold is drawn once and shown again, whoever plays."""
    for cache in caches():
        if cache.cache_info().maxsize is not None:
            cache.cache_clear()
    gc.collect()
    return Counter(type(one).__qualname__ for one in gc.get_objects() if is_of_a_match(one))


def is_of_a_match(one: object) -> bool:
    kind = type(one)
    ours = str(kind.__module__).startswith("fimbul.server")
    return ours or issubclass(kind, (State, asyncio.Future, asyncio.Handle))


def caches() -> list[Any]:
    return [one for one in gc.get_objects() if type(one) is CACHE]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_stays_of_a_match_that_was_put_away(game: str, tmp_path: Path) -> None:
    async def body() -> None:
        lobby, chance = Lobby(every_game(tmp_path / "db")), Random(game)
        for _ in range(2):
            await put_away(lobby, game, chance)
        await at_rest(lobby)
        before = kept()
        for _ in range(6):
            await put_away(lobby, game, chance)
        await at_rest(lobby)
        assert kept() - before == Counter()
        lobby.close()
        await lobby.services.pool.stop()
        await lobby.services.store.close()

    asyncio.run(body())


async def at_rest(lobby: Lobby) -> None:
    """Whatever a table still had to do is done, and it is swept out too."""
    async with asyncio.timeout(20):
        while lobby.in_memory:
            await asyncio.sleep(0.05)
            lobby.sweep()
    await asyncio.sleep(0.05)


def test_no_cache_without_a_ceiling_holds_what_owners_bring() -> None:
    """Cards and armies of their own are as many as people like."""
    for module in pkgutil.walk_packages(fimbul.__path__, "fimbul."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    endless = [c for c in caches() if c.cache_info().maxsize is None]
    ours = [c for c in endless if c.__module__.startswith("fimbul.")]
    assert len(ours) > 20
    for cache in ours:
        taken = {str(one.annotation) for one in signature(cache).parameters.values()}
        assert not taken & OWNERS, f"{cache.__module__}.{cache.__qualname__}"


# -- for long ---------------------------------------------------------------------------------


def resident(process: Process) -> int:
    """KiB of the server's memory."""
    lines = Path(f"/proc/{process.running.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


async def soaked(server: Server, process: Process, seconds: float) -> tuple[list[int], int]:
    """The memory of the server, look by look, and how many matches it has put away."""
    found, count, chance = list[int](), 0, Random(1)
    end = monotonic() + seconds
    while monotonic() < end:
        with suppress(TimeoutError):  # the machine is busy: it is the memory that is measured here
            await visit(server, GAMES[count % len(GAMES)], chance)
        count += 1
        if monotonic() > end - seconds + len(found) * seconds / SAMPLES:
            found.append(resident(process))
            print(f"{count} matches: {found[-1]} KiB", flush=True)
    return found, count


async def visit(server: Server, game: str, chance: Random) -> None:
    """Play, end it, look at the replay, go."""
    try:
        await played_out(server, await company(server, game), chance)
    finally:
        for tab in server.tabs:
            await tab.close()
        server.tabs.clear()
        server.egress.clear()


async def played_out(server: Server, tabs: list[Tab], chance: Random) -> None:
    for _ in range(CHOICES):
        asked = [tab for tab in tabs if tab.options and tab.over is None]
        if asked:
            tab = chance.choice(asked)
            await tab.choose(chance.choice(tab.options))
        await asyncio.sleep(0.01)
    await ended(tabs)
    await server.get(f"/api/replays/{tabs[0].table}/scene?at=3&seat=open")


@pytest.mark.slow
@pytest.mark.timeout(MINUTES * 60 + 300)
def test_memory_levels_off(tmp_path: Path) -> None:
    """Half an hour of matches of every game, one after the other (SOAK_MINUTES says otherwise).
    At first caches fill; after that nothing grows."""
    plenty = ("--limit-tables", "100/1000", "--limit-seats", "100/1000")
    with served(tmp_path, "--bot-processes", "1", *plenty) as process:

        async def body() -> tuple[list[int], int]:
            async with outside(process.url()) as server:
                return await soaked(server, process, MINUTES * 60)

        found, count = asyncio.run(body())
    third = len(found) // 3
    middle, last = (median(found[n * third : (n + 1) * third]) for n in (1, 2))
    print(f"{count} matches: {found[0]} KiB, then {middle}, at last {last}")
    assert last <= middle * LEVEL
