"""How a position looks: who gets where first, by queen's and by king's steps (Lieberum 2005).

Each thing that counts (weights.py names them) is a whole number from ivory's side; the weights
say what it is worth in thousandths of a hex, by stage. The stage is how much is still fought over:
the hexes that both sides reach at about the same time.

Sets of hexes are rows of bits, a bit for each number of a row, with an empty row below the first
and above the last. All that one queen's step reaches is then found row by row for all vikings of
a side at once. A set takes 16 places of a list; `level` + 16 * steps is the set so far away.
"""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine.field import Field, ints

_LEVELS = 16  # steps that are told apart: what is further away is out of reach
_TRAPPED = (30, 16, 9, 5, 3, 1, 0)  # by free hexes beside a viking


class Sight:
    """Judges positions of one board."""

    def __init__(self, board: p.Board, weights: Sequence[Sequence[int]]) -> None:
        """The weights have a row for each stage."""
        self.rows, self.width, self.pad = len(board.rows), board.width, board.width + 1
        self.free, self.seen, self.half = ints(16), ints(16), ints(16)
        self.levels = ints(4 * 16 * (_LEVELS + 1))  # ivory queens, red queens, ivory, red kings
        self.span = 16 * (_LEVELS + 1)
        self.bits = bytearray(number.bit_count() for number in range(256))
        self.features = ints(10)
        self.trapped = ints(7)
        for free, worth in enumerate(_TRAPPED):
            self.trapped[free] = worth
        self.stage = 0
        self.weights = ints(10 * len(weights))
        for stage, row in enumerate(weights):
            for number, worth in enumerate(row):
                self.weights[10 * stage + number] = worth

    def look(self, field: Field) -> int:
        """By how many thousandths of a hex ivory may expect to be ahead in the end."""
        self.measure(field)
        worth = 1000 * (field.points_ivory - field.points_red)
        base = self.stage * 10
        for number in range(10):
            worth += self.features[number] * self.weights[base + number]
        return worth

    def measure(self, field: Field) -> None:
        """Set `features` and `stage`."""
        span, clan, tempo = self.span, field.clan, 1 - 2 * field.side
        self.clear_land(field)
        self.stand(field, 0, 0)
        self.stand(field, span, clan)
        self.stand(field, 2 * span, 0)
        self.stand(field, 3 * span, clan)
        self.compare_queens(self.queens(0), self.queens(span))
        self.compare_kings(self.kings(2 * span), self.kings(3 * span))
        self.features[1] *= tempo
        self.features[3] *= tempo
        self.features[8] = self.cramped(field, clan) - self.cramped(field, 0)
        self.features[9] = tempo

    def clear_land(self, field: Field) -> None:
        """Read off which hexes are free."""
        for row in range(1, self.rows + 1):
            free, at = 0, self.pad + (row - 1) * self.width
            for number in range(self.width):
                free |= (field.hexes[at + number] == 0) << number
            self.free[row] = free

    def stand(self, field: Field, level: int, first: int) -> None:
        """The nomads of a side, as a set."""
        for row in range(16):
            self.levels[level + row] = 0
        for viking in range(first, first + field.clan):
            if field.nomads >> viking & 1:
                at = field.places[viking] - self.pad
                row = at // self.width
                self.levels[level + 1 + row] |= 1 << at - row * self.width

    def queens(self, level: int) -> int:
        """Spread step by step along free lines; return after how many nothing is left to reach."""
        for row in range(16):
            self.seen[row] = 0
        for steps in range(1, _LEVELS + 1):
            if not self.slide(level):
                return steps
            level += 16
        return _LEVELS + 1

    def slide(self, level: int) -> int:
        """From one set to the next: upwards and sideways first, then downwards."""
        west = east = 0
        for row in range(1, self.rows + 1):
            free, front = self.free[row], self.levels[level + row]
            west, east = west & free, east << 1 & free
            found = front << 1 & free  # a carry runs along the free hexes to its right
            found = ((free + found) ^ free | found) & free | west | east
            run, left = free, front | (front >> 1 & free)
            run &= run >> 1
            left |= left >> 2 & run
            run &= run >> 2
            left |= left >> 4 & run
            run &= run >> 4
            left |= left >> 8 & run
            self.half[row] = found | (left & free)
            west |= front
            east |= front
        west = east = reached = 0
        for row in range(self.rows, 0, -1):
            free, front = self.free[row], self.levels[level + row]
            west, east = west >> 1 & free, east & free
            found = (self.half[row] | west | east) & ~self.seen[row]
            self.seen[row] |= found
            self.levels[level + 16 + row] = found
            reached |= found
            west |= front
            east |= front
        return reached

    def kings(self, level: int) -> int:
        """The same, one hex at a time."""
        for row in range(16):
            self.seen[row] = 0
        for steps in range(1, _LEVELS + 1):
            reached = 0
            for row in range(1, self.rows + 1):
                at = level + row
                here, below, above = self.levels[at], self.levels[at - 1], self.levels[at + 1]
                found = here << 1 | here >> 1 | below | below << 1 | above | above >> 1
                found &= self.free[row] & ~self.seen[row]
                self.seen[row] |= found
                self.levels[at + 16] = found
                reached |= found
            if not reached:
                return steps
            level += 16
        return _LEVELS + 1

    def size(self, row: int) -> int:
        """How many hexes a row of a set has."""
        return self.bits[row & 255] + self.bits[row >> 8]

    def compare_queens(self, ivory_end: int, red_end: int) -> None:
        """Who reaches each hex first, and how near it is."""
        queen = tie = near = mobility = alone = stage = 0
        end = ivory_end if ivory_end > red_end else red_end
        for row in range(1, self.rows + 1):
            seen_ivory = seen_red = last_ivory = last_red = 0
            at = row
            for steps in range(1, end):
                at += 16
                ivory = self.levels[at] if steps < ivory_end else 0
                red = self.levels[self.span + at] if steps < red_end else 0
                seen_ivory |= ivory
                seen_red |= red
                lead = self.size(ivory) - self.size(red)
                near += 64 * lead >> steps
                if steps == 1:
                    mobility += lead
                queen += self.size(ivory & ~seen_red) - self.size(red & ~seen_ivory)
                equal = self.size(ivory & red)
                tie += equal
                stage += equal + self.size(ivory & last_red) + self.size(red & last_ivory)
                last_ivory, last_red = ivory, red
            alone += self.size(seen_ivory & ~seen_red) - self.size(seen_red & ~seen_ivory)
        self.features[0], self.features[1] = queen, tie
        self.features[4], self.features[6], self.features[7] = near, mobility, alone
        self.stage = stage

    def compare_kings(self, ivory_end: int, red_end: int) -> None:
        king = tie = close = 0
        end = ivory_end if ivory_end > red_end else red_end
        for row in range(1, self.rows + 1):
            seen_ivory = seen_red = 0
            at = 2 * self.span + row
            for steps in range(1, end):
                at += 16
                ivory = self.levels[at] if steps < ivory_end else 0
                red = self.levels[self.span + at] if steps < red_end else 0
                seen_ivory |= ivory
                seen_red |= red
                king += self.size(ivory & ~seen_red) - self.size(red & ~seen_ivory)
                tie += self.size(ivory & red)
                close += self.size(seen_ivory) - self.size(seen_red)
        self.features[2], self.features[3], self.features[5] = king, tie, close

    def cramped(self, field: Field, first: int) -> int:
        """How trapped a side's nomads are."""
        worth = 0
        for viking in range(first, first + field.clan):
            if field.nomads >> viking & 1:
                free, at = 0, field.places[viking]
                for way in range(6):
                    if not field.hexes[at + field.steps[way]]:
                        free += 1
                worth += self.trapped[free]
        return worth
