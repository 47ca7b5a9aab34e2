"""The order in which steps come: declared here once.

The last step of a phase lies at the bottom of the agenda. What may lie above it is named here, the
first one first. A step that another one sets going stands before it where more of the other may
still follow.
"""

from __future__ import annotations

from itertools import chain

from fimbul.games.ragnarok_star.rules.angry import Deliver, Excuse, Send
from fimbul.games.ragnarok_star.rules.collecting import Collect, Collects, Share
from fimbul.games.ragnarok_star.rules.contracts import Draws, KeepContract, ReturnCards
from fimbul.games.ragnarok_star.rules.dragon import (
    Ashore,
    Bewitch,
    Bewitched,
    Bewitchings,
    Disembark,
    Dragon,
)
from fimbul.games.ragnarok_star.rules.eye import Eye, Eyes, Lock, Peek
from fimbul.games.ragnarok_star.rules.guests import DrawStar, DrawStars, DropStar
from fimbul.games.ragnarok_star.rules.ice import (
    GiveTile,
    PlaceTile,
    RemoveTile,
    Seize,
    SettleIce,
    ShiftIce,
)
from fimbul.games.ragnarok_star.rules.moving import Moves, SailThrough, Stuck
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write
from fimbul.games.ragnarok_star.rules.stealing import (
    Cancel,
    Encore,
    Named,
    Rob,
    Shields,
    Steal,
    Thefts,
)
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.rules.windows import (
    AfterArrival,
    CheckContracts,
    CloseNumber,
    EndOfNumber,
    Gather,
    Swap,
)

Steps = tuple[type[StarStep], ...]

NUMBER: tuple[Steps, ...] = (  # rule: ruling.order-within-number, resolve.theft-last, dragon.timing
    (Shields,),
    (Moves, SailThrough, Stuck),
    (Collects, Collect, Share),
    (Draws, KeepContract, ReturnCards),
    (Eyes, Eye, Peek, Lock),
    (Seize,),
    (DrawStars, DropStar, DrawStar),
    (Bewitchings, Bewitch, Bewitched),
    (Dragon, Disembark, Ashore),
    (Thefts, Steal, Named, Cancel, Rob, Encore),
)  # by step of the rulebook: what begins it, then what that sets going
FAILURE: Steps = (Excuse,)  # whenever something has failed, before all that follows

BEFORE_REVEAL: Steps = (Write, Scrawl)
BEFORE_NUMBERS: Steps = (
    *FAILURE, Gather, Swap, AfterArrival, *chain(*NUMBER), CloseNumber, EndOfNumber, CheckContracts,
)  # fmt: skip
BEFORE_END_OF_ROUND: Steps = FAILURE
BEFORE_SCORE: Steps = (Send, Deliver)
BEFORE_NEW_ROUND: Steps = (
    KeepContract, ReturnCards, Send, Deliver, RemoveTile, GiveTile, PlaceTile, SettleIce, ShiftIce,
)  # fmt: skip
