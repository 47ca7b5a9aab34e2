"""`fimbul mine`: look for puzzles in matches of bots."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

import fimbul
from fimbul.cli.arguments import option_option, seed_option, values_from
from fimbul.cli.helping import Spoken


@click.command(cls=Spoken)
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--count", type=click.IntRange(min=1), default=10, show_default=True, help="Puzzles to find."
)
@click.option(
    "--depth",
    type=click.IntRange(min=100),
    default=6000,
    show_default=True,
    help="Iterations for the last, thorough look at a position.",
)
@option_option
@seed_option
def mine(
    game: str, file: Path, count: int, depth: int, options: tuple[str, ...], seed: int
) -> None:
    """Add puzzles of GAME to FILE. The same seed and depth find the same ones."""
    from fimbul.arena.mining import Depth, PuzzleMine
    from fimbul.kernel import read_puzzles, write_puzzles

    found = fimbul.game(game)
    source = PuzzleMine(found, values_from(found, options), Depth(depth), seed)
    for puzzle in islice(source.puzzles(), count):
        kept = {one.name: one for one in read_puzzles(file)}
        file.write_bytes(write_puzzles([*kept.values(), puzzle]))
        click.echo(
            f"{puzzle.name}  turn {len(puzzle.turns) + 1}, {puzzle.theme}, "
            f"{puzzle.stars} stars, {puzzle.value:+.2f} against {puzzle.second:+.2f}"
        )
