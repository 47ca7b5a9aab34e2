"""What one viewer could see of the table between two scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from msgspec import Struct

from fimbul.kernel import AnyEvent, Event, Game, Scene, State
from fimbul.server.wire.messages import Beat
from fimbul.server.wire.scene_diff import scene_change


class Eyes(Struct, frozen=True):
    """How a viewer sees: the table as a scene, and an event as it is told there, if it is."""

    scene: Callable[[State], Scene]
    told: Callable[[Event], Event | None]

    def events(self, events: Sequence[Event]) -> tuple[AnyEvent, ...]:
        seen = [self.told(event) for event in events]
        return cast("tuple[AnyEvent, ...]", tuple([event for event in seen if event is not None]))


def eyes_of(game: Game[Any], seat: int | None) -> Eyes:
    """A seat's eyes, or a spectator's."""
    return Eyes(lambda state: game.scene(state, seat), lambda event: event.seen_by(seat))


def beats_from(scene: Scene, states: Sequence[State], eyes: Eyes) -> Iterator[Beat]:
    """From that scene on, one after the other: each beat is the change from the one before."""
    told = 0
    for state in states:
        after = eyes.scene(state)
        yield Beat(scene_change(scene, after), eyes.events(state.events[told:]))
        scene, told = after, len(state.events)
