"""What one seat may see of the table, as things in places. A game says what, the page says how.

The vocabulary is small and fixed: zones hold things and marks; notes tell facts with their
rules; previews say what touching a thing would do. Coordinates are integers in the zone's own
space. `str(scene)` draws the same table in text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fimbul.kernel.play.decision import Decision, Result
from fimbul.kernel.play.event import Event
from fimbul.kernel.show.text import zone_lines

Point = tuple[int, int]
Tone = Literal[
    "bone", "blood", "gold", "ice", "aurora", "violet", "ink", "mute", "line", "board", "stone"
]
SEAT_TONES: tuple[Tone, ...] = ("bone", "blood", "aurora", "violet", "ice", "gold")
SEAT_EMBLEMS = ("axe", "wolf", "raven", "serpent", "ship", "tree")
MarkKind = Literal[
    "outline", "tint", "path", "arrow", "arc", "ruler", "caption", "grid", "trace", "dot"
]
ZoneKind = Literal["board", "row", "stack", "track", "ship", "buttons"]
ZoneRole = Literal["", "hand", "choices"]  # what a seat holds, or chooses from just now
ThingKind = Literal["piece", "space", "card", "die", "button", "seat"]
ThingState = Literal[
    "face-down", "sealed", "selected", "held", "exhausted", "few", "now", "past", "won"
]
Sign = Literal["", "circle", "square"]


class Thing(Struct, frozen=True, omit_defaults=True):
    """Anything with an id that can be shown or touched: a space, piece, card, counter, button."""

    id: str
    art: str  # the symbol it is drawn with
    label: str  # its name at the table: said, read aloud and typed
    at: Point = (0, 0)  # its centre
    size: int = 0  # across; 0: as large as its zone's grid
    turn: int = 0  # degrees, clockwise
    tone: Tone = "line"
    glyph: str = ""  # one character, where the table is drawn in text
    badge: str = ""  # a number, an order, an emblem beside it
    state: tuple[ThingState, ...] = ()  # what can be seen of it besides
    tip: str = ""
    other: str = ""  # a card with two faces: the thing on its other side, in the same zone
    whole: str = ""  # what it is a member of: touched, it stands for that, unless it is an option
    more: tuple[str, ...] = ()  # all there is to say about it, where it is looked at closely
    kind: ThingKind = "piece"  # how it is drawn and handled; outside a board a piece is a token
    said: tuple[str, ...] = ()  # what the game says of its state, in words: settled, disorganised
    sign: Sign = ""  # a shape in its corner
    seat: int | None = None  # a player to touch; on a card: whose medal it bears


class Mark(Struct, frozen=True, omit_defaults=True):
    """What is drawn but cannot be touched: outlines, tints, paths, arcs, rulers, captions."""

    kind: MarkKind
    points: tuple[Point, ...]
    tone: Tone = "line"
    text: str = ""


class Fact(Struct, frozen=True, omit_defaults=True):
    """One line of a note: a sentence, what it adds, and the rule that says so."""

    text: str
    rule: str = ""
    amount: int | None = None


class Note(Struct, frozen=True, omit_defaults=True):
    """A title and lines of facts: a roll and its modifiers, a strength that adds up."""

    title: str
    facts: tuple[Fact, ...] = ()
    seat: int | None = None  # whose line it explains; the title is then a total


class Preview(Struct, frozen=True, omit_defaults=True):
    """What hovering or focusing a thing shows, before it is touched."""

    thing: str
    ghosts: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()


class Zone(Struct, frozen=True, omit_defaults=True):
    """A part of the table with its own coordinate space: a board, a hand, a track."""

    id: str
    title: str = ""
    kind: ZoneKind = "row"
    box: tuple[int, int, int, int] = (0, 0, 0, 0)  # left, top, width, height
    grain: Point = (1, 1)  # so many units are one column and one line of text
    things: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    seat: int | None = None  # whose it is
    turns: bool = False  # may be turned a quarter on a narrow screen
    role: ZoneRole = ""  # what it is to its seat
    half: bool = False  # whoever looks sits on the far side: it is drawn turned by half


class Plate(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it: its name in the game, its colour and emblem, facts, a score."""

    seat: int
    name: str
    tone: Tone
    emblem: str
    facts: tuple[str, ...] = ()
    score: int | None = None


class Scene(Struct, frozen=True, omit_defaults=True):
    """The table as one seat sees it."""

    zones: tuple[Zone, ...]
    plates: tuple[Plate, ...] = ()
    notes: tuple[Note, ...] = ()
    previews: tuple[Preview, ...] = ()

    def things(self) -> Iterator[Thing]:
        for zone in self.zones:
            yield from zone.things

    def names(self) -> tuple[str, ...]:
        """The seats' names in this game, by seat."""
        return tuple(plate.name for plate in self.plates)

    def __str__(self) -> str:
        return "\n".join(line for zone in self.zones for line in zone_lines(zone))


class Seen(Struct, frozen=True):
    """All that one seat (None: a spectator) may be told at one moment, and nothing else."""

    number: int
    seat: int | None
    scene: Scene
    decision: Decision | None  # its own question; what others are asked is their secret
    picked: str | None  # its own sealed pick
    waiting: tuple[int, ...]  # who still has to choose
    sealed: tuple[int, ...]  # who has chosen, though not what
    events: tuple[Event, ...]
    result: Result | None
