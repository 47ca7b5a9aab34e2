"""Who takes part in a tournament, and what they have played there: the words of all its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from fimbul.server.wire.tournaments import EntrantState

ABSENT = -1  # the place of whoever did not come
WIN, DRAW = 2, 1  # for each rival
BYE = WIN  # for a round without a rival


class Entrant(Struct, frozen=True, kw_only=True):
    """Somebody who takes part: a person by their account, or a bot by its name."""

    number: int
    name: str
    account: str = ""
    bot: str = ""
    strength: float = 0.0  # by their rating, when they entered
    state: EntrantState = "in"
    since: int = 0  # when they entered, or came back


class Bout(Struct, frozen=True, kw_only=True):
    """One match of a tournament. Without a table nothing is played: somebody has no rival, or one
    who does not come."""

    number: int
    round: int
    entrants: tuple[int, ...]  # by seat
    table: str = ""
    laid: bool = False
    since: int = 0
    ended: int = 0
    places: tuple[int, ...] = ()  # by seat, once it has ended; all 0: nobody has won

    @property
    def over(self) -> bool:
        return self.ended > 0

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1


class Lot(Struct, frozen=True):
    """A bout to come: who sits where; with places, if it is decided without a match."""

    entrants: tuple[int, ...]
    places: tuple[int, ...] = ()


def gained(bout: Bout, seat: int) -> int:
    """Two points for each rival whom one came ahead of, one for each with whom one shares a
    place."""
    if bout.is_bye:
        return BYE
    mine = bout.places[seat]
    others = [place for n, place in enumerate(bout.places) if n != seat]
    if mine == ABSENT:
        return 0
    ahead = sum(other == ABSENT or mine < other for other in others)
    return WIN * ahead + DRAW * others.count(mine)


class Past:
    """What has been drawn and played so far, looked through once."""

    def __init__(self, bouts: Iterable[Bout]) -> None:
        self.met: set[frozenset[int]] = set()  # pairs that were drawn together, played or not
        self.rested: set[int] = set()  # who was without a rival once
        self.firsts: Counter[int] = Counter()  # of two, first less second seats
        self.seats: dict[int, int] = {}  # where somebody sat last, of two
        self.missed: dict[int, int] = {}  # when somebody was last waited for in vain
        self.last: dict[int, Bout] = {}
        for bout in bouts:
            self._take(bout)

    def _take(self, bout: Bout) -> None:
        names = bout.entrants
        self.met |= {frozenset((one, other)) for n, one in enumerate(names) for other in names[:n]}
        self.last |= dict.fromkeys(names, bout)
        if bout.is_bye:
            self.rested |= {*names}
        if len(names) == 2:
            self.firsts.update({names[0]: 1, names[1]: -1})
            self.seats |= {name: seat for seat, name in enumerate(names)}
        for name, place in zip(names, bout.places, strict=False):
            if bout.table and place == ABSENT:
                self.missed[name] = bout.ended

    def is_away(self, entrant: Entrant) -> bool:
        """Whether they pause, or missed a match since they entered or last came back."""
        missed = self.missed.get(entrant.number, 0) > entrant.since
        return entrant.state != "in" or missed

    def seated(self, pair: tuple[int, int], board: int) -> tuple[int, int]:
        """Who sits first: whoever has done so more seldom; then whoever did not do so last."""
        one, other = pair
        keys = [(self.firsts[number], -self.seats.get(number, 0)) for number in pair]
        if keys[0] == keys[1]:
            return (one, other) if board % 2 else (other, one)
        return (one, other) if keys[0] < keys[1] else (other, one)
