"""Tournaments as data: what one is to be, and how it stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from fimbul.server.wire.bodies import BotName, GameId, Name
from fimbul.server.wire.people import EmblemName, PlayerTone
from fimbul.server.wire.table_card import Clock, MatchClock

TournamentKind = Literal["arena", "swiss", "round_robin", "knock_out"]
TournamentState = Literal["open", "running", "paused", "over"]
EntrantState = Literal["in", "paused", "out"]
TieBreak = Literal["rivals", "beaten", "direct", "wins"]
Title = Annotated[str, Meta(min_length=1, max_length=60)]


class NewTournament(Struct, frozen=True):
    """A tournament as it is wished for. Seats count in an arena only, and so do minutes; rounds in
    a Swiss one. `begins` is in seconds since 1970; 0: when its host says so. `rest` are the seconds
    between two matches, `patience` those for which whoever does not come is waited for."""

    title: Title
    game: GameId
    kind: TournamentKind
    name: Name  # of whoever makes it
    clock: Clock = MatchClock(300, 3)
    options: dict[str, Any] = {}
    rated: bool = False
    public: bool = True
    seats: Annotated[int, Meta(ge=2, le=12)] = 2
    rounds: Annotated[int, Meta(ge=1, le=15)] = 5
    minutes: Annotated[int, Meta(ge=1, le=720)] = 60
    begins: Annotated[int, Meta(ge=0, le=10**11)] = 0
    rest: Annotated[int, Meta(ge=0, le=3_600)] = 10
    patience: Annotated[int, Meta(ge=5, le=3_600)] = 90
    bots: Annotated[tuple[BotName, ...], Meta(max_length=12)] = ()


class TournamentCard(Struct, frozen=True, omit_defaults=True):
    """A tournament in a list. `until`: when an arena ends."""

    id: str
    title: str
    game: str
    kind: TournamentKind
    state: TournamentState
    entrants: int
    begins: int
    until: int = 0
    clock: Clock = MatchClock(300, 3)
    seats: int = 2
    rounds: int = 0
    minutes: int = 0
    rated: bool = False
    public: bool = True
    options: dict[str, Any] = {}
    mine: bool = False  # I take part


class TournamentList(Struct, frozen=True):
    """`may`: whether I may make one here."""

    tournaments: tuple[TournamentCard, ...]
    may: bool


class EntrantCard(Struct, frozen=True, omit_defaults=True):
    """Who takes part; a bot has no account, and neither has whoever deleted theirs."""

    number: int
    name: str
    state: EntrantState = "in"
    bot: bool = False
    account: str = ""
    tone: PlayerTone | Literal[""] = ""
    emblem: EmblemName | Literal[""] = ""


class RankLine(Struct, frozen=True, omit_defaults=True):
    """A line of the standings; `breaks` in the order of the tie-breaks. Twice the points of beaten
    rivals are told, so that all are whole numbers."""

    rank: int
    entrant: EntrantCard
    points: int
    breaks: tuple[int, ...] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0


class BoutSeat(Struct, frozen=True, omit_defaults=True):
    """Place -1: did not come; 0: not decided, or nobody has won."""

    number: int
    name: str
    place: int = 0


class BoutCard(Struct, frozen=True, omit_defaults=True):
    """Who meets whom; without a table nothing is played."""

    number: int
    round: int
    seats: tuple[BoutSeat, ...]
    table: str = ""
    over: bool = False


class MyEntry(Struct, frozen=True, omit_defaults=True):
    """How I take part, and the table at which I am waited for."""

    number: int
    state: EntrantState
    away: bool = False  # I missed a match: nobody is drawn against me until I say that I am here
    table: str = ""
    line: RankLine | None = None


class TournamentPage(Struct, frozen=True, omit_defaults=True):
    """All that is to be seen of a tournament; `bouts` are those of one round, in an arena the
    latest."""

    card: TournamentCard
    wish: NewTournament
    host: str
    round: int
    shown: int
    ties: tuple[TieBreak, ...]
    standings: tuple[RankLine, ...]
    bouts: tuple[BoutCard, ...]
    next: int | None = None  # ask for the standings after so many
    mine: MyEntry | None = None
    leads: bool = False  # I may begin, pause and end it


class EntryWish(Struct, frozen=True):
    """Take part, step back for a while, come again, or leave."""

    act: Literal["join", "pause", "return", "leave"]
    name: Annotated[str, Meta(max_length=40)] = ""


class CourseWish(Struct, frozen=True):
    """What its host does with a tournament."""

    act: Literal["begin", "pause", "resume", "end"]
