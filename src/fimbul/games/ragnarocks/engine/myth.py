"""Matches with powers, from pick to pick: what can be touched so that a turn can be completed."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.deeds import TRAITS, Deeds
from fimbul.games.ragnarocks.engine.moments import DEEDS, KINDS, POWERS, WAYS

_SELECT_WAY, _ANOTHER_WAY = WAYS["select"], WAYS["another"]
_SELECT, _END, _DO_SELECT = KINDS["Select"], KINDS["EndTurn"], DEEDS["select"]
_OPTIONAL, _NEEDED = TRAITS["optional"], TRAITS["needed"]
_SUFFICES, _FATEFUL = TRAITS["suffices"], TRAITS["fateful"]
_GULLINBURSTI, _THOR = POWERS["gullinbursti"], POWERS["thor"]
_PASS = 4 << 10


class Myth(Deeds):
    """A match with powers."""

    def __init__(self, board: p.Board) -> None:
        Deeds.__init__(self, board)
        self.twin: Myth | None = None

    def play(self, pick: int) -> None:
        """Answer the open step, and go on until somebody must choose."""
        self.at_hand()
        self.depth -= 1
        self.run(pick)
        self.settle()

    def settle(self) -> None:
        self.count = 0
        while not self.field.over:
            self.at_hand()
            self.ask()
            if self.count:
                self.field.side = self.next_side()
                return
            self.depth -= 1
            self.run(-1)

    def next_side(self) -> int:
        """Who has the next runestone: the other side, once that of this turn is laid."""
        first = self.agenda[0]
        return 1 - (first >> 6 & 1) if first & 63 >= _END else self.side

    # -- what can be touched -------------------------------------------------------------------

    def ask(self) -> None:
        """The options of the step at hand: only what a turn can be completed with."""
        way = self.ways[self.kind]
        if way == _SELECT_WAY:
            self.select()
            return
        self.look_at(way)
        if self.traits[self.kind] & _FATEFUL and self.fateful[self.voices[self.side]]:
            kept, count = 0, self.count
            for number in range(count):
                if self.leads_on(self.options[number]):
                    self.options[kept] = self.options[number]
                    kept += 1
            self.count = kept

    def look_at(self, way: int) -> None:
        if way == _ANOTHER_WAY:
            self.count = 0
            able = self.field.can_select(self.viking) and self.is_affordable(self.side)
            if able and self.can_act(self.viking):
                self.write(1 << 10 | self.viking)
        else:
            self.offer(way)
        if self.count and self.traits[self.kind] & _OPTIONAL:
            self.write(_PASS)

    def select(self) -> None:
        """The vikings with which this side can complete a turn."""
        field, self.count = self.field, 0
        if self.viking >= 0 or not self.is_affordable(self.side):
            return
        ahead = self.fateful[self.voices[self.side]]
        for viking in range(self.side * field.clan, (self.side + 1) * field.clan):
            if ahead and field.nomads >> viking & 1:
                able = self.can_act(viking)
            else:
                able = field.can_select(viking)
            if able:
                self.write(1 << 10 | viking)

    def is_affordable(self, side: int) -> int:
        """Is there a runestone for a turn, or none needed?"""
        power = self.voices[side]
        if power == _GULLINBURSTI or (power == _THOR and self.hoard):
            return 1
        return self.field.supply != 0

    def deeper(self) -> Myth:
        """The same position, to try something in."""
        if self.twin is None:
            self.twin = Myth(self.board)
        self.twin.copy(self)
        return self.twin

    def can_act(self, viking: int) -> int:
        """Can this nomad complete a turn?"""
        twin = self.deeper()
        twin.selected(self.side, viking)
        return twin.completes()

    def leads_on(self, option: int) -> int:
        """Can the turn be completed after that option?"""
        twin = self.deeper()
        twin.at_hand()
        twin.depth -= 1
        twin.run(option)
        return twin.completes()

    def completes(self) -> int:
        """Can the turn under way be brought to its end? Plays on in place."""
        while not self.field.over:
            self.at_hand()
            if self.kind >= _END or self.kind == _SELECT:
                return 1
            traits = self.traits[self.kind]
            self.look_at(self.ways[self.kind])
            if self.count:
                return 1 if traits & _SUFFICES else self.is_any_way_on()
            if traits & _NEEDED:
                return 0
            self.depth -= 1
            self.run(-1)
        return 1

    def is_any_way_on(self) -> int:
        for number in range(self.count):
            if self.leads_on(self.options[number]):
                return 1
        return 0

    # -- what comes of it ----------------------------------------------------------------------

    def run(self, pick: int) -> None:
        """Do what the step at hand says; it has been taken off the agenda."""
        if self.deeds[self.kind] == _DO_SELECT:
            self.run_select(pick)
        else:
            self.act(pick)

    def run_select(self, pick: int) -> None:
        viking = pick & 1023 if pick >= 0 else -1
        if self.viking >= 0 and self.is_affordable(self.side) and self.can_act(self.viking):
            viking = self.viking
        if viking < 0:
            self.skip()
        else:
            self.selected(self.side, viking)
