"""What went wrong, for people: one clear message, an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from fimbul.kernel import FimbulError, IllegalChoice, Problems


class BadArgument(click.ClickException):
    """What was given cannot be used."""

    exit_code = 2


class Declined(click.ClickException):
    """What was given is fine, but the answer is no."""

    exit_code = 1


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn every error that is meant for people into a message."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read along has left: click ends quietly
    except FimbulError as wrong:
        kind = Declined if isinstance(wrong, IllegalChoice) else BadArgument
        raise kind(sentence(wrong)) from None
    except OSError as wrong:
        raise BadArgument(unusable(wrong)) from None


def sentence(wrong: FimbulError) -> str:
    """The error in words; several problems stand on a line each."""
    if not isinstance(wrong, Problems):
        return str(wrong)
    return "\n".join([f"{wrong.about}:", *(f"  {problem}" for problem in wrong.problems)])


def unusable(wrong: OSError) -> str:
    """What is wrong with a file, beginning with its name."""
    reason = (wrong.strerror or str(wrong)).lower()
    return f"{wrong.filename}: {reason}" if wrong.filename else reason
