"""What comes from outside: setup options and record files."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import structs

import fimbul
from fimbul.cli.refusals import VOICE, BadArgument, speak, unusable, voice
from fimbul.kernel import BadRecord, BadSetup, Game, Record, Setup, phrase
from fimbul.words import ENGLISH, LANGUAGES, teller_of, voice_of

LISTED = re.compile(r"^\s*\[(?!\[)|^[\w ,-]*,[\w ,-]*$")  # a list in JSON, or words between commas
OF_GAME = re.compile(r'\[Game "(\w+)"\]')
PERSON = "a person"  # in a record's tags, where no bot sat
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


def language_option(function: F) -> F:
    """`--language fr`: in which language people are spoken to here."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        default=ENGLISH,
        show_default=True,
        envvar="FIMBUL_LANGUAGE",
        callback=_spoken,
        help="The language; FIMBUL_LANGUAGE sets it for good.",
    )(function)


def _spoken(context: click.Context, _: click.Parameter, value: str) -> str:
    context.meta[VOICE] = voice_of(value)
    return value


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
            problems.append(phrase("'{option}': an option is written name=value", option=option))
        elif name in values:
            problems.append(phrase("{name}: given twice", name=name))
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

    Where both a word and a list are welcome, as for powers, brackets and commas make a list.
    What fits none of them stays text, and the setup says what is wrong with it.
    """
    readings: list[Callable[[], Any]] = [
        lambda: msgspec.convert(text, hint, strict=False),
        lambda: msgspec.json.decode(text, type=hint),
        lambda: msgspec.convert([part.strip() for part in text.split(",")], hint, strict=False),
    ]
    if LISTED.search(text):
        readings = [*readings[1:], readings[0]]
    for reading in readings:
        try:
            return reading()
        except msgspec.MsgspecError:
            continue
    return text


@contextmanager
def here_first() -> Iterator[None]:
    """Modules of the folder one works in are found, as `python` finds them."""
    sys.path.insert(0, "")
    try:
        yield
    finally:
        sys.path.remove("")


def read_text(path: str) -> str:
    """A text file; BadArgument says why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadArgument(phrase("{path}: this is no text file", path=path)) from None
    except OSError as wrong:
        raise BadArgument(unusable(wrong)) from None


def read_record(path: str) -> Record:
    """The match in a `.saga` file, replayed and checked."""
    return fimbul.read_saga(saga_text(path))


def saga_text(path: str) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        wrong = phrase("{path}: this is no text, so it is no .saga file", path=path)
        raise BadRecord([wrong]) from None
    _speak_of(text)
    return text


def _speak_of(saga: str) -> None:
    """What is wrong with a match is told with the words of its game."""
    named = OF_GAME.search(saga)
    if named and named[1] in fimbul.game_names():
        speak(teller_of(fimbul.game(named[1]), voice().language))


def seat_from(text: str, names: tuple[str, ...]) -> int:
    """A seat by number, counted from 0, or by its name in the game, in either language."""
    told = [voice().tell(name) for name in names]
    both = [*enumerate(names), *enumerate(told)]
    known = {name.lower(): seat for seat, name in both}
    seat = int(text) if text.isdecimal() else known.get(text.lower(), -1)
    if not 0 <= seat < len(names):
        listed = ", ".join(f"{seat} ({name})" for seat, name in enumerate(told))
        none = "seat: there is no seat '{seat}', only {seats}"
        raise BadSetup([phrase(none, seat=text, seats=listed)])
    return seat
