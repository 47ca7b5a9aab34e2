"""How a fact is declared: which values it may have, and how long it is remembered.

A fact is a field of a substate, with its first value: all that the deal needs to know. Its range is
in its type, and is checked when a stored state is read. A fact that is forgotten says when, so
there is no list of what a turn resets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin

from msgspec import Meta, Struct, structs

from fimbul.games.rag_narok import parts as p
from fimbul.kernel import Substate

T = TypeVar("T")
MOST_OF_A_COUNT = 60  # dice, gems and wounds stay far below
FARTHEST = 1_000_000  # hundredths of a centimetre: nobody goes as far in a turn


class Until(Enum):
    """When facts are forgotten."""

    TURN = auto()  # a turn begins
    MELEE = auto()  # a melee phase begins
    CLOSE = auto()  # a turn ends


class Of(Enum):
    """What a number counts, where only the roster knows how many there are."""

    UNITS = auto()
    FIGHTERS = auto()
    GROUPS = auto()


ThisTurn = Annotated[T, Until.TURN]
ThisMelee = Annotated[T, Until.MELEE]
UntilClose = Annotated[T, Until.CLOSE]

Flag = Annotated[int, Meta(ge=0, le=1)]
Few = Annotated[int, Meta(ge=0, lt=MOST_OF_A_COUNT)]
Hundred = Annotated[int, Meta(ge=0, lt=100)]
Thousand = Annotated[int, Meta(ge=0, lt=1000)]
Distance = Annotated[int, Meta(ge=0, lt=FARTHEST)]
Heading = Annotated[int, Meta(ge=0, lt=360)]
SeatNumber = Annotated[int, Meta(ge=0, lt=p.SEATS)]
OrderNumber = Annotated[int, Meta(ge=0, lt=len(p.ORDERS))]
UnitNumber = Annotated[int, Meta(ge=0), Of.UNITS]
FighterNumber = Annotated[int, Meta(ge=0), Of.FIGHTERS]
GroupNumber = Annotated[int, Meta(ge=0), Of.GROUPS]
OrderOrNone = Annotated[int, Meta(ge=-1, lt=len(p.ORDERS))]  # -1: none
UnitOrNone = Annotated[int, Meta(ge=-1), Of.UNITS]  # -1: none
FighterOrNone = Annotated[int, Meta(ge=-1), Of.FIGHTERS]  # -1: none
Figures = tuple[FighterNumber, ...]


class Remembered(Substate, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A substate of plain values, stored as what differs from its first values.

    Values cannot form a circle, so the collector need not watch them (`gc=False`).
    """


def without(some: tuple[T, ...], one: T) -> tuple[T, ...]:
    """The list without the first value that equals this one."""
    at = some.index(one)
    return (*some[:at], *some[at + 1 :])


def forget(rows: Sequence[Substate], until: Until) -> None:
    """Forget everything that these substates remember only until then."""
    forgotten = _forgotten(type(rows[0]), until)
    for facts in rows:
        for name, first in forgotten:
            setattr(facts, name, first)


@cache
def _forgotten(kind: type[Struct], until: Until) -> tuple[tuple[str, Any], ...]:
    """The facts that last until then, and their first values."""
    fields = [field for field in structs.fields(kind) if until in get_args(field.type)]
    return tuple((field.name, field.default) for field in fields)


@cache
def _fields(kind: type[Struct]) -> tuple[structs.FieldInfo, ...]:
    """Looked up once: every stored state is read with it, fact by fact."""
    return structs.fields(kind)


def all_facts(whole: Substate) -> Iterator[tuple[str, Any, Any]]:
    """Everything that a state knows, its substates included: name, value, type."""
    for field in _fields(type(whole)):
        value = getattr(whole, field.name)
        rows = value if isinstance(value, list) else [value]
        if rows and isinstance(rows[0], Substate):
            for row in rows:
                yield from all_facts(row)
        else:
            yield field.name, value, field.type


def beyond(value: Any, hint: Any, most: Mapping[Of, int]) -> bool:
    """Whether a number in it counts something that is not there."""
    if isinstance(value, Struct):
        fields = _fields(type(value))
        return any(beyond(getattr(value, field.name), field.type, most) for field in fields)
    if isinstance(value, list | tuple):
        return any(beyond(one, inner, most) for one, inner in _inside(value, hint))
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return any(value >= most[mark] for mark in marks if isinstance(mark, Of))


def _inside(values: list[Any] | tuple[Any, ...], hint: Any) -> Iterator[tuple[Any, Any]]:
    """Each value of a container with its own hint."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    hints = get_args(hint) or (Any,)
    one_kind = get_origin(hint) is list or hints[-1] is ...
    return zip(values, [hints[0]] * len(values) if one_kind else hints, strict=False)
