"""The kernel: a state, an agenda of steps, and the decisions that are open now. No game in it.

Inside out: `play` is the contract and knows nothing else; `show` is what a seat may see of it;
beside this file stands what a game brings (`game`, `setup`, `lore`, `notation`, `rulebook`); `keep`
is what remains of a match. Whoever plays imports from here.
"""

from fimbul.kernel.game import Game
from fimbul.kernel.keep.card_file import card_file
from fimbul.kernel.keep.codec import decode, encode
from fimbul.kernel.keep.match import Match, Record, replay
from fimbul.kernel.keep.saga import FindGame, read_saga, write_saga
from fimbul.kernel.lore import Engine, Enough, Line, Lore, Width
from fimbul.kernel.notation import Choice, Notation, PlainNotation
from fimbul.kernel.parts import Part, Provenance
from fimbul.kernel.play.beats import choose_in_beats
from fimbul.kernel.play.decision import Decision, Result
from fimbul.kernel.play.dice import SEEDS, Dice
from fimbul.kernel.play.errors import (
    BadRecord,
    BadSetup,
    BadState,
    FimbulError,
    IllegalChoice,
    NoSuchBot,
    NoSuchGame,
    Problems,
    did_you_mean,
)
from fimbul.kernel.play.event import (
    NOBODY,
    AnyEvent,
    Counted,
    Ended,
    Event,
    Moved,
    Placed,
    Removed,
    Rolled,
    Said,
    Turned,
    named,
)
from fimbul.kernel.play.play import (
    ask,
    choose,
    decision_of,
    default_of,
    is_foregone,
    onward,
    races,
    seed_with,
    settle,
    timing_of,
    unseal,
    why,
)
from fimbul.kernel.play.state import Row, State
from fimbul.kernel.play.step import Step, Timing
from fimbul.kernel.rulebook import DEEDS, Rule, Rulebook, Ruling, readable
from fimbul.kernel.setup import Pace, Preset, Setup
from fimbul.kernel.show.scene import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Fact,
    Mark,
    MarkKind,
    Note,
    Plate,
    Point,
    Preview,
    Scene,
    Seen,
    Thing,
    Tone,
    Zone,
    ZoneKind,
)
from fimbul.kernel.show.text import Cell, zone_cells, zone_lines

__all__ = [
    "DEEDS",
    "NOBODY",
    "SEAT_EMBLEMS",
    "SEAT_TONES",
    "SEEDS",
    "AnyEvent",
    "BadRecord",
    "BadSetup",
    "BadState",
    "Cell",
    "Choice",
    "Counted",
    "Decision",
    "Dice",
    "Ended",
    "Engine",
    "Enough",
    "Event",
    "Fact",
    "FimbulError",
    "FindGame",
    "Game",
    "IllegalChoice",
    "Line",
    "Lore",
    "Mark",
    "MarkKind",
    "Match",
    "Moved",
    "NoSuchBot",
    "NoSuchGame",
    "Notation",
    "Note",
    "Pace",
    "Part",
    "Placed",
    "PlainNotation",
    "Plate",
    "Point",
    "Preset",
    "Preview",
    "Problems",
    "Provenance",
    "Record",
    "Removed",
    "Result",
    "Rolled",
    "Row",
    "Rule",
    "Rulebook",
    "Ruling",
    "Said",
    "Scene",
    "Seen",
    "Setup",
    "State",
    "Step",
    "Thing",
    "Timing",
    "Tone",
    "Turned",
    "Width",
    "Zone",
    "ZoneKind",
    "ask",
    "card_file",
    "choose",
    "choose_in_beats",
    "decision_of",
    "decode",
    "default_of",
    "did_you_mean",
    "encode",
    "is_foregone",
    "named",
    "onward",
    "races",
    "read_saga",
    "readable",
    "replay",
    "seed_with",
    "settle",
    "timing_of",
    "unseal",
    "why",
    "write_saga",
    "zone_cells",
    "zone_lines",
]
