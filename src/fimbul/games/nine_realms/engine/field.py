"""The table as the engine plays on it: flat lists of numbers, by seat one after the other.

It repeats what `rules` says, and a test holds it to that: it plays random matches on both, choice
by choice. field.pxd gives C types to the same source; without a compiler it runs as plain Python,
slower, with the same results.

Chance has three streams, restarted for each battle: the dice of each seat, and all that is drawn
and shuffled. So the same seed means the same luck, whatever anybody chooses.
"""

from __future__ import annotations

from fimbul.games.nine_realms import parts as p

_HEROES, _CARDS = 2 * p.BATTLES, p.DECK
_SET, _HAND, _SHOWN = p.BATTLES, p.HAND, p.FACES + 1  # room for each seat
_DRAWN, _REFILL, _POOL, _FACES = p.DRAWN, p.REFILL, p.POOL, p.FACES
_BATTLES, _WINS = p.BATTLES, p.WINS
_DRAWING = 2  # the stream that is no seat's


def ints(count: int) -> memoryview[int]:
    """A list of that many whole numbers, all zero."""
    return memoryview(bytearray(4 * count)).cast("i")


def filled(numbers: list[int]) -> memoryview[int]:
    found = ints(len(numbers))
    for at, number in enumerate(numbers):
        found[at] = number
    return found


class Field:
    """One match, changed in place. All attributes are public, for speed."""

    def __init__(self, box: p.Box) -> None:
        self._count_box(box)
        self.row = ints(_BATTLES)
        # From each battle on: realms that favour seat 0, less those that favour seat 1.
        self.favour = ints(_BATTLES + 1)
        # Heroes that have not fought; those that are drawn lie at the end.
        self.sets, self.left, self.drawn = ints(2 * _SET), ints(2), ints(2)
        self.beside, self.fallen = ints(2 * _SET), ints(2)  # and how many
        self.hands, self.held = ints(2 * _HAND), ints(2)
        self.hero, self.one, self.two, self.last = ints(2), ints(2), ints(2), ints(2)
        self.faces = ints(2 * _SHOWN)  # dice of a line that show each face
        self.dice, self.points = ints(2), ints(2)
        self.pile, self.discard = ints(_CARDS), ints(_CARDS)
        self.piled = self.discarded = 0
        self.wins, self.fought, self.first, self.over = ints(2), 0, -1, 0
        self.luck, self.streams = 0, memoryview(bytearray(24)).cast("Q")
        self.word, self.stride, self.stir = 0xFFFFFFFF, 0x9E3779B1, 0x85EBCA6B

    def _count_box(self, box: p.Box) -> None:
        self.strengths = filled(box.strengths)
        self.tricks = filled([int(trick) for trick in box.tricks])
        self.hero_points = filled([n for row in box.hero_points for n in row])
        self.card_points = filled([n for row in box.card_points for n in row])
        self.card_dice = filled([n for row in box.card_dice for n in row])
        self.plus, self.more, self.steps = map(filled, (box.plus, box.more, box.steps))
        self.kinds = filled(box.kinds)
        self.matches = filled(
            [sum(match << kind for kind, match in enumerate(row)) for row in box.matches]
        )
        self.worth = filled(list(p.WORTH))

    def copy(self, other: Field) -> None:
        """Become a copy of the other."""
        for at in range(_BATTLES):
            self.row[at], self.favour[at] = other.row[at], other.favour[at]
        for at in range(2 * _SET):
            self.sets[at] = other.sets[at]
            self.beside[at] = other.beside[at]
        for at in range(2 * _HAND):
            self.hands[at] = other.hands[at]
        for at in range(2 * _SHOWN):
            self.faces[at] = other.faces[at]
        for seat in range(2):
            self.left[seat], self.drawn[seat] = other.left[seat], other.drawn[seat]
            self.fallen[seat], self.held[seat] = other.fallen[seat], other.held[seat]
            self.hero[seat], self.last[seat] = other.hero[seat], other.last[seat]
            self.one[seat], self.two[seat] = other.one[seat], other.two[seat]
            self.dice[seat], self.points[seat] = other.dice[seat], other.points[seat]
            self.wins[seat] = other.wins[seat]
        for at in range(other.piled):
            self.pile[at] = other.pile[at]
        for at in range(other.discarded):
            self.discard[at] = other.discard[at]
        self.piled, self.discarded = other.piled, other.discarded
        self.fought, self.first, self.over = other.fought, other.first, other.over
        self.begin(other.luck)

    # -- chance --------------------------------------------------------------------------------

    def begin(self, luck: int) -> None:
        """The luck of the battle that lies on the table, from one number for the whole match."""
        word = self.word
        self.luck = luck
        for stream in range(3):
            seed = luck + self.stride * (3 * self.fought + stream + 1) & word
            seed = (seed ^ seed >> 16) * self.stir & word
            seed = (seed ^ seed >> 13) * self.stride & word
            seed ^= seed >> 16
            self.streams[stream] = seed if seed else 1

    def roll(self, stream: int, sides: int) -> int:
        """A number below `sides` (Marsaglia's xorshift)."""
        seed, word = self.streams[stream], self.word
        seed ^= seed << 13 & word
        seed ^= seed >> 17
        seed ^= seed << 5 & word
        self.streams[stream] = seed
        return seed * sides >> 32

    # -- heroes --------------------------------------------------------------------------------

    def draw_heroes(self, seat: int) -> None:  # rule: hero.draw-three, hero.eighth-realm
        """Up to three at random go to the end."""
        first, left = seat * _SET, self.left[seat]
        count = left if left < _DRAWN else _DRAWN
        for number in range(count):
            last = first + left - 1 - number
            other = first + self.roll(_DRAWING, left - number)
            self.sets[last], self.sets[other] = self.sets[other], self.sets[last]
        self.drawn[seat] = count

    def choose_hero(self, seat: int, hero: int) -> None:  # rule: hero.put-back
        at = seat * _SET
        while self.sets[at] != hero:
            at += 1
        self.left[seat] -= 1
        self.sets[at] = self.sets[seat * _SET + self.left[seat]]
        self.drawn[seat] = 0
        self.hero[seat] = hero

    def best_beside(self, seat: int) -> int:
        """The strongest hero that a trickster could fetch, or -1."""
        best, most = -1, -1
        for at in range(seat * _SET, seat * _SET + self.fallen[seat]):
            hero = self.beside[at]
            if self.strengths[hero] > most:
                best, most = hero, self.strengths[hero]
        return best

    def is_better(self, fetched: int, trickster: int) -> int:
        """Is there a hero to fetch, and a stronger one?"""
        return fetched >= 0 and self.strengths[fetched] > self.strengths[trickster]

    def fetch(self, seat: int, hero: int) -> None:  # rule: hero.loki, hero.utgard-loki
        at = seat * _SET
        while self.beside[at] != hero:
            at += 1
        self.beside[at] = self.hero[seat]
        self.hero[seat] = hero

    def reveal(self) -> None:  # rule: strength.hero-reveal
        """Tricksters have been exchanged, or not: the heroes begin to count."""
        realm = self.row[self.fought] * _HEROES
        for seat in range(2):
            self.points[seat] = self.hero_points[realm + self.hero[seat]]

    # -- cards ---------------------------------------------------------------------------------

    def part_with(self, seat: int, card: int) -> None:
        at = seat * _HAND
        while self.hands[at] != card:
            at += 1
        self.held[seat] -= 1
        self.hands[at] = self.hands[seat * _HAND + self.held[seat]]

    def lay_two(self, seat: int, one: int, two: int) -> None:  # rule: strength.two-cards
        realm = self.row[self.fought] * _CARDS
        self.part_with(seat, one)
        self.part_with(seat, two)
        self.one[seat], self.two[seat] = one, two
        self.points[seat] += self.card_points[realm + one] + self.card_points[realm + two]

    def wisdom_dice(self, seat: int) -> int:  # rule: strength.dice-icons, ruling.dice-cap
        realm = self.row[self.fought] * _CARDS
        count = self.card_dice[realm + self.one[seat]] + self.card_dice[realm + self.two[seat]]
        return count if count < _POOL else _POOL

    def cunning_dice(self, seat: int, last: int) -> int:
        """The dice that a card would give as the last one."""
        types, left = self.matches[last], _POOL - self.dice[seat]  # rule: card.dwarven-match
        count = self.more[last] + (types >> self.kinds[self.one[seat]] & 1)
        count += types >> self.kinds[self.two[seat]] & 1
        return count if count < left else left  # rule: ruling.dice-cap

    def fall(self, seat: int, face: int) -> None:
        """One more die of a seat shows that face."""
        self.dice[seat] += 1
        self.faces[seat * _SHOWN + face] += 1
        self.points[seat] += self.worth[face]

    def roll_dice(self, seat: int, count: int) -> None:  # rule: wisdom.roll
        for _ in range(count):
            self.fall(seat, 1 + self.roll(seat, _FACES))

    def lay_last(self, seat: int, card: int) -> None:  # rule: cunning.one-card
        self.part_with(seat, card)
        self.last[seat] = card

    def turn_gain(self, seat: int, steps: int) -> int:
        """The most points that this many steps can gain."""
        first = seat * _SHOWN
        cheap = self.faces[first + 2] + self.faces[first + 4]
        if cheap >= steps:  # a 2 or a 4 gains with one step, a 1 or a 3 with two
            return steps
        dear = 2 * self.faces[first + 1] + self.faces[first + 2] + self.faces[first + 3]
        rest = (steps - cheap) // 2
        return cheap + (rest if rest < dear else dear)

    def use_cunning(self, seat: int) -> None:  # rule: cunning.icons, ruling.cunning-order
        last = self.last[seat]
        steps = self.steps[last]
        if steps:  # rule: card.treasure-rotate
            self.points[seat] += self.turn_gain(seat, steps)
            return
        self.points[seat] += self.plus[last]
        self.roll_dice(seat, self.cunning_dice(seat, last))

    # -- the end of a battle -------------------------------------------------------------------

    def compare(self) -> None:  # rule: win.highest, win.tie
        lead = self.points[0] - self.points[1]
        if lead:
            winner = 0 if lead > 0 else 1
            self.wins[winner] += 1
            if self.first < 0:  # rule: end.first-win
                self.first = winner
            if self.wins[winner] == _WINS:  # rule: end.majority
                self.over = 1
        if self.fought == _BATTLES - 1:
            self.over = 1
        self.fought += not self.over

    def clean_up(self) -> None:  # rule: after.heroes-stay, after.discard
        """Heroes stay, cards go, and the next battle has luck of its own."""
        for seat in range(2):
            self.beside[seat * _SET + self.fallen[seat]] = self.hero[seat]
            self.fallen[seat] += 1
            self.discard[self.discarded] = self.one[seat]
            self.discard[self.discarded + 1] = self.two[seat]
            self.discard[self.discarded + 2] = self.last[seat]
            self.discarded += 3
            for face in range(_SHOWN):
                self.faces[seat * _SHOWN + face] = 0
            self.dice[seat] = self.points[seat] = 0
            self.hero[seat] = self.one[seat] = self.two[seat] = self.last[seat] = -1
        self.begin(self.luck)

    def refill(self, first: int) -> None:  # rule: after.draw-three
        """Three cards each, a side's cards one after the other."""
        self.deal(first, _REFILL)
        self.deal(1 - first, _REFILL)

    def deal(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.piled:
                self.reshuffle()
            self.piled -= 1
            self.hands[seat * _HAND + self.held[seat]] = self.pile[self.piled]
            self.held[seat] += 1

    def reshuffle(self) -> None:  # rule: after.reshuffle
        for at in range(self.discarded):
            self.pile[at] = self.discard[at]
        self.piled, self.discarded = self.discarded, 0
        self.shuffle_pile()

    def shuffle_pile(self) -> None:
        for last in range(self.piled - 1, 0, -1):
            other = self.roll(_DRAWING, last + 1)
            self.pile[last], self.pile[other] = self.pile[other], self.pile[last]

    def ahead(self) -> int:  # rule: ruling.fewer-than-five, ruling.nine-ties
        """Who has won once it is over: 1 for seat 0, -1 for seat 1, 0 for nobody."""
        lead = self.wins[0] - self.wins[1]
        if not lead and self.first >= 0:
            lead = 1 - 2 * self.first
        return (lead > 0) - (lead < 0)
