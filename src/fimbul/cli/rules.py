"""`fimbul rules`: a game's rulebook."""

from __future__ import annotations

import click

import fimbul
from fimbul.cli.arguments import language_option
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import Declined, speak
from fimbul.kernel import phrase
from fimbul.words import teller_of


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("words", nargs=-1)
@click.option("--all", "folded", is_flag=True, help="The printed box and the software, too.")
@click.option("--ids", is_flag=True, help="The ids of rules, by which code and tests cite them.")
@click.option("--plain", is_flag=True, help="No colours.")
@language_option
def rules(
    game: str, words: tuple[str, ...], folded: bool, ids: bool, plain: bool, language: str
) -> None:
    """Read the rulebook of GAME, or search it.

    It is told in the order in which one learns the game; its end says what is printed and what we
    made up. WORDS: a rule's id shows that rule; anything else finds the rules, rulings and cards
    that hold all the words.
    """
    from rich.text import Text

    from fimbul.cli.rulebook import entries_text, in_short, whole_book
    from fimbul.cli.table import screen

    teller = teller_of(fimbul.game(game), language)
    speak(teller)
    found = teller.reading()
    wanted = " ".join(words)
    console = screen(plain)
    if wanted:
        shown = entries_text(found.rulebook, wanted, ids=ids)
    else:
        shown = whole_book(teller, console.width, folded=folded, plain=plain, ids=ids)
    if shown is None:
        none = "nothing in the rulebook of {game} contains all of {words}"
        raise Declined(phrase(none, game=found.title, words=f"'{wanted}'"))
    if not wanted:
        console.print(Text(teller.tell(found.title), "bold"))
        console.print(Text(str(found.rulebook.about.get("summary", ""))))
        console.print(in_short(found.rulebook.provenance))
    console.print(shown)
