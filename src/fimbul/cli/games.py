"""`fimbul games`: what can be played."""

from __future__ import annotations

import click

import fimbul
from fimbul.cli.arguments import language_option
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import say, voice
from fimbul.kernel import BrokenGame, phrase
from fimbul.words import teller_of


@click.command(cls=Spoken)
@language_option
def games(language: str) -> None:
    """List the games."""
    from rich.table import Table

    from fimbul.cli.table import screen

    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="bold")
    for heading in ("game", "seats", "minutes", "what it is"):
        grid.add_column(voice().tell(heading), no_wrap=heading != "what it is")
    for name in fimbul.game_names():
        try:
            about = teller_of(fimbul.game(name), language).book().about
        except BrokenGame as broken:
            say(phrase("{name} cannot be loaded: {why}", name=name, why=str(broken)), err=True)
            continue
        fewest, most = about["players"]
        seats = str(fewest) if fewest == most else f"{fewest}-{most}"
        grid.add_row(name, seats, str(about.get("minutes", "")), str(about.get("summary", "")))
    screen().print(grid)
