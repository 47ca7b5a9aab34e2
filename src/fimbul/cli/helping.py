"""What `--help` says, in the language of whoever asks."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Iterator, Sequence

import click

from fimbul.cli.refusals import voice
from fimbul.kernel import phrase
from fimbul.words import LANGUAGES, Voice, voice_of

NAMED = "--language"
OWN = "FIMBUL_LANGUAGE"
LETTERS = 1000  # letters of any sentence that says what a command does
EXTRA = "  ["  # behind the words of an option: [default: en]


def wished(words: Sequence[str]) -> Voice | None:
    """The voice that a command line asks for, wherever in it that stands; or the environment."""
    pairs = zip(words, [*words[1:], ""], strict=True)
    named = [word.partition("=")[2] or other for word, other in pairs if _names(word)]
    found = (named or [os.environ.get(OWN, "")])[-1]
    return voice_of(found) if found in LANGUAGES else None


def _names(word: str) -> bool:
    return word == NAMED or word.startswith(f"{NAMED}=")


class ToldHelp(click.HelpFormatter):
    """Tells each paragraph and each line as a whole."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        told = " ".join(voice().tell(one) for one in args.split())
        super().write_usage(prog, told, f"{voice().tell('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        told = voice().tell(phrase("{about}:", about=heading))
        self.write(f"{'':>{self.current_indent}}{told}\n")

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(voice().tell(one) for one in paragraphs(text)))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl([(name, line(text)) for name, text in rows], col_max, col_spacing)


def paragraphs(text: str) -> Iterator[str]:
    """Without the line breaks of the source."""
    for one in text.split("\n\n"):
        yield " ".join(one.split())


def line(text: str) -> str:
    """What an option says, and what click says of it in brackets."""
    words, bracket, extra = text.partition(EXTRA)
    told = [voice().tell(one) for one in extra.removesuffix("]").split("; ")] if bracket else []
    more = [_value(one) for one in told]
    return voice().tell(" ".join(words.split())) + (f"{EXTRA}{'; '.join(more)}]" if more else "")


def _value(extra: str) -> str:
    head, colon, value = extra.partition(": ")
    return voice().tell(phrase("{about}: {value}", about=head, value=value)) if colon else extra


class ToldContext(click.Context):
    formatter_class = ToldHelp


class Spoken(click.Command):
    """A command whose help is told."""

    context_class = ToldContext


class SpokenGroup(click.Group):
    """Several such commands under one name."""

    context_class = ToldContext
    command_class = Spoken

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Whole sentences, because a cut one has no translation."""
        found = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(LETTERS)) for name, one in found.items() if one]
            )


def said(command: click.Command) -> Iterator[str]:
    """All that the help of a command says of itself."""
    yield from paragraphs(inspect.cleandoc(command.help or ""))
    yield from paragraphs(command.epilog or "")
    for param in command.params:
        yield " ".join((getattr(param, "help", "") or "").split())
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        yield one.get_short_help_str(LETTERS)
        yield from said(one)
