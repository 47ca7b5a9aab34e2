"""The board of a match with powers: pieces, land, what lies on cards, and the steps still to run.

Pieces stand on a field of the basic game; whose each hex is has to be kept beside, since powers
ask for it. A side (0 ivory, 1 red) stands for its seat, a number (moments.py) for a power, and -1
for no viking. A step of the agenda is one number: kind | side << 6 | viking + 1 << 7 | what else it
must know << 11. Like field.py this is plain Python that land.pxd gives C types to.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field, ints
from fimbul.games.ragnarocks.engine.moments import FATEFUL, NAMES, POWERS

_FREYA, _FRIGG, _HEL, _IDUN = POWERS["freya"], POWERS["frigg"], POWERS["hel"], POWERS["idun"]
_LARGE = 6  # hexes: such a region wins for Idun
_DEEP = 64  # steps of an agenda
_WON = 100  # hexes: what a win by a card is taken for


class Land:
    """One position, changed in place. All attributes are public, for speed."""

    def __init__(self, board: p.Board) -> None:
        self.board, self.field = board, Field(board)
        size = self.field.size
        self.land, self.edge, self.dawn = bytearray(size), bytearray(size), bytearray(size)
        for at in board.cells:
            self.edge[at + self.field.pad] = board.on_edge(at)
        self.agenda, self.depth = ints(_DEEP), 0
        self.powers, self.borrowed, self.voices = ints(2), ints(2), ints(2)
        self.cards = bytearray(len(NAMES))  # Odin's: 1 in the hand, 2 played
        self.fateful = bytearray(name in FATEFUL for name in NAMES)
        self.clear()

    def clear(self) -> None:
        self.field.clear()
        for at in range(self.field.size):
            self.land[at] = self.dawn[at] = 0
        for number in range(len(self.cards)):
            self.cards[number] = 0
        for side in range(2):
            self.powers[side] = self.borrowed[side] = self.voices[side] = 0
        self.depth = self.turns = self.most = self.laid = self.gone = 0
        self.wild = self.settled = self.lead = 0
        self.origin = self.reached = self.stone = 0  # of the last turn; 0 for none
        self.created = self.used = self.newcomers = self.hoard = self.debt = self.spent = 0
        self.another = self.waiting = -1
        self.dawned = self.dawn_nomads = 0

    def copy(self, other: Land) -> None:
        """Become the same position, on the same board."""
        self.field.copy(other.field)
        for at in range(self.field.size):
            self.land[at] = other.land[at]
        if other.dawned:
            for at in range(self.field.size):
                self.dawn[at] = other.dawn[at]
        for level in range(other.depth):
            self.agenda[level] = other.agenda[level]
        for number in range(len(self.cards)):
            self.cards[number] = other.cards[number]
        for side in range(2):
            self.powers[side] = other.powers[side]
            self.borrowed[side] = other.borrowed[side]
            self.voices[side] = other.voices[side]
        self.depth, self.turns, self.most = other.depth, other.turns, other.most
        self.laid, self.gone, self.wild = other.laid, other.gone, other.wild
        self.settled, self.lead = other.settled, other.lead
        self.origin, self.reached, self.stone = other.origin, other.reached, other.stone
        self.created, self.used, self.newcomers = other.created, other.used, other.newcomers
        self.hoard, self.debt, self.spent = other.hoard, other.debt, other.spent
        self.another, self.waiting = other.another, other.waiting
        self.dawned, self.dawn_nomads = other.dawned, other.dawn_nomads

    def push(self, kind: int, side: int, viking: int, extra: int) -> None:
        """A step that comes before all others."""
        self.agenda[self.depth] = kind | side << 6 | viking + 1 << 7 | extra << 11
        self.depth += 1

    def has(self, power: int) -> int:
        """Is that power in play?"""
        return self.voices[0] == power or self.voices[1] == power

    def borrow(self, side: int, power: int) -> None:
        """A side's own power speaks, or the one of a command card in its place."""
        self.borrowed[side] = power
        self.voices[side] = power if power else self.powers[side]

    # -- whose land ----------------------------------------------------------------------------

    def remap(self) -> None:
        """Read off the board whose each hex is."""
        field = self.field
        field.stamp += 1
        before = field.stamp
        field.points_ivory = field.points_red = field.nomads = 0
        self.wild = self.settled = 0
        for number in range(field.count):
            at = field.cells[number]
            if field.hexes[at] == 3:
                self.land[at] = 0
            elif field.marks[at] < before:
                self.claim(field.flood(at, 0))

    def claim(self, size: int) -> None:
        """Write down whose the region is that was marked last."""
        field, inside = self.field, 0
        for viking in range(2 * field.clan):
            if field.marks[field.places[viking]] == field.stamp:
                inside |= 1 << viking
        status = 0
        if not inside:
            status = 3
            self.wild += size
        elif not inside & field.reds:
            status = 1
            field.points_ivory += size
        elif not inside & field.ivories:
            status = 2
            field.points_red += size
        else:
            field.nomads |= inside
        self.settled += status == 1 or status == 2
        for number in range(size):
            self.land[field.heap[number]] = status

    def creates(self, at: int) -> int:
        """Would a runestone on that free hex create a region?"""
        field = self.field
        field.hexes[at] = 3
        parted = field.parted(at)
        field.hexes[at] = 0
        for number in range(field.parts if parted else 0):
            field.marks[field.found[number]] = 0  # some have not been reached
        return parted

    # -- what is done on the board -------------------------------------------------------------

    def is_straight(self, at: int, to: int) -> int:
        """Is there nothing but free hexes from one to the other, and more than none?"""
        field = self.field
        for way in range(6):
            step = field.steps[way]
            here = at + step
            while not field.hexes[here]:
                if here == to:
                    return 1
                here += step
        return 0

    def shift(self, viking: int, to: int) -> None:
        """A viking goes to another hex, in whatever way."""
        straight = self.is_straight(self.field.places[viking], to)
        self.field.shift(viking, to)
        if not straight:
            self.remap()
        self.changed()

    def take_stone(self) -> None:
        if self.field.supply > 0:
            self.field.supply -= 1

    def lay_stone(self, at: int) -> int:
        """Put a runestone down, and settle what it cuts off. Does it create regions?"""
        field, status = self.field, self.land[at]
        field.hexes[at], self.land[at], self.stone = 3, 0, at
        field.points_ivory -= status == 1
        field.points_red -= status == 2
        self.wild -= status == 3
        if self.gone:
            self.gone -= 1
        else:
            self.laid += 1
        parted = field.parted(at)
        if parted:
            self.created = 1
            self.remap()
        self.changed()
        return parted

    def changed(self) -> None:
        """Idun: the first settled region of the match wins, or her power is spent."""
        field = self.field
        if self.spent or field.over or not self.settled or not self.has(_IDUN):
            return
        side = self.voices[1] == _IDUN
        points = field.points_red if side else field.points_ivory
        if self.settled == 1 and points >= _LARGE:
            self.win(side)
        else:
            self.spent = 1

    # -- the end -------------------------------------------------------------------------------

    def win(self, side: int) -> None:
        """By a card."""
        self.field.over, self.depth = 1, 0
        self.lead = -_WON if side else _WON

    def score(self) -> None:
        """By points."""
        self.field.over, self.depth = 1, 0
        self.lead = self.points(0) - self.points(1)

    def points(self, side: int) -> int:
        points = self.field.points_red if side else self.field.points_ivory
        power = self.voices[side]
        if power == _FREYA:
            points += self.wild
        elif power == _HEL:
            points = self.laid - self.gone
        if self.voices[1 - side] == _FRIGG:
            points += self.debt
        return points

    # -- who stands where ----------------------------------------------------------------------

    def is_beside(self, at: int, side: int, but: int) -> int:
        """Does a viking of that side stand next to a hex, another one than `but`?"""
        field = self.field
        for viking in range(side * field.clan, (side + 1) * field.clan):
            if viking != but and self.are_beside(at, field.places[viking]):
                return 1
        return 0

    def are_beside(self, at: int, to: int) -> int:
        for way in range(6):
            if at + self.field.steps[way] == to:
                return 1
        return 0

    def is_hunted(self, side: int) -> int:
        """Does a wolf of that side stand beside an enemy?"""
        field = self.field
        for viking in range(side * field.clan, (side + 1) * field.clan):
            at = field.places[viking]
            if at and self.is_beside(at, 1 - side, -1):
                return 1
        return 0
