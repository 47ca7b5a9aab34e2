"""The same rooms in every game: whoever knows one of them finds the way in all.

A room is a file or a folder directly in the folder of a game. What a folder holds is free to be
named by its chapters; what lies beside the rooms, or in the wrong one, is named here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from fimbul.kernel import Game, PlainNotation, Setup, steps_of

FILE, FOLDER = ".py", "/"
ROOMS: dict[str, tuple[str, ...]] = {
    "parts": (FILE,),  # components and numbers of the rulebook, named once
    "cards": (FILE,),  # the cards as data; the card files of owners
    "measure": (FOLDER,),  # lengths, angles and tables that know no state
    "army": (FOLDER,),  # what players bring, and the workshop for it
    "setup": (FILE,),  # the Setup and its problems
    "deal": (FILE,),  # the first state
    "state": (FILE, FOLDER),  # all that lies on the table
    "checks": (FILE,),  # what a stored state must satisfy
    "ground": (FOLDER,),  # what lies where: questions that change nothing
    "rules": (FILE, FOLDER),  # the steps, chapter by chapter, and what they share
    "powers": (FOLDER,),  # named abilities, a file each
    "notation": (FILE, FOLDER),  # turns and positions as text
    "scene": (FILE, FOLDER),  # who sees what
    "previews": (FILE,),  # what touching would show
    "lore": (FILE,),  # how good it looks for a seat, and what it cannot see
    "dreams": (FILE,),  # dealing anew what a seat cannot see, where lore has no room for it
    "instinct": (FILE,),  # what a plain player picks without a thought
    "learning": (FILE,),  # what a learner is told: names of things, numbers for what is seen
    "engine": (FOLDER,),  # a searcher of the game's own
    "bots": (FOLDER,),  # all but `learning` of these six, where they are many
}
BOTS = ("lore", "dreams", "instinct", "engine", "bots")
SHOWN = frozenset({"Scene", "Zone", "Plate", "Thing", "Mark", "Preview", "Note"})


class Located(NamedTuple):
    """Something of a game, the module that holds it, and the modules that may."""

    what: str
    module: str
    rooms: tuple[str, ...]


def everything_lies_in_its_room(game: Game[Any]) -> None:
    modules = dict(modules_of(game))
    for name in modules:
        import_module(f"{game.package}.{name}".rstrip("."))
    wrong = [*_unhoused(game), *_misplaced(game, modules), *_misnamed(game)]
    rooms = ", ".join(" or ".join(f"{room}{kind}" for kind in ROOMS[room]) for room in ROOMS)
    assert not wrong, "\n".join([*wrong, f"The rooms: {rooms}"])


def modules_of(game: Game[Any]) -> Iterator[tuple[str, Path]]:
    """The modules of a game by name, as seen from its folder, which is the empty name itself."""
    for path in sorted(game.folder.rglob("*.py")):
        inside = path.relative_to(game.folder).with_suffix("").parts
        yield ".".join(inside[:-1] if inside[-1] == "__init__" else inside), path


def _unhoused(game: Game[Any]) -> Iterator[str]:
    for path in sorted(game.folder.iterdir()):
        kind = FOLDER if path.is_dir() else path.suffix
        if path.name == "__init__.py" or (kind == FOLDER and not any(path.rglob("*.py"))):
            continue
        if kind in (FILE, FOLDER) and kind not in ROOMS.get(path.stem, ()):
            yield f"{path.stem}{kind} is no room of a game"


def _misplaced(game: Game[Any], modules: dict[str, Path]) -> Iterator[str]:
    found = [*_of_rules(game), *_of_bots(game), *_of_scenes(game, modules)]
    for what, module, rooms in found:
        if not any(module == room or module.startswith(f"{room}.") for room in rooms):
            yield f"{what} lies in {module or '__init__'}, not in {' or '.join(rooms)}"


def _of_rules(game: Game[Any]) -> Iterator[Located]:
    yield Located("the State", _inside(game, game.state_type), ("state",))
    yield Located("the deal", _inside(game, game.deal), ("deal",))
    for kind in _all_below(Setup):
        if _is_own(game, kind):
            yield Located(
                f"the Setup {kind.__name__}", _inside(game, kind), ("setup", "army.setup")
            )
    for step in steps_of(game.package):
        yield Located(f"the step {step.__name__}", _inside(game, step), ("rules", "powers"))
    if type(game.notation) is not PlainNotation:
        yield Located("the notation", _inside(game, type(game.notation)), ("notation",))
    for name, workshop in game.workshops.items():
        yield Located(f"the workshop {name!r}", _inside(game, type(workshop)), ("army",))


def _of_bots(game: Game[Any]) -> Iterator[Located]:
    lore = game.lore
    for name in ("value", "values", "redeal", "secrets", "hides", "instinct", "ways", "near"):
        if (function := getattr(lore, name)) is not None:
            yield Located(f"lore's {name}", _inside(game, function), BOTS)
    if game.learning is not None:
        for name in ("features", "things", "rows"):
            if (function := getattr(game.learning, name)) is not None:
                yield Located(f"learning's {name}", _inside(game, function), ("learning",))
    if lore.engine is not None:
        yield Located("the engine", _inside(game, type(lore.engine)), ("engine", "bots"))


def _of_scenes(game: Game[Any], modules: dict[str, Path]) -> Iterator[Located]:
    yield Located("show", _inside(game, game.show), ("scene",))
    if game.brief is not None:
        yield Located("brief", _inside(game, game.brief), ("scene",))
    for module, path in modules.items():
        for name in sorted(_from_the_kernel(path) & SHOWN):
            yield Located(f"what makes a {name}", module, ("scene", "previews"))


def _misnamed(game: Game[Any]) -> Iterator[str]:
    own, wanted = game.state_type.__name__, "".join(map(str.capitalize, game.id.split("_")))
    if own != wanted:
        yield f"the State is named {own}, not after its game: {wanted}"


def _inside(game: Game[Any], what: type | Callable[..., Any]) -> str:
    """The module that holds it, as seen from the game's folder."""
    return what.__module__.removeprefix(game.package).removeprefix(".")


def _is_own(game: Game[Any], kind: type) -> bool:
    return kind.__module__ == game.package or kind.__module__.startswith(f"{game.package}.")


def _all_below(kind: type) -> Iterator[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        yield child
        yield from _all_below(child)


def _from_the_kernel(path: Path) -> set[str]:
    """The names that a file imports from the kernel."""
    return {
        name.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "fimbul.kernel"
        for name in node.names
    }
