"""The board as the engine plays on it: a flat list of hexes, six steps from each to its neighbours.

It repeats what `rules` says, and a test holds it to that: it walks random matches and compares
every turn, region, score and end. field.pxd gives C types to the same source; without a compiler
it runs as plain Python, slower, with the same results. Hence the plain loops and bare numbers:
they are what a compiler turns into a few machine instructions.

A hex is numbered as on the board, plus `pad` hexes of rim before the first, so that a step from
any hex stays inside the list. A hex holds nothing (0), a viking of ivory (1) or of red (2), a
runestone (3), or is rim (4). Vikings are numbered from 0, ivory's first. A turn is one number:
viking << 20 | hex reached << 10 | hex of the runestone.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p

_RIM = 4
_KEPT = 9  # numbers that a summon must remember to be taken back
_DEEP = 512  # summons in a row


def ints(count: int) -> memoryview[int]:
    """A list of that many whole numbers, all zero; only those in use take up memory."""
    return memoryview(bytearray(4 * count)).cast("i")


def _open_groups(open_: int) -> int:
    """How many unbroken groups six neighbours in a circle (a bit each) form."""
    return sum(1 for way in range(6) if open_ >> way & 1 and not open_ >> (way + 5) % 6 & 1)


class Field:
    """One position, changed in place. All attributes are public, for speed."""

    def __init__(self, board: p.Board) -> None:
        self.pad = board.width + 1
        self.size = len(board.names) + 2 * self.pad
        self.steps = ints(6)
        for way, (rows, numbers) in enumerate(p.WAYS):
            self.steps[way] = rows * board.width + numbers
        rim = [_RIM] * self.pad
        self.blank = bytearray([*rim, *(0 if name else _RIM for name in board.names), *rim])
        self.hexes = bytearray(self.size)
        self.count = len(board.cells)
        self.cells = ints(self.count)
        for number, at in enumerate(board.cells):
            self.cells[number] = at + self.pad
        self.clan = len(board.sides[p.IVORY])  # vikings of a side
        self.places = ints(2 * self.clan)
        self.ivories, self.reds = (1 << self.clan) - 1, ((1 << self.clan) - 1) << self.clan
        self.groups = bytearray(_open_groups(open_) for open_ in range(64))
        self.marks, self.stamp, self.heap = ints(self.size), 0, ints(self.size)
        self.log, self.depth = ints(_KEPT * _DEEP), 0
        self.out, self.found, self.parts = ints(self.size), ints(6), 0
        self.clear()

    def clear(self) -> None:
        """An empty board."""
        for at in range(self.size):
            self.hexes[at] = self.blank[at]
            self.marks[at] = 0
        self.stamp = 0
        for viking in range(2 * self.clan):
            self.places[viking] = 0  # a hex of the rim: not on the board
        self.nomads = 0  # a bit for each viking that is not settled
        self.points_ivory = self.points_red = 0  # settled hexes
        self.side = self.skips = self.stall = self.depth = 0
        self.supply, self.stall_limit = -1, p.STALL_LIMIT  # a supply of -1 has no end
        self.zero_move = 0
        self.over = 0

    def put_viking(self, viking: int, at: int) -> None:
        self.places[viking] = at
        self.hexes[at] = 1 + (viking >= self.clan)
        self.nomads |= 1 << viking

    def put_stone(self, at: int) -> None:
        self.hexes[at] = 3

    def begin(self) -> None:
        """Once all pieces are placed: whose the regions are, and whether anybody can act."""
        self.stamp += 1
        before = self.stamp
        for number in range(self.count):
            at = self.cells[number]
            if self.hexes[at] < 3 and self.marks[at] < before:
                self.settle(self.flood(at, 0))
        if self.nomads:
            self.hand_on()
        else:
            self.over = 1

    # -- regions -------------------------------------------------------------------------------

    def flood(self, start: int, goals: int) -> int:
        """Mark everything connected to the start, and return its size.

        It stops and returns zero once it has met as many hexes marked -1 as `goals` says.
        """
        self.stamp += 1
        stamp, size, head = self.stamp, 1, 0
        self.marks[start] = stamp
        self.heap[0] = start
        while head < size:
            at = self.heap[head]
            head += 1
            for way in range(6):
                to = at + self.steps[way]
                mark = self.marks[to]
                if self.hexes[to] < 3 and mark != stamp:
                    self.marks[to] = stamp
                    if mark == -1:
                        goals -= 1
                        if not goals:
                            return 0
                    self.heap[size] = to
                    size += 1
        return size

    def settle(self, size: int) -> None:
        """Settle the region marked last if all its vikings are of one side, else leave it be."""
        inside = 0
        for viking in range(2 * self.clan):
            if self.marks[self.places[viking]] == self.stamp:
                inside |= 1 << viking
        if not inside & self.reds:
            if inside:
                self.points_ivory += size
                self.nomads &= ~inside
        elif not inside & self.ivories:
            self.points_red += size
            self.nomads &= ~inside

    def parted(self, at: int) -> int:
        """Mark one of the parts into which a runestone there cuts its region; return its size.

        Zero if it cuts off nothing. `found` has a hex of each of the `parts`.
        """
        around = 0
        for way in range(6):
            if self.hexes[at + self.steps[way]] < 3:
                around |= 1 << way
        self.parts = self.groups[around]
        if self.parts < 2:
            return 0
        number = 0
        for way in range(6):
            if around >> way & 1 and not around >> (way + 5) % 6 & 1:
                self.found[number] = at + self.steps[way]
                self.marks[at + self.steps[way]] = -1
                number += 1
        return self.flood(self.found[0], self.parts - 1)

    def cut(self, at: int) -> None:
        """Settle what a runestone just laid has cut off, if it has cut off anything."""
        size = self.parted(at)
        if not size:
            return
        before = self.stamp
        self.settle(size)
        for number in range(1, self.parts):
            if self.marks[self.found[number]] < before:
                self.settle(self.flood(self.found[number], 0))

    # -- the turn ------------------------------------------------------------------------------

    def slides(self, at: int, count: int) -> int:
        """Append the free hexes on the six lines from here to `out`; return how many it holds."""
        for way in range(6):
            step = self.steps[way]
            to = at + step
            while not self.hexes[to]:
                self.out[count] = to
                count += 1
                to += step
        return count

    def is_free(self, at: int) -> int:
        """Is there a free hex beside it?"""
        for way in range(6):
            if not self.hexes[at + self.steps[way]]:
                return 1
        return 0

    def can_select(self, viking: int) -> int:
        return self.nomads >> viking & 1 and self.is_free(self.places[viking])

    def first(self) -> int:
        """The first viking of the side whose turn it is."""
        return self.side * self.clan

    def can_act(self) -> int:
        if not self.supply:
            return 0
        for viking in range(self.first(), self.first() + self.clan):
            if self.can_select(viking):
                return 1
        return 0

    def reach(self, viking: int) -> int:
        """Write the hexes a viking can go to into `out`; return how many there are."""
        at = self.places[viking]
        count = self.slides(at, 0)
        if self.zero_move:
            self.out[count] = at
            count += 1
        return count

    def shift(self, viking: int, to: int) -> None:
        at = self.places[viking]
        held = self.hexes[at]
        self.hexes[at] = 0
        self.hexes[to] = held
        self.places[viking] = to

    def summon(self, at: int) -> None:
        """Lay the runestone, and bring the turn to its end."""
        top = self.depth * 9
        self.log[top] = at
        self.log[top + 1] = self.side
        self.log[top + 2] = self.skips
        self.log[top + 3] = self.stall
        self.log[top + 4] = self.supply
        self.log[top + 5] = self.nomads
        self.log[top + 6] = self.points_ivory
        self.log[top + 7] = self.points_red
        self.log[top + 8] = self.over
        self.depth += 1
        self.hexes[at] = 3
        if self.supply > 0:
            self.supply -= 1
        self.cut(at)
        self.skips = self.stall = 0
        if self.nomads:
            self.side = 1 - self.side
            self.hand_on()
        else:
            self.over = 1

    def take_back(self) -> None:
        """Undo the last summon, not the move before it."""
        self.depth -= 1
        top = self.depth * 9
        self.hexes[self.log[top]] = 0
        self.side = self.log[top + 1]
        self.skips = self.log[top + 2]
        self.stall = self.log[top + 3]
        self.supply = self.log[top + 4]
        self.nomads = self.log[top + 5]
        self.points_ivory = self.log[top + 6]
        self.points_red = self.log[top + 7]
        self.over = self.log[top + 8]

    def hand_on(self) -> None:
        """A side that cannot act skips; two skips in a row, or a stall, end the match."""
        while not self.over and not self.can_act():
            self.skips += 1
            self.stall += 1
            if self.skips == 2 or self.stall >= self.stall_limit:
                self.over = 1
            else:
                self.side = 1 - self.side

    def play(self, turn: int) -> None:
        self.shift(turn >> 20, turn >> 10 & 1023)
        self.summon(turn & 1023)

    def copy(self, other: Field) -> None:
        """Become the same position, on the same board. What was played so far is not copied."""
        for at in range(self.size):
            self.hexes[at] = other.hexes[at]
        for viking in range(2 * self.clan):
            self.places[viking] = other.places[viking]
        self.nomads, self.side, self.over = other.nomads, other.side, other.over
        self.points_ivory, self.points_red = other.points_ivory, other.points_red
        self.supply, self.skips, self.stall = other.supply, other.skips, other.stall
        self.stall_limit, self.zero_move = other.stall_limit, other.zero_move
        self.depth = 0
