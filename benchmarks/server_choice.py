"""Processor time of one choice on the server's event loop: from the message to the last update.

A table with everybody connected, but no sockets and no disk: what the loop's own thread uses while
one choice is planned, taken over, acknowledged and published. What other threads and processes do
is not counted.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from statistics import mean, median
from time import thread_time
from typing import NamedTuple

from benchmarks.server_games import Kind
from fimbul.server.bots.pool import BotPool
from fimbul.server.run import collect_seldom
from fimbul.server.services import Services
from fimbul.server.store.base import Change
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.plan import Actor
from fimbul.server.table.table import Table
from fimbul.server.wire.bodies import Friend, Me, NewTable, SeatWish, SitDown
from fimbul.server.wire.messages import Choose

LONGEST = 400  # choices of a match


class Ear:
    """Hears what a socket would send."""

    def put(self, text: str, moment: object = None) -> None:
        """The text has been made; nothing more is done with it."""

    def hang_up(self, code: int) -> None:
        """It hears nothing any more."""


class QuickStore(SqliteStore):
    """Says that a change is durable as soon as it is asked to make it."""

    async def apply(self, change: Change) -> None:
        """Nothing is written down."""


class Spent(NamedTuple):
    """Milliseconds of the loop's thread for one choice."""

    choices: int
    mean: float
    median: float
    worst: float


async def lay(lobby: Lobby, kind: Kind) -> Table:
    seats = kind.rules.setup(**kind.options).seats
    wishes: tuple[SeatWish, ...] = (Me(), *[Friend()] * (seats - 1))
    host = await lobby.create(NewTable(kind.game, wishes, "Ann", kind.options, luck="a"))
    for _ in range(seats - 1):
        await lobby.sit(host.table, SitDown("Bob", host.invite, luck="b"))
    table = await lobby.table(host.table)
    for seat in range(seats):
        table.join(seat, Ear(), 0)
    return table


async def play(table: Table, dice: Random) -> list[float]:
    """A match by chance; what each of its choices took."""
    spent: list[float] = []
    while (asked := table.now.running.state.open) and len(spent) < LONGEST:
        decision = dice.choice(asked)
        match, seat = table.now.running, decision.seat
        number, thing = str(len(spent)), dice.choice(decision.options)
        answer = Choose(number, match.state.number, match.part(seat), thing)
        began = thread_time()
        await table.act(Actor(seat, number, to=Ear()), answer)
        spent.append((thread_time() - began) * 1000)
        if table.now.standing.state == "over":
            break
    return spent


async def spent_on(kind: Kind, matches: int) -> Spent:
    with tempfile.TemporaryDirectory() as folder:
        store = QuickStore(Path(folder) / "db")
        lobby = Lobby(Services(store=store, pool=BotPool()))
        found: list[float] = []
        for number in range(matches):
            found += await play(await lay(lobby, kind), Random(number))
        lobby.close()
        await lobby.services.pool.stop()
        await store.close()
    return Spent(len(found), mean(found), median(found), max(found))


def measure_choices(kind: Kind, matches: int = 3) -> Spent:
    collect_seldom()  # as the server does
    return asyncio.run(spent_on(kind, matches))
