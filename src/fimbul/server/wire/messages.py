"""The socket's protocol as data, both directions. The page's types are generated from this."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from fimbul.kernel import AnyEvent, Decision, Result, Scene, Spoken
from fimbul.server.wire.changes import SceneChange
from fimbul.server.wire.table_card import TableCard, TableResult

SUBPROTOCOLS = ("fimbul.2", "fimbul.1")  # the newest first
OLD = "fimbul.1"  # pages from before: they cannot read differences as they are told now
POLICY, BUSY, LATE = 1008, 1013, 4408  # codes of a closed socket

STORABLE = r"^[^\x00]*$"  # no database but a file keeps text with a zero in it
MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=STORABLE)]
Code = Annotated[
    str, Meta(max_length=100, pattern=STORABLE)
]  # a token, an invitation, a watch code
ThingId = Annotated[str, Meta(max_length=200)]
Language = Annotated[str, Meta(max_length=12)]  # in which games speak; empty: English
Count = Annotated[int, Meta(ge=0, le=2**53)]


# -- what a browser says ----------------------------------------------------------------------


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """First of all, and at once: who I am, and the last revision I have seen."""

    token: Code = ""
    watch: Code = ""
    revision: Count = 0
    language: Language = ""
    mine: bool = False  # without a token: the seat that belongs to my account


class Request(Struct, frozen=True, tag_field="type"):
    """Whatever asks for something has an id; the answer repeats it, and a resend is harmless."""

    id: MessageId


class Choose(Request, frozen=True, tag="choose"):
    """`number` is the row it answers, `part` how often this seat has chosen in that row."""

    number: Count
    part: Count
    thing: ThingId


class Undo(Request, frozen=True, tag="undo"):
    """Take my last choice back; if that is not mine to decide, ask the others. With `number` only
    while that row is open: a message that comes late takes nothing else back."""

    number: Count | None = None


class AnswerConsent(Request, frozen=True, tag="answer"):
    ask: Annotated[str, Meta(max_length=40)]
    yes: bool


class Resign(Request, frozen=True, tag="resign"):
    """I give up."""


class OfferDraw(Request, frozen=True, tag="offer_draw"):
    """Shall we call it even?"""


class Say(Request, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Hint(Request, frozen=True, tag="hint"):
    """What would a bot do here?"""


class Why(Request, frozen=True, tag="why"):
    thing: ThingId


class Hurry(Request, frozen=True, tag="hurry"):
    """I have chosen: count for the others."""


class Ready(Request, frozen=True, tag="ready"):
    """I am here: as far as I am concerned, the match may begin and the clocks may run."""


class Preside(Request, frozen=True, tag="preside"):
    """The host of the table silences somebody or lets them speak (seat -1: all spectators), sends
    them away (bar: and everybody at their address), or lets a bot play for somebody who is gone."""

    act: Literal["mute", "unmute", "kick", "bar", "bot"]
    seat: Annotated[int, Meta(ge=-1, le=11)]


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


Incoming = (
    Hello
    | Choose
    | Undo
    | AnswerConsent
    | Resign
    | OfferDraw
    | Say
    | Hint
    | Why
    | Hurry
    | Ready
    | Preside
    | Ping
)

# -- what the server says ---------------------------------------------------------------------


class LogLine(Struct, frozen=True):
    """A line of the log. `{0}` in the words stands for seat 0; `at` counts answered rows."""

    turn: int
    seat: int  # -1: nobody's doing
    words: Spoken
    at: int


class SeenSent(Struct, frozen=True, omit_defaults=True):
    """The kernel's Seen as sent: the scene is left out where a change says enough."""

    number: int
    seat: int | None
    waiting: tuple[int, ...]
    sealed: tuple[int, ...]
    events: tuple[AnyEvent, ...]
    scene: Scene | None = None
    decision: Decision | None = None
    picked: str | None = None
    result: Result | None = None


class Beat(Struct, frozen=True):
    """The table as it lay for a moment: how it had changed, and what was told until then."""

    change: SceneChange
    events: tuple[AnyEvent, ...]


class Clocks(Struct, frozen=True, tag_field="type", tag="clocks"):
    """Milliseconds left by seat (null: unlimited), and for whom they are running now."""

    left: tuple[int | None, ...]
    running: tuple[int, ...]


UndoLeave = Literal["free", "ask", "no"]


class Update(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """The match has moved on. Log lines with `at` > `since` are replaced by `log`."""

    revision: int
    count: int  # answered rows so far
    turn: int  # that is being played, or was the last
    part: int  # my choices in the open row
    undo: UndoLeave
    since: int
    log: tuple[LogLine, ...]
    seen: SeenSent
    change: SceneChange | None = None  # from the last scene, if there are no beats
    clocks: Clocks | None = None
    table: TableCard | None = None
    hurry: bool = False  # I may start a count for those who have not chosen
    beats: tuple[Beat, ...] = ()  # how the table lay in between, from the last scene on
    rest: SceneChange | None = None  # from the last of the beats to this scene


About = Literal["", "hint", "chance", "speechless"]


class ChatLine(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="chat"):
    """What somebody says; or what the table says of them, if it is `about` something."""

    seat: int | None
    name: str
    text: str
    at: int  # seconds since 1970
    about: About = ""
    player: str = ""  # the account of whoever says it, if they have one


class Asked(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="asked"):
    """Somebody asks for consent; or the table itself, where the rules have changed (seat -1). There
    no ends the match as it stands, and yes can only be said if it can go on from its position."""

    ask: str
    kind: Literal["undo", "draw", "rules"]
    seat: int
    agreed: tuple[int, ...] = ()
    can: bool = True


class Answered(Struct, frozen=True, tag_field="type", tag="answered"):
    """The asking is over: everybody agreed, or somebody did not, or play went on."""

    ask: str
    yes: bool


class Over(Struct, frozen=True, tag_field="type", tag="over"):
    """The end, and what proves the dice. Numbers of 64 bits travel as text."""

    result: TableResult
    saga: bool
    secret: str
    seed: str
    contributions: tuple[str, ...]


class Welcome(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome"):
    """Invitation and watch code are for those who sit, to share."""

    table: TableCard
    seat: int | None
    revision: int
    update: Update | None = None
    chat: tuple[ChatLine, ...] = ()
    ask: Asked | None = None
    over: Over | None = None
    invite: str = ""
    watch: str = ""
    draws: bool = False  # this seat may offer a draw


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """It is written down; nothing can take it away any more."""

    id: str
    revision: int  # 0 for chat, which moves nothing


class Refused(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="refused"):
    """Nothing has changed, and why."""

    id: str
    code: str
    message: Spoken
    rule: str = ""
    possible: tuple[str, ...] = ()


class Advice(Struct, frozen=True):
    """One of the best lines: what to touch first, the whole of it in words, what it is worth."""

    thing: str
    words: Spoken
    value: float  # for whoever asked, from -1 to 1


class Hinted(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="hinted"):
    id: str
    thing: str
    words: Spoken
    value: float | None = None  # how things stand for whoever asked, from -1 to 1
    lines: tuple[Advice, ...] = ()
    why: Spoken = ""  # what speaks for it, where the game knows it


class Whys(Struct, frozen=True, tag_field="type", tag="whys"):
    """Why a thing cannot be touched; both empty if it can."""

    id: str
    rule: str
    sentence: Spoken


class TableNews(Struct, frozen=True, tag_field="type", tag="table"):
    table: TableCard


class InLine(Struct, frozen=True, tag_field="type", tag="in_line"):
    """Where the bots of this table wait for a process to think in, from 1; 0: no longer."""

    place: int


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    id: str


Outgoing = (
    Welcome
    | Update
    | Done
    | Refused
    | Asked
    | Answered
    | ChatLine
    | Hinted
    | Whys
    | TableNews
    | Clocks
    | InLine
    | Pong
    | Over
)

read = msgspec.json.Decoder(Incoming).decode
read_outgoing = msgspec.json.Decoder(Outgoing).decode
_encoder = msgspec.json.Encoder(enc_hook=str)  # a phrase is its English


def write(message: Outgoing) -> str:
    """A message as the text of one frame."""
    return _encoder.encode(message).decode()
