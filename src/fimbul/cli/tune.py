"""`fimbul tune GAME BOT`: good numbers for a bot."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

import fimbul
from fimbul.cli.arguments import here_first, option_option, seed_option, values_from
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument
from fimbul.kernel import Game

if TYPE_CHECKING:
    from fimbul.arena.tuning import TuningRequest


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("bot")
@click.option(
    "--number",
    "numbers",
    multiple=True,
    required=True,
    metavar="NAME=LOW..HIGH",
    help="A number in the braces of BOT or of an option, and its bounds; repeat it for several.",
)
@click.option(
    "--against", default="karl", show_default=True, help="The bot that every trial plays against."
)
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Trials of the search.",
)
@click.option(
    "--games", type=click.IntRange(min=2), default=10, show_default=True, help="Matches of a trial."
)
@click.option(
    "--race", type=click.IntRange(min=2), default=60, show_default=True, help="Matches of a race."
)
@option_option
@seed_option
def tune(
    game: str,
    bot: str,
    numbers: tuple[str, ...],
    against: str,
    trials: int,
    games: int,
    race: int,
    options: tuple[str, ...],
    seed: int,
) -> None:
    """Search for good numbers for a BOT of GAME, such as "mcts:{tries}n", or for GAME itself.

    Optuna proposes, matches against one rival judge, and the best race each other on common deals.
    Where the braces stand in an option (-o "stones={stones}"), BOT sits at every seat, and seats
    that are as good as each other are searched for.
    """
    from fimbul.arena.evenness import searches_table
    from fimbul.arena.tuning import TuningRequest, read_number

    if find_spec("optuna") is None:
        raise BadArgument("the search is Optuna's: pip install 'fimbul[lab]'")
    found = fimbul.game(game)
    told = tuple(read_number(number) for number in numbers)
    asked = TuningRequest(
        bot, against, told, trials, games, race, seed, dict(values_from(found, options))
    )
    with here_first():
        (_tune_table if searches_table(asked) else _tune_bot)(found, asked)


def _tune_bot(game: Game[Any], asked: TuningRequest) -> None:
    from fimbul.arena.tuning import tune

    best = tune(game, asked, click.echo)
    rate = best.against
    click.echo(
        f"{best.bot} against {asked.rival}: {rate.rate:.0%} of {rate.deals} deals "
        f"({rate.low:.0%} to {rate.high:.0%})"
    )


def _tune_table(game: Game[Any], asked: TuningRequest) -> None:
    from fimbul.arena.evenness import even_table

    best = even_table(game, asked, click.echo)
    options = ", ".join(f"{name}={value}" for name, value in best.options.items())
    click.echo(f"{options}: first came")
    for seat, one in enumerate(best.seats, start=1):
        low, high = one.interval
        click.echo(f"  seat {seat} {one.rate:.0%} of {one.played} ({low:.0%} to {high:.0%})")
