"""`fimbul play`: a match in the terminal, against bots or on a hot seat."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import Any

import click

import fimbul
from fimbul.cli.arguments import option_option, read_record, seat_from, setup_from
from fimbul.kernel import Match

SHORT_SEEDS = 2**32  # short enough to type again
VS = "The bot on all other seats: a level (thrall, karl, jarl, konung, odin), or greedy, mcts:1s."


@click.command()
@click.argument("game", required=False)
@click.option("--vs", default="jarl", show_default=True, help=VS)
@click.option("--seat", default="0", show_default=True, help="My seat, by number or name, or all.")
@click.option("--seed", type=int, help="The seed of all chance; by default a new one each time.")
@option_option
@click.option("--load", metavar="FILE", help="Take up a match from a .saga file.")
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
def play(
    game: str | None,
    vs: str,
    seat: str,
    seed: int | None,
    options: tuple[str, ...],
    load: str | None,
    plain: bool,
) -> None:
    """Play GAME (ragnarocks, if none is named) in the terminal."""
    from fimbul.cli.sitting import Sitting
    from fimbul.cli.terminal import Terminal

    if load is not None and (seed is not None or options):
        raise click.UsageError("--load brings its own seed and options")
    match = _new(game, seed, options) if load is None else _loaded(load, game)
    terminal = Terminal(Sitting(match, _bots(match, vs, seat)), plain=plain)
    if load is not None:
        terminal.own_files.add(Path(load).resolve())
    terminal.run()


def _new(game: str | None, seed: int | None, options: tuple[str, ...]) -> Match[Any]:
    found = fimbul.game(game or "ragnarocks")
    setup = setup_from(found, options)
    return Match(found, setup, randbelow(SHORT_SEEDS) if seed is None else seed)


def _loaded(path: str, game: str | None) -> Match[Any]:
    record = read_record(path)
    if game is not None and fimbul.game(game).id != record.game:
        raise click.UsageError(f"{path} holds a match of {record.game}, not of {game}")
    return fimbul.replay(record)


def _bots(match: Match[Any], description: str, seat: str) -> dict[int, Any]:
    """A bot for every seat but mine; none on a hot seat."""
    from fimbul.bots import bot

    if seat == "all":
        return {}
    state = match.state
    mine = seat_from(seat, match.game.scene(state, None).names())
    others = [other for other in range(state.seats) if other != mine]
    return {other: bot(description, match.seed + other) for other in others}
