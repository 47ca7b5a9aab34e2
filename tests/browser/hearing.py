"""Everything that arrived over a page's socket, held against what its seat may be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs
from playwright.sync_api import Page, WebSocket

from fimbul.kernel import Game, Match, Record, Scene, Seen, watch
from fimbul.server.wire.messages import (
    LogLine,
    Outgoing,
    Over,
    SeenSent,
    Update,
    Welcome,
    read_outgoing,
)
from tests.server.indoors import walked


class Ear:
    """Listens at one page. `sights` are what it was shown, whole, in order."""

    def __init__(self, page: Page) -> None:
        self.messages: list[Outgoing] = []
        page.on("websocket", self._attend)

    def _attend(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.messages.append(read_outgoing(frame)))

    def updates(self) -> Iterator[Update]:
        for message in self.messages:
            if isinstance(message, Welcome) and message.update is not None:
                yield message.update
            elif isinstance(message, Update):
                yield message

    def sights(self) -> Iterator[SeenSent]:
        scene: Scene | None = None
        for update in self.updates():
            scene = update.seen.scene or _next(scene, update)
            yield structs.replace(update.seen, scene=scene)

    def between(self) -> Iterator[Scene]:
        """The tables of all beats."""
        scene: Scene | None = None
        for update, sight in zip(self.updates(), self.sights(), strict=True):
            if update.beats:
                assert scene is not None, "a beat follows something seen"
                yield from walked(scene, update)[:-1]
            scene = sight.scene

    def lines(self) -> set[LogLine]:
        return {line for update in self.updates() for line in update.log}


def _next(scene: Scene | None, update: Update) -> Scene:
    assert scene is not None, "the first scene comes whole"
    return walked(scene, update)[-1]


def assert_nothing_leaked(game: Game[Any], record: Record, seat: int, ear: Ear) -> None:
    """Each sight is one that `game.seen` gives this seat, each word one that it may hear."""
    match = Match(game, game.setup(**record.setup), record.seed, mixed=record.mixed)
    state, said = match.state, set[str]()
    between: list[Scene] = []
    allowed = [_facts(game.seen(state, seat))]
    said |= _words(game.seen(state, seat))
    for mover, thing in record.choices:
        between += [game.scene(beat, seat) for beat in watch(state, mover, thing).beats]
        seen = game.seen(state, seat)
        allowed.append(_facts(seen))
        said |= _words(seen)
    at = 0
    for sight in ear.sights():
        at = next(n for n in range(at, len(allowed)) if allowed[n] == _facts(sight))
    assert all(scene in between for scene in ear.between())
    assert {line.words for line in ear.lines()} <= said
    secrets = [message for message in ear.messages if isinstance(message, Over)]
    assert secrets == [message for message in ear.messages[-3:] if isinstance(message, Over)]


def _facts(seen: Seen | SeenSent) -> tuple[object, ...]:
    """All but the events, of which a page is told those of the last row that everybody saw."""
    return (
        *(seen.number, seen.seat, seen.scene, seen.decision, seen.picked),
        *(tuple(seen.waiting), tuple(seen.sealed), seen.result),
    )


def _words(seen: Seen) -> set[str]:
    return {event.words for event in seen.events if event.words}
