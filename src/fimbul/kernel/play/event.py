"""What a choice caused, for eyes and ears: a handful of verbs.

In `words`, `{0}` stands for the player at seat 0, `{1}` for the one at seat 1, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from fimbul.kernel.play.phrase import Phrase, Spoken, phrase

SEAT = re.compile(r"\{([0-9]{1,3})\}")
NOBODY = -1  # the seat of what no player does: a reveal, a scoring, the weather


class Event(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Seats in `only` are told all of it; the others are told `others`, or nothing if that is
    empty."""

    seat: int = NOBODY
    words: Spoken = ""
    only: tuple[int, ...] | None = None
    others: Spoken = ""
    fades: bool = False  # may be looked up in its own turn alone; then only `others` is told of it

    def seen_by(self, seat: int | None, *, later: bool = False) -> Event | None:
        """This event as that seat (None: a spectator) may know it; `later`: its turn is over."""
        known = self.only is None or (seat is not None and seat in self.only)
        if known and not (later and self.fades):
            return self
        return Said(seat=self.seat, words=self.others) if self.others else None


class Placed(Event, frozen=True, kw_only=True):
    thing: str
    to: str


class Moved(Event, frozen=True, kw_only=True):
    thing: str
    origin: str
    to: str


class Removed(Event, frozen=True, kw_only=True):
    thing: str
    origin: str


class Turned(Event, frozen=True, kw_only=True):
    """A card shows another face, a die another number, a unit another front."""

    thing: str
    face: str


class Rolled(Event, frozen=True, kw_only=True):
    thing: str
    face: int
    sides: int


class Thrown(Event, frozen=True, kw_only=True):
    """What some dice came to: one line of a roll, under its title. They have been Rolled before."""

    title: Spoken  # who rolls, and for what
    who: Spoken = ""  # whose line this is, where the title is about several
    terms: tuple[Spoken, ...] = ()  # what is added and needed, in short
    faces: tuple[int, ...]  # a die that was rolled again, and what came then
    plus: int = 0  # what is added to them
    outcome: Spoken = ""  # hit, two wounds
    good: bool | None = None  # whether that was wanted
    rule: str = ""


class Counted(Event, frozen=True, kw_only=True):
    """Something worth counting: points, strength, wounds; by which rule."""

    amount: int
    rule: str


class Said(Event, frozen=True, kw_only=True):
    """Words alone."""


class Ended(Event, frozen=True, kw_only=True):
    because: str


AnyEvent = Placed | Moved | Removed | Turned | Rolled | Thrown | Counted | Said | Ended


def named(words: str, names: Sequence[str]) -> str:
    """The words with the players' names in place of their seats; a phrase remains one."""
    if isinstance(words, Phrase):
        parts = {
            key: named(part, names) if isinstance(part, str) else part
            for key, part in words.parts.items()
        }
        return phrase(words.template, **parts)

    def name(seat: re.Match[str]) -> str:
        at = int(seat[1])
        return names[at] if at < len(names) else seat[0]

    return SEAT.sub(name, words)
