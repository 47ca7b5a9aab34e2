"""Walks over a field: all turns, counts of the tree, random matches to their end."""

from __future__ import annotations

from fimbul.games.ragnarocks.engine.field import Field, ints

_MOST = 1 << 14  # turns of one position


class Walker:
    """Walks from the position of its field, and leaves it there."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.written, self.goals = ints(_MOST), ints(field.size)
        self.seed, self.word = 1, 0xFFFFFFFF  # a seed has 32 bits and is never zero

    def generate(self) -> int:
        """Write all turns into `written`, in the order of the rules; return how many."""
        field, total = self.field, 0
        if field.over:
            return 0
        for viking in range(field.first(), field.first() + field.clan):
            if field.can_select(viking):
                total = self.turns_of(viking, total)
        return total

    def turns_of(self, viking: int, total: int) -> int:
        field = self.field
        at = field.places[viking]
        count = field.reach(viking)
        for number in range(count):
            self.goals[number] = field.out[number]
        for number in range(count):
            to = self.goals[number]
            field.shift(viking, to)
            stones = field.slides(to, 0)
            turn = viking << 20 | to << 10
            for stone in range(stones):
                self.written[total + stone] = turn | field.out[stone]
            total += stones
            field.shift(viking, at)
        return total

    def turns(self) -> list[int]:
        """All turns, for callers in no hurry."""
        return [self.written[number] for number in range(self.generate())]

    def count(self) -> int:
        """How many turns there are."""
        field, total = self.field, 0
        if field.over:
            return 0
        for viking in range(field.first(), field.first() + field.clan):
            if field.can_select(viking):
                total += self.count_of(viking)
        return total

    def count_of(self, viking: int) -> int:
        field, total = self.field, 0
        at = field.places[viking]
        count = field.reach(viking)
        field.hexes[at] = 0
        for number in range(count):
            total += self.count_slides(field.out[number])
        field.hexes[at] = 1 + field.side
        return total

    def count_slides(self, at: int) -> int:
        field, count = self.field, 0
        for way in range(6):
            step = field.steps[way]
            to = at + step
            while not field.hexes[to]:
                count += 1
                to += step
        return count

    def perft(self, depth: int) -> int:
        """In how many ways that many turns can be played; a skip does not count as a turn here."""
        if depth == 1:
            return self.count()
        field, total = self.field, 0
        for turn in self.turns():
            at = field.places[turn >> 20]
            field.play(turn)
            total += self.perft(depth - 1)
            field.take_back()
            field.shift(turn >> 20, at)
        return total

    def roll(self, sides: int) -> int:
        """A number below `sides` (Marsaglia's xorshift)."""
        seed, word = self.seed, self.word
        seed ^= seed << 13 & word
        seed ^= seed >> 17
        seed ^= seed << 5 & word
        self.seed = seed
        return seed * sides >> 32

    def play_out(self) -> None:
        """Random choices to the end, where it stays: a viking, a hex, a hex for the runestone."""
        field = self.field
        while not field.over:
            viking = self.any_viking()
            field.shift(viking, field.out[self.roll(field.reach(viking))])
            field.summon(field.out[self.roll(field.slides(field.places[viking], 0))])

    def any_viking(self) -> int:
        field, count = self.field, 0
        for viking in range(field.first(), field.first() + field.clan):
            if field.can_select(viking):
                self.goals[count] = viking
                count += 1
        return self.goals[self.roll(count)]

    def play_outs(self, start: Field, matches: int) -> int:
        """Play that many random matches from a start; return ivory's wins less red's."""
        field, lead = self.field, 0
        for _ in range(matches):
            field.copy(start)
            self.play_out()
            lead += (field.points_ivory > field.points_red) - (
                field.points_ivory < field.points_red
            )
        return lead
