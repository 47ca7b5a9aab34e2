"""What is asked for before a match. Not yet a state: it may be wrong, and then says all of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Struct, inspect, structs

from fimbul.kernel.play.errors import BadSetup, Problems, did_you_mean

Reader = Callable[[Any], Any]
P = TypeVar("P", bound="Setup")
UNREADABLE = (  # what bad JSON or TOML may raise
    *(msgspec.MsgspecError, tomllib.TOMLDecodeError, UnicodeError, RecursionError),
)


Pace = Literal["live", "turns"]  # all at the table at once, or each in their own time


class Preset(Struct, frozen=True):
    """A setup worth playing, one click away: a title, a sentence, and its options.

    A table of its pace begins with it: what is not asked for there is as the preset says.
    """

    title: str
    text: str
    options: dict[str, Any] = {}
    pace: Pace | None = None


class Setup(Struct, frozen=True, kw_only=True):
    """A game's options are the fields of its own Setup, each with a default and a help text."""

    presets: ClassVar[tuple[Preset, ...]] = ()

    seats: int = 2

    @classmethod
    def usual(cls, pace: Pace) -> dict[str, Any]:
        """The options that a table of that pace has where nothing else is asked for."""
        fitting = (preset.options for preset in cls.presets if preset.pace == pace)
        return dict(next(fitting, {}))

    def problems(self) -> Iterator[str]:
        """Everything that is wrong with it, a sentence each, beginning with the field's name."""
        yield from ()


def read_setup(setup_type: type[P], options: Mapping[str, Any]) -> P:
    """A setup from loose options; BadSetup names every unknown and mistyped one."""
    values, problems = read_fields(_readers(setup_type), options)
    if problems:
        raise BadSetup(problems)
    return setup_type(**values)


def setup_mistakes(setup: Setup) -> list[str]:
    """Options of the wrong type, in a setup that was built by hand."""
    options = structs.asdict(setup)
    try:
        msgspec.convert(options, type(setup))  # mostly all is well, and that is quickly seen
    except UNREADABLE:
        return read_fields(_readers(type(setup)), options)[1]
    return []


@cache
def _readers(setup_type: type[Setup]) -> dict[str, Reader]:
    fields = structs.fields(setup_type)
    return {field.name: partial(_read, field.name, field.type) for field in fields}


def _read(name: str, hint: Any, value: Any) -> Any:
    """A value as the field's type. Tables of cards may also be the text of a TOML file."""
    info = inspect.type_info(hint)
    kind = info.type if isinstance(info, inspect.Metadata) else info
    if isinstance(kind, inspect.LiteralType) and value not in kind.values:
        known = " or ".join(map(str, kind.values))
        raise msgspec.ValidationError(f"must be {known}, not {value!r}")
    if isinstance(value, str) and "[[" in value:
        value = _tables(name, kind, value)
    elif isinstance(value, str) and _holds_rows(kind):
        row = name.removesuffix("s")
        raise msgspec.ValidationError(f"a file is needed that holds rows such as [[{row}]]")
    return msgspec.convert(value, type=hint)


def _holds_rows(kind: inspect.Type) -> bool:
    """Whether an option is a table of cards, or several of them."""
    if isinstance(kind, inspect.UnionType):
        return any(_holds_rows(one) for one in kind.types)
    if isinstance(kind, inspect.CollectionType):
        return isinstance(kind.item_type, inspect.DictType)
    return isinstance(kind, inspect.DictType)


def _tables(name: str, kind: inspect.Type, text: str) -> Any:
    """All tables of the file; for an option that is a list, such as `cards`, its rows [[card]]."""
    if isinstance(kind, inspect.StrType):
        return text
    tables, table = tomllib.loads(text), name.removesuffix("s")
    if not isinstance(kind, inspect.CollectionType):
        return tables
    if table not in tables:
        there = " and ".join(f"[[{one}]]" for one in tables)
        raise msgspec.ValidationError(f"this file has no [[{table}]], only {there}")
    return tables[table]


def read_fields(
    readers: Mapping[str, Reader], given: Mapping[str, Any], kind: str = "option"
) -> tuple[dict[str, Any], list[str]]:
    """Each value as its reader understands it, and a sentence for each that it does not."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in given.items():
        if name not in readers:
            problems.append(f"{name}: there is no such {kind}{did_you_mean(name, readers)}")
            continue
        try:
            values[name] = readers[name](value)
        except UNREADABLE as wrong:
            problems.append(f"{name}: {str(wrong).replace('`', '')}")
    return values, problems


def read_json_fields(data: bytes | str, refuse: type[Problems]) -> dict[str, msgspec.Raw]:
    """The fields of a JSON object, unread; anything else is refused."""
    try:
        return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except UNREADABLE as wrong:
        raise refuse([f"this is no JSON object: {wrong}"]) from None
