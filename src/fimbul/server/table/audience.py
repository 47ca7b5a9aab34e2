"""Who is connected to a table, grouped by what they may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from fimbul.server.live.outbox import POLICY, Listener
from fimbul.server.wire.messages import Outgoing, SeenSent, write

if TYPE_CHECKING:
    from fimbul.server.ops.crash_points import Moment


class Viewers(Struct):
    """Everybody who sees the same: one seat's tabs, or all spectators. `sight` is what they see."""

    viewer: int | None
    listeners: set[Listener]
    sight: SeenSent | None = None

    def tell(self, message: Outgoing, moment: Moment | None = None) -> None:
        self.put(write(message), moment)

    def put(self, text: str, moment: Moment | None = None) -> None:
        for listener in self.listeners:
            listener.put(text, moment)


class Audience:
    """All groups of one table."""

    def __init__(self) -> None:
        self.groups: dict[int | None, Viewers] = {}

    def __iter__(self) -> Iterator[Viewers]:
        return iter(self.groups.values())

    @property
    def viewers(self) -> frozenset[int | None]:
        return frozenset(self.groups)

    def tell(self, message: Outgoing) -> None:
        if not self.groups:
            return
        text = write(message)
        for group in self.groups.values():
            group.put(text)

    def join(self, viewer: int | None, listener: Listener) -> Viewers:
        group = self.groups.setdefault(viewer, Viewers(viewer, set()))
        group.listeners.add(listener)
        return group

    def part(self, viewer: int | None, listener: Listener) -> None:
        group = self.groups.get(viewer)
        if group is not None:
            group.listeners.discard(listener)
            if not group.listeners:
                del self.groups[viewer]

    def turn_out(self, seat: int) -> None:
        """Whoever was connected for that seat has no business here any more."""
        group = self.groups.pop(seat, None)
        for listener in () if group is None else tuple(group.listeners):
            listener.hang_up(POLICY)
