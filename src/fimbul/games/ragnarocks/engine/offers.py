"""What may be touched at each step of a turn with powers.

An option is one number: a hex, or 1 << 10 | a viking, 2 << 10 | the hex of a runestone, 3 << 10 | a
power (its card), 4 << 10 to pass, 5 << 10 to take command cards back.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import ints
from fimbul.games.ragnarocks.engine.land import Land
from fimbul.games.ragnarocks.engine.moments import KINDS, POWERS, STEPS, WAYS

_MOVE, _PERCHED, _PUSH, _TRAVEL = WAYS["move"], WAYS["perched"], WAYS["push"], WAYS["travel"]
_EDGE, _LINE, _BACK, _PAY, _SIDES = (
    WAYS["edge"], WAYS["line"], WAYS["back"], WAYS["pay"], WAYS["sides"],
)  # fmt: skip
_ONE_HEX, _UNSETTLED, _ARRIVE = WAYS["one-hex"], WAYS["unsettled"], WAYS["arrive"]
_SUMMON, _OR_MOVE, _OR_THROW = WAYS["summon"], WAYS["summon-or-move"], WAYS["summon-or-throw"]
_THROW, _SECOND, _BESIDE_NOMADS = WAYS["throw"], WAYS["second"], WAYS["beside-nomads"]
_NEW_LAND, _WALLS, _PERCH = WAYS["new-land"], WAYS["walls"], WAYS["perch"]
_LURE, _SWAP, _TOSS, _SETTLERS = WAYS["lure"], WAYS["swap"], WAYS["toss"], WAYS["settlers"]
_MINE, _TIDE, _HERD, _CARDS = WAYS["mine"], WAYS["tide"], WAYS["herd"], WAYS["cards"]
_ASK, _BLODUGHOFI, _SELKOLLA = POWERS["ask"], POWERS["blodughofi"], POWERS["selkolla"]
_SLEIPNIR, _FJORGYN, _NERTHUS = POWERS["sleipnir"], POWERS["fjorgyn"], POWERS["nerthus"]
_GULLINBURSTI, _THOR = POWERS["gullinbursti"], POWERS["thor"]
_MARK = 1 << 20  # beside an option: it creates a region


class Offers(Land):
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

    def offer(self, way: int) -> None:
        """The options of the step at hand, but for those that lead nowhere."""
        self.count = 0
        self.offer_hexes(way)
        self.offer_stones(way)
        self.offer_vikings(way)

    # -- where a viking can go -----------------------------------------------------------------

    def offer_hexes(self, way: int) -> None:
        at = self.field.places[self.viking] if self.viking >= 0 else 0
        if way == _MOVE or way == _PUSH or way == _TRAVEL:
            self.offer_move(way, at)
        elif way == _LINE:
            self.lines(at)
        elif way == _PERCHED:
            self.perched(at)
        elif way == _EDGE:
            self.open_land(1)
        elif way == _ARRIVE:
            if self.waiting >= 0:
                self.open_land(0)
        elif way == _BACK:
            self.back(at)
        elif way == _ONE_HEX:
            self.one_hex(at, 1)
        elif way == _SIDES:
            self.one_hex(at, 3)
        elif way == _PAY:
            poor = self.field.supply == 0 or self.field.supply == 1
            if not (self.used or poor or self.newcomers >> self.side & 1):
                self.one_hex(at, 1)
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

    # -- where runestones can lie --------------------------------------------------------------

    def offer_stones(self, way: int) -> None:
        if way == _SUMMON or way == _OR_MOVE or way == _OR_THROW:
            at = self.field.places[self.viking]
            self.aim(way, at)
            if way == _OR_MOVE and self.field.is_free(at):
                self.write(3 << 10 | _GULLINBURSTI)
            elif way == _OR_THROW:
                before = self.count
                self.throw(at)
                if self.count > before:
                    self.count = before
                    self.write(3 << 10 | _THOR)
        elif way == _THROW:
            self.throw(self.field.places[self.viking])
        elif way == _WALLS:
            self.walls()
        elif way == _PERCH:
            self.perches(self.field.places[self.viking])
        elif self.field.supply:
            if way == _SECOND:
                self.second()
            elif way == _BESIDE_NOMADS:
                self.beside_nomads()
            elif way == _NEW_LAND:
                self.new_land()

    def aim(self, way: int, at: int) -> None:
        """Where a runestone can fly."""
        if not self.field.supply:
            return
        power = self.voices[self.side]
        if power == _ASK:
            self.flights(at)
        elif power == _BLODUGHOFI or power == _SELKOLLA:
            self.one_hex(at, 1)
        else:
            self.lines(at)
        if self.voices[1 - self.side] == _NERTHUS:
            self.spare(0, self.is_harmless_anywhere() if way == _OR_THROW else 0)

    def flights(self, at: int) -> None:
        """Ask and Embla: over whatever is in the way, to contested land."""
        field = self.field
        for way in range(6):
            to = at + field.steps[way]
            while not field.blank[to]:
                if not field.hexes[to] and self.land[to] == 0:
                    self.write(to)
                to += field.steps[way]

    def throw(self, at: int) -> None:
        """Thor: any free contested hex."""
        before = self.count
        self.open_land(0)
        if self.voices[1 - self.side] == _NERTHUS:
            self.spare(before, self.is_harmless_line(at))

    def spare(self, first: int, elsewhere: int) -> None:
        """Nerthus: no region is created while the runestone could lie elsewhere."""
        safe = 0
        for number in range(first, self.count):
            if self.creates(self.options[number]):
                self.options[number] |= _MARK
            else:
                safe += 1
        count, self.count = self.count, first
        for number in range(first, count):
            option = self.options[number]
            if option < _MARK or not (safe or elsewhere):
                self.write(option & _MARK - 1)

    def is_harmless_anywhere(self) -> int:
        field = self.field
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and self.land[at] == 0 and not self.creates(at):
                return 1
        return 0

    def is_harmless_line(self, at: int) -> int:
        field = self.field
        if not field.supply:
            return 0
        for way in range(6):
            to = at + field.steps[way]
            while not field.hexes[to]:
                if not self.creates(to):
                    return 1
                to += field.steps[way]
        return 0

    def second(self) -> None:
        """Surtr: beside the first one."""
        for way in range(6):
            to = self.stone + self.field.steps[way]
            if self.stone and not self.field.hexes[to] and self.land[to] == 0:
                self.write(to)
        if self.voices[1 - self.side] == _NERTHUS:
            self.spare(0, 1 - self.created)

    def beside_nomads(self) -> None:
        """Ymir: beside a nomad of his."""
        field = self.field
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and self.is_at_nomad(at):
                self.write(at)

    def is_at_nomad(self, at: int) -> int:
        for way in range(6):
            to = at + self.field.steps[way]
            if self.field.hexes[to] == 1 + self.side and self.land[to] == 0:
                return 1
        return 0

    def new_land(self) -> None:
        """Forseti: in a region that was created just now, or on contested land."""
        field, before = self.field, self.field.stamp
        if not self.created or not self.stone:
            return
        for way in range(6):
            to = self.stone + field.steps[way]
            if field.hexes[to] < 3 and field.marks[to] <= before:
                field.flood(to, 0)
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and (self.land[at] == 0 or field.marks[at] > before):
                self.write(at)

    def walls(self) -> None:
        """Freyr: runestones beside the viking with contested land and runestones around them."""
        field = self.field
        if self.viking < 0:
            return
        for way in range(6):
            at = field.places[self.viking] + field.steps[way]
            if field.hexes[at] == 3 and self.is_inner(at):
                self.write(2 << 10 | at)

    def is_inner(self, at: int) -> int:
        for way in range(6):
            to = at + self.field.steps[way]
            if self.field.hexes[to] < 3 and self.land[to] != 0:
                return 0
        return 1

    def perches(self, at: int) -> None:
        """Fafnir: the runestones beside him."""
        for way in range(6):
            if self.field.hexes[at + self.field.steps[way]] == 3:
                self.write(2 << 10 | at + self.field.steps[way])

    # -- whom a power can touch ----------------------------------------------------------------

    def offer_vikings(self, way: int) -> None:
        field, mine, other = self.field, self.side * self.field.clan, 1 - self.side
        if way == _CARDS:
            self.commands()
        if way == _SETTLERS and not self.is_anything_unsettled():
            return
        if (way == _TIDE and not self.created) or (way == _HERD and not field.supply):
            return
        for viking in range(2 * field.clan):
            at, own = field.places[viking], mine <= viking < mine + field.clan
            if at and self.can_touch(way, viking, at, own):
                self.write(1 << 10 | viking)

    def can_touch(self, way: int, viking: int, at: int, own: int) -> int:
        field = self.field
        if way == _LURE or way == _SWAP or way == _TOSS:
            here = field.places[self.viking]
            if not self.are_beside(here, at) or (own and way != _SWAP):
                return 0
            if way == _LURE:
                return field.is_free(at)
            return way == _SWAP or not field.hexes[2 * here - at]
        if way == _SETTLERS:
            return own and self.dawn_nomads >> viking & 1 and self.land[at] != 0
        if way == _MINE:
            return own and field.is_free(at)
        if way == _HERD or way == _TIDE:
            nomad = own == (way == _HERD) and self.land[at] == 0
            return nomad and not self.extra >> viking & 1 and field.is_free(at)
        return 0

    def is_anything_unsettled(self) -> int:
        self.unsettled()
        found, self.count = self.count, 0
        return found

    def commands(self) -> None:
        """Odin: the cards in his hand, and taking back those that were played."""
        played = 0
        for power in range(len(self.cards)):
            if self.cards[power] == 1:
                self.write(3 << 10 | power)
            played |= self.cards[power] == 2
        if played:
            self.write(5 << 10)
