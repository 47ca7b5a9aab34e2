"""The HTTP part as data: what is asked for and what comes back."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from fimbul.kernel import Part, Preset, Provenance, Rule, Ruling
from fimbul.kit.workshop import Draft
from fimbul.server.wire.messages import Beat, Code, Count, LogLine, SeenSent
from fimbul.server.wire.table_card import SLOW, Clock, NoClock, TableCard, TableResult, Timeout

Name = Annotated[
    str, Meta(min_length=1, max_length=40, title="Name", description="How others see you")
]
Luck = Annotated[
    str,
    Meta(
        max_length=100,
        title="Luck",
        description="Random text of your own: the dice of the match depend on it",
    ),
]
GameId = Annotated[str, Meta(max_length=60)]
BotName = Annotated[str, Meta(max_length=60)]


class Me(Struct, frozen=True, tag_field="kind", tag="me"):
    """Whoever asks sits here."""


class Friend(Struct, frozen=True, tag_field="kind", tag="friend"):
    """Kept free for whoever comes by the link, or by the lobby if the table is public."""


class BotSeat(Struct, frozen=True, tag_field="kind", tag="bot"):
    bot: BotName


SeatWish = Me | Friend | BotSeat
SeatWishes = Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=12)]


class NewTable(Struct, frozen=True):
    game: GameId
    seats: SeatWishes
    name: Name
    options: dict[str, Any] = {}
    clock: Clock = NoClock()
    timeout: Timeout = "default"
    public: bool = False
    luck: Luck = ""


class PlayNow(Struct, frozen=True):
    game: GameId
    name: Name
    options: dict[str, Any] = {}
    bot: BotName = ""
    luck: Luck = ""


class SitDown(Struct, frozen=True):
    """Take a seat, with what is brought to it and what is agreed to."""

    name: Name
    invite: Code = ""
    luck: Luck = ""
    options: dict[str, Any] = {}
    agrees: Annotated[tuple[GameId, ...], Meta(max_length=40)] = ()


class PlayFrom(Struct, frozen=True):
    """Go on from a replay after its first `at` choices."""

    at: Count
    seats: SeatWishes
    name: Name


class TakenSeat(Struct, frozen=True, omit_defaults=True):
    """A seat at a table. The token is the seat: it is shown here and never again."""

    table: str
    seat: int
    token: str
    invite: str = ""
    watch: str = ""


class BotCard(Struct, frozen=True):
    name: str
    title: str


class GameCard(Struct, frozen=True):
    """A game as the front page shows it. `options` is the JSON Schema of its setup."""

    id: str
    title: str
    summary: str
    promise: str  # the same in a line
    players: tuple[int, int]
    minutes: int
    rules: str
    options: dict[str, Any]
    bots: tuple[BotCard, ...]
    presets: tuple[Preset, ...] = ()
    provenance: Provenance | None = None
    slow: int = SLOW  # a clock of so many seconds: the preset for playing in turns is the usual one


class Book(Struct, frozen=True):
    title: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    parts: tuple[Part, ...] = ()
    provenance: Provenance | None = None


class Work(Struct, frozen=True):
    """Something to be judged: a draft, or a text if there is none."""

    draft: Draft | None = None
    text: Annotated[str, Meta(max_length=10_000)] = ""


class TablePage(Struct, frozen=True, omit_defaults=True):
    tables: tuple[TableCard, ...]
    next: str | None = None  # ask for the tables after this one


class Left(Struct, frozen=True):
    table: str


class ReplayId(Struct, frozen=True):
    replay: str


class ReplayTurn(Struct, frozen=True):
    turn: int
    at: int  # the choices made when this turn is over
    text: str


class Replay(Struct, frozen=True, omit_defaults=True):
    game: str
    title: str
    names: tuple[str, ...]
    turns: tuple[ReplayTurn, ...]
    choices: int
    result: TableResult | None = None


class Moment(Struct, frozen=True):
    """How things stood for a seat that was asked, from -1 to 1, after so many choices."""

    at: int
    turn: int
    seat: int
    value: float


class Study(Struct, frozen=True):
    """A finished match as bots judge it; seats with the same number in `sides` play together."""

    sides: tuple[int, ...]
    moments: tuple[Moment, ...]
    judged: int
    count: int  # ask again until so many are judged
    choices: int  # of the whole match


class ReplayScene(Struct, frozen=True):
    seen: SeenSent
    log: tuple[LogLine, ...]
    beats: tuple[Beat, ...] = ()  # from the scene one choice earlier to this one


class Health(Struct, frozen=True):
    ok: bool
    version: str


class Trouble(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    message: str
    problems: tuple[str, ...] = ()
    rule: str = ""
