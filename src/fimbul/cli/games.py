"""`fimbul games`: what can be played."""

from __future__ import annotations

import click

import fimbul
from fimbul.kernel import BrokenGame


@click.command()
def games() -> None:
    """List the games."""
    from rich.table import Table

    from fimbul.cli.table import screen

    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="bold")
    for heading in ("game", "seats", "minutes", "what it is"):
        grid.add_column(heading, no_wrap=heading != "what it is")
    for name in fimbul.game_names():
        try:
            about = fimbul.game(name).rulebook.about
        except BrokenGame as broken:
            click.echo(f"warning: {broken}", err=True)
            continue
        fewest, most = about["players"]
        seats = str(fewest) if fewest == most else f"{fewest}-{most}"
        grid.add_row(name, seats, str(about.get("minutes", "")), str(about.get("summary", "")))
    screen().print(grid)
