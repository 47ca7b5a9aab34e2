"""What one choice sets going, beat by beat: the table as it lay in between, for eyes alone."""

from __future__ import annotations

from typing import SupportsIndex

from fimbul.kernel.play.play import choose
from fimbul.kernel.play.state import Row, State


class _Watched(list[Row]):
    """An agenda that copies the table whenever a beat begins and there is news since the last.

    So whoever only plays, as bots do by the thousand, pays nothing for it.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.agenda)
        self.state, self.beats, self.told = state, list[State](), 0

    def pop(self, index: SupportsIndex = -1, /) -> Row:
        if self[-1][0].beat and len(self.state.events) > self.told:
            self.told = len(self.state.events)
            self.beats.append(_still(self.state))
        return super().pop(index)


def _still(state: State) -> State:
    """The table as it lies now: nobody is asked anything."""
    twin = state.clone()
    twin.asked, twin.sealed, twin.lanes = (), {}, {}
    return twin


def choose_in_beats(state: State, seat: int, thing: str) -> tuple[State, ...]:
    """`choose`, and the table as it lay between the beats that followed; mostly there are none.

    What comes back is for scenes: it cannot be played on. Its events are all so far.
    """
    watched = _Watched(state)
    state.agenda = watched
    try:
        choose(state, seat, thing)
    finally:
        state.agenda = list(watched)
    return tuple(watched.beats)
