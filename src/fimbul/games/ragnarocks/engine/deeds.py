"""Turns with powers: what a pick does, and which step comes next.

It repeats what `rules` and `powers` say, step by step, with an agenda of its own. A test walks
random matches with every power and compares every option and everything that follows.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import ints
from fimbul.games.ragnarocks.engine.moments import (
    DEEDS,
    KINDS,
    MOMENTS,
    NAMES,
    POWERS,
    RESTLESS,
    STEPS,
    WHEN,
)
from fimbul.games.ragnarocks.engine.offers import Offers

_SELECT, _MOVE, _SUMMON = KINDS["Select"], KINDS["Move"], KINDS["OpenSummon"]
_ANOTHER, _TIDE, _HERD = KINDS["AnotherTurn"], KINDS["AegirChoice"], KINDS["DainChoice"]
_ARRIVAL, _COMMAND = KINDS["AskArrival"], KINDS["OdinCommand"]
_END, _NEXT, _BEGIN = KINDS["EndTurn"], KINDS["NextTurn"], KINDS["BeginTurn"]
_DO_ANOTHER, _DO_HERD, _DO_END = DEEDS["another"], DEEDS["herd"], DEEDS["end-turn"]
_DO_NEXT, _DO_BEGIN, _DO_COMMAND = DEEDS["next-turn"], DEEDS["begin-turn"], DEEDS["command"]
_DO_WALK, _DO_PUSH, _DO_SUMMON = DEEDS["walk"], DEEDS["push"], DEEDS["summon"]
_DO_THROW, _DO_GO, _DO_GO_AND_END = DEEDS["throw"], DEEDS["go"], DEEDS["go-and-end"]
_DO_LEAD, _DO_PERCH, _DO_PAY = DEEDS["lead"], DEEDS["perch"], DEEDS["pay"]
_DO_SWAP, _DO_TOSS, _DO_STONE = DEEDS["swap"], DEEDS["toss"], DEEDS["stone"]
_DO_REMOVE, _DO_TIDE = DEEDS["remove"], DEEDS["tide"]
_DO_ARRIVE, _DO_TRAIL = DEEDS["arrive"], DEEDS["trail"]
_AEGIR, _ASK, _DAIN, _FENRIR = POWERS["aegir"], POWERS["ask"], POWERS["dain"], POWERS["fenrir"]
_FREYR, _HEIMDALLR, _IDUN = POWERS["freyr"], POWERS["heimdallr"], POWERS["idun"]
_JORMUNGANDR, _ODIN = POWERS["jormungandr"], POWERS["odin"]
_STONE_BESIDE, _ON_EDGE, _HOARD = WHEN["stone-beside"], WHEN["on-edge"], WHEN["hoard"]
_ALONE_ON_EDGE, _STONE_AT_HAND = WHEN["alone-on-edge"], WHEN["stone-at-hand"]
_ENEMY_AT_STONE, _FRIEND_AT_STONE = WHEN["enemy-at-stone"], WHEN["friend-at-stone"]
_BEFORE_MOVE, _AFTER_MOVE, _AFTER_SUMMON, _TURN_END = 0, 1, 2, 3  # as MOMENTS has them
_PASS = 4 << 10
_ROW = 3  # runestones: such a row earns Jormungandr another turn
TRAITS = {"optional": 1, "needed": 2, "suffices": 4, "fateful": 8}


class Deeds(Offers):
    """What every step does but the first of a turn. A pick of -1 stands for nothing to pick."""

    def __init__(self, board: p.Board) -> None:
        Offers.__init__(self, board)
        kinds = len(STEPS)
        self.deeds, self.traits, self.leads = ints(kinds), ints(kinds), ints(kinds)
        for kind, plan in enumerate(STEPS):
            self.deeds[kind] = DEEDS[plan.deed]
            self.traits[kind] = sum(TRAITS[trait] for trait in plan.traits.split())
            self.leads[kind] = KINDS.get(plan.leads, 0)
        self.moments = ints(4 * len(NAMES))  # the step of a power at a moment; 0 for none
        self.whens, self.insteads = ints(4 * len(NAMES)), ints(4 * len(NAMES))
        for number, moment in enumerate(MOMENTS):
            for name, (step, when, instead) in moment.items():
                at = 4 * POWERS[name] + number
                self.moments[at], self.whens[at] = KINDS[step], WHEN[when]
                self.insteads[at] = instead
        self.restless = bytearray(name in RESTLESS for name in NAMES)

    # -- the turn ------------------------------------------------------------------------------

    def act(self, pick: int) -> None:
        """Do what the step at hand says; it has been taken off the agenda."""
        deed = self.deeds[self.kind]
        if deed in (_DO_WALK, _DO_PUSH):
            self.walk(pick)
        elif deed == _DO_SUMMON:
            self.summon(pick)
        elif deed == _DO_END:
            self.end_turn()
        elif deed == _DO_NEXT:
            self.next_turn()
        elif deed == _DO_BEGIN:
            self.begin_turn()
        elif deed == _DO_ANOTHER:
            again = pick >= 0 and pick != _PASS
            side = self.side if again else 1 - self.side
            self.push(_BEGIN, side, self.viking if again else -1, 0)
        elif deed == _DO_HERD:
            self.herd(pick)
        elif deed == _DO_ARRIVE:
            self.arrive(pick)
        elif pick >= 0 and pick != _PASS:
            self.use(deed, pick)

    def selected(self, side: int, viking: int) -> None:
        self.add(_BEFORE_MOVE, _MOVE, side, viking)

    def add(self, moment: int, kind: int, side: int, viking: int) -> None:
        """That step is next, or what the power of that side puts before it or in its place."""
        row = 4 * self.voices[side] + moment
        speaks = self.moments[row] and self.holds(self.whens[row], side, viking)
        if not (speaks and self.insteads[row]):
            self.push(kind, side, viking, 0)
        if speaks:
            self.push(self.moments[row], side, viking, 0)

    def holds(self, when: int, side: int, viking: int) -> int:
        """Is it so that the power speaks?"""
        at = self.field.places[viking] if viking >= 0 else 0
        if when == _STONE_BESIDE:
            return self.is_walled(at)
        if when == _ON_EDGE:
            return self.edge[at]
        if when == _ALONE_ON_EDGE:
            return self.is_alone_on_edge(side, viking)
        if when == _HOARD:
            return self.hoard
        if when == _ENEMY_AT_STONE:
            return self.is_beside(self.stone, 1 - side, -1)
        if when == _FRIEND_AT_STONE:
            return self.is_beside(self.stone, side, viking)
        if when == _STONE_AT_HAND:
            return self.are_beside(at, self.stone)
        return 1

    def is_walled(self, at: int) -> int:
        """Does a runestone lie beside it?"""
        for way in range(6):
            if self.field.hexes[at + self.field.steps[way]] == 3:
                return 1
        return 0

    def is_alone_on_edge(self, side: int, viking: int) -> int:
        field = self.field
        for other in range(side * field.clan, (side + 1) * field.clan):
            on_edge = self.edge[field.places[other]] and field.nomads >> other & 1
            if on_edge and other != viking:
                return 0
        return self.edge[field.places[viking]]

    def skip(self) -> None:
        self.field.skips += 1
        self.push(_NEXT, self.side, -1, 0)

    def walk(self, pick: int) -> None:
        """The selected viking goes, or pushes another on and takes its place."""
        kind, side, viking = self.kind, self.side, self.viking
        if pick >> 10 == 3:
            self.push(self.leads[kind], side, viking, 0)
            return
        to, at = pick, self.field.places[viking]
        if pick >> 10 == 1:
            other = pick & 1023
            to = self.field.places[other]
            self.shift(other, self.beyond(at, to))
        self.shift(viking, to)
        self.origin, self.reached, self.stone = at, to, 0
        if not self.field.over:
            self.add(_AFTER_MOVE, _SUMMON, side, viking)

    def beyond(self, at: int, to: int) -> int:
        """The hex behind that one, seen from the first."""
        for way in range(6):
            step = self.field.steps[way]
            here = at + step
            while not self.field.blank[here]:
                if here == to:
                    return to + step
                here += step
        return to

    def summon(self, pick: int) -> None:
        if pick >> 10 == 3:
            self.push(self.leads[self.kind], self.side, self.viking, 0)
        else:
            self.take_stone()
            self.summoned(pick)

    def summoned(self, at: int) -> None:
        """Lay the runestone of this turn, and see what follows from it."""
        side, viking = self.side, self.viking
        created = self.lay_stone(at)
        if self.field.over:
            return
        self.add(_AFTER_SUMMON, _END, side, viking)
        if self.voices[side] == _JORMUNGANDR and self.is_in_row(at):
            self.another = viking
        if created and self.waiting >= 0 and self.voices[side] == _ASK:
            self.push(_ARRIVAL, side, -1, 0)

    def is_in_row(self, at: int) -> int:
        """Is the runestone there part of an unbroken row of exactly three?"""
        for way in range(3):
            if 1 + self.run_of(at, way) + self.run_of(at, way + 3) == _ROW:
                return 1
        return 0

    def run_of(self, at: int, way: int) -> int:
        length, step = 0, self.field.steps[way]
        while self.field.hexes[at + (length + 1) * step] == 3:
            length += 1
        return length

    def end_turn(self) -> None:
        side, viking, self.field.skips = self.side, self.viking, 0
        self.push(_NEXT, side, -1, 0)
        if self.has(_AEGIR):
            self.push(_TIDE, self.voices[1] == _AEGIR, -1, 0)
        row = 4 * self.voices[side] + _TURN_END
        if self.moments[row]:
            self.push(self.moments[row], side, viking if self.voices[side] == _FREYR else -1, 0)

    def next_turn(self) -> None:
        self.turns += 1
        if self.is_ended():
            self.score()
            return
        self.newcomers &= ~(1 << self.side)
        if self.voices[self.side] == _JORMUNGANDR and self.another >= 0:
            self.push(_ANOTHER, self.side, self.another, 0)
        else:
            self.push(_BEGIN, 1 - self.side, -1, 0)

    def is_ended(self) -> int:
        field = self.field
        if self.laid > self.most:
            self.most, field.stall = self.laid, 0
        else:
            field.stall += 1
        restless = self.restless[self.powers[0]] or self.restless[self.powers[1]]
        frozen = not field.supply and restless and not self.hoard and not self.has(_FENRIR)
        return field.skips == 2 or not field.nomads or frozen or field.stall >= field.stall_limit

    def begin_turn(self) -> None:
        side = self.side
        self.created = self.used = 0
        self.another = -1
        self.borrow(side, 0)
        power = self.voices[side]
        if power == _FENRIR and self.is_hunted(side):
            self.win(side)
            return
        if self.has(_IDUN) and self.settled:
            self.spent = 1
        if power == _DAIN:
            self.push(_HERD, side, -1, 0)
        else:
            self.push(_SELECT, side, self.viking, 0)
        if power == _HEIMDALLR:
            self.dawn_breaks(side)
        elif power == _ODIN:
            self.push(_COMMAND, side, -1, 0)

    def dawn_breaks(self, side: int) -> None:
        """Heimdallr: whose land it was when the turn began, and who was a nomad."""
        field = self.field
        for at in range(field.size):
            self.dawn[at] = self.land[at]
        self.dawned, self.dawn_nomads = 1, field.nomads & (field.reds if side else field.ivories)

    # -- what powers do ------------------------------------------------------------------------

    def use(self, deed: int, pick: int) -> None:
        """A power's step, where something was touched."""
        side, viking, thing = self.side, self.viking, pick & 1023
        if deed == _DO_GO:
            self.shift(viking, thing)
        elif deed == _DO_THROW:
            self.hoard -= 1
            self.summoned(thing)
        elif deed == _DO_GO_AND_END:
            self.shift(viking, thing)
            if not self.field.over:
                self.push(_END, side, viking, 0)
        elif deed == _DO_LEAD:
            self.push(self.leads[self.kind], side, thing, 0)
        elif deed == _DO_PERCH:
            self.push(self.leads[self.kind], side, viking, thing)
        elif deed == _DO_PAY:
            self.take_stone()
            self.debt += 1
            self.used = 1
            self.shift(viking, thing)
        elif deed == _DO_STONE:
            self.take_stone()
            self.lay_stone(thing)
        elif deed == _DO_COMMAND:
            self.command(pick)
        else:
            self.touch(deed, viking, thing)

    def touch(self, deed: int, viking: int, thing: int) -> None:
        """The rest of them."""
        places = self.field.places
        if deed == _DO_SWAP:
            self.swap(viking, thing)
        elif deed == _DO_TOSS:
            self.shift(thing, 2 * places[viking] - places[thing])
        elif deed == _DO_REMOVE:
            self.remove(thing)
        elif deed == _DO_TRAIL:
            self.trail(viking, thing)
        elif deed == _DO_TIDE:
            self.push(self.kind, self.side, -1, self.extra | 1 << thing)
            self.push(self.leads[self.kind], self.side, thing, 0)

    def swap(self, viking: int, other: int) -> None:
        """Tyr: both stand in the same region."""
        field = self.field
        at, to = field.places[viking], field.places[other]
        field.places[viking], field.places[other] = to, at
        held = field.hexes[at]
        field.hexes[at], field.hexes[to] = field.hexes[to], held

    def remove(self, at: int) -> None:
        """Freyr: its hex is contested, like all around it."""
        self.field.hexes[at] = 0
        self.gone += 1
        if self.field.supply >= 0:
            self.field.supply += 1
        self.changed()

    def herd(self, pick: int) -> None:
        """Dain: the next nomad moves, or the turn is over."""
        if pick >= 0:
            viking = pick & 1023
            self.push(self.kind, self.side, -1, self.extra | 1 << viking)
            self.push(self.leads[self.kind], self.side, viking, 0)
        elif self.extra:
            self.push(_END, self.side, -1, 0)
        else:
            self.skip()

    def trail(self, viking: int, to: int) -> None:
        """Dain: a runestone where it stood."""
        at = self.field.places[viking]
        self.origin, self.reached, self.stone = at, to, 0
        self.shift(viking, to)
        if not self.field.over:
            self.take_stone()
            self.lay_stone(at)

    def arrive(self, pick: int) -> None:
        """Ask and Embla: the third viking comes, or never will."""
        viking, self.waiting = self.waiting, -1
        if viking >= 0 and pick >= 0:
            self.field.put_viking(viking, pick)

    def command(self, pick: int) -> None:
        """Odin: a card is played, or all that were played are taken back."""
        if pick >> 10 == 5:
            for power in range(len(self.cards)):
                self.cards[power] = self.cards[power] != 0
            return
        power, side = pick & 1023, self.side
        self.cards[power] = 2
        self.borrow(side, power)
        if power == _DAIN:
            self.depth -= 1
            self.push(_HERD, side, -1, 0)
        elif power == _HEIMDALLR:
            self.dawn_breaks(side)
