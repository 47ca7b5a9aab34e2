"""`fimbul replay`: a saved match, turn by turn, as text or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

import fimbul
from fimbul.cli.arguments import read_record, seat_from
from fimbul.cli.refusals import BadArgument
from fimbul.kernel import Event, Game, Match, Record, State


class ShownTurn(Struct, frozen=True):
    """The table after a turn: its number (0: the beginning), its text, what happened in it."""

    number: int
    text: str
    events: tuple[Event, ...]
    state: State


class Viewing(Struct, frozen=True):
    """Through whose eyes a match is shown, and how."""

    game: Game[Any]
    seat: int | None
    theme: str
    plain: bool


@click.command()
@click.argument("file")
@click.option("--svg", metavar="PATH", help="Draw: a FILE.svg for one position, else a folder.")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Only after turn N.")
@click.option("--seat", help="As that seat sees it, by number or name; else as a spectator.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
def replay(
    file: str, svg: str | None, at: int | None, seat: str | None, theme: str, plain: bool
) -> None:
    """Check the match in FILE (.saga) and show it turn by turn."""
    record = read_record(file)
    game = fimbul.game(record.game)
    turns = list(turns_of(game, record))
    viewing = Viewing(game, _viewer(game, turns[0].state, seat), theme, plain)
    if at is not None and at >= len(turns):
        raise BadArgument(f"{file} has {len(turns) - 1} turns, so there is none with number {at}")
    chosen = turns if at is None else [turns[at]]
    if svg is None:
        _tell(viewing, record, chosen)
    else:
        _draw(viewing, chosen, Path(svg))


def _viewer(game: Game[Any], state: State, seat: str | None) -> int | None:
    return None if seat is None else seat_from(seat, game.scene(state, None).names())


def turns_of(game: Game[Any], record: Record) -> Iterator[ShownTurn]:
    """The beginning, then every turn as the game's notation counts them."""
    match = Match(game, game.setup(**record.setup), record.seed, mixed=record.mixed)
    yield ShownTurn(0, "the beginning", (), match.state.clone())
    written = list(game.notation.write(match.state.clone(), record.choices))
    choices = iter(record.choices)
    for number, (count, text) in enumerate(written, start=1):
        events: list[Event] = []
        for _ in range(count):
            match.choose(*next(choices))
            events += match.state.events
        yield ShownTurn(number, text, tuple(events), match.state.clone())


def _tell(viewing: Viewing, record: Record, turns: list[ShownTurn]) -> None:
    from rich.text import Text

    from fimbul.cli.table import TableLook, screen, table
    from fimbul.cli.telling import ending, told

    console = screen(viewing.plain)
    for turn in turns:
        scene = viewing.game.scene(turn.state, viewing.seat, brief=True)
        console.print(Text(f"{turn.number}. {turn.text}", "bold"))
        if comment := record.comments.get(turn.number):
            console.print(Text(f"{{{comment}}}", "cyan"))
        asked = tuple(open_.seat for open_ in turn.state.open)
        told_now = tuple(told(turn.events, viewing.seat, scene))
        look = TableLook(asked=asked, news=told_now, plain=viewing.plain)
        console.print(table(scene, look, console.width))
        if turn.state.result:
            for line in ending(turn.state.result, scene.names(), viewing.game.rulebook):
                console.print(Text(line, "green"))


def _draw(viewing: Viewing, turns: list[ShownTurn], path: Path) -> None:
    """One file, or a folder with a drawing for every turn. An older drawing is replaced."""
    from fimbul.draw import svg, symbols

    art = symbols(viewing.game)
    if path.suffix == ".svg":
        files = {path: turns[-1]}
    else:
        path.mkdir(parents=True, exist_ok=True)
        files = {path / f"turn-{turn.number:03d}.svg": turn for turn in turns}
    for file, turn in files.items():
        file.write_text(
            svg(viewing.game.scene(turn.state, viewing.seat), art, theme=viewing.theme),
            encoding="utf-8",
        )
    last = next(reversed(files))
    click.echo(f"drew {len(files)} position{'s' * (len(files) > 1)}, the last one in {last}")
