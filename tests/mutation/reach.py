"""Which tests come to which functions: the functions to be broken note that they were called."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

from tests.mutation.mutants import SOURCE, Mutant, functions

NOTE = "__called__"
Place = tuple[str, str]  # a module below src/fimbul, and a function of it


def place(mutant: Mutant) -> Place:
    return mutant.path, mutant.owner


class Marker(MetaPathFinder):
    """Loads the modules of mutants so that the functions around these note each call."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.called: set[Place] = set()
        self.marked: dict[str, tuple[str, set[str]]] = {}
        for mutant in mutants:
            self.marked.setdefault(mutant.module, (mutant.path, set()))[1].add(mutant.owner)
        setattr(builtins, NOTE, lambda *where: self.called.add(where))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.marked:
            return None
        where, owners = self.marked[fullname]
        return spec_from_file_location(
            fullname, SOURCE / where, loader=MarkedLoader(fullname, where, owners)
        )

    def take(self) -> frozenset[Place]:
        """What was called since this was asked before."""
        found = frozenset(self.called)
        self.called.clear()
        return found


class MarkedLoader(SourceFileLoader):
    def __init__(self, fullname: str, where: str, owners: set[str]) -> None:
        super().__init__(fullname, str(SOURCE / where))
        self.where, self.owners = where, owners

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        for owner, function in functions(tree, ""):
            if owner in self.owners:
                note = ast.parse(f"{NOTE}({self.where!r}, {owner!r})").body[0]
                for node in ast.walk(note):
                    ast.copy_location(node, function.body[0])
                function.body.insert(0, note)
        code: CodeType = compile(tree, self.path, "exec", dont_inherit=True)
        return code
