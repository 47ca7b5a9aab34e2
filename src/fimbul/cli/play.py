"""`fimbul play`: a match in the terminal, against bots or on a hot seat."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import Any

import click

import fimbul
from fimbul.cli.arguments import (
    PERSON,
    here_first,
    language_option,
    option_option,
    read_record,
    seat_from,
    setup_from,
)
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument, speak
from fimbul.kernel import Match, NoSuchBot, Record, phrase
from fimbul.words import teller_of

SHORT_SEEDS = 2**32  # short enough to type again
FEATURED = "ragnarocks"
RIVAL, FIRST = "jarl", "0"  # where neither the command nor a loaded match says
VS = (
    "The bot on all other seats: a level (thrall, karl, jarl, konung, odin), or greedy, mcts:1s, "
    f"or module:Class. By default {RIVAL}, or whoever sat there in the match that is loaded."
)


@click.command(cls=Spoken)
@click.argument("game", required=False)
@click.option("--vs", help=VS)
@click.option("--seat", help="Your seat, by number (from 0) or name, or all; the first by default.")
@click.option("--seed", type=int, help="The seed of all chance; by default a new one each time.")
@option_option
@click.option("--load", metavar="FILE", help="Continue a match from a .saga file.")
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
@language_option
def play(
    game: str | None,
    vs: str | None,
    seat: str | None,
    seed: int | None,
    options: tuple[str, ...],
    load: str | None,
    plain: bool,
    language: str,
) -> None:
    """Play GAME (ragnarocks, if none is named) in the terminal."""
    from fimbul.cli.sitting import Sitting
    from fimbul.cli.terminal import Terminal

    if load is not None and (seed is not None or options):
        raise BadArgument("--load brings its own seed and options")
    record = _record(load, game) if load is not None else None
    speak(teller_of(fimbul.game(record.game if record else game or FEATURED), language))
    match = fimbul.replay(record) if record else _new(game, seed, options)
    sat = _sat(record) if record else {}
    terminal = Terminal(Sitting(match, _bots(match, vs, seat, sat), language), plain=plain)
    if load is not None:
        terminal.own_files.add(Path(load).resolve())
    terminal.run()


def _new(game: str | None, seed: int | None, options: tuple[str, ...]) -> Match[Any]:
    found = fimbul.game(game or FEATURED)
    setup = setup_from(found, options)
    return Match(found, setup, randbelow(SHORT_SEEDS) if seed is None else seed)


def _record(path: str, game: str | None) -> Record:
    record = read_record(path)
    if game is not None and fimbul.game(game).id != record.game:
        other = "{path} holds a match of {game}, not of {wanted}"
        raise BadArgument(phrase(other, path=path, game=record.game, wanted=game))
    return record


def _sat(record: Record) -> dict[int, str]:
    """Who sat where, as far as the record says."""
    tags = {seat: record.tags.get(f"Seat{seat}", "") for seat in range(len(record.tags))}
    return {seat: name for seat, name in tags.items() if name}


def _bots(
    match: Match[Any], vs: str | None, seat: str | None, sat: dict[int, str]
) -> dict[int, Any]:
    """A bot for every seat but mine; none on a hot seat."""
    if seat == "all":
        return {}
    people = [str(one) for one, name in sat.items() if name == PERSON]
    mine = seat_from(seat or next(iter(people), FIRST), match.game.scene(match.state, None).names())
    others = [other for other in range(match.state.seats) if other != mine]
    return {other: _bot(vs, sat.get(other, ""), match.seed + other) for other in others}


def _bot(vs: str | None, before: str, seed: int) -> Any:
    """A record may come from anybody, so what it names is never imported."""
    from fimbul.bots import bot, make_bot

    if vs:
        with here_first():
            return make_bot(vs, seed)
    try:
        return bot(before or RIVAL, seed)
    except NoSuchBot:
        return bot(RIVAL, seed)
