"""How the server's rooms hang together, as far as a test can hold it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

from msgspec import structs

import fimbul.server
from fimbul.server.table.actions import Action
from fimbul.server.table.plan import Plan
from fimbul.server.table.table import Table

SERVER = Path(fimbul.server.__file__).parent
MOST = 15  # public methods and properties of a table


def imported(module: str) -> set[str]:
    """The modules that a module of the server imports names from."""
    tree = ast.parse((SERVER / f"{module}.py").read_text("utf-8"))
    return {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in found if isinstance(call.func, ast.Name) and call.func.id == name]


def test_a_table_has_few_doors() -> None:
    doors = [name for name in vars(Table) if not name.startswith("_")]
    assert 0 < len(doors) <= MOST, doors


def test_what_is_done_and_told_is_worked_out_from_values() -> None:
    """A plan and a publication are handed what is so, never the table that changes."""
    for module in ("situation", "plan", "actions", "seating", "cards", "publish", "records"):
        assert "fimbul.server.table.table" not in imported(f"table/{module}"), module
    assert "fimbul.server.table.table" in imported("table/bots"), "so this does look"


def test_actions_and_plans_are_data() -> None:
    """What follows from a change is said, not called back."""
    for kind in (Plan, *get_args(Action)):
        hints = {field.name: str(field.type) for field in structs.fields(kind)}
        assert not [name for name, hint in hints.items() if "Callable" in hint], kind


def test_sights_are_made_in_one_place_and_scenes_are_never_rebuilt() -> None:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in SERVER.rglob("*.py")}
    makers = [path.name for path, tree in trees.items() if calls(tree, "SeenSent")]
    assert makers == ["viewpoint.py"]
    assert not [path.name for path, tree in trees.items() if calls(tree, "Scene")]
