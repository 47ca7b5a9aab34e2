"""All that lies on the table, visible or not, and what is still to happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache
from typing import Any, ClassVar, TypeVar, get_args, get_origin

from msgspec import Struct, structs

from fimbul.kernel.play.decision import Decision, Result
from fimbul.kernel.play.dice import Dice, number, stir
from fimbul.kernel.play.event import AnyEvent, Ended
from fimbul.kernel.play.step import Step

S = TypeVar("S", bound="State")
T = TypeVar("T")
Row = tuple[Step[Any], ...]


class State(Struct, kw_only=True):
    """Fields are values, or flat containers of values: that is what makes `clone` cheap and safe.

    `asked` is computed from the rest, so it is neither stored nor compared by hand.
    """

    order: ClassVar[str] = ""  # the rule that says whose turn it is

    seats: int = 2
    seed: int = 0
    mixed: bool = False  # every choice is mixed into the seed: no roll is settled before it
    number: int = 1  # which row of decisions is open, counted from 1
    agenda: list[Row] = []  # rows of steps; the last row is next
    asked: tuple[Decision, ...] = ()  # the decisions of the open row, answered or not
    lanes: dict[int, Step[Any]] = {}  # seats that go on choosing: their step so far
    sealed: dict[int, str] = {}  # picks made but not yet revealed
    events: list[AnyEvent] = []  # what the last choice made happen
    result: Result | None = None

    @property
    def open(self) -> tuple[Decision, ...]:
        """The decisions that still wait for an answer; empty when the match is over."""
        asked, sealed = self.asked, self.sealed
        if not sealed:
            return asked
        answered = 0
        for decision in asked:
            if decision.seat not in sealed:
                break
            answered += 1
        if answered == len(sealed):  # mostly the seats answer in the order of the row
            return asked[answered:]
        return tuple([decision for decision in asked if decision.seat not in sealed])

    def then(self, *rows: Step[Any] | Row) -> None:
        """Put steps next, in reading order. A tuple of steps is one row: asked all at once."""
        agenda = self.agenda
        for row in rows[::-1]:
            agenda.append(row if isinstance(row, tuple) else (row,))

    def roll(self, sides: int) -> int:
        """A number from 0 to `sides` - 1, drawn from the seed that travels with the state."""
        self.seed = stir(self.seed)
        return number(self.seed, sides)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The same things in a new order, drawn from the same seed."""
        dice = Dice(self.seed)
        pile = dice.shuffled(things)
        self.seed = dice.seed
        return pile

    def around(self, seat: int) -> tuple[int, ...]:
        """All seats in their order, from that one on; the rivals are `around(seat)[1:]`."""
        return _around(self.seats, seat)

    def finish(self, places: Sequence[int], because: str, scores: Sequence[int] = ()) -> None:
        """End the match: who came where, and the rule that ended it."""
        self.result = Result(tuple(places), tuple(scores), because)
        self.agenda.clear()
        self.events.append(Ended(because=because))

    def clone(self: S) -> S:
        """A stranger: equal now, and nothing done to one shows in the other."""
        twin = copy(self)
        for name in containers(type(self)):
            value = getattr(self, name)
            if value is not None:
                setattr(twin, name, value.copy())
        return twin

    def problems(self) -> Iterator[str]:
        """What is wrong with a state that was read from outside; nothing, if it can be played."""
        yield from ()


@cache
def _around(seats: int, first: int) -> tuple[int, ...]:
    return (*range(first, seats), *range(first))


def first_problems(state: S, *checks: Callable[[S], Iterator[str]]) -> Iterator[str]:
    """What the first check finds that finds anything: so later ones may trust the earlier ones."""
    for check in checks:
        if problems := list(check(state)):
            yield from problems
            return


@cache
def containers(state_type: type[State]) -> tuple[str, ...]:
    """The fields of a state that a clone must copy."""
    return tuple(field.name for field in structs.fields(state_type) if _is_container(field.type))


def _is_container(hint: Any) -> bool:
    kind = get_origin(hint) or hint
    if kind in (list, dict, set, bytearray):
        return True
    return kind is not tuple and any(_is_container(part) for part in get_args(hint))
