"""People in a tournament: each joins in a browser of their own and plays whatever is drawn."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tests.server.harness import Tab
from tests.server.test_people import Browser

TERMS = {
    "title": "Spring",
    "game": "wager",
    "kind": "swiss",
    "name": "Host",
    "clock": {"kind": "match", "seconds": 60},
    "rest": 0,
}
LONGEST = 50.0  # seconds


async def founded(host: Browser, **wish: Any) -> str:
    made = await host.post("/api/tournaments", {**TERMS, **wish}, 201)
    return str(made["card"]["id"])


async def entered(one: Browser, name: str, act: str = "join", shown: str = "Somebody") -> Any:
    return await one.post(f"/api/tournaments/{name}/entry", {"act": act, "name": shown})


async def led(host: Browser, name: str, act: str = "begin") -> Any:
    return await host.post(f"/api/tournaments/{name}/course", {"act": act})


async def seen(one: Browser, name: str, query: str = "") -> Any:
    return await one.get(f"/api/tournaments/{name}{query}")


async def played_out(one: Browser, table: str) -> None:
    """Say that one is there, and choose whatever comes first until the match is over."""
    tab = await one.tab(table, mine=True)
    try:
        assert tab.welcome is not None, tab.texts
        assert tab.welcome.seat is not None
        if tab.over is None and tab.update is None:
            await tab.ask("ready")
        async with asyncio.timeout(LONGEST):
            while tab.over is None:
                if tab.update is not None and tab.options:
                    await tab.choose()
                await moves_on(tab)
    finally:
        await tab.close()


async def moves_on(tab: Tab) -> None:
    try:
        await tab.until(lambda: tab.over is not None or bool(tab.update and tab.options), 2)
    except TimeoutError:
        assert tab.closed is None, tab.texts[-1]


async def plays_through(one: Browser, name: str) -> Any:
    """Every match that is drawn for them, until the tournament is over."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        page = await seen(one, name)
        if page["card"]["state"] == "over":
            return page
        if table := (page.get("mine") or {}).get("table"):
            await played_out(one, table)
        await asyncio.sleep(0.2)
    raise AssertionError("the tournament never ended")
