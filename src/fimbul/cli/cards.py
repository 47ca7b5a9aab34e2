"""`fimbul cards`: a file for owners of a printed game to write their own cards into."""

from __future__ import annotations

import click

import fimbul
from fimbul.cli.arguments import language_option, read_text
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument, Declined, say, speak
from fimbul.kernel import card_file, phrase
from fimbul.words import teller_of


@click.command(cls=Spoken)
@click.argument("game")
@click.option("--check", "file", metavar="FILE", help="Check a file instead of writing one.")
@language_option
def cards(game: str, file: str | None, language: str) -> None:
    """Write the cards of GAME as a file that owners of the printed game can change.

    fimbul cards nine_realms > my-cards.toml
    """
    found = fimbul.game(game)
    speak(teller_of(found, language))
    origin = found.rulebook.provenance
    if origin is None or not origin.options:
        raise Declined(phrase("{game} has no cards that an owner could bring", game=found.title))
    if file is None:
        click.echo(card_file(found.id, found.rulebook), nl=False)
        return
    text = read_text(file)
    present = [name for name, tables in origin.options.items() if _holds(text, tables)]
    if not present:
        known = ", ".join(f"[[{table}]]" for tables in origin.options.values() for table in tables)
        raise BadArgument(phrase("{file}: there is none of {known} in it", file=file, known=known))
    found.setup(**dict.fromkeys(present, text))
    fine = "{file}: all is well. It serves as {names} of {game}."
    say(phrase(fine, file=file, names=", ".join(present), game=found.title))


def _holds(text: str, tables: tuple[str, ...]) -> bool:
    return any(f"[[{table}]]" in text for table in tables)
