"""How a viewer sees the table, and how that is sent: the one way from the match to the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from msgspec import Struct

from fimbul.kernel import AnyEvent, Event, Game, Scene, Seen, State
from fimbul.server.wire.messages import Beat, SeenSent
from fimbul.server.wire.scene_diff import Known, scene_change

OPEN = -1  # the viewer to whom every seat shows what it has


class Viewpoint(Struct, frozen=True):
    """A seat's eyes, or a spectator's (`seat=None`)."""

    game: Game[Any]
    seat: int | None

    def scene(self, state: State) -> Scene:
        return self.game.scene(state, self.seat)

    def seen(self, state: State) -> Seen:
        return self.game.seen(state, self.seat)

    def told(self, event: Event) -> Event | None:
        """An event as it is told to this viewer, if it is."""
        return event.seen_by(self.seat)

    def events(self, events: Sequence[Event]) -> tuple[AnyEvent, ...]:
        seen = [self.told(event) for event in events]
        return cast("tuple[AnyEvent, ...]", tuple([event for event in seen if event is not None]))

    def sight(self, state: State, told: Sequence[Event]) -> SeenSent:
        """What this viewer sees now, as it is sent; `told` is what has happened last."""
        seen = self.seen(state)
        return SeenSent(
            number=seen.number,
            seat=seen.seat,
            waiting=seen.waiting,
            sealed=seen.sealed,
            events=self.events(told),
            scene=seen.scene,
            decision=seen.decision,
            picked=seen.picked,
            result=seen.result,
        )

    def beats(
        self, scene: Scene, states: Sequence[State], known: Known | None = None
    ) -> tuple[tuple[Beat, ...], Scene]:
        """From that scene on, one after the other: each beat is the change from the one before.
        And the scene of the last."""
        found, told = list[Beat](), 0
        for state in states:
            after = self.scene(state)
            change = scene_change(scene, after, known)
            found.append(Beat(change, self.events(state.events[told:])))
            scene, told = after, len(state.events)
        return tuple(found), scene


def told_sight(state: State, told: Sequence[Event], viewer: int | None, scene: Scene) -> SeenSent:
    """A moment of a match that is over, without what could be answered there."""
    seat = None if viewer == OPEN else viewer
    heard = told if viewer == OPEN else [event.seen_by(seat) for event in told]
    return SeenSent(
        number=state.number,
        seat=seat,
        waiting=tuple([decision.seat for decision in state.open]),
        sealed=tuple(sorted(state.sealed)),
        events=cast("tuple[AnyEvent, ...]", tuple([event for event in heard if event is not None])),
        scene=scene,
        result=state.result,
    )
