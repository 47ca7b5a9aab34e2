"""Which tests come to which mutants: what is to be broken notes that it would make a difference.

What is changed is an expression or a statement. Where it is carried out and a broken one would give
something else, that is noted. A comparison or a sum is carried out both ways: `a < b` and `a <= b`
are told apart only where a equals b. A test in which nothing was noted ends as it did.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from tests.mutation.mutants import SOURCE, Mutant, Span, Text, functions

CAME, BOTH = "__came__", "__both__"  # what the functions to be broken call
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
}
Numbered = dict[int, Mutant]


class Marker(MetaPathFinder):
    """Loads the modules of mutants so that what is to be broken notes when that would matter."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.came: set[int] = set()
        self.marked: dict[str, Numbered] = {}
        for number, mutant in enumerate(mutants):
            self.marked.setdefault(mutant.module, {})[number] = mutant
        setattr(builtins, CAME, self.came.add)
        setattr(builtins, BOTH, self.both)

    def both(self, number: int, was: str, now: str, left: Any, right: Any) -> Any:
        """What the sound one gives, and a note if the broken one gives something else."""
        found = OPERATORS[was](left, right)
        try:
            other = OPERATORS[now](left, right)
            same = other is found or (type(other) is type(found) and bool(other == found))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            same = False  # the broken one would fail here
        if not same:
            self.came.add(number)
        return found

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.marked:
            return None
        found = self.marked[fullname]
        where = str(SOURCE / next(iter(found.values())).path)
        return spec_from_file_location(fullname, where, loader=MarkedLoader(fullname, where, found))

    def take(self) -> frozenset[int]:
        """The mutants that would have made a difference since this was asked before."""
        found = frozenset(self.came)
        self.came.clear()
        return found


class MarkedLoader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, mutants: Numbered) -> None:
        super().__init__(fullname, path)
        self.mutants = mutants

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(
            marked(self.get_data(self.path), self.mutants), self.path, "exec", dont_inherit=True
        )
        return code


def marked(source: bytes, mutants: Numbered) -> ast.Module:
    """The module with a note at every mutant; where none can stand, at its function's begin."""
    tree = ast.parse(source)
    marks = Marks(Text(source), mutants)
    for owner, function in functions(tree, ""):
        here = {number for number, mutant in mutants.items() if mutant.owner == owner}
        marks.visit(function)
        function.body[:0] = [ast.Expr(_came(number)) for number in here - marks.found]
    return ast.fix_missing_locations(tree)


class Marks(ast.NodeTransformer):
    def __init__(self, text: Text, mutants: Numbered) -> None:
        self.text, self.mutants = text, mutants
        self.found: set[int] = set()
        self.spans: dict[Span, list[int]] = {}
        for number, mutant in mutants.items():
            self.spans.setdefault(mutant.span, []).append(number)

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.pattern):
            return node  # there a value stands and nothing is carried out
        numbers, found = self.here(node), self.generic_visit(node)
        self.found.update(numbers)
        if isinstance(node, ast.stmt):
            return [*(ast.Expr(_came(number)) for number in numbers), found] if numbers else found
        for number in numbers:
            found = self.noted(number, found)
        return found

    def here(self, node: ast.AST) -> list[int]:
        """What is broken here, first what two values tell: later they are within another node."""
        if not isinstance(node, ast.expr | ast.AugAssign):
            return []
        numbers = self.spans.get(self.text.span(node), [])
        return sorted(numbers, key=lambda number: not self.mutants[number].operators[0])

    def noted(self, number: int, node: Any) -> ast.expr:
        operators = self.mutants[number].operators
        if isinstance(node, ast.Compare | ast.BinOp) and set(operators) <= OPERATORS.keys():
            right = node.right if isinstance(node, ast.BinOp) else node.comparators[0]
            return _call(BOTH, number, *operators, node.left, right)
        return ast.BoolOp(ast.Or(), [_came(number), node])


def _came(number: int) -> ast.Call:
    return _call(CAME, number)


def _call(name: str, *values: ast.expr | int | str) -> ast.Call:
    given = [one if isinstance(one, ast.expr) else ast.Constant(one) for one in values]
    return ast.Call(ast.Name(name, ast.Load()), given, [])
