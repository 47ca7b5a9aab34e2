"""What is written down, and the promise of whoever writes it: all of a change, or none of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, Protocol

from msgspec import Struct

from fimbul.server.store.cleanup import Patience
from fimbul.server.wire.messages import ChatLine
from fimbul.server.wire.table_card import Clock, SeatKind, TableResult, TableState, Timeout

Key = tuple[int, int, int]  # a choice's own place: number, seat, part
Answered = tuple[int, str, int]  # a message's seat and id, and the revision in its answer


class Seat(Struct, frozen=True, kw_only=True):
    """Who sits there. The token itself is known to its holder alone; here is its hash."""

    kind: SeatKind = "empty"
    name: str = ""
    bot: str = ""
    token: str = ""
    luck: str = ""  # what this player adds to the dice
    brings: dict[str, Any] = {}  # options of the match that are this player's own


class Facts(Struct, frozen=True, kw_only=True):
    """What a table is from its first moment to its last."""

    game: str
    rules: str
    options: dict[str, Any]
    clock: Clock
    timeout: Timeout
    public: bool
    created: int
    invite: str
    watch: str
    secret: str  # of the dice, in hexadecimal
    seed: int | None = None  # known beforehand, where a table goes on from a record
    mixed: bool = False  # every choice is mixed into the dice; older tables know nothing of it


class ConsentAsked(Struct, frozen=True):
    """Somebody waits for the consent of the others."""

    id: str
    kind: Literal["undo", "draw"]
    seat: int
    agreed: tuple[int, ...] = ()


class Standing(Struct, frozen=True):
    """What may change about a table besides its match."""

    state: TableState = "waiting"
    ask: ConsentAsked | None = None
    result: TableResult | None = None
    rematch: str | None = None


class ChoiceRow(Struct, frozen=True):
    """A line of the journal. `revision` is the change that made it, so it gives the order."""

    number: int
    seat: int
    part: int
    revision: int
    thing: str
    by: Literal["person", "bot", "clock", "form", "record"]  # form: there was no choice
    fixed: bool | None  # it revealed or rolled something: not freely taken back; None: not judged
    left: tuple[int | None, ...] = ()  # the clocks after it, in milliseconds

    @property
    def key(self) -> Key:
        return self.number, self.seat, self.part


class Snapshot(Struct, frozen=True):
    """A state on the way, so that loading need not start from the first choice."""

    choices: int
    revision: int  # of the last choice in it
    state: bytes
    log: bytes


class TableRow(Struct, frozen=True):
    id: str
    facts: Facts
    standing: Standing
    seats: tuple[Seat, ...]
    revision: int = 0
    quiet: tuple[int, ...] = ()  # changes by seat that nobody else could see


class Stored(Struct, frozen=True):
    """All there is about one table."""

    row: TableRow
    choices: tuple[ChoiceRow, ...]
    snapshot: Snapshot | None
    messages: dict[tuple[int, str], int]  # what has been answered, and with which revision
    chat: tuple[ChatLine, ...]


class Listed(Struct, frozen=True):
    """Some tables of the lobby; the next page follows the table `next`."""

    rows: tuple[TableRow, ...]
    next: str | None


class Change(Struct, frozen=True, kw_only=True):
    """One step of a table: from `revision` to the next. It is applied whole or not at all."""

    table: str
    revision: int
    message: Answered | None = None  # what asked for it
    choice: ChoiceRow | None = None
    back: tuple[Key, ...] = ()  # choices taken back
    seats: tuple[tuple[int, Seat], ...] = ()
    quiet: tuple[int, ...] | None = None
    standing: Standing | None = None
    snapshot: Snapshot | None = None


class Conflict(Exception):
    """Somebody else has changed the table since `revision`: look again."""


class Repeated(Exception):
    """That message was answered before, with this revision."""

    def __init__(self, revision: int) -> None:
        self.revision = revision
        super().__init__(revision)


class Store(Protocol):
    """One file by default; anything that keeps these promises will do.

    A method returns when what it did is durable, and raises StoreDown if it is not.
    """

    async def create(self, row: TableRow, choices: tuple[ChoiceRow, ...] = ()) -> None: ...

    async def apply(self, change: Change) -> None:
        """Raises Conflict or Repeated, and has then changed nothing."""

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        """Keep a line of chat; False if that message was kept before."""

    async def load(self, table: str) -> Stored | None: ...

    async def card_rows(self, after: str, limit: int) -> Listed:
        """Public tables that are waiting or running, newest first, after that one."""

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        """Delete abandoned tables, but none of those in use; returns how many."""

    async def keep_replay(self, replay: str, saga: str) -> None: ...

    async def replay(self, replay: str) -> str | None: ...

    async def close(self) -> None: ...
