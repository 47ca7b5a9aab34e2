"""Writes a hall file with the code as it is: `python -m tests.server.before FOLDER`.

The folder must be new: what a file written earlier holds must stay readable, so none of them is
ever written over.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, structs

from fimbul.server.table.lobby import Lobby
from fimbul.server.table.records import saga_of
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done
from fimbul.server.wire.table_card import Clock, MatchClock, NoClock
from tests.server.before.hall import Hall, Lying, looked_at, services
from tests.server.harness import Server, Tab, serving

LOST = 3_000  # choices: a match that has not ended by then never will


class Wish(Struct, frozen=True):
    """A table to be written: so many choices, and on to where it is worth keeping."""

    name: str
    game: str
    seats: int = 2
    choices: int = 0
    options: dict[str, Any] = {}
    until: str = ""  # sealed: somebody waits for others; lane: somebody has chosen half; end
    more: str = ""  # what else is done there
    clock: Clock = NoClock()


WISHES = (
    Wish("brandub-snapshot", "brandub", choices=70),
    Wish("brandub-clock", "brandub", choices=6, clock=MatchClock(3600)),
    Wish("brandub-undone", "brandub", choices=5, more="undo"),
    Wish("brandub-asked", "brandub", choices=4, more="ask"),
    Wish("brandub-resigned", "brandub", choices=9, more="resign"),
    Wish("brandub-played", "brandub", until="end"),
    Wish("brandub-waiting", "brandub", more="waiting"),
    Wish("ragnarocks-basic", "ragnarocks", choices=66),
    Wish("ragnarocks-pie", "ragnarocks", choices=4, options={"colours": "pie"}),
    Wish("ragnarocks-draft", "ragnarocks", choices=2, options={"powers": ["draft"]}),
    Wish("ragnarocks-powers", "ragnarocks", 2, 70, {"powers": ["surtr", "ratatoskr"]}),
    Wish("ragnarocks-odin", "ragnarocks", 2, 66, {"powers": ["odin", "random"]}),
    Wish("ragnarocks-teams", "ragnarocks", 4, 70, {"powers": ["random"]}),
    Wish("ragnarocks-played", "ragnarocks", options={"board": "sym54"}, until="end"),
    Wish("nine-realms-sealed", "nine_realms", choices=30, until="sealed"),
    Wish("nine-realms-played", "nine_realms", until="end"),
    Wish("drakkar-snapshot", "drakkar", 4, 70, until="sealed"),
    Wish("drakkar-race", "drakkar", 3, 12, {"brawl": "race", "count": "manual"}, until="sealed"),
    Wish("drakkar-played", "drakkar", 3, until="end"),
    Wish("star-base", "ragnarok_star", 3, 66, until="lane"),
    Wish("star-angry", "ragnarok_star", 2, 80, {"expansions": "angry", "strict": False}, "sealed"),
    Wish("star-divalkyrie", "ragnarok_star", 4, 130, {"expansions": "divalkyrie"}, until="lane"),
    Wish("star-played", "ragnarok_star", 2, options={"expansions": "divalkyrie"}, until="end"),
    Wish("rag-narok-orders", "rag_narok", choices=20, until="lane"),
    Wish("rag-narok-snapshot", "rag_narok", choices=75),
    Wish(
        *("rag-narok-pitched", "rag_narok", 2, 200),
        {"scenario": "pitched-battle", "first": "griffons-600", "second": "acheron-600"},
    ),
    Wish(
        *("rag-narok-wolves", "rag_narok", 2, 135),
        {"scenario": "pitched-battle", "first": "wolfen-600", "second": "dwarves-600"},
    ),
    Wish(
        *("rag-narok-stones", "rag_narok", 2, 130),
        {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"},
    ),
    Wish("rag-narok-resigned", "rag_narok", choices=70, more="resign"),
    Wish("rag-narok-played", "rag_narok", until="end"),
)


async def write_table(server: Server, wish: Wish) -> Lying:
    kinds = ("me", *["friend"] * (wish.seats - 1))
    rest: dict[str, Any] = {"options": wish.options, "clock": msgspec.to_builtins(wish.clock)}
    ann = await server.lay(wish.game, *kinds, **rest)
    guests = 0 if wish.more == "waiting" else wish.seats - 1
    places = [ann, *[await server.sit(ann, f"Guest {n + 1}") for n in range(guests)]]
    tabs = [await server.tab(place) for place in places]
    dice = Random(wish.name)
    if guests:
        await play(tabs, dice, wish)
        await finish(tabs, wish.more)
    for tab in tabs:
        await tab.close()
    return Lying(ann.table, wish.name, wish.game, tokens_of(places))


def tokens_of(places: list[TakenSeat]) -> tuple[str, ...]:
    return tuple(place.token for place in sorted(places, key=lambda place: place.seat))


async def play(tabs: list[Tab], dice: Random, wish: Wish) -> None:
    """Choices by chance until the table is as it was wished for."""
    made, enough = 0, reached(tabs, wish)
    while made < (LOST if wish.until else wish.choices) and not (made >= wish.choices and enough()):
        asked = [tab for tab in tabs if tab.options]
        if tabs[0].over is not None:
            return
        if not asked:
            await asyncio.sleep(0.01)
            continue
        tab = dice.choice(asked)
        options = tab.options if wish.until == "end" else calm(tab.options)
        made += isinstance(await tab.choose(dice.choice(options)), Done)
        await asyncio.sleep(0.001)  # the others hear of it


def calm(options: Sequence[str]) -> Sequence[str]:
    """A king that stays where he is makes a longer match."""
    return [option for option in options if "king" not in option] or options


def reached(tabs: list[Tab], wish: Wish) -> Callable[[], bool]:
    def reached_it() -> bool:
        if wish.until == "sealed":
            return bool(tabs[0].seen.seen.sealed)
        if wish.until == "lane":
            return any(tab.seen.part and tab.options for tab in tabs)
        return not wish.until

    return reached_it


async def finish(tabs: list[Tab], more: str) -> None:
    await tabs[0].ask("chat", text="Well met, and may the best clan win!")
    if more == "resign":
        await tabs[1].ask("resign")
    if more == "ask":
        await tabs[0].ask("offer_draw")
    if more == "undo":
        last = next(tab for tab in tabs if tab.seen.undo == "free")
        await last.ask("undo")


def settle(path: Path) -> None:
    """One plain file, as small as can be."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma wal_checkpoint(truncate)")
    connection.execute("pragma journal_mode = delete")
    connection.execute("pragma page_size = 1024")
    connection.execute("vacuum")
    connection.close()


async def write(path: Path) -> list[Lying]:
    async with serving(path, services(path)) as server:
        return [await write_table(server, wish) for wish in WISHES]


async def look(path: Path, hall: Hall) -> Hall:
    """What lies on every table of the file; the downloads of finished matches are kept too."""
    lobby, found = Lobby(services(path)), []
    for known in hall.tables:
        table = await lobby.table(known.id)
        found.append(structs.replace(looked_at(table.now, known), chat=len(table.chat)))
        if table.now.standing.result is not None:
            hall.saga(known).write_text(saga_of(table.now), encoding="utf-8")
    lobby.close()
    await lobby.services.store.close()
    return structs.replace(hall, tables=found)


def main(folder: Path) -> None:
    folder.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "hall.sqlite"
        written = Hall(folder, asyncio.run(write(path)))
        found = asyncio.run(look(path, written))
        settle(path)
        found.write(path.read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
