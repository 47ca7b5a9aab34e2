"""`fimbul verify`: check a record, dice and all."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.arguments import language_option
from fimbul.words import voice_of

SIGNS = {True: "ok", False: "WRONG", None: ""}


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--commit", default="", help="The promise you noted before the match.")
@language_option
def verify(file: Path, commit: str, language: str) -> None:
    """Replay FILE (a .saga) and check every choice, the result and the dice."""
    from fimbul import BadRecord, game
    from fimbul.server.replay.verify import verify as check

    try:
        checks = check(file.read_text(encoding="utf-8"), game, commit)
    except (BadRecord, UnicodeDecodeError) as wrong:
        raise click.ClickException(str(wrong)) from None
    for one in checks:
        tell = voice_of(language).tell
        click.echo(f"{tell(SIGNS[one.good]):<7}{tell(one.words)}")
    if any(one.good is False for one in checks):
        raise SystemExit(1)
