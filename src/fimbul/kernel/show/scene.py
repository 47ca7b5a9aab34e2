"""What one seat may see of the table, as things in places. A game says what, the page says how.

The vocabulary is small and fixed: zones hold things and marks; notes tell facts with their
rules; previews say what touching a thing would do, and reaches where it can be brought at once.
Coordinates are integers in the zone's own space. `str(scene)` draws the same table in text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from fimbul.kernel.play.decision import Decision, Result
from fimbul.kernel.play.event import Event, named
from fimbul.kernel.play.phrase import Spoken
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
# what a seat holds, what it chooses from just now, whom it leads
ZoneRole = Literal["", "hand", "choices", "roster"]
ThingKind = Literal["piece", "space", "card", "die", "button", "seat"]
ThingState = Literal[
    "face-down", "sealed", "selected", "held", "exhausted", "few", "now", "past", "won"
]
Sign = Literal["", "circle", "square"]


class Thing(Struct, frozen=True, omit_defaults=True):
    """Anything with an id that can be shown or touched: a space, piece, card, counter, button."""

    id: str
    art: str  # the symbol it is drawn with
    label: Spoken  # its name at the table: said, read aloud and typed
    at: Point = (0, 0)  # its centre
    size: int = 0  # across; 0: as large as its zone's grid
    turn: int = 0  # degrees, clockwise
    tone: Tone = "line"
    glyph: str = ""  # one character, where the table is drawn in text
    badge: Spoken = ""  # a number, an order, an emblem beside it
    state: tuple[ThingState, ...] = ()  # what can be seen of it besides
    tip: Spoken = ""
    other: str = ""  # a card with two faces: the thing on its other side, in the same zone
    whole: str = ""  # what it is a member of: touched, it stands for that, unless it is an option
    more: tuple[Spoken, ...] = ()  # all there is to say about it, where it is looked at closely
    kind: ThingKind = "piece"  # how it is drawn and handled; outside a board a piece is a token
    said: tuple[Spoken, ...] = ()  # what the game says of its state, in words: settled
    sign: Sign = ""  # a shape in its corner
    seat: int | None = None  # a player to touch; on a card: whose medal it bears
    values: tuple[tuple[Spoken, Spoken], ...] = ()  # its numbers by name: MOV, 7.5
    terms: tuple[Spoken, ...] = ()  # what it has that the scene's terms explain
    confirm: Spoken = ""  # a question that is asked before it is taken
    upright: bool = False  # it has no front: it stands so from whatever side the board is seen


class Mark(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What is drawn but cannot be touched: outlines, tints, paths, arcs, rulers, captions."""

    kind: MarkKind
    points: tuple[Point, ...]
    tone: Tone = "line"
    text: Spoken = ""


class Fact(Struct, frozen=True, omit_defaults=True):
    """One line of a note: a sentence, what it adds, and the rule that says so."""

    text: Spoken
    rule: str = ""
    amount: int | None = None
    value: Spoken = ""  # what it comes to, where that is no number to be added: 14.4 of 20 cm


class Note(Struct, frozen=True, omit_defaults=True):
    """A title and lines of facts: a roll and its modifiers, a strength that adds up."""

    title: Spoken
    facts: tuple[Fact, ...] = ()
    seat: int | None = None  # whose line it explains; the title is then a total


class Preview(Struct, frozen=True, omit_defaults=True):
    """What hovering or focusing a thing shows, before it is touched."""

    thing: str
    ghosts: tuple[Thing, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()
    outcome: Spoken = ""  # what it would come to, so short that a card can carry it: 14 + 3 = 17


class Goal(Struct, frozen=True, omit_defaults=True):
    """A place that a thing can be brought to in one gesture, and the picks that stand for it."""

    picks: tuple[str, ...]  # in their order; the first is an option of the open decision
    at: Point
    turn: int = 0  # as it would stand there, in degrees, clockwise
    text: Spoken = ""  # what is said of it on the way: how far that is, or what happens there
    along: int = 0  # so many other things, whose goals lie here, can be brought along with it


class Facing(Struct, frozen=True, omit_defaults=True):
    """A way in which a thing may be turned where it is put down, and the pick that turns it so."""

    pick: str = ""
    turn: int = 0  # from how it would stand there, in degrees, clockwise


class Reach(Struct, frozen=True, omit_defaults=True):
    """Where a thing can be brought in one gesture, with its members, in the space of its board."""

    thing: str
    at: Point = (0, 0)  # where it is now: goals are measured from there
    goals: tuple[Goal, ...] = ()
    turn: int = 0
    grips: tuple[str, ...] = ()  # what else it can be taken by: a counter that lies beside it
    ghosts: tuple[Thing, ...] = ()  # it and its members as they lie there, if they do not yet
    onto: tuple[str, ...] = ()  # in short: things of its board to touch after it; each is a goal
    facings: tuple[Facing, ...] = ()  # of what has not turned on its way; first that of the goal

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """The picks of every goal."""
        return (*(goal.picks for goal in self.goals), *((self.thing, one) for one in self.onto))


class Usual(Struct, frozen=True, omit_defaults=True):
    """One of a run of questions that a single gesture may answer, each as is usual.

    Whoever asks for it has `pick` chosen now, and so on as long as the questions have this name.
    """

    name: str  # shared by all questions of the run, and by no others
    pick: str  # an option of the open decision
    text: Spoken  # what asks for it: Fight on as usual
    tip: Spoken = ""  # how that answers


class Term(Struct, frozen=True, omit_defaults=True):
    """A word that cards bear, and what it means: a skill, a weapon."""

    name: Spoken
    text: Spoken
    rule: str = ""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A part of the table with its own coordinate space: a board, a hand, a track."""

    id: str
    title: Spoken = ""
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
    name: Spoken
    tone: Tone
    emblem: str
    facts: tuple[Spoken, ...] = ()
    score: int | None = None
    gains: tuple[Fact, ...] = ()  # what the score of a match that is over is the sum of


class Scene(Struct, frozen=True, omit_defaults=True):
    """The table as one seat sees it."""

    zones: tuple[Zone, ...]
    plates: tuple[Plate, ...] = ()
    notes: tuple[Note, ...] = ()
    previews: tuple[Preview, ...] = ()
    reaches: tuple[Reach, ...] = ()
    terms: tuple[Term, ...] = ()  # each once, whoever bears it
    usual: tuple[Usual, ...] = ()  # what the open question may be answered with, without a thought

    def things(self) -> Iterator[Thing]:
        for zone in self.zones:
            yield from zone.things

    def names(self) -> tuple[str, ...]:
        """The seats' names in this game, by seat."""
        return tuple(plate.name for plate in self.plates)

    def __str__(self) -> str:
        lines = (line for zone in self.zones for line in zone_lines(zone))
        return named("\n".join(lines), self.names())


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
