"""The HTTP part as data: what is asked for and what comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fimbul.kernel import NamedSide, Part, Preset, Provenance, Rule, Ruling, Spoken, Theme
from fimbul.kit.workshop import Draft
from fimbul.server.wire.messages import Beat, Clocks, Code, Count, LogLine, SeenSent
from fimbul.server.wire.table_card import (
    SLOW,
    Clock,
    Customs,
    NoClock,
    TableCard,
    TableResult,
    Timeout,
)

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


Key = Annotated[
    str,
    Meta(
        pattern="^([A-Za-z0-9_-]{22,64})?$",
        title="Key",
        description="A random word of your own that becomes the token of your seat: whoever asks "
        "again with it, because the answer was lost, gets the same answer.",
    ),
]


Program = Annotated[
    bool,
    Meta(title="Program", description="A program plays there, and everybody can see that"),
]


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
    customs: Customs = Customs()
    luck: Luck = ""
    key: Key = ""
    program: Program = False
    rated: bool = False  # its end moves ratings: no hints, no free taking back, the usual options


class PlayNow(Struct, frozen=True):
    game: GameId
    name: Name
    options: dict[str, Any] = {}
    bot: BotName = ""
    luck: Luck = ""
    key: Key = ""
    program: Program = False


class Rematch(Struct, frozen=True):
    """Meet again: against bots of another level, or on another seat, if it is said which."""

    bot: BotName = ""
    seat: Annotated[int, Meta(ge=0, le=11)] | None = None  # None: everybody one seat further on
    key: Key = ""


class SitDown(Struct, frozen=True):
    """Take a seat, with what is brought to it and what is agreed to."""

    name: Name
    invite: Code = ""
    luck: Luck = ""
    options: dict[str, Any] = {}
    agrees: Annotated[tuple[GameId, ...], Meta(max_length=40)] = ()
    key: Key = ""
    program: Program = False


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
    title: Spoken


class GameCard(Struct, frozen=True):
    """A game as the front page shows it. `options` is the JSON Schema of its setup."""

    id: str
    title: Spoken
    summary: Spoken
    promise: Spoken  # the same in a line
    players: tuple[int, int]
    minutes: int
    rules: str
    options: dict[str, Any]
    bots: tuple[BotCard, ...]
    presets: tuple[Preset, ...] = ()
    sides: tuple[NamedSide, ...] = ()
    provenance: Provenance | None = None
    lesson: bool = False  # there is a first match in which it is taught
    slow: int = SLOW  # a clock of so many seconds: the preset for playing in turns is the usual one


class BookChapter(Struct, frozen=True):
    """What is read together, by ids: first the rules, then the rulings about them."""

    title: str
    entries: tuple[str, ...]
    picture: bool = False
    caption: str = ""


class Book(Struct, frozen=True):
    title: Spoken
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    parts: tuple[Part, ...] = ()
    provenance: Provenance | None = None
    chapters: tuple[BookChapter, ...] = ()
    folded: tuple[str, ...] = ()  # ids: what only the printed box or the software needs


class Work(Struct, frozen=True):
    """Something to be judged: a draft, or a text if there is none."""

    draft: Draft | None = None
    text: Annotated[str, Meta(max_length=10_000)] = ""


class TablePage(Struct, frozen=True, omit_defaults=True):
    tables: tuple[TableCard, ...]
    next: str | None = None  # ask for the tables after this one


class HeldSeat(Struct, frozen=True):
    """A seat of mine, and the token that proves it."""

    table: Code
    token: Code


class Mine(Struct, frozen=True):
    """All my seats at once."""

    places: Annotated[tuple[HeldSeat, ...], Meta(max_length=200)]


class MyMatch(Struct, frozen=True, omit_defaults=True):
    """One of my tables. Of a match that runs: the turn, who must choose, and their time."""

    table: TableCard
    seat: int
    touched: int  # when something last happened there, in seconds since 1970
    turn: int = 0
    waiting: tuple[int, ...] = ()
    clocks: Clocks | None = None


class Left(Struct, frozen=True):
    table: str


class ReplayId(Struct, frozen=True):
    replay: str


class Check(Struct, frozen=True):
    """One thing that was looked at in a record; `good` is None where there was nothing to see."""

    good: bool | None
    words: Spoken


class ReplayTurn(Struct, frozen=True):
    """A step of a replay: what a seat, or a row of seats, did until all could see it."""

    turn: int  # as the rulebook counts: one turn may take several steps
    at: int  # the choices made when this step is over
    rows: int  # the rows answered by then, as lines of the log count them


class RulesNote(Struct, frozen=True, omit_defaults=True):
    """How a match is shown that was begun by other rules than today's.

    told: as it was seen then. part: as far as today's rules can repeat it; `rest` are the turns
    after that, as they are written. later: from where it went on by today's rules. What is told
    is unchecked where a file tells it that somebody sent: no rules say whether it was so.
    """

    rules: str
    how: Literal["told", "part", "later"]
    rest: tuple[str, ...] = ()
    unchecked: bool = False


class Replay(Struct, frozen=True, omit_defaults=True):
    game: str
    title: Spoken
    names: tuple[str, ...]
    turns: tuple[ReplayTurn, ...]
    choices: int
    result: TableResult | None = None
    note: RulesNote | None = None


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


class TurnTold(Struct, frozen=True):
    """What a seat touches in a turn, in words, and what comes of it (`{0}` stands for seat 0)."""

    seat: int
    picks: tuple[str, ...]
    words: Spoken
    told: tuple[Spoken, ...] = ()


class Better(Struct, frozen=True, omit_defaults=True):
    """What would have been better at a moment of a finished match, and how it might go on.

    Values are for the seat that moved, from -1 to 1; `worth` is that of the turn it played.
    """

    at: int
    turn: int
    best: TurnTold
    value: float
    played: TurnTold
    worth: float
    line: tuple[TurnTold, ...] = ()  # the answer to the best turn


class PuzzleCard(Struct, frozen=True):
    """A puzzle in a list: it tells nothing of its answer."""

    name: str
    theme: Theme
    stars: int  # 1 to 3


class PuzzleName(Struct, frozen=True):
    game: str
    name: str


class GamePuzzles(Struct, frozen=True):
    game: str
    title: Spoken
    puzzles: tuple[PuzzleCard, ...]


class PuzzleList(Struct, frozen=True):
    """All puzzles, and the one that everybody is shown today."""

    day: str
    today: PuzzleName | None
    games: tuple[GamePuzzles, ...]


class PuzzleScene(Struct, frozen=True):
    """A puzzle after some picks of its seat, as that seat sees it; `done`: its turn is over."""

    game: str
    title: Spoken
    puzzle: PuzzleCard
    seat: int
    turn: int
    seen: SeenSent
    done: bool


class WhyNot(Struct, frozen=True):
    """Why a thing of a puzzle cannot be touched; both empty if it can."""

    rule: str = ""
    sentence: Spoken = ""


class PuzzleAnswer(Struct, frozen=True, omit_defaults=True):
    """Whether a turn was the best one. Values are for the puzzle's seat, from -1 to 1."""

    right: bool
    best: TurnTold
    value: float
    second: float  # of the next best turn
    line: tuple[TurnTold, ...]  # how it goes on after the best turn
    tried: TurnTold | None = None
    worth: float | None = None  # of what was tried
    reply: TurnTold | None = None  # what it allows


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
    message: Spoken
    problems: tuple[Spoken, ...] = ()
    rule: str = ""
    possible: tuple[str, ...] = ()  # what could have been chosen, the first of it
    retry: int = 0  # seconds after which it may be tried again
