"""`fimbul replay`: a saved match, turn by turn, as text or drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

import fimbul
from fimbul.cli.arguments import language_option, saga_text, seat_from
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument, say, speak
from fimbul.cli.telling_tales import say_drawn, show_tale
from fimbul.kernel import (
    AsWritten,
    Event,
    Game,
    Match,
    Record,
    Scene,
    State,
    phrase,
    read_as_written,
)
from fimbul.server.replay.tale import TALE, unfold_text
from fimbul.words import Teller, teller_of


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
    teller: Teller


@click.command(cls=Spoken)
@click.argument("file")
@click.option(
    "--svg", metavar="PATH", help="Where to draw it: FILE.svg for one position, otherwise a folder."
)
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Only after turn N.")
@click.option("--seat", help="As that seat sees it, by number or name; otherwise as a spectator.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
@language_option
def replay(file: str, svg: str | None, at: int | None, seat: str | None, **look: Any) -> None:
    """Check the match in FILE (.saga) and show it turn by turn.

    A match that was played by other rules than today's is shown as it was seen then, if the file
    holds that, or else as far as today's rules can repeat it."""
    written = read_as_written(saga_text(file), fimbul.game)
    record, game = written.record, fimbul.game(written.record.game)
    teller = teller_of(game, look.pop("language"))
    speak(teller)
    if record.rules != game.rules:
        older = "Played by rules {old}; today's are rules {new}."
        say(phrase(older, old=record.rules, new=game.rules))
        if TALE in record.tags:
            show_tale(unfold_text(record.tags[TALE]), teller, at=at, svg=svg, **look)
            return
    if not written.laid:
        _tell_rest(written)
        return
    turns = list(turns_of(game, record))
    viewing = Viewing(game, _viewer(game, turns[0].state, seat), teller=teller, **look)
    if at is not None and at >= len(turns):
        none = "{file} has no turn {at}; its last one is {count}"
        raise BadArgument(phrase(none, file=file, count=len(turns) - 1, at=at))
    chosen = turns if at is None else [turns[at]]
    if svg is None:
        _tell(viewing, record, chosen)
        _tell_rest(written)
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

    console, teller = screen(viewing.plain), viewing.teller
    for turn in turns:
        scene = teller.told(viewing.game.scene(turn.state, viewing.seat, brief=True))
        console.print(Text(f"{turn.number}. {teller.tell(turn.text)}", "bold"))
        if comment := record.comments.get(turn.number):
            console.print(Text(f"{{{comment}}}", "cyan"))
        asked = tuple(open_.seat for open_ in turn.state.open)
        told_now = tuple(told(turn.events, viewing.seat, scene, teller))
        look = TableLook(asked=asked, news=told_now, plain=viewing.plain, language=teller.language)
        console.print(table(scene, look, console.width))
        if turn.state.result:
            for line in ending(turn.state.result, scene.names(), teller):
                console.print(Text(line, "green"))


def _tell_rest(written: AsWritten) -> None:
    """What today's rules cannot repeat, as it stands in the file."""
    if not written.rest:
        return
    say(phrase("Today's rules cannot repeat it from here on: {why}", why=written.why))
    say("The turns after that, as they are written:")
    for turn in written.rest:
        click.echo(f"  {turn}")


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
            svg(_seen(viewing, turn), art, theme=viewing.theme),
            encoding="utf-8",
        )
    say_drawn(files)


def _seen(viewing: Viewing, turn: ShownTurn) -> Scene:
    return viewing.teller.told(viewing.game.scene(turn.state, viewing.seat))
