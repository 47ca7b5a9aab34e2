"""What one choice sets going: the table as it lay in between, for eyes alone, and what it told."""

from __future__ import annotations

from typing import SupportsIndex

from msgspec import Struct

from fimbul.kernel.play.play import choose
from fimbul.kernel.play.state import Row, State


class Wake(Struct, frozen=True):
    """What followed a choice. The beats are for scenes: they cannot be played on."""

    beats: tuple[State, ...]  # mostly there are none; the events of each are all so far
    reveals: bool  # a step that tells what was hidden was come to


class _Watched(list[Row]):
    """An agenda that copies the table whenever a beat begins and there is news since the last, and
    asks every step that it comes to whether that reveals something.

    So whoever only plays, as bots do by the thousand, pays nothing for it.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.agenda)
        self.state, self.beats, self.told = state, list[State](), 0
        self.answered = self.reveals = False

    def pop(self, index: SupportsIndex = -1, /) -> Row:
        if self[-1][0].beat and len(self.state.events) > self.told:
            self.told = len(self.state.events)
            self.beats.append(_still(self.state))
        if self.answered:
            self.come_to(self[-1])
        self.answered = True  # the first row is the one that was asked already
        return super().pop(index)

    def come_to(self, row: Row) -> None:
        for step in row:
            self.reveals = self.reveals or step.reveals(self.state)


def _still(state: State) -> State:
    """The table as it lies now: nobody is asked anything."""
    twin = state.clone()
    twin.asked, twin.sealed, twin.lanes = (), {}, {}
    return twin


def watch(state: State, seat: int, thing: str) -> Wake:
    """`choose`, and what followed from it."""
    watched = _Watched(state)
    state.agenda = watched
    try:
        choose(state, seat, thing)
    finally:
        state.agenda = list(watched)
    if watched.answered and watched:
        watched.come_to(watched[-1])
    return Wake(tuple(watched.beats), watched.reveals)
