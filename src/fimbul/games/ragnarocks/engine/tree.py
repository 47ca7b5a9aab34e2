"""The engine's search: a best-first tree of half turns, judged by sight, with best play backed up.

A turn is two levels: a viking and the hex it goes to, then the hex of its runestone. A node is
one position at one of these levels; when it is first reached all its children are looked at, and
from then on attention goes to those that look good and are little tried (PUCT; the first looks
are the prior). What best play leads to, as far as it was tried, is handed up. A position whose
end is known is done: it is never looked at again, and a node is done when its best child must be.
So the end of a match is solved, not guessed.

Values are from ivory's side. Nodes are numbers, their parts kept in flat lists: that is what
tree.pxd can give C types to.
"""

from __future__ import annotations

from collections.abc import Callable

from fimbul.games.ragnarocks.engine.field import Field, ints
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.walk import Walker


def floats(count: int) -> memoryview[float]:
    """A list of that many double-precision numbers, all zero."""
    return memoryview(bytearray(8 * count)).cast("d")


class Tree:
    """Searches positions of one board, one after the other, in the same memory."""

    def __init__(self, root: Field, field: Field, sight: Sight, most: int) -> None:
        self.root, self.field, self.sight = root, field, sight
        self.walker = Walker(field)
        self.most = most  # nodes
        self.move = ints(most)  # viking << 10 | hex, or the hex of the runestone
        self.child, self.children = ints(most), ints(most)  # the first, and how many
        self.visits = ints(most)
        self.side = bytearray(most)  # the side that chooses among the children
        self.done = bytearray(most)
        self.look, self.value = floats(most), floats(most)  # at first sight; with best play
        self.prior = floats(most)
        self.path = ints(1024)
        self.goals = ints(root.size)
        self.eager, self.soft, self.noise = 5.0, 12000.0, 0.0
        self.reset()

    def reset(self) -> None:
        """Forget everything; the search begins at the position of `root`."""
        self.used = 1
        self.viking = self.only = -1  # who must summon, or move, at the root
        self.iterations = self.looks = 0
        self.spread, self.spreads = 0.0, 0
        self.plant(0, 0, self.root)

    def plant(self, node: int, move: int, field: Field) -> None:
        self.move[node] = move
        self.child[node] = self.children[node] = self.visits[node] = 0
        self.side[node] = field.side
        self.done[node] = field.over
        self.prior[node] = 1.0

    def search(self, enough: Callable[[int], bool]) -> None:
        """Iterate until `enough` says so or the root is done; it is asked within iterations too."""
        self.enough = enough
        while not self.done[0] and not enough(self.iterations):
            if not self.iterate():
                return
            self.iterations += 1

    def iterate(self) -> int:
        """One way down the tree to a new turn, and up again; 0 if time ran out on the way."""
        field, depth, node = self.field, 0, 0
        field.copy(self.root)
        viking = self.viking
        self.path[0] = 0
        grown = 0
        while not self.done[node]:
            if not self.children[node]:
                if (grown and viking < 0) or self.used + 512 > self.most:
                    break
                grown = 1
                if not self.grow(node, viking):
                    return 0
            node = self.best(node)
            if viking < 0:
                viking = self.move[node] >> 10
                field.shift(viking, self.move[node] & 1023)
            else:
                field.summon(self.move[node])
                viking = -1
            depth += 1
            self.path[depth] = node
        self.back_up(depth)
        return 1

    def grow(self, node: int, viking: int) -> int:
        """Look at all children of a node; 0 if time ran out."""
        start = self.used
        if viking < 0:
            only = -1 if node else self.only
            for mover in range(self.field.first(), self.field.first() + self.field.clan):
                able = self.field.can_select(mover) and (only < 0 or only == mover)
                if able and not self.grow_moves(mover):
                    return 0
        elif not self.grow_stones(viking):
            return 0
        self.child[node], self.children[node] = start, self.used - start
        self.weigh(node)
        return 1

    def grow_moves(self, viking: int) -> int:
        field = self.field
        at, count = field.places[viking], field.reach(viking)
        for number in range(count):
            self.goals[number] = field.out[number]
        for number in range(count):
            if self.is_late():
                return 0
            to = self.goals[number]
            field.shift(viking, to)
            self.plant(self.used, viking << 10 | to, field)
            self.judge(self.used)
            self.used += 1
            field.shift(viking, at)
        return 1

    def grow_stones(self, viking: int) -> int:
        field = self.field
        count = field.slides(field.places[viking], 0)
        for number in range(count):
            self.goals[number] = field.out[number]
        for number in range(count):
            if self.is_late():
                return 0
            field.summon(self.goals[number])
            self.plant(self.used, self.goals[number], field)
            self.judge(self.used)
            self.used += 1
            field.take_back()
        return 1

    def is_late(self) -> int:
        self.looks += 1
        return self.looks & 15 == 0 and self.enough(self.iterations)

    def judge(self, node: int) -> None:
        """How the field looks, as a value."""
        field = self.field
        if field.over:
            value = self.certain(field.points_ivory - field.points_red)
        else:
            value = self.guessed(self.sight.look(field))
        self.look[node] = self.value[node] = value

    def certain(self, points: int) -> float:
        """A win or loss by so many hexes: it lies beyond all looks."""
        lead = 1.0 * points
        size = lead if lead > 0 else -lead
        if not size:
            return 0.0
        return (lead / size) * (0.96 + 0.04 * size / (size + 20.0))

    def guessed(self, look: int) -> float:
        lead = 1.0 * look
        if self.noise:
            lead += self.noise * (self.walker.roll(2001) - 1000)
        size = lead if lead > 0 else -lead
        return 0.95 * lead / (size + self.soft)

    def weigh(self, node: int) -> None:
        """Share the attention among the children, by how they look."""
        first, count = self.child[node], self.children[node]
        sign = 1.0 - 2.0 * self.side[node]
        best, total, squares = -2.0, 0.0, 0.0
        for child in range(first, first + count):
            look = sign * self.look[child]
            total += look
            squares += look * look
            if look > best:
                best = look
        spread = squares / count - (total / count) * (total / count)
        spread = spread**0.5 if spread > 0.0 else 0.0
        self.spread += spread
        self.spreads += 1
        if not spread:
            spread = 1.0
        total = 0.0
        for child in range(first, first + count):
            weight = 2.718281828459045 ** ((sign * self.look[child] - best) / spread)
            self.prior[child] = weight
            total += weight
        for child in range(first, first + count):
            self.prior[child] /= total

    def best(self, node: int) -> int:
        """The child to try next."""
        first, count = self.child[node], self.children[node]
        sign = 1.0 - 2.0 * self.side[node]
        curious = self.eager * self.spread / self.spreads * (1.0 * self.visits[node] + 1.0) ** 0.5
        shift = sign * (self.value[node] - self.look[node]) if self.visits[node] else 0.0
        found, most = first, -9.0
        for child in range(first, first + count):
            if self.done[child]:
                continue
            visits = self.visits[child]
            merit = sign * self.value[child] + (0.0 if visits else shift)
            merit += curious * self.prior[child] / (1.0 + visits)
            if merit > most:
                found, most = child, merit
        return found

    def back_up(self, depth: int) -> None:
        """Tell every node of the path what came of it."""
        self.visits[self.path[depth]] += 1
        for level in range(depth - 1, -1, -1):
            self.visits[self.path[level]] += 1
            self.renew(self.path[level])

    def renew(self, node: int) -> None:
        """What best play leads to among the children that were tried, and whether that is sure.

        A sure win is enough; all else is sure once all children are.
        """
        first, count = self.child[node], self.children[node]
        sign = 1.0 - 2.0 * self.side[node]
        best, sure, left = -9.0, 0, 0
        for child in range(first, first + count):
            if self.visits[child] or self.done[child]:
                value = sign * self.value[child]
                if value > best:
                    best, sure = value, self.done[child]
            if not self.done[child]:
                left += 1
        self.value[node] = sign * best
        if not left or (sure and best > 0.95):
            self.done[node] = 1

    # -- what was found ------------------------------------------------------------------------

    def ranked(self) -> list[tuple[int, int]]:
        """The nodes of every turn, of its move and of its runestone; the best turn first.

        Sure wins come before all, then the most tried; sure losses come last.
        """
        if self.viking >= 0:
            turns = [(0, leaf) for leaf in self.below(0)]
        else:
            turns = [(node, leaf) for node in self.below(0) for leaf in self.below(node)]
        return sorted(turns, key=self.rank, reverse=True)

    def below(self, node: int) -> range:
        return range(self.child[node], self.child[node] + self.children[node])

    def rank(self, turn: tuple[int, int]) -> tuple[int, int, int, float]:
        node, leaf = turn
        value = (1 - 2 * self.root.side) * self.value[leaf]
        sure = (value > 0) - (value < 0) if self.done[leaf] else 0
        return sure, self.visits[node], self.visits[leaf], value
