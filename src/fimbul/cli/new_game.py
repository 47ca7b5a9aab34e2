"""`fimbul new-game NAME`: a new game to start from, whole and playable: Brandub under that name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

from fimbul.kernel import FimbulError

GAMES, TESTS = Path("src/fimbul/games"), Path("tests/games")
TEMPLATE = "brandub"
TEXT = {".py", ".toml", ".svg", ".txt"}


class BadName(FimbulError):
    """A folder cannot be made under that name, or not there."""

    code = "new-game/bad"
    status = 422


@click.command("new-game")
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The clone of Fimbul to write into; the current folder otherwise.",
)
def new_game(name: str, into: Path) -> None:
    """Start a new game NAME in a clone of Fimbul: a copy of Brandub that passes every test."""
    check(name, into)
    for folder in (GAMES, TESTS):
        for path in copy(into / folder / TEMPLATE, into / folder / name, name):
            click.echo(f"  {path.relative_to(into)}")
    click.echo(f"{name} can be played now: fimbul play {name}")
    click.echo(f"Its tests: python -m pytest tests/conformance tests/games/{name} -k {name}")
    click.echo("How to go on: docs/build/add-a-game.md")


def check(name: str, into: Path) -> None:
    """Refuse before anything is written."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadName(f"{name!r} cannot be a folder of Python: use small letters, digits and _")
    for folder in (GAMES, TESTS):
        if not (into / folder / TEMPLATE).is_dir():
            raise BadName(f"there is no {folder / TEMPLATE} in {into.resolve()}: run it in a clone")
        if (into / folder / name).exists():
            raise BadName(f"{folder / name} exists already; nothing was changed")


def copy(source: Path, target: Path, name: str) -> list[Path]:
    """The folder under its new name, with the name changed inside the files as well."""
    written: list[Path] = []
    for path in sorted(source.rglob("*")):
        if path.suffix not in TEXT or "__pycache__" in path.parts:
            continue
        there = target / str(path.relative_to(source)).replace(TEMPLATE, name)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(renamed(path.read_text(encoding="utf-8"), name), encoding="utf-8")
        written.append(there)
    return written


def renamed(text: str, name: str) -> str:
    title = "".join(part.capitalize() for part in name.split("_"))
    return text.replace(TEMPLATE, name).replace(TEMPLATE.capitalize(), title)
