"""Compares the picks that one seat may make: all in the same dreams, with the same deals and the
same dice.

Each dream deals afresh what the seat cannot see. The rival picks by instinct, from the hand that
he has there, without seeing what is compared. Then instinct plays both seats on to the end of the
match: judging earlier would save no dreams that matter. Picks clearly worse than the best are
dropped, so that the remaining dreams go to those that are close.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fimbul.games.nine_realms.engine.dream import Dream
from fimbul.games.nine_realms.engine.field import Field, ints
from fimbul.games.nine_realms.engine.sight import floats

_MOST = 16  # things to compare
_PATIENCE = 32  # dreams between two looks at what is still in question
_HERO = 0


class Council:
    """One seat's picks at one stage, weighed against each other."""

    def __init__(self, root: Field, dealt: Field, dream: Dream) -> None:
        self.root, self.dealt, self.dream = root, dealt, dream
        self.picks, self.alive = ints(_MOST), ints(_MOST)
        self.tries = ints(_MOST)
        self.found, self.totals = floats(_MOST), floats(_MOST)
        self.apart = floats(_MOST * _MOST)  # squares of how far two were apart
        self.doubt = 3.0  # by how many standard errors the best must lead
        self.count = self.seat = self.stage = self.owed = self.dreams = 0
        self.word, self.luck, self.plain = 0xFFFFFFFF, 1, -1

    def convene(self, picks: Sequence[int], seat: int, stage: int, seed: int) -> None:
        """Start afresh at the position of `root`."""
        self.count, self.seat, self.stage, self.dreams = len(picks), seat, stage, 0
        self.luck = seed & self.word
        self.dream.field.copy(self.root)
        self.plain = self.dream.pick(seat, stage)
        for at, pick in enumerate(picks):
            self.picks[at] = pick
            self.alive[at] = 1
            self.tries[at] = 0
            self.totals[at] = 0.0
        for at in range(_MOST * _MOST):
            self.apart[at] = 0.0

    def search(self, enough: Callable[[int], bool]) -> None:
        """Dream until `enough` says so, or only one pick is left in question."""
        self.enough = enough
        left = self.count
        while left > 1 and not enough(self.dreams):
            if not self.compare():
                return
            self.dreams += 1
            if self.dreams % _PATIENCE == 0:
                left = self.give_up()

    def compare(self) -> int:
        """Play all picks in one more dream; 0 if time ran out on the way."""
        self.deal()
        field, seat, rival = self.dream.field, self.seat, 1 - self.seat
        answer = self.dream.pick(rival, self.stage)
        self.dealt.copy(field)
        for at in range(self.count):
            if not self.alive[at]:
                continue
            if at and self.enough(self.dreams):
                return 0
            field.copy(self.dealt)
            self.dream.take(seat, self.stage, self.picks[at])
            self.dream.take(rival, self.stage, answer)
            self.dream.go_on(self.stage)
            self.dream.fight(self.stage + 1)
            self.dream.play_out()
            self.found[at] = -field.ahead() if seat else field.ahead()
        self.count_in()
        return 1

    def deal(self) -> None:
        """Deal afresh what the seat cannot see: the rival's hand, the pile, his heroes."""
        field, rival = self.dream.field, 1 - self.seat
        field.copy(self.root)
        self.luck = self.luck + 1 & self.word
        field.begin(self.luck)
        field.shuffle_pile()
        field.deal(rival, self.owed)
        if self.stage == _HERO:
            field.draw_heroes(rival)

    def count_in(self) -> None:
        for at in range(self.count):
            if self.alive[at]:
                self.tries[at] += 1
                self.totals[at] += self.found[at]
                for to in range(at):
                    if self.alive[to]:
                        apart = self.found[at] - self.found[to]
                        self.apart[at * _MOST + to] += apart * apart

    def give_up(self) -> int:
        """Drop what is clearly worse than the best so far; return how many are left."""
        best, left = self.best(), 0
        for at in range(self.count):
            if self.alive[at] and at != best:
                apart = self.apart[at * _MOST + best if at > best else best * _MOST + at]
                lead = self.totals[best] - self.totals[at]
                if lead * lead > self.doubt * self.doubt * (apart + 1.0):
                    self.alive[at] = 0
            left += self.alive[at]
        return left

    def best(self) -> int:
        """The best of those in question: all of them were tried equally often."""
        best = -1
        for at in range(self.count):
            if self.alive[at] and (best < 0 or self.totals[at] > self.totals[best]):
                best = at
        return best
