"""Who is connected to a table, grouped by what they may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from fimbul.server.wire.messages import POLICY, Outgoing, SeenSent, write
from fimbul.words import Teller

if TYPE_CHECKING:
    from fimbul.server.ops.crash_points import Moment


class Tongue(NamedTuple):
    """How somebody is spoken to: a language, and whether with whole scenes, because their page is
    of before and knows differences of scenes in other words."""

    teller: Teller
    whole: bool = False


Texts = Mapping[Tongue, str]


class Listener(Protocol):
    """Whoever can be told something."""

    @property
    def person(self) -> str:
        """Who it is, as far as that can be told."""

    def put(self, text: str, moment: Moment | None = None) -> None: ...

    def hang_up(self, code: int) -> None: ...


class Viewers(Struct):
    """Everybody who sees the same: one seat's tabs, or all spectators. `sight` is what they see."""

    viewer: int | None
    listeners: dict[Listener, Tongue]
    sight: SeenSent | None = None

    def texts(self, message: Outgoing, whole: Outgoing | None = None) -> Texts:
        """A message as it is sent, once for each tongue that is spoken here; `whole` is the same
        for older pages, if that is something else."""
        return {
            tongue: write(tongue.teller.told((tongue.whole and whole) or message))
            for tongue in set(self.listeners.values())
        }

    def tell(self, message: Outgoing, moment: Moment | None = None) -> None:
        self.put(self.texts(message), moment)

    def put(self, texts: Texts, moment: Moment | None = None) -> None:
        for listener, tongue in self.listeners.items():
            listener.put(texts[tongue], moment)


class Audience:
    """All groups of one table."""

    def __init__(self) -> None:
        self.groups: dict[int | None, Viewers] = {}

    def __iter__(self) -> Iterator[Viewers]:
        return iter(self.groups.values())

    @property
    def viewers(self) -> frozenset[int | None]:
        return frozenset(self.groups)

    @property
    def person(self) -> str:
        """For whom the bots of this table think: the first who plays here and is connected. Tables
        at which nobody is share one turn."""
        seated = sorted(seat for seat in self.groups if seat is not None)
        people = (one.person for seat in seated for one in self.groups[seat].listeners)
        return next(people, "")

    def tell(self, message: Outgoing) -> None:
        """Tell everybody the same: for messages without words of the game."""
        if not self.groups:
            return
        text = write(message)
        for group in self.groups.values():
            for listener in group.listeners:
                listener.put(text)

    def tell_some(self, message: Outgoing, whom: Callable[[int | None], bool]) -> None:
        """The same to some of them."""
        text = write(message)
        for group in self:
            for listener in group.listeners if whom(group.viewer) else ():
                listener.put(text)

    def tell_in_words(self, message: Outgoing) -> None:
        """Tell everybody the same, each in the language they read."""
        for group in self:
            group.tell(message)

    def join(self, viewer: int | None, listener: Listener, tongue: Tongue) -> Viewers:
        group = self.groups.setdefault(viewer, Viewers(viewer, {}))
        group.listeners[listener] = tongue
        return group

    def part(self, viewer: int | None, listener: Listener) -> None:
        group = self.groups.get(viewer)
        if group is not None:
            group.listeners.pop(listener, None)
            if not group.listeners:
                del self.groups[viewer]

    def turn_out(self, seat: int) -> None:
        """Whoever was connected for that seat has no business here any more."""
        group = self.groups.pop(seat, None)
        for listener in () if group is None else tuple(group.listeners):
            listener.hang_up(POLICY)
