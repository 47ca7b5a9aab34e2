"""What else may be touched at each step of a turn with powers: runestones, vikings, cards."""

from __future__ import annotations

from fimbul.games.ragnarocks.engine.moments import POWERS, WAYS
from fimbul.games.ragnarocks.engine.moves import Moves

_SUMMON, _OR_MOVE, _OR_THROW = WAYS["summon"], WAYS["summon-or-move"], WAYS["summon-or-throw"]
_THROW, _SECOND, _BESIDE_NOMADS = WAYS["throw"], WAYS["second"], WAYS["beside-nomads"]
_NEW_LAND, _WALLS, _PERCH = WAYS["new-land"], WAYS["walls"], WAYS["perch"]
_LURE, _SWAP, _TOSS, _SETTLERS = WAYS["lure"], WAYS["swap"], WAYS["toss"], WAYS["settlers"]
_MINE, _TIDE, _HERD, _CARDS = WAYS["mine"], WAYS["tide"], WAYS["herd"], WAYS["cards"]
_ASK, _BLODUGHOFI, _SELKOLLA = POWERS["ask"], POWERS["blodughofi"], POWERS["selkolla"]
_NERTHUS, _GULLINBURSTI, _THOR = POWERS["nerthus"], POWERS["gullinbursti"], POWERS["thor"]
_MARK = 1 << 20  # beside an option: it creates a region


class Offers(Moves):
    """The options of every step."""

    def offer(self, way: int) -> None:
        """The options of the step at hand, those too that lead nowhere."""
        self.count = 0
        at = self.field.places[self.viking] if self.viking >= 0 else 0
        self.offer_moves(way, at)
        self.offer_leaps(way, at)
        self.offer_summons(way, at)
        self.offer_stones(way, at)
        self.offer_vikings(way)

    # -- where runestones can lie --------------------------------------------------------------

    def offer_summons(self, way: int, at: int) -> None:
        if way in (_SUMMON, _OR_MOVE, _OR_THROW):
            self.aim(way, at)
        if way == _OR_MOVE and self.field.is_free(at):
            self.write(3 << 10 | _GULLINBURSTI)
        elif way == _THROW:
            self.throw(at)
        elif way == _OR_THROW:
            before = self.count
            self.throw(at)
            if self.count > before:
                self.count = before
                self.write(3 << 10 | _THOR)

    def offer_stones(self, way: int, at: int) -> None:
        """Runestones that lie there, or that a power adds from the supply."""
        if way == _WALLS:
            self.walls()
        elif way == _PERCH:
            self.perches(at)
        elif way == _SECOND and self.field.supply:
            self.second()
        elif way == _BESIDE_NOMADS and self.field.supply:
            self.beside_nomads()
        elif way == _NEW_LAND and self.field.supply:
            self.new_land()

    def aim(self, way: int, at: int) -> None:
        """Where a runestone can fly."""
        if not self.field.supply:
            return
        power = self.voices[self.side]
        if power == _ASK:
            self.flights(at)
        elif power in (_BLODUGHOFI, _SELKOLLA):
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
        field, mine = self.field, self.side * self.field.clan
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
        if way in (_LURE, _SWAP, _TOSS):
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
        if way in (_HERD, _TIDE):
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
