"""What is asked for before a match. It is not a state yet: it may be wrong, and then tells every
problem."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sized
from functools import cache, partial
from typing import Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Struct, inspect, structs

from fimbul.kernel.play.errors import MOST_PROBLEMS, BadSetup, Problems, did_you_mean
from fimbul.kernel.play.foreign import foreign_tables
from fimbul.kernel.play.mistyped import mistyped
from fimbul.kernel.play.phrase import Spoken, either, of_field, phrase

Reader = Callable[[Any], Any]
P = TypeVar("P", bound="Setup")
UNREADABLE = (  # what bad JSON or TOML may raise
    *(msgspec.MsgspecError, tomllib.TOMLDecodeError, UnicodeError, RecursionError),
)


NO_OPTION = "there is no such option{perhaps}"
MOST_ROWS = 500  # cards, units or the like in one option; no box holds as many

Pace = Literal["live", "turns"]  # all at the table at once, or each in their own time


class Preset(Struct, frozen=True):
    """A setup worth playing, one click away: a title, a sentence, and its options.

    A table of its pace begins with it: what is not asked for there is as the preset says. Its
    picture is made of one to three symbols of the game's sheet.
    """

    title: Spoken
    text: Spoken
    options: dict[str, Any] = {}
    pace: Pace | None = None
    art: tuple[str, ...] = ()


class NamedSide(Struct, frozen=True):
    """A side by its name: where its player sits, and which options bring that about.

    Without a seat it is drawn by lot.
    """

    name: Spoken
    seat: int | None = None
    options: dict[str, Any] = {}
    art: str = ""
    tone: str = "stone"


class Setup(Struct, frozen=True, kw_only=True):
    """A game's options are the fields of its own Setup, each with a default and a help text."""

    presets: ClassVar[tuple[Preset, ...]] = ()
    named_sides: ClassVar[tuple[NamedSide, ...]] = ()  # where two sides differ

    seats: int = 2

    @classmethod
    def usual(cls, pace: Pace) -> dict[str, Any]:
        """The options that a table of that pace has where nothing else is asked for."""
        fitting = (preset.options for preset in cls.presets if preset.pace == pace)
        return dict(next(fitting, {}))

    def problems(self) -> Iterator[str]:
        """All that is wrong with it, a sentence each, with the field's name: see `of_field`."""
        yield from ()


class Unfit(msgspec.ValidationError):
    """A value that no option can have, in words that can be told."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


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
        known = either([str(one) for one in kind.values])
        raise Unfit(phrase("must be {known}, not {value}", known=known, value=repr(value)))
    rows = value.count("[[") if isinstance(value, str) else _count(value)
    _refuse_many(rows)  # before any of them is read
    if isinstance(value, str) and rows:
        value = _tables(name, kind, value)
    elif isinstance(value, str) and _holds_rows(kind):
        row = name.removesuffix("s")
        raise Unfit(phrase("a file is needed that holds rows such as {row}", row=f"[[{row}]]"))
    return msgspec.convert(value, type=hint)


def _refuse_many(rows: int) -> None:
    if rows > MOST_ROWS:
        many = "holds {rows} rows; no box holds over {most}"
        raise Unfit(phrase(many, rows=rows, most=MOST_ROWS))


def _count(value: Any) -> int:
    """Rows; where an option holds several tables, the rows of all of them."""
    count = len(value) if isinstance(value, Sized) else 0
    if isinstance(value, Mapping) and count <= MOST_ROWS:
        return count + sum(len(one) for one in value.values() if isinstance(one, list | tuple))
    return count


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
    tables, table = foreign_tables(text), name.removesuffix("s")
    _refuse_many(_count(tables))  # they can be written without any [[
    if not isinstance(kind, inspect.CollectionType):
        return tables
    if table not in tables:
        there = " and ".join(f"[[{one}]]" for one in tables)
        other = "this file has no {table}, only {there}"
        raise Unfit(phrase(other, table=f"[[{table}]]", there=there))
    return tables[table]


def read_fields(
    readers: Mapping[str, Reader], given: Mapping[str, Any], none: str = NO_OPTION
) -> tuple[dict[str, Any], list[str]]:
    """Each value as its reader understands it, and a sentence for each that it does not."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in given.items():
        if len(problems) > MOST_PROBLEMS:
            break
        if name not in readers:
            perhaps = did_you_mean(name, readers)
            problems.append(of_field(name, phrase(none, perhaps=perhaps)))
            continue
        try:
            values[name] = readers[name](value)
        except Unfit as wrong:
            problems.append(of_field(name, wrong.words))
        except UNREADABLE as wrong:
            problems.append(of_field(name, mistyped(wrong)))
    return values, problems


def read_json_fields(data: bytes | str, refuse: type[Problems]) -> dict[str, msgspec.Raw]:
    """The fields of a JSON object, unread; anything else is refused."""
    try:
        return msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except UNREADABLE as unreadable:
        raise refuse([f"this is no JSON object: {unreadable}"]) from None
