"""Reads what earlier code wrote, as far as today's types know its words.

A tale outlives the code that folded it: a state of a thing, a mark or an event of another day is
left out, and everything else stays.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, structs

T = TypeVar("T")


def forgiving(value: Any, kind: type[T]) -> T:
    """The value as that type; ValidationError only if what it cannot do without is missing."""
    return cast("T", _read(value, kind))


def _read(value: Any, hint: Any) -> Any:
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        if isinstance(value, list) and get_origin(hint) is tuple:
            return tuple(_each(value, hint))
        of = _struct_in(hint)
        if of is None or not isinstance(value, dict):
            raise
        return _fields(value, of)


def _each(values: list[Any], hint: Any) -> list[Any]:
    """Of rows of any length one item may be left out; a pair needs both."""
    kinds = get_args(hint)
    if len(kinds) != 2 or kinds[1] is not Ellipsis:
        return [_read(value, kind) for value, kind in zip(values, kinds, strict=False)]
    found = []
    for value in values:
        try:
            found.append(_read(value, kinds[0]))
        except msgspec.ValidationError:
            continue
    return found


def _fields(value: dict[str, Any], kind: type[Struct]) -> Struct:
    found = {}
    for field in structs.fields(kind):
        if field.encode_name not in value:
            continue
        try:
            found[field.name] = _read(value[field.encode_name], _hints(kind)[field.name])
        except msgspec.ValidationError:
            if field.required:
                raise
    try:
        return kind(**found)
    except TypeError as missing:
        raise msgspec.ValidationError(str(missing)) from None


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _struct_in(hint: Any) -> type[Struct] | None:
    """The one struct that a hint names, if it is one, or None besides."""
    kinds = [kind for kind in (hint, *get_args(hint)) if _is_struct(kind)]
    return kinds[0] if len(kinds) == 1 else None


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
