"""Matches played on by instinct: a battle from any of its stages, and the ones that follow."""

from __future__ import annotations

from fimbul.games.nine_realms.engine.field import Field
from fimbul.games.nine_realms.engine.instinct import Instinct

_HERO, _TWO, _LAST = 0, 1, 2  # stages
_DRAWING = 2  # as in field.py


class Dream:
    """A field, and the instinct that plays both seats on it."""

    def __init__(self, field: Field, instinct: Instinct) -> None:
        self.field, self.instinct = field, instinct

    def pick(self, seat: int, stage: int) -> int:
        if stage == _HERO:
            return self.instinct.hero(self.field, seat)
        if stage == _TWO:
            return self.instinct.two(self.field, seat)
        return self.instinct.last(self.field, seat)

    def take(self, seat: int, stage: int, pick: int) -> None:
        """Play a hero, two cards or the last one."""
        if stage == _HERO:
            self.field.choose_hero(seat, pick)
        elif stage == _TWO:
            self.field.lay_two(seat, pick >> 5, pick & 31)
        else:
            self.field.lay_last(seat, pick)

    def go_on(self, stage: int) -> None:
        """Both have picked: what follows without a choice, or with one that needs no thought."""
        field = self.field
        if stage == _HERO:
            for seat in range(2):
                self.exchange(seat)
            field.reveal()
        elif stage == _TWO:
            for seat in range(2):
                field.roll_dice(seat, field.wisdom_dice(seat))
        else:
            for seat in range(2):
                field.use_cunning(seat)
            field.compare()

    def exchange(self, seat: int) -> None:
        """A trickster costs nothing to exchange: fetch the strongest."""
        field = self.field
        trickster, fetched = field.hero[seat], field.best_beside(seat)
        if field.tricks[trickster] and field.is_better(fetched, trickster):
            field.fetch(seat, fetched)

    def fight(self, stage: int) -> None:
        """The rest of a battle, from a stage at which nobody has picked."""
        while stage <= _LAST:
            zero, one = self.pick(0, stage), self.pick(1, stage)
            self.take(0, stage, zero)
            self.take(1, stage, one)
            self.go_on(stage)
            stage += 1

    def dawn(self) -> None:
        """The next battle, up to its first choice."""
        field = self.field
        field.clean_up()
        field.refill(field.roll(_DRAWING, 2))
        for seat in range(2):
            field.draw_heroes(seat)

    def play_out(self) -> None:
        """All battles that are left."""
        while not self.field.over:
            self.dawn()
            self.fight(_HERO)
