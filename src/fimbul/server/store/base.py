"""What is written down, and the promise of whoever writes it: all of a change, or none of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, Protocol

from msgspec import Struct

from fimbul.server.ops.rates import Patience
from fimbul.server.store.ledger import Ending, Found, Line, Owner, Summons
from fimbul.server.wire.messages import ChatLine
from fimbul.server.wire.table_card import Clock, Customs, SeatKind, TableResult, TableState, Timeout

Key = tuple[int, int, int]  # a choice's own place: number, seat, part
Answered = tuple[int, str, int]  # a message's seat and id, and the revision in its answer


class Seat(Struct, frozen=True, kw_only=True):
    """Who sits there. The token itself is known to its holder alone; here is its hash."""

    kind: SeatKind = "empty"
    name: str = ""
    bot: str = ""
    token: str = ""
    luck: str = ""  # what this player adds to the dice
    origin: str = ""  # a hash of the address it was taken from, for this table alone
    brings: dict[str, Any] = {}  # options of the match that are this player's own
    left: str = ""  # who gave it up: a bot plays for them, or it is kept for them
    back: bool = False  # that one may take it again from the bot
    program: bool = False  # a program from elsewhere holds it, as a person would


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
    customs: Customs = Customs()
    host: int = 0  # the seat of whoever laid it
    mixed: bool = False  # every choice is mixed into the dice; older tables know nothing of it
    rated: bool = False  # its end moves ratings
    tournament: str = ""  # whose match it is: nobody hosts it, nobody else sits down


class ConsentAsked(Struct, frozen=True):
    """Somebody waits for the consent of the others."""

    id: str
    kind: Literal["undo", "draw", "rules"]  # rules: they have changed, and the table asks
    seat: int
    agreed: tuple[int, ...] = ()


class Standing(Struct, frozen=True):
    """What may change about a table besides its match."""

    state: TableState = "waiting"
    ask: ConsentAsked | None = None
    result: TableResult | None = None
    rematch: str | None = None
    ready: tuple[int, ...] = ()  # who has said so, at a table that waits for everybody's word
    asked_by: int | None = None  # who asked for the rematch
    muted: tuple[int, ...] = ()  # seats that the host has silenced; -1: all spectators
    barred: tuple[str, ...] = ()  # whom the host has sent away: hashes of key, name, address
    rules: str = ""  # those that the match went on under, where they are not those it began with


class ChoiceRow(Struct, frozen=True):
    """A line of the journal. `revision` is the change that made it, so it gives the order."""

    number: int
    seat: int
    part: int
    revision: int
    thing: str
    by: Literal["person", "bot", "clock", "form", "record"]  # form: there was no choice
    fixed: bool  # it revealed or rolled something: not freely taken back
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


class KeptState(Struct, frozen=True):
    """The table after the last choice, so that it can go on where the rules have changed since."""

    choices: int
    rules: str
    logged: int  # so many entries of the log are in the snapshot; the others are here
    state: str
    log: str


class KeptTale(Struct, frozen=True):
    """A finished match as it was seen, and its record as text: what needs no rules any more."""

    rules: str
    saga: str
    tale: bytes


class TableRow(Struct, frozen=True):
    id: str
    facts: Facts
    standing: Standing
    seats: tuple[Seat, ...]
    revision: int = 0
    quiet: tuple[int, ...] = ()  # changes by seat that nobody else could see
    touched: int = 0  # when it last changed, in seconds since 1970


class Stored(Struct, frozen=True):
    """All there is about one table."""

    row: TableRow
    choices: tuple[ChoiceRow, ...]
    snapshot: Snapshot | None
    messages: dict[tuple[int, str], int]  # what has been answered, and with which revision
    chat: tuple[ChatLine, ...]
    kept: KeptState | None = None
    origin: Snapshot | None = None  # where the match went on under other rules than it began with


class Listing(Struct, frozen=True):
    """Which of the public tables; what is left out does not matter."""

    game: str = ""
    state: str = ""  # waiting or running
    pace: str = ""  # live or turns
    rated: bool = False  # only those


EVERY = Listing()


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
    kept: KeptState | None = None
    origin: Snapshot | None = None
    owners: tuple[Owner, ...] = ()  # whose seats they are from now on
    ending: Ending | None = None  # the match is over, and so it ended for each seat
    summons: tuple[Summons, ...] = ()  # who is not there and has to be told


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

    async def create(
        self,
        row: TableRow,
        choices: tuple[ChoiceRow, ...] = (),
        owners: tuple[Owner, ...] = (),
        beside: tuple[Line, ...] = (),
    ) -> None:
        """Raises Conflict if what is to be written beside it cannot be, and then nothing is."""

    async def apply(self, change: Change) -> None:
        """Raises Conflict or Repeated, and has then changed nothing."""

    async def say(self, table: str, message: str, line: ChatLine) -> bool:
        """Keep a line of chat; False if that message was kept before."""

    async def load(self, table: str) -> Stored | None: ...

    async def card_rows(self, after: str, limit: int, listing: Listing = EVERY) -> Listed:
        """Public tables that are waiting or running, newest first, after that one."""

    async def rows(self, tables: Collection[str]) -> tuple[TableRow, ...]:
        """These tables, in no order; one that is not there is left out."""

    async def revisions(self, tables: Collection[str]) -> dict[str, int]:
        """How far these tables have come; one that is not there is left out."""

    async def keep(self, worker: str, tables: Collection[str], seconds: float) -> frozenset[str]:
        """Which of these tables that worker looks after for so long: those it looked after already,
        and those that nobody does."""

    async def clear(self, patience: Patience, used: Collection[str]) -> int:
        """Delete abandoned tables, but none of those in use; returns how many."""

    async def ready(self) -> None:
        """Returns when something could be written now."""

    async def keep_replay(self, replay: str, saga: str) -> None: ...

    async def replay(self, replay: str) -> str | None: ...

    async def untold(self) -> tuple[str, ...]:
        """Finished matches of which no tale is kept yet, the oldest first."""

    async def keep_tale(self, table: str, tale: KeptTale | None) -> None:
        """None: there will be none, for its rules are gone."""

    async def tale(self, table: str) -> KeptTale | None: ...

    async def look_up(self, sql: str, *values: str | int | float) -> Found:
        """What a statement of the ledger finds."""

    async def glance(self, sql: str, *values: str | int | float) -> Found:
        """The same of a statement that looks for one row by its key."""

    async def note(self, *lines: Line) -> list[Found]:
        """All of these statements or none, and what each returns; Conflict if something is there
        already that may be there once."""

    async def close(self) -> None: ...
