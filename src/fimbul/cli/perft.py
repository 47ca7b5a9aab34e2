"""`fimbul perft`: count the tree."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import click

import fimbul
from fimbul.cli.arguments import option_option, seed_option, setup_from
from fimbul.cli.helping import Spoken
from fimbul.kernel import Game, State


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("depth", type=click.IntRange(min=1))
@option_option
@seed_option
@click.option("--divide", is_flag=True, help="Split the last count by the first choice.")
def perft(game: str, depth: int, options: tuple[str, ...], seed: int, divide: bool) -> None:
    """Count all ways to play DEPTH turns of GAME, as the game counts turns."""
    from fimbul.arena import perft as count

    found = fimbul.game(game)
    state = found.new(setup_from(found, options), seed)
    if divide:
        for first, ways in divided(found, state, depth):
            click.echo(f"{first:<24}{ways:>16,}")
    for turns in range(1, depth + 1):
        started = perf_counter()
        ways = count(found, state, turns)
        seconds = perf_counter() - started
        rate = f"{ways / seconds:,.0f}/s" if seconds else ""
        click.echo(f"perft({turns}) = {ways}  {seconds:.2f} s  {rate}")


def divided(game: Game[Any], state: State, depth: int) -> Iterator[tuple[str, int]]:
    """The ways behind each first choice; together they are the whole count."""
    from fimbul.arena import perft as count
    from fimbul.kernel import choose

    last = game.turns(state) + depth
    decision = state.open[0]
    for option in decision.options:
        child = state.clone()
        choose(child, decision.seat, option)
        yield option, count(game, child, last - game.turns(child))
