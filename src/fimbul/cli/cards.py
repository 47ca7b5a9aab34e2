"""`fimbul cards`: a file for owners of a printed game to write their own cards into."""

from __future__ import annotations

import click

import fimbul
from fimbul.cli.arguments import read_text
from fimbul.cli.refusals import BadArgument, Declined
from fimbul.kernel import card_file


@click.command()
@click.argument("game")
@click.option("--check", "file", metavar="FILE", help="Check a file instead of writing one.")
def cards(game: str, file: str | None) -> None:
    """Write the cards of GAME as a file that owners of the printed game can change.

    fimbul cards nine_realms > my-cards.toml
    """
    found = fimbul.game(game)
    origin = found.rulebook.provenance
    if origin is None or not origin.options:
        raise Declined(f"{found.title} has no cards that an owner could bring")
    if file is None:
        click.echo(card_file(found.id, found.rulebook), nl=False)
        return
    text = read_text(file)
    present = [name for name, tables in origin.options.items() if _holds(text, tables)]
    if not present:
        known = ", ".join(f"[[{table}]]" for tables in origin.options.values() for table in tables)
        raise BadArgument(f"{file}: there is none of {known} in it")
    found.setup(**dict.fromkeys(present, text))
    click.echo(f"{file}: all is well. It serves as {' and '.join(present)} of {found.title}.")


def _holds(text: str, tables: tuple[str, ...]) -> bool:
    return any(f"[[{table}]]" in text for table in tables)
