"""Tables without a network: the same acts, ears instead of sockets."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection
from typing import Any

from fimbul.kernel import Game, Scene
from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.rates import Patience
from fimbul.server.ops.tokens import hashed
from fimbul.server.services import Services
from fimbul.server.store.base import (
    EVERY,
    Change,
    ChoiceRow,
    Facts,
    KeptTale,
    Listed,
    Listing,
    Seat,
    Standing,
    Stored,
    TableRow,
)
from fimbul.server.store.ledger import Found, Line, Owner
from fimbul.server.table.plan import Actor
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import (
    ChatLine,
    Choose,
    Hello,
    Outgoing,
    Update,
    read_outgoing,
)
from fimbul.server.wire.scene_diff import apply_change
from fimbul.server.wire.table_card import ALL_ALLOWED, Clock, NoClock, Timeout

SECRET = "5a" * 32
NO_CLOCK = NoClock()


class PaperStore:
    """Takes everything, keeps the changes in a list."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.delay = 0.0

    async def create(
        self,
        row: TableRow,
        choices: tuple[ChoiceRow, ...] = (),
        owners: tuple[Owner, ...] = (),
        beside: tuple[Line, ...] = (),
    ) -> None:
        raise NotImplementedError

    async def look_up(self, sql: str, *values: str | int | float) -> Found:
        return []

    async def glance(self, sql: str, *values: str | int | float) -> Found:
        return []

    async def note(self, *lines: Line) -> list[Found]:
        raise NotImplementedError

    async def apply(self, change: Change) -> None:
        await asyncio.sleep(self.delay)
        self.changes.append(change)

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        return True

    async def load(self, table: str) -> Stored | None:
        raise NotImplementedError

    async def card_rows(self, after: str, limit: int, listing: Listing = EVERY) -> Listed:
        return Listed((), None)

    async def rows(self, tables: Collection[str]) -> tuple[TableRow, ...]:
        return ()

    async def revisions(self, tables: Collection[str]) -> dict[str, int]:
        return {}

    async def keep(self, worker: str, tables: Collection[str], seconds: float) -> frozenset[str]:
        return frozenset(tables)

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        return 0

    async def ready(self) -> None: ...

    async def keep_replay(self, replay: str, saga: str) -> None:
        raise NotImplementedError

    async def replay(self, replay: str) -> str | None:
        return None

    async def untold(self) -> tuple[str, ...]:
        return ()

    async def keep_tale(self, table: str, tale: KeptTale | None) -> None:
        raise NotImplementedError

    async def tale(self, table: str) -> KeptTale | None:
        return None

    async def close(self) -> None:
        """Nothing to close."""


class Ear:
    """Hears what a socket would send."""

    person = ""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.hung_up = 0

    def put(self, text: str, moment: object = None) -> None:
        self.texts.append(text)

    def hang_up(self, code: int) -> None:
        self.hung_up = code

    def heard(self) -> list[Outgoing]:
        return [read_outgoing(text) for text in self.texts]


def stored(
    game: Game[Any],
    seats: int,
    *,
    seed: int | None = 7,
    clock: Clock = NO_CLOCK,
    timeout: Timeout = "default",
    bots: tuple[int, ...] = (),
) -> Stored:
    """A running table whose seats are held by the tokens t0, t1, ..."""
    people = tuple(
        Seat(kind="bot", name=f"B{n}", bot="random", luck="random")
        if n in bots
        else Seat(kind="person", name=f"P{n}", token=hashed(f"t{n}"), luck=f"luck-{n}")
        for n in range(seats)
    )
    facts = Facts(
        game=game.id,
        rules=game.rules,
        options={"seats": seats},
        clock=clock,
        timeout=timeout,
        public=False,
        created=1_000,
        invite="invitation",
        watch="watching",
        secret=SECRET,
        seed=seed,
        mixed=True,
        customs=ALL_ALLOWED,
    )
    row = TableRow("table", facts, Standing("running"), people, 0, (0,) * seats)
    return Stored(row, (), None, {}, ())


def indoors(game: Game[Any], seats: int, **rest: Any) -> Table:
    pool = BotPool("tests.server.bots", 1)
    services = Services(store=PaperStore(), pool=pool, find=lambda _: game)
    return Table(services, stored(game, seats, **rest))


_ids = itertools.count(1)


async def pick(table: Table, seat: int, thing: str) -> None:
    """That seat chooses, as its page would say it."""
    match = table.now.running
    answer = Choose(f"i{next(_ids)}", match.state.number, match.part(seat), thing)
    await table.act(Actor(seat, answer.id), answer)


def ears(table: Table) -> dict[int | None, Ear]:
    """One ear for every seat, and one for the spectators."""
    found: dict[int | None, Ear] = {}
    for viewer in (None, *range(len(table.now.seats))):
        found[viewer] = Ear()
        table.join(viewer, found[viewer], Hello().revision)
    return found


def walked(scene: Scene, update: Update) -> list[Scene]:
    """The scenes of an update's beats, from the one that was seen last, and then its own."""
    changes = [beat.change for beat in update.beats]
    last = update.rest if update.beats else update.change
    assert last is not None, "its scene is told as a difference"
    found = [scene]
    for change in (*changes, last):
        found.append(apply_change(found[-1], change))
    return found[1:]
