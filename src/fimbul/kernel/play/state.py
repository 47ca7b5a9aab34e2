"""All that lies on the table, visible or not, and what is still to happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar, get_args, get_origin

from msgspec import Struct, structs

from fimbul.kernel.play.decision import Decision, Result
from fimbul.kernel.play.dice import Dice, number, stir
from fimbul.kernel.play.event import AnyEvent, Ended
from fimbul.kernel.play.step import Step

R = TypeVar("R", bound="Substate")
S = TypeVar("S", bound="State")
T = TypeVar("T")
Row = tuple[Step[Any], ...]
Cloner = Callable[[Any], Any]


class Substate(Struct):
    """Part of a state that changes with it: what is known of one unit, one hand, one phase.

    Fields are values, flat containers of values, substates, or lists of substates: that is what
    makes `clone` cheap and safe.
    """

    def clone(self: R) -> R:
        """An independent copy: equal now, and nothing done to one shows in the other."""
        twin: R = _cloner(type(self))(self)
        return twin


class State(Substate, kw_only=True):
    """All that lies on the table and is still to happen. `asked` is computed from the rest: it is
    neither stored nor compared."""

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
        return _rounds(self.seats)[seat]

    def finish(self, places: Sequence[int], because: str, scores: Sequence[int] = ()) -> None:
        """End the match: who came where, and the rule that ended it."""
        self.result = Result(tuple(places), tuple(scores), because)
        self.agenda.clear()
        self.events.append(Ended(because=because))

    def problems(self) -> Iterator[str]:
        """What is wrong with a state that was read from outside; nothing if it can be played."""
        yield from ()


@cache
def _rounds(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple((*range(first, seats), *range(first)) for first in range(seats))


def first_problems(state: S, *checks: Callable[[S], Iterator[str]]) -> Iterator[str]:
    """What the first check finds that finds anything: so later ones may trust the earlier ones."""
    for check in checks:
        if problems := list(check(state)):
            yield from problems
            return


@cache
def containers(kind: type[Substate]) -> tuple[str, ...]:
    """The fields that a clone must copy."""
    return tuple(field.name for field in structs.fields(kind) if _is_container(field.type))


def _is_container(hint: Any) -> bool:
    kind = get_origin(hint) or hint
    if kind in (list, dict, set, bytearray):
        return not any(_is_substate(part) for part in get_args(hint))
    return kind is not tuple and any(_is_container(part) for part in get_args(hint))


@cache
def substates(kind: type[Substate]) -> tuple[tuple[str, Cloner], ...]:
    """The fields that hold substates, and how each of them is cloned."""
    found = ((field.name, _inner_cloner(field.type)) for field in structs.fields(kind))
    return tuple((name, cloner) for name, cloner in found if cloner)


def _inner_cloner(hint: Any) -> Cloner | None:
    if _is_substate(hint):
        return _cloner(hint)
    inner = [part for part in get_args(hint) if _is_substate(part)]
    return _row_cloner(inner[0]) if inner and get_origin(hint) is list else None


def _is_substate(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Substate)


@cache
def _cloner(kind: type[Substate]) -> Cloner:
    """What it takes to clone is looked up once, because dreams clone all the time."""
    flat, deep = containers(kind), substates(kind)

    def cloned(whole: Any) -> Any:
        twin = whole.__copy__()
        for name in flat:
            value = getattr(whole, name)
            if value is not None:
                setattr(twin, name, value.copy())
        for name, inner in deep:
            setattr(twin, name, inner(getattr(whole, name)))
        return twin

    return cloned


def _row_cloner(kind: type[Substate]) -> Cloner:
    """For a list of substates. Where they hold nothing but values a plain copy will do."""
    if not containers(kind) and not substates(kind):
        return lambda rows: [row.__copy__() for row in rows]
    one = _cloner(kind)
    return lambda rows: [one(row) for row in rows]
