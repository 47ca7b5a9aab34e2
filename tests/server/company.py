"""People at a table of any real game: as many as it needs, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from fimbul.games import find
from fimbul.games import names as game_names
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import StaleChoice
from fimbul.server.wire.messages import Done
from tests.server.harness import Server, Tab, refused

GAMES = game_names()
HIDING = tuple(n for n in GAMES if find(n).hides(find(n).new(find(n).setup(), 0)))


def fewest(game: str) -> int:
    seats: int = find(game).rulebook.about["players"][0] if game in GAMES else 2
    return seats


async def places(server: Server, game: str, **rest: Any) -> list[TakenSeat]:
    """All seats taken; whoever laid the table first."""
    count = fewest(game)
    rest["options"] = {"seats": count, **rest.get("options", {})}
    host = await server.lay(game, "me", *["friend"] * (count - 1), **rest)
    return [host, *[await server.sit(host, f"Guest {n}") for n in range(1, count)]]


async def company(server: Server, game: str, **rest: Any) -> list[Tab]:
    """Their tabs; where a clock is live, everybody is ready."""
    tabs = [await server.tab(place) for place in await places(server, game, **rest)]
    if "clock" in rest:
        for tab in tabs:
            await tab.ask("ready")
        await tabs[0].until(lambda: all(tab.update is not None for tab in tabs))
    return tabs


async def moved(tabs: Sequence[Tab], count: int) -> None:
    """So many choices by whoever is asked. A tab that has not yet heard of the last one may come
    too late, and tries again."""
    while count:
        for tab in tabs:
            if count and tab.options:
                answer = await tab.choose()
                if isinstance(answer, Done):
                    count -= 1
                    await tab.until_revision(answer.revision)
                else:
                    assert refused(answer).code == StaleChoice.code
        await asyncio.sleep(0.005)


async def ended(tabs: list[Tab]) -> None:
    """All give up, one after the other: where many play, only the last ends the match."""
    for tab in tabs:
        if tab.over is None:
            await tab.ask("resign")
            await asyncio.sleep(0.01)
    await tabs[-1].until(lambda: tabs[-1].over is not None)
