"""`fimbul bench`: how fast a game runs on this machine.

Processor time is measured, so other programs on the machine do not make it look slower.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import click

import fimbul
from fimbul.cli.arguments import option_option, setup_from
from fimbul.cli.helping import Spoken
from fimbul.kernel import Dice, Game, Setup, State, choose

Measure = Callable[[float], float]  # seconds to spend -> how many a second


@click.command(cls=Spoken)
@click.argument("game", default="ragnarocks")
@option_option
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 600),
    default=3.0,
    show_default=True,
    help="Seconds to measure, in all.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="Runs of each measurement.",
)
def bench(game: str, options: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Measure GAME: the medians of short runs, taken in turn so that noise falls on all of them."""
    from rich.table import Table

    from fimbul.cli.table import screen

    found = fimbul.game(game)
    figures = measured(measures(found, setup_from(found, options)), seconds, rounds)
    click.echo(f"{found.title}, one core, processor time, median of {rounds} runs")
    grid = Table()
    grid.add_column("what")
    grid.add_column("a second", justify="right")
    for name, figure in figures.items():
        grid.add_row(name, f"{figure:,.0f}")
    screen().print(grid)


def measured(things: dict[str, Measure], seconds: float, rounds: int) -> dict[str, float]:
    share = seconds / rounds / len(things)
    runs: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, measure in things.items():
            runs[name].append(measure(share))
    return {name: median(figures) for name, figures in runs.items()}


def measures(game: Game[Any], setup: Setup) -> dict[str, Measure]:
    """What is measured, by name."""
    dice = Dice(1)

    def choices(seconds: float) -> float:
        return _play(game, setup, dice, seconds)[0]

    def clones(seconds: float) -> float:
        return _branch(game.new(setup, 1), dice, seconds)

    def playouts(seconds: float) -> float:
        return _play(game, setup, dice, seconds)[1]

    return {"random choices": choices, "clone + choose": clones, "playouts": playouts}


def _play(game: Game[Any], setup: Setup, dice: Dice, seconds: float) -> tuple[float, float]:
    """Whole random matches: choices and matches a second. Dealing is part of a match."""
    made, played, started = 0, 0, process_time()
    while (spent := process_time() - started) < seconds or not played:
        state = game.new(setup, dice.roll(2**32))
        while asked := state.open:
            options = asked[0].options
            choose(state, asked[0].seat, options[dice.roll(len(options))])
            made += 1
        played += 1
    return made / spent, played / spent


def _branch(state: State, dice: Dice, seconds: float) -> float:
    """Each choice made on a clone, as a search does; from the end it begins again."""
    first, made, started = state, 0, process_time()
    while (spent := process_time() - started) < seconds or not made:
        state = (state if state.open else first).clone()
        asked = state.open[0]
        choose(state, asked.seat, asked.options[dice.roll(len(asked.options))])
        made += 1
    return made / spent
