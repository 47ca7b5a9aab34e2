"""`fimbul rules`: a game's rulebook."""

from __future__ import annotations

import click

import fimbul
from fimbul.cli.refusals import Declined


@click.command()
@click.argument("game")
@click.argument("words", nargs=-1)
@click.option("--plain", is_flag=True, help="No colours.")
def rules(game: str, words: tuple[str, ...], plain: bool) -> None:
    """Read the rulebook of GAME, or search it.

    First of all it says what is printed and what we made up. WORDS: a rule's id shows that rule;
    anything else finds the rules, rulings and cards that hold all the words.
    """
    from rich.text import Text

    from fimbul.cli.rulebook import entries_text, whole_book
    from fimbul.cli.table import screen

    found = fimbul.game(game)
    wanted = " ".join(words)
    shown = entries_text(found.rulebook, wanted) if wanted else whole_book(found)
    if shown is None:
        raise Declined(f"nothing in the rulebook of {found.title} holds all of {wanted!r}")
    console = screen(plain)
    if not wanted:
        console.print(Text(found.title, "bold"))
        console.print(Text(str(found.rulebook.about.get("summary", ""))))
    console.print(shown)
