"""`python -m benchmarks` prints the figures; a word after it does more (`--help`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from benchmarks import (
    battles,
    codec,
    coverage,
    engine,
    fairness,
    ladder,
    lore,
    play,
    punctual,
    search,
    start,
    strength,
    tune,
    yardstick,
)
from benchmarks.figure import Figure, Measured, measured
from benchmarks.strength import Series
from benchmarks.thought import Thought
from fimbul.cli.arguments import values_from
from fimbul.games.ragnarocks.parts import PLANS

Command = Callable[..., None]

TOPICS = (yardstick, play, codec, lore, search, start)


@click.group(invoke_without_command=True)
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.1), default=12.0, show_default=True)
@click.pass_context
def main(context: click.Context, rounds: int, seconds: float) -> None:
    """The figures of Fimbul, as medians over rounds that take every figure in turn."""
    if context.invoked_subcommand is None:
        tell([figure for topic in TOPICS for figure in topic.FIGURES], rounds, seconds)


def thought(command: Command) -> Command:
    """The two ways to think that do not look at the wall clock."""
    processor = click.option("--processor", is_flag=True, help="Count the processor's seconds.")
    tries = click.option("--tries", type=click.IntRange(0), default=0, help="For each second.")
    return processor(tries(command))


def series_of(*, games: int, workers: int, seed: int, processor: int, tries: int) -> Series:
    return Series(games, workers, seed, Thought(bool(processor), tries))


@main.command("strength")
@click.argument("sets", nargs=-1, type=click.Choice(list(strength.SETS)))
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@thought
def play_pairs(sets: tuple[str, ...], **series: int) -> None:
    """Play bots against each other, whole sets of pairs, or all of them."""
    pairs = [pair for name in sets or strength.SETS for pair in strength.SETS[name]]
    strength.play(pairs, series_of(**series))


@main.command("engine")
@click.option("--rounds", type=click.IntRange(1), default=7, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.1), default=15.0, show_default=True)
def measure_engine(rounds: int, seconds: float) -> None:
    """The figures of the engine of Ragnarocks, beside OpenSpiel's."""
    tell(engine.figures(), rounds, seconds)


@main.command("tune")
@click.option("--openings", type=click.IntRange(1), default=100, show_default=True)
@click.option("--looks", type=click.IntRange(1), default=800, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--passes", type=click.IntRange(1), default=1, show_default=True)
def find_weights(openings: int, looks: int, seed: int, passes: int) -> None:
    """Let the engine of Ragnarocks play itself, and write its weights anew."""
    tune.tune(tune.Series(openings, looks, seed), passes)


@main.command("punctual")
@click.argument("game")
@click.argument("player", metavar="BOT:TIME")
@click.option("--rival", default="random", show_default=True)
@click.option("--games", type=click.IntRange(1), default=2, show_default=True)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE")
def time_answers(game: str, player: str, rival: str, games: int, options: tuple[str, ...]) -> None:
    """How long a bot takes for its answers, by the processor's time; the longest first."""
    chosen = dict(option.split("=", 1) for option in options)
    punctual.tell(punctual.matches(game, player, rival, games, **chosen))


@main.command("fairness")
@click.argument("boards", nargs=-1, type=click.Choice(list(PLANS)))
@click.option("--player", metavar="BOT", default="engine:2000n", show_default=True)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE")
def play_equals(
    boards: tuple[str, ...], player: str, games: int, seed: int, options: tuple[str, ...]
) -> None:
    """Equal bots at Ragnarocks on all boards: which colour wins, and how often stones run out."""
    chosen = values_from(fairness.GAME, options)
    fairness.play(boards or tuple(PLANS), fairness.Series(player, games, seed, chosen))


def tell(figures: Sequence[Figure], rounds: int, seconds: float) -> None:
    click.echo(f"{'one core, CPython, processor time':<38}{'median':>14}{'best':>14}  unit")
    for found in measured(figures, rounds, seconds):
        click.echo(line(found))


@main.command("ladder")
@click.argument("names", nargs=-1, metavar="[GAME...]")
@click.option("--games", type=click.IntRange(1), default=40, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--sure", is_flag=True, help="End a rung as soon as a sequential test is sure.")
@click.option("--keep", type=Path, default=ladder.KEPT, help="Where matches are kept.")
@click.option("--page", type=Path, default=ladder.PAGE, help="Where the table is written.")
@click.option("--look", is_flag=True, help="Write no page.")
@thought
def play_ladder(
    names: tuple[str, ...], sure: bool, keep: Path, page: Path, look: bool, **series: int
) -> None:
    """Play each level against the next weaker one, in every game or in GAMEs, and write the table.

    Every match is kept as it ends: the same command goes on where it was stopped.
    """
    ladder.play(names, series_of(**series), keep, None if look else page, sure)


@main.command("coverage")
@click.option("--player", default="engine:1n", show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def count_kinds(player: str, rounds: int, seed: int) -> None:
    """Which Orders, skills, spells and machines bots of Rag'Narok use, of all that is offered."""
    coverage.tell(player, rounds, seed)


@main.command("balance")
@click.argument("scenarios", nargs=-1, type=click.Choice(list(battles.LISTS)))
@click.option("--player", default="engine:1n", show_default=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
def play_armies(scenarios: tuple[str, ...], player: str, games: int, seed: int) -> None:
    """The ready armies of Rag'Narok against each other, equal bots, both orders of seats."""
    battles.tell(scenarios or tuple(battles.LISTS), player, games, seed)


def line(found: Measured) -> str:
    figure = found.figure
    shown = f"{figure.name:<38}{found.median:>14,.1f}{found.best:>14,.1f}  {figure.unit}"
    if figure.aim is None:
        return shown
    reached = found.median <= figure.aim if figure.small else found.median >= figure.aim
    word = "at most" if figure.small else "at least"
    return f"{shown}  (aim: {word} {figure.aim:,.0f}, {'reached' if reached else 'missed'})"


if __name__ == "__main__":
    main()
