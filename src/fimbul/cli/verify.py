"""`fimbul verify`: check a record, dice and all."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.arguments import language_option, saga_text
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import Declined, sentence, speak, voice
from fimbul.words import voice_of

SIGNS = {True: "ok", False: "WRONG", None: ""}


@click.command(cls=Spoken)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--commit", default="", help="The promise you noted before the match.")
@language_option
def verify(file: Path, commit: str, language: str) -> None:
    """Replay FILE (a .saga) and check every choice, the result and the dice."""
    from fimbul import BadRecord, game
    from fimbul.server.replay.verify import verify as check

    speak(voice_of(language))
    try:
        checks = check(saga_text(str(file)), game, commit)
    except BadRecord as wrong:
        raise Declined(sentence(wrong)) from None
    for one in checks:
        tell = voice().tell  # by now that of the record's game
        click.echo(f"{tell(SIGNS[one.good]):<7}{tell(one.words)}")
    if any(one.good is False for one in checks):
        raise SystemExit(1)
