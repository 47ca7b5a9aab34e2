"""The search of matches with powers: the same best-first tree, of picks in place of half turns.

A node is an open decision of either side, its children the options. What is grown is a whole turn,
however many picks that takes, so that no turn is judged half done. A pick that only leads to the
next question, as of the viking that moves, is taken together with its answer: a child's `move` is
an option | 1 + the next << 13. Apart from each other they were tried too little: nothing tells
vikings apart before they move.
"""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.moments import DEEDS, POWERS
from fimbul.games.ragnarocks.engine.myth import Myth
from fimbul.games.ragnarocks.engine.sight import Sight
from fimbul.games.ragnarocks.engine.tree import Tree

_FENRIR, _FREYA, _FRIGG = POWERS["fenrir"], POWERS["freya"], POWERS["frigg"]
_SELECT, _LEAD, _PERCH = DEEDS["select"], DEEDS["lead"], DEEDS["perch"]
_TIDE, _HERD, _COMMAND = DEEDS["tide"], DEEDS["herd"], DEEDS["command"]
_HEL, _THOR = POWERS["hel"], POWERS["thor"]
_WIDEST = 1024  # options of one decision with their answers, and more
_DEEPEST = 1000  # picks: some powers can walk to and fro for long
_LATE_STONES = 20  # this many more runestones are laid in most matches
_THREAT, _BITE = 3000, 1000  # thousandths: a wolf beside an enemy who moves next, or moves itself
_THROW = 500  # a runestone on Thor's card


class Grove(Tree):
    """Searches positions of one board, one after the other, in the same memory."""

    def __init__(self, board: p.Board, sight: Sight, most: int) -> None:
        self.start, self.here = Myth(board), Myth(board)
        self.halfway, self.after = Myth(board), Myth(board)
        Tree.__init__(self, self.start.field, self.after.field, sight, most)

    def reset(self) -> None:
        """Forget everything; the search begins at the position of `start`."""
        Tree.reset(self)
        self.side[0] = self.start.side

    def iterate(self) -> int:
        """One way down the tree to a new turn, and up again; 0 if time ran out on the way."""
        here, depth, node, turn = self.here, 0, 0, -1
        here.copy(self.start)
        self.path[0] = 0
        while not self.done[node] and depth < _DEEPEST:
            if not self.children[node]:
                if (turn >= 0 and here.turns != turn) or self.used + _WIDEST > self.most:
                    break
                if not depth:
                    here.settle()
                turn = here.turns
                if not self.grow(node, 0):
                    return 0
            node = self.best(node)
            self.follow(here, self.move[node])
            depth += 1
            self.path[depth] = node
        self.back_up(depth)
        return 1

    def grow(self, node: int, viking: int) -> int:
        """Look at all options of a decision; 0 if time ran out."""
        here, halfway, first = self.here, self.halfway, self.used
        for number in range(here.count):
            option = here.options[number]
            leads = self.only_leads(option)
            if leads:
                halfway.copy(here)
                halfway.play(option)
                leads = not halfway.field.over and halfway.side == here.side
            if not (self.grow_beyond(option) if leads else self.grow_one(here, option, option)):
                return 0
        self.child[node], self.children[node] = first, self.used - first
        self.weigh(node)
        return 1

    def only_leads(self, option: int) -> int:
        """Does it do nothing but lead to the next question?"""
        deed = self.here.deeds[self.here.kind]
        if deed in (_SELECT, _LEAD, _PERCH, _TIDE, _HERD):
            return option >> 10 == 1 or option >> 10 == 2
        return option >> 10 == 3 and deed != _COMMAND

    def grow_beyond(self, option: int) -> int:
        halfway = self.halfway
        for number in range(halfway.count):
            more = halfway.options[number]
            if not self.grow_one(halfway, more, option | more + 1 << 13):
                return 0
        return 1

    def grow_one(self, before: Myth, option: int, move: int) -> int:
        """Look at what an option leads to."""
        if self.is_late():
            return 0
        after = self.after
        after.copy(before)
        after.play(option)
        self.plant(self.used, move, after.field)
        self.side[self.used] = after.side
        self.judge(self.used)
        self.used += 1
        return 1

    def follow(self, myth: Myth, move: int) -> None:
        """Play what a child stands for."""
        myth.play(move & 8191)
        if move >> 13:
            myth.play((move >> 13) - 1)

    def judge(self, node: int) -> None:
        after = self.after
        if after.field.over:
            value = self.certain(after.lead)
        else:
            value = self.guessed(self.sight.look(after.field) + self.sway(after))
        self.look[node] = self.value[node] = value

    # -- what powers add -----------------------------------------------------------------------

    def sway(self, myth: Myth) -> int:
        """Points that are counted in another way, and threats; in thousandths, for ivory."""
        return self.swayed(myth, 0) - self.swayed(myth, 1)

    def swayed(self, myth: Myth, side: int) -> int:
        power = myth.powers[side]
        if power == _FREYA:
            return 1000 * myth.wild
        if power == _FRIGG:
            return -1000 * myth.debt
        if power == _THOR:
            return _THROW * myth.hoard
        if power == _FENRIR:
            return (_BITE if myth.field.side == side else _THREAT) * self.wolves(myth, side)
        return self.stones_for_land(myth, side) if power == _HEL else 0

    def wolves(self, myth: Myth, side: int) -> int:
        """How many of them stand beside an enemy."""
        field, count = myth.field, 0
        for viking in range(side * field.clan, (side + 1) * field.clan):
            at = field.places[viking]
            if at and myth.is_beside(at, 1 - side, -1):
                count += 1
        return count

    def stones_for_land(self, myth: Myth, side: int) -> int:
        """Hel: her own land scores nothing, each runestone a point: those laid, and most to come.

        What she can reach first is worked out from the lead and from what is reached at all.
        """
        field, features = myth.field, self.sight.features
        lead = features[0] + features[2]
        if side:
            lead = -lead
        free = 0
        for number in range(field.count):
            at = field.cells[number]
            if not field.hexes[at] and myth.land[at] == 0:
                free += 1
        land = field.points_red if side else field.points_ivory
        left = field.supply if 0 <= field.supply < _LATE_STONES else _LATE_STONES
        return 1000 * (myth.laid - myth.gone - land) + 500 * left - 250 * (2 * free + lead)
