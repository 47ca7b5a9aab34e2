"""A match as it was seen, in the terminal: its rules are not asked."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import fimbul
from fimbul.cli.refusals import BadArgument, say
from fimbul.kernel import Scene, named, phrase
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.replay.tale import Tale, ToldReel
from fimbul.words import Teller


def show_tale(
    tale: Tale, teller: Teller, *, at: int | None, plain: bool, svg: str | None, theme: str
) -> None:
    """Turn by turn with all hands open, for that is what a file keeps."""
    reel, turns = ToldReel(tale, ""), (0, *[turn.at for turn in tale.about.turns])
    say("It is shown as the file tells it, all open; no rules have checked that.")
    if at is not None and at >= len(turns):
        none = "there is no turn {at}; the last one is {count}"
        raise BadArgument(phrase(none, count=len(turns) - 1, at=at))
    chosen = list(enumerate(turns)) if at is None else [(at, turns[at])]
    if svg is not None:
        _draw(tale, [(number, _scene(reel, count)) for number, count in chosen], Path(svg), theme)
        return
    for number, count in chosen:
        _print(reel, number, (turns[max(0, number - 1)], count), teller, plain=plain)


def _scene(reel: ToldReel, count: int) -> Scene:
    scene = reel.scene(count, OPEN).seen.scene
    assert scene is not None, "a tale shows whole scenes"
    return scene


def _print(
    reel: ToldReel, number: int, between: tuple[int, int], teller: Teller, *, plain: bool
) -> None:
    from rich.text import Text

    from fimbul.cli.table import TableLook, screen, table

    before, count = between
    console, scene = screen(plain), teller.told(_scene(reel, count))
    known = len(reel.scene(before, OPEN).log) if number else 0
    news = [teller.told(line) for line in reel.scene(count, OPEN).log[known:]]
    lines = [named(line.words, scene.names()) for line in news]
    called = teller.tell("turn" if number else "the beginning")
    console.print(Text(f"{number}. {called}", "bold"))
    look = TableLook(news=tuple(lines), plain=plain, language=teller.language)
    console.print(table(scene, look, console.width))


def _draw(tale: Tale, scenes: list[tuple[int, Scene]], path: Path, theme: str) -> None:
    from fimbul.draw import svg, symbols

    art = symbols(fimbul.game(tale.about.game))
    if path.suffix == ".svg":
        files = {path: scenes[-1][1]}
    else:
        path.mkdir(parents=True, exist_ok=True)
        files = {path / f"turn-{number:03d}.svg": scene for number, scene in scenes}
    for file, scene in files.items():
        file.write_text(svg(scene, art, theme=theme), encoding="utf-8")
    say_drawn(files)


def say_drawn(files: Collection[Path]) -> None:
    drawn = "drew {count} position, in {last}"
    many = drawn if len(files) == 1 else "drew {count} positions, the last one in {last}"
    say(phrase(many, count=len(files), last=str(list(files)[-1])))
