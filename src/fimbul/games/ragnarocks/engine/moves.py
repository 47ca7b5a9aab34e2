"""Where a viking can go at each step of a turn with powers.

An option is one number: a hex, or 1 << 10 | a viking, 2 << 10 | the hex of a runestone, 3 << 10 | a
power (its card), 4 << 10 to pass, 5 << 10 to take command cards back.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import ints
from fimbul.games.ragnarocks.engine.land import Land
from fimbul.games.ragnarocks.engine.moments import POWERS, STEPS, WAYS

_MOVE, _PERCHED, _PUSH, _TRAVEL = WAYS["move"], WAYS["perched"], WAYS["push"], WAYS["travel"]
_EDGE, _LINE, _BACK, _PAY = WAYS["edge"], WAYS["line"], WAYS["back"], WAYS["pay"]
_SIDES, _ONE_HEX = WAYS["sides"], WAYS["one-hex"]
_UNSETTLED, _ARRIVE = WAYS["unsettled"], WAYS["arrive"]
_SELKOLLA, _SLEIPNIR, _FJORGYN = POWERS["selkolla"], POWERS["sleipnir"], POWERS["fjorgyn"]


class Moves(Land):
    """Writes the options of a step into `options`, and how many there are into `count`."""

    def __init__(self, board: p.Board) -> None:
        Land.__init__(self, board)
        self.options, self.count = ints(2 * self.field.size), 0
        self.kind = self.side = self.viking = self.extra = 0  # the step at hand
        self.ways = ints(len(STEPS))
        for kind, plan in enumerate(STEPS):
            self.ways[kind] = WAYS[plan.ways]

    def at_hand(self) -> None:
        """Read the step that is next."""
        step = self.agenda[self.depth - 1]
        self.kind, self.side = step & 63, step >> 6 & 1
        self.viking, self.extra = (step >> 7 & 15) - 1, step >> 11

    def write(self, option: int) -> None:
        self.options[self.count] = option
        self.count += 1

    def offer_moves(self, way: int, at: int) -> None:
        """The hexes that a viking on that hex can go to in its usual ways."""
        if way in (_MOVE, _PUSH, _TRAVEL):
            self.offer_move(way, at)
        elif way == _LINE:
            self.lines(at)
        elif way == _BACK:
            self.back(at)
        elif way == _ONE_HEX:
            self.one_hex(at, 1)
        elif way == _SIDES:
            self.one_hex(at, 3)
        elif way == _PAY:
            poor = self.field.supply in (0, 1)
            if not (self.used or poor or self.newcomers >> self.side & 1):
                self.one_hex(at, 1)

    def offer_leaps(self, way: int, at: int) -> None:
        """The hexes that it can go to whatever lies between."""
        if way == _PERCHED:
            self.perched(at)
        elif way == _EDGE:
            self.open_land(1)
        elif way == _ARRIVE:
            if self.waiting >= 0:
                self.open_land(0)
        elif way == _UNSETTLED:
            self.unsettled()

    def offer_move(self, way: int, at: int) -> None:
        """A straight line, and what the power of whoever moves adds."""
        self.lines(at)
        if self.field.zero_move:
            self.write(at)
        power = self.voices[self.side]
        if power == _SLEIPNIR:
            self.jumps(at)
        elif power == _FJORGYN:
            self.walks_over(at)
        if way == _PUSH:
            self.pushes(at)
        elif way == _TRAVEL:
            before = self.count
            self.open_land(1)
            if self.count > before:
                self.count = before
                self.write(3 << 10 | _SELKOLLA)

    def lines(self, at: int) -> None:
        field = self.field
        for way in range(6):
            step = field.steps[way]
            to = at + step
            while not field.hexes[to]:
                self.write(to)
                to += step

    def one_hex(self, at: int, by: int) -> None:
        """The free hexes beside it: all, or with 3 those to the east and the west."""
        for way in range(0, 6, by):
            to = at + self.field.steps[way]
            if not self.field.hexes[to]:
                self.write(to)

    def jumps(self, at: int) -> None:
        """Sleipnir: behind a runestone beside it, where nobody has settled."""
        for way in range(6):
            step = self.field.steps[way]
            if self.field.hexes[at + step] == 3:
                to = at + 2 * step
                if not self.field.hexes[to] and (self.land[to] == 0 or self.land[to] == 3):
                    self.write(to)

    def walks_over(self, at: int) -> None:
        """Fjorgyn: behind a row of runestones."""
        for way in range(6):
            step = self.field.steps[way]
            to = at + step
            while self.field.hexes[to] == 3:
                to += step
            if to != at + step and not self.field.hexes[to] and self.land[to] == 0:
                self.write(to)

    def pushes(self, at: int) -> None:
        """Hildisvini: the vikings in the way that have a free hex behind them."""
        for way in range(6):
            step = self.field.steps[way]
            to = at + step
            while not self.field.hexes[to]:
                to += step
            if self.field.hexes[to] < 3 and not self.field.hexes[to + step]:
                self.write(1 << 10 | self.viking_on(to))

    def viking_on(self, at: int) -> int:
        viking = 0
        while self.field.places[viking] != at:
            viking += 1
        return viking

    def perched(self, at: int) -> None:
        """Fafnir: from the top of a runestone, his own hex being free, on contested land."""
        field = self.field
        held = field.hexes[at]
        field.hexes[at] = 0
        for way in range(6):
            step = field.steps[way]
            to = self.extra + step
            while not field.hexes[to]:
                if self.land[to] == 0:
                    self.write(to)
                to += step
        field.hexes[at] = held

    def open_land(self, edge: int) -> None:
        """Free contested hexes: all, or those of the edge."""
        field = self.field
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and self.land[at] == 0 and self.edge[at] >= edge:
                self.write(at)

    def unsettled(self) -> None:
        """Heimdallr: free hexes that nobody had settled when the turn began."""
        field = self.field
        if not self.dawned:
            return
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and (self.dawn[at] == 0 or self.dawn[at] == 3):
                self.write(at)

    def back(self, at: int) -> None:
        """Ratatoskr: the line on which it came."""
        if not self.stone:
            return
        field = self.field
        for way in range(6):
            step = field.steps[way]
            to = self.reached + step
            while not field.blank[to] and to != self.origin:
                to += step
            if to == self.origin:
                to = at + step
                while not field.hexes[to]:
                    self.write(to)
                    to += step
                return
