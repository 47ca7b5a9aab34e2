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
    """Hears what a socket would send, and counts the bytes."""

    person = ""

    def __init__(self) -> None:
        self.heard = 0

    def put(self, text: str, moment: object = None) -> None:
        self.heard += len(text.encode())

    def hang_up(self, code: int) -> None:
        """It hears nothing any more."""


class QuickStore(SqliteStore):
    """Says that a change is durable as soon as it is asked to make it."""

    async def apply(self, change: Change) -> None:
        """Nothing is written down."""


class Spent(NamedTuple):
    """Milliseconds of the loop's thread for one choice, and bytes sent to each viewer for it."""

    choices: int
    mean: float
    median: float
    worst: float
    sent: float


async def lay(lobby: Lobby, kind: Kind, ears: list[Ear]) -> Table:
    seats = kind.rules.setup(**kind.options).seats
    wishes: tuple[SeatWish, ...] = (Me(), *[Friend()] * (seats - 1))
    host = await lobby.create(NewTable(kind.game, wishes, "Ann", kind.options, luck="a"))
    for _ in range(seats - 1):
        await lobby.sit(host.table, SitDown("Bob", host.invite, luck="b"))
    table = await lobby.table(host.table)
    for seat in range(seats):
        ears.append(Ear())
        table.join(seat, ears[-1], 0)
        ears[-1].heard = 0  # the welcome belongs to no choice
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
        found, ears = list[float](), list[Ear]()
        for number in range(matches):
            found += await play(await lay(lobby, kind, ears), Random(number))
        lobby.close()
        await lobby.services.pool.stop()
        await store.close()
    seats = len(ears) // matches
    heard = sum(ear.heard for ear in ears) / seats / len(found)
    return Spent(len(found), mean(found), median(found), max(found), heard)


def measure_choices(kind: Kind, matches: int = 3) -> Spent:
    collect_seldom()  # as the server does
    return asyncio.run(spent_on(kind, matches))
