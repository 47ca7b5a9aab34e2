"""`fimbul new-game NAME`: a new game to start from, whole and playable: Brandub under that name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

from fimbul.cli.helping import Spoken
from fimbul.cli.new_package import PROJECT, told
from fimbul.games import names
from fimbul.kernel import FimbulError

GAMES, TESTS = Path("src/fimbul/games"), Path("tests/games")
TEMPLATE = "brandub"
HERE = Path(__file__).parents[1]
# The tests of the template: packed with the wheel, or those of the clone that is installed.
PROOFS = (HERE / "cli/proofs", HERE.parents[1] / "tests/games" / TEMPLATE)
TEXT = {".py", ".toml", ".svg", ".txt"}
LESSON = """\
# A first match, task by task: how such a file reads is told in docs/build/add-a-game.md.
# As long as it has no [[task]], nobody is offered a lesson.
seat = 0
seed = 0
"""
UNWRITTEN = ("primer.toml",)  # its pictures are those of the lesson
UNPICTURED = ("chapters.toml",)  # so are these; the chapters stay
PICTURES = ("picture ", "caption.")
EMPTY = {"lessons.toml": LESSON}  # what must be written anew for another game


class BadName(FimbulError):
    """A folder cannot be made under that name, or not there."""

    code = "new-game/bad"
    status = 422


@click.command("new-game", cls=Spoken)
@click.argument("name")
@click.option("--package", is_flag=True, help="Write a project of its own, outside of Fimbul.")
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The clone of Fimbul to write into, or the folder for a package; by default the current "
    "folder.",
)
def new_game(name: str, into: Path, package: bool) -> None:
    """Start a new game NAME in a clone of Fimbul, or in a package: a copy of Brandub that passes
    every test."""
    if package:
        new_package(name, into)
        return
    check(name, into)
    for folder in (GAMES, TESTS):
        for path in copy(into / folder / TEMPLATE, into / folder / name, name):
            click.echo(f"  {path.relative_to(into)}")
    click.echo(f"{name} can be played now: fimbul play {name}")
    click.echo(f"Its tests: python -m pytest tests/conformance tests/games/{name} -k {name}")
    click.echo("How to go on: docs/build/add-a-game.md")


def new_package(name: str, into: Path) -> None:
    """A whole project: what pip needs, the game, its tests."""
    check_name(name)
    project = into / name.replace("_", "-")
    if project.exists():
        raise BadName(f"{project} exists already; nothing was changed")
    if name in names():
        raise BadName(f"there is a game {name!r} already; two of one name cannot be installed")
    written = write_package(project, name)
    for path in written:
        click.echo(f"  {path.relative_to(into)}")
    click.echo(f"How to go on: {project / 'README.md'}")


def check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadName(f"{name!r} cannot be a folder of Python: use small letters, digits and _")


def check(name: str, into: Path) -> None:
    """Refuse before anything is written."""
    check_name(name)
    for folder in (GAMES, TESTS):
        if not (into / folder / TEMPLATE).is_dir():
            raise BadName(f"there is no {folder / TEMPLATE} in {into.resolve()}: run it in a clone")
        if (into / folder / name).exists():
            raise BadName(f"{folder / name} exists already; nothing was changed")


def write_package(project: Path, name: str) -> list[Path]:
    """Every import leads to the package, and every test stands beside the others."""
    game = copy(HERE / "games" / TEMPLATE, project / "src" / name, name)
    proofs = next(folder for folder in PROOFS if folder.is_dir())
    tests = [path for path in copy(proofs, project / "tests", name) if path.suffix == ".py"]
    for path in (*game, *tests):
        text = path.read_text(encoding="utf-8").replace(f"fimbul.games.{name}", name)
        text = text.replace(f"from tests.games.{name} import", "import")
        path.write_text(text.replace(f"tests.games.{name}.", ""), encoding="utf-8")
    (project / "tests" / "__init__.py").unlink()
    rest = []
    for part, text in PROJECT.items():
        (project / part).write_text(told(text, name), encoding="utf-8")
        rest.append(project / part)
    return [*rest, *game, *(path for path in tests if path.name != "__init__.py")]


def copy(source: Path, target: Path, name: str) -> list[Path]:
    """The folder under its new name, with the name changed inside the files as well."""
    written: list[Path] = []
    for path in sorted(source.rglob("*")):
        if path.suffix not in TEXT or "__pycache__" in path.parts or path.name in UNWRITTEN:
            continue
        there = target / str(path.relative_to(source)).replace(TEMPLATE, name)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(EMPTY.get(path.name) or _text(path, name), encoding="utf-8")
        written.append(there)
    return written


def _text(path: Path, name: str) -> str:
    text = renamed(path.read_text(encoding="utf-8"), name)
    if path.name not in UNPICTURED:
        return text
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(PICTURES))


def renamed(text: str, name: str) -> str:
    title = "".join(part.capitalize() for part in name.split("_"))
    return text.replace(TEMPLATE, name).replace(TEMPLATE.capitalize(), title)
