"""What is asked for before a match. Not yet a state: it may be wrong, and then says all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from fimbul.kernel.errors import BadSetup, Problems, did_you_mean

P = TypeVar("P", bound="Setup")
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)  # what bad JSON may raise


class Setup(Struct, frozen=True, kw_only=True):
    """A game's options are the fields of its own Setup, each with a default and a help text."""

    seats: int = 2

    def problems(self) -> Iterator[str]:
        """Everything that is wrong with it, a sentence each, beginning with the field's name."""
        yield from ()


def read_setup(setup_type: type[P], options: Mapping[str, Any]) -> P:
    """A setup from loose options; BadSetup names every unknown and mistyped one."""
    values, problems = read_fields(_hints(setup_type), options)
    if problems:
        raise BadSetup(problems)
    return setup_type(**values)


def setup_mistakes(setup: Setup) -> list[str]:
    """Options of the wrong type, in a setup that was built by hand."""
    return read_fields(_hints(type(setup)), structs.asdict(setup))[1]


@cache
def _hints(setup_type: type[Setup]) -> dict[str, Any]:
    return {field.name: field.type for field in structs.fields(setup_type)}


def read_fields(
    hints: Mapping[str, Any], given: Mapping[str, Any], kind: str = "option"
) -> tuple[dict[str, Any], list[str]]:
    """Each value as its declared type, and a sentence for each that is none."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in given.items():
        if name not in hints:
            problems.append(f"{name}: there is no such {kind}{did_you_mean(name, hints)}")
            continue
        try:
            if isinstance(value, msgspec.Raw):
                values[name] = msgspec.json.decode(value, type=hints[name])
            else:
                values[name] = msgspec.convert(value, hints[name])
        except UNREADABLE as wrong:
            problems.append(f"{name}: {str(wrong).replace('`', '')}")
    return values, problems


def read_json_object(data: bytes | str, refuse: type[Problems]) -> dict[str, msgspec.Raw]:
    """The fields of a JSON object, unread; anything else is refused."""
    try:
        return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except UNREADABLE as wrong:
        raise refuse([f"this is no JSON object: {wrong}"]) from None
