"""All words in a value that is shown or told, changed: into another language, or back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Struct, structs

from fimbul.kernel.play.phrase import WORDS

T = TypeVar("T")
Change = Callable[[str], str]
Walk = Callable[[Any, Change], Any]


def reworded(value: T, change: Change) -> T:
    """The same value with other words, in whatever it holds; what has none is left as it is."""
    return _struct(value, change) if isinstance(value, Struct) else value


def _struct(value: Any, change: Change) -> Any:
    new = {}
    kind: type[Struct] = type(value)
    for name, walk in _fields(kind):
        old = getattr(value, name)
        if old and (told := walk(old, change)) is not old:
            new[name] = told
    return structs.replace(value, **new) if new else value


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, Walk], ...]:
    """The fields that may hold words, and the function that rewords each of them."""
    found = ((field.name, _walk(field.type)) for field in structs.fields(kind))
    return tuple((name, walk) for name, walk in found if walk is not None)


def _walk(hint: Any) -> Walk | None:
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return _word if WORDS in inner[1:] else _walk(inner[0])
    if kind in (Union, UnionType):
        walks = [walk for walk in map(_walk, inner) if walk is not None]
        return walks[0] if walks else None  # no union here mixes words with anything but structs
    if kind in (tuple, list):
        return _row(inner)
    return _struct if isinstance(hint, type) and issubclass(hint, Struct) else None


def _word(text: str, change: Change) -> str:
    return change(text)


def _row(inner: tuple[Any, ...]) -> Walk | None:
    """A row of values of one type, or a pair."""
    walks = [_walk(one) for one in inner if one is not Ellipsis]
    if len(walks) == 1 and walks[0] is not None:
        each = walks[0]
        return lambda row, change: _same_or_new(row, [each(one, change) for one in row])
    if any(walks):
        return lambda row, change: tuple(
            walk(one, change) if walk else one for one, walk in zip(row, walks, strict=True)
        )
    return None


def _same_or_new(row: Any, new: list[Any]) -> Any:
    """Where nothing changes, nothing is copied."""
    return row if all(a is b for a, b in zip(row, new, strict=True)) else type(row)(new)
