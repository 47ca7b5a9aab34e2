"""Who may import whom, and what may be imported at all."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Container, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import fimbul

ROOT = Path(fimbul.__file__).parent
KERNEL = ROOT / "kernel"
ALL = frozenset(path.name for path in ROOT.iterdir() if path.is_dir())
MAY_IMPORT: dict[str, frozenset[str]] = {
    "kernel": frozenset(),
    "kit": frozenset({"kernel"}),
    "games": frozenset({"kernel", "kit"}),
    "bots": frozenset({"kernel"}),
    "draw": frozenset({"kernel"}),
    "arena": frozenset({"kernel", "games", "bots"}),
    "adapters": frozenset({"kernel", "games", "bots"}),
    "words": frozenset({"kernel"}),
    "server": frozenset({"kernel", "kit", "games", "bots", "draw", "words"}),
    "agents": frozenset({"kernel"}),  # they meet a server as anybody does, by HTTP
    "conformance": ALL,
    "cli": ALL,
}
# The kernel from the inside out; "" is what stands beside its __init__.py: what a game brings.
RINGS: dict[str, frozenset[str]] = {
    "play": frozenset(),
    "show": frozenset({"play"}),
    "": frozenset({"play", "show"}),
    "keep": frozenset({"play", ""}),
}
FORBIDDEN = frozenset({"random", "time", "os", "asyncio", "datetime", "secrets", "threading"})
PURE = ("kernel", "games", "kit")  # no chance but the seed, no clock, no machine
OUTSIDE = frozenset({"msgspec"})  # all that the pure layers may use beyond the standard library
NOT_A_NAME = frozenset({"utils", "util", "helpers", "helper", "common", "manager", "misc", "core"})


def sources() -> list[Path]:
    return [path for path in ROOT.rglob("*.py") if "__pycache__" not in path.parts]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, by its whole name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for module, names in asked_for(path, node):
            yield module
            yield from names


def asked_for(path: Path, node: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """The modules of one import, each with what is taken from it; both by their whole names."""
    if isinstance(node, ast.Import):
        yield from ((name.name, []) for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = ["fimbul", *path.relative_to(ROOT).parent.parts]
        base = package[: len(package) + 1 - node.level] if node.level else []
        module = ".".join([*base, *([node.module] if node.module else [])])
        yield module, [f"{module}.{name.name}" for name in node.names]


def run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when a file is loaded: no body of a function, nothing for type checkers alone."""
    for child in ast.iter_child_nodes(node):
        typing = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        if not typing and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
            yield from run_at_once(child)


def module_of(path: Path) -> str:
    parts = ("fimbul", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def loads(path: Path, modules: Container[str]) -> set[str]:
    """The modules without which this one cannot be loaded; of a package, those taken from it."""
    found: set[str] = set()
    for node in run_at_once(ast.parse(path.read_text(encoding="utf-8"))):
        for module, names in asked_for(path, node):
            inside = [name for name in names if name in modules]
            found.update(inside if len(inside) == len(names) and names else [module, *inside])
    return {name for name in found if name in modules} - {module_of(path)}


def layer_of(path: Path) -> str:
    inside = path.relative_to(ROOT).parts
    return inside[0] if len(inside) > 1 else ""


def ring_of(inside: Sequence[str]) -> str | None:
    """The ring in which something of the kernel lies; None: it is the door, or no module."""
    if inside and inside[0] in RINGS:
        return inside[0]
    beside = bool(inside) and (KERNEL / f"{inside[0].removesuffix('.py')}.py").exists()
    return "" if beside and inside[0] != "__init__.py" else None


def breaks_ring(path: Path, parts: Sequence[str]) -> str:
    """What is wrong with an import from the kernel, by ring; nothing, if it may be."""
    there = ring_of(parts[2:])
    if layer_of(path) != "kernel":
        return "" if there is None else "import it from fimbul.kernel, its one door"
    here = ring_of(path.relative_to(KERNEL).parts)
    if here is None or here == there:
        return ""
    if there is None:
        return "inside the kernel, import from the module itself"
    return "" if there in RINGS[here] else f"{here or 'a game'} may not know {there or 'games'}"


def breaks(path: Path, name: str) -> str:
    """What is wrong with that import in that file; nothing, if it may be."""
    here, parts = layer_of(path), name.split(".")
    if here in PURE and parts[0] in FORBIDDEN:
        return "no chance, no clock, no machine here"
    if parts[0] != "fimbul":
        beyond = parts[0] not in sys.stdlib_module_names | OUTSIDE
        return "only the standard library and msgspec here" if here in PURE and beyond else ""
    if len(parts) < 2 or not here or parts[1] not in ALL:
        return ""
    if parts[1] != here and parts[1] not in MAY_IMPORT[here]:
        return f"{here} may not know {parts[1]}"
    if parts[1] == "kernel":
        return breaks_ring(path, parts)
    if parts[1] != here:
        return ""
    own = path.relative_to(ROOT).parts[1]
    if here == "games" and own != "__init__.py" and parts[2:3] not in ([own], []):
        return "a game may not know another"
    return ""


def test_every_layer_is_known() -> None:
    layers = {layer_of(path) for path in sources()} - {""}
    assert layers <= MAY_IMPORT.keys(), "say in MAY_IMPORT what a new layer may know"


def test_no_file_breaks_the_layers() -> None:
    broken = [
        f"{path.relative_to(ROOT)} imports {name}: {wrong}"
        for path in sources()
        for name in imports(path)
        if (wrong := breaks(path, name))
    ]
    assert not broken, "\n".join(broken)


def test_the_layers_are_really_looked_at() -> None:
    kernel, game = KERNEL / "play/play.py", ROOT / "games/brandub/rules.py"
    for path, name in (
        (kernel, "random"),
        (kernel, "fimbul.games"),
        (kernel, "rich.console"),
        (game, "time"),
        (game, "fimbul.bots"),
        (game, "fimbul.games.ragnarocks.rules"),
        (game, "fimbul.kernel.play.state"),
        (game, "fimbul.kernel.rulebook.Rulebook"),
        (kernel, "fimbul.kernel"),
        (kernel, "fimbul.kernel.show.scene"),
        (kernel, "fimbul.kernel.setup"),
        (KERNEL / "show/scene.py", "fimbul.kernel.game"),
        (KERNEL / "game.py", "fimbul.kernel.keep.match"),
        (KERNEL / "keep/codec.py", "fimbul.kernel.show.scene"),
        (ROOT / "bots/__init__.py", "fimbul.games"),
        (ROOT / "draw/__init__.py", "fimbul.bots"),
        (ROOT / "arena/__init__.py", "fimbul.cli"),
    ):
        assert breaks(path, name), f"{path} may not import {name}"
    assert not breaks(game, "fimbul.games.brandub.parts")
    assert not breaks(game, "fimbul.kernel.card_file"), "that is a function, whatever holds it"
    assert not breaks(KERNEL / "keep/match.py", "fimbul.kernel.game.Game")
    assert "fimbul.kernel.play.state.State" in set(imports(kernel))


def test_no_module_needs_itself_to_be_loaded() -> None:
    """Not even by way of others: then it would hang on who is imported first."""
    modules = {module_of(path): path for path in sources()}
    asks = {name: loads(path, modules) for name, path in modules.items()}
    tuple(TopologicalSorter(asks).static_order())
    asks["fimbul.kernel.play.dice"].add("fimbul.kernel")
    with pytest.raises(CycleError):
        tuple(TopologicalSorter(asks).static_order())


def test_everything_public_is_sorted_and_there() -> None:
    assert list(fimbul.__all__) == sorted(fimbul.__all__)
    assert all(hasattr(fimbul, name) for name in fimbul.__all__)
    public = {name for name in vars(fimbul) if not name.startswith("_")}
    modules = {name for name in public if isinstance(vars(fimbul)[name], type(sys))}
    typing = {"annotations", "Any", "Literal", "TYPE_CHECKING", "overload"}
    assert public - modules - typing == set(fimbul.__all__)


def test_import_fimbul_is_light() -> None:
    """Neither the terminal nor a game is loaded before it is asked for."""
    told = "import sys, fimbul; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    heavy = {"rich", "click", "asyncio", "hypothesis", "multiprocessing", "fimbul.cli"}
    games = {f"fimbul.games.{name}" for name in fimbul.game_names()}
    assert not loaded & (heavy | games)
    assert "fimbul.kernel" in loaded


def test_files_are_named_for_what_they_hold() -> None:
    odd = [str(path.relative_to(ROOT)) for path in sources() if path.stem in NOT_A_NAME]
    assert not odd


def bound_in(path: Path) -> set[str]:
    """What an `__init__.py` gives a name to, other than a module of its own folder."""
    package = ".".join(["fimbul", *path.parent.relative_to(ROOT).parts])
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom) and node.module != package:
            names |= {name.asname or name.name for name in node.names}
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def test_no_name_is_both_a_module_and_something_else() -> None:
    """`fimbul.bots.bot` must not be a file to one importer and a function to another."""
    both = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in ROOT.rglob("__init__.py")
        for name in sorted(bound_in(path))
        if (path.parent / f"{name}.py").exists() or (path.parent / name).is_dir()
    ]
    assert not both, both
