"""What comes from outside: setup options and record files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import structs

import fimbul
from fimbul.cli.refusals import BadArgument, unusable
from fimbul.kernel import BadRecord, BadSetup, Game, Record, Setup

F = TypeVar("F", bound=Callable[..., Any])


def option_option(function: F) -> F:
    """`--option name=value`, as often as needed."""
    return click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the setup, or NAME=@FILE; repeat it for several.",
    )(function)


def seed_option(function: F) -> F:
    return click.option(
        "--seed", type=int, default=0, show_default=True, help="The seed of all chance."
    )(function)


def setup_from(game: Game[Any], options: Iterable[str]) -> Setup:
    """The setup that `name=value` options describe; BadSetup lists every problem."""
    return game.setup(**values_from(game, options))


def values_from(game: Game[Any], options: Iterable[str]) -> dict[str, Any]:
    hints = {field.name: field.type for field in structs.fields(game.setup_type)}
    values: dict[str, Any] = {}
    problems: list[str] = []
    for option in options:
        name, equals, text = option.partition("=")
        if not equals or not name:
            problems.append(f"{option!r}: an option is written name=value")
        elif name in values:
            problems.append(f"{name}: given twice")
        else:
            try:
                whole = read_text(text[1:]) if text.startswith("@") else text
                values[name] = _value(whole, hints.get(name, str))
            except BadArgument as bad:
                problems.append(f"{name}: {bad.message}")
    if problems:
        raise BadSetup(problems)
    return values


def _value(text: str, hint: Any) -> Any:
    """The text as the declared type: plainly, as JSON, or split at commas.

    What fits none of them stays text, and the setup says what is wrong with it.
    """
    readings: tuple[Callable[[], Any], ...] = (
        lambda: msgspec.convert(text, hint, strict=False),
        lambda: msgspec.json.decode(text, type=hint),
        lambda: msgspec.convert(text.split(","), hint, strict=False),
    )
    for reading in readings:
        try:
            return reading()
        except msgspec.MsgspecError:
            continue
    return text


def read_text(path: str) -> str:
    """A text file; BadArgument says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadArgument(f"{path}: this is no text file") from None
    except OSError as wrong:
        raise BadArgument(unusable(wrong)) from None


def read_record(path: str) -> Record:
    """The match in a `.saga` file, replayed and checked."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord([f"{path}: this is no text, so it is no .saga file"]) from None
    return fimbul.read_saga(text)


def seat_from(text: str, names: tuple[str, ...]) -> int:
    """A seat by number, counted from 0, or by its name in the game."""
    known = {name.lower(): seat for seat, name in enumerate(names)}
    seat = int(text) if text.isdecimal() else known.get(text.lower(), -1)
    if not 0 <= seat < len(names):
        listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
        raise BadSetup([f"seat: there is no seat {text!r}, only {listed}"])
    return seat
