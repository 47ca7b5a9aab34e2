"""The rooms of the game: who may know whom, and that no step is left outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from fimbul.games.rag_narok import GAME
from fimbul.kernel.keep.codec import steps_of

# Each room may know those before it.
ROOMS = (
    "measure", "parts", "army", "state", "ground", "rules", "deal", "scene", "bots", "learning", "",
)  # fmt: skip
CHAPTERS = {
    "set_up", "command", "movement", "charge", "shooting", "melee", "fear", "flight", "machines",
    "magic", "faith",
}  # fmt: skip
STEPS = f"""
from fimbul.games.rag_narok import GAME
from fimbul.kernel.keep.codec import steps_of
print(*[step.__name__ for step in steps_of({GAME.package!r})])
"""


def modules() -> dict[str, Path]:
    """Every file of the game, by its name inside the game's folder."""
    files = {path.relative_to(GAME.folder): path for path in GAME.folder.rglob("*.py")}
    return {".".join(name.with_suffix("").parts): path for name, path in files.items()}


def room(name: str) -> str:
    first = name.partition(".")[0]
    return "" if first == "__init__" else first


def imported(tree: ast.AST) -> Iterator[str]:
    """What a file knows of the game when it runs, by rooms; what only types need does not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(GAME.package):
            inside = (node.module or "").removeprefix(GAME.package).lstrip(".")
            yield from (inside or name.name for name in node.names)
        yield from imported(node)


def test_no_room_knows_a_later_one() -> None:
    known = {
        name: set(imported(ast.parse(path.read_text("utf-8")))) for name, path in modules().items()
    }
    up = [
        f"{name} knows {other}"
        for name, others in known.items()
        for other in others
        if ROOMS.index(room(other)) > ROOMS.index(room(name))
    ]
    assert not up, up
    assert sum(map(len, known.values())) > 500


def test_every_rule_stands_in_its_chapter() -> None:
    inside = {path for path in (GAME.folder / "rules").iterdir() if path.is_dir()}
    assert {path.name for path in inside} - {"__pycache__"} == CHAPTERS


def test_every_test_stands_with_what_it_proves() -> None:
    here = Path(__file__).parent
    folders = {path.parent.name for path in here.rglob("test_*.py")} - {here.name}
    assert folders <= CHAPTERS | set(ROOMS)
    assert folders >= CHAPTERS


def test_every_step_is_known_once_the_game_is() -> None:
    """A stored step is found by its name, so the file that defines it must have been read."""
    told = [sys.executable, "-c", STEPS]
    done = subprocess.run(told, capture_output=True, text=True, check=True)
    for module in walk_packages([str(GAME.folder)], GAME.package + "."):
        import_module(module.name)
    names = [step.__name__ for step in steps_of(GAME.package)]
    assert done.stdout.split() == names
    assert len(names) == len(set(names)) > 100
