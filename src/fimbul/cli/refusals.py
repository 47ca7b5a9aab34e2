"""What went wrong, for people: one clear message, an exit code, never a traceback."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from fimbul.kernel import FimbulError, IllegalChoice, Problems, phrase
from fimbul.words import ENGLISH, Voice, voice_of

TOO_MANY = re.compile(r"Got unexpected extra arguments? \((.*)\)")  # as click says it
VOICE = "fimbul.voice"  # where a command keeps in which language it speaks


def speak(voice: Voice) -> Voice:
    """From here on this command speaks with that voice."""
    click.get_current_context().meta[VOICE] = voice
    return voice


def voice() -> Voice:
    """In which language the command speaks; English until it knows."""
    context = click.get_current_context(silent=True)
    found: Voice | None = context.meta.get(VOICE) if context else None
    return found or voice_of(ENGLISH)


def say(words: str, *, err: bool = False) -> None:
    """A line for people, in their language."""
    click.echo(voice().tell(words), err=err)


class Refusal(click.ClickException):
    """Told in the language of the command, which is no longer known when click shows it."""

    def __init__(self, words: str) -> None:
        super().__init__(voice().tell(words))
        self.head = voice().tell("Error:")

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"{self.head} {self.format_message()}", file=file or sys.stderr)


class BadArgument(Refusal):
    """What was given cannot be used."""

    exit_code = 2


class Declined(Refusal):
    """What was given is fine, but the answer is no."""

    exit_code = 1


class Misused(Refusal):
    """A command line that cannot be understood, with how one is written."""

    exit_code = 2

    def __init__(self, wrong: click.UsageError) -> None:
        super().__init__(_misuse(wrong))
        command = wrong.ctx.command_path if wrong.ctx else "fimbul"
        hint = voice().tell(phrase("'{command} --help' tells more.", command=command))
        self.usage = f"{wrong.ctx.get_usage()}\n" if wrong.ctx else ""
        self.usage += f"{hint}\n"

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.usage, file=file or sys.stderr)
        super().show(file)


def _misuse(wrong: click.UsageError) -> str:
    """What click found wrong, in words that can be told."""
    param = wrong.param if isinstance(wrong, click.BadParameter) else None
    name = param.human_readable_name if isinstance(param, click.Argument) else ""
    name = name or (param.opts[0] if param else "")
    if isinstance(wrong, click.NoSuchOption):
        return phrase("there is no option {name}", name=wrong.option_name)
    if isinstance(wrong, click.BadOptionUsage):
        return phrase("{name} needs a value", name=wrong.option_name)
    if isinstance(wrong, click.MissingParameter) and wrong.param and wrong.ctx:
        return phrase("{name} is missing", name=wrong.param.make_metavar(wrong.ctx))
    if name:
        return phrase("this is no value for {name}", name=name)
    if more := TOO_MANY.fullmatch(wrong.message):
        return phrase("this command has no use for {words}", words=more[1])
    return wrong.message


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn every error that is meant for people into a message."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read along has left: click ends quietly
    except click.UsageError as wrong:
        if voice().language == ENGLISH:
            raise  # click says it well
        raise Misused(wrong) from None
    except FimbulError as wrong:
        kind = Declined if isinstance(wrong, IllegalChoice) else BadArgument
        raise kind(sentence(wrong)) from None
    except OSError as wrong:
        raise BadArgument(unusable(wrong)) from None


def sentence(wrong: FimbulError) -> str:
    """The error in words; several problems stand on a line each."""
    if not isinstance(wrong, Problems):
        return wrong.words
    return listing(wrong.words, wrong.problems)


def listing(about: str, lines: Iterable[str]) -> str:
    """What a list is about, and its lines below, in the language of the command."""
    head = voice().tell(phrase("{about}:", about=about))
    return "\n".join([head, *(f"  {voice().tell(line)}" for line in lines)])


def unusable(wrong: OSError) -> str:
    """What is wrong with a file, beginning with its name."""
    reason = (wrong.strerror or str(wrong)).lower()
    if not wrong.filename:
        return reason
    return phrase("{path}: {reason}", path=str(wrong.filename), reason=reason)
