"""The habits of the house, as far as a test can hold them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import fimbul
from fimbul.server.table.table import Table

SOURCE = Path(fimbul.__file__).parent
TESTS = Path(__file__).parent
ROOT = TESTS.parent
WEB = ROOT / "web/src"
PAGE_PROOFS, DRAWN = ROOT / "web/tests", SOURCE / "draw/table.css"
TYPES, PAGE_SOURCES = WEB / "wire/types.ts", (".ts", ".svelte", ".css")
LONGEST_FUNCTION, LONGEST_FILE, WIDEST = 39, 400, 120
MOST_DOORS = 15  # of a table: methods that others may call
OURS, PROOFS = sorted(SOURCE.rglob("*.py")), sorted(TESTS.rglob("*.py"))
BESIDE = sorted(
    path for room in ("benchmarks", "deploy", "docs") for path in (ROOT / room).rglob("*.py")
)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|type: ignore|noqa")
NUMBERED = re.compile(r"test_[a-z]{1,2}\d+(_|$)")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE if path.is_relative_to(SOURCE) else TESTS.parent))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def comments(path: Path) -> list[str]:
    """Real comments only: a text may well speak of what is forbidden."""
    lines = io.StringIO(path.read_text(encoding="utf-8")).readline
    return [t.string for t in tokenize.generate_tokens(lines) if t.type == tokenize.COMMENT]


def catches_all(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or ast.unparse(handler.type) in ("Exception", "BaseException")


def length(function: Function) -> int:
    """Its lines, without its docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        lines -= (first.end_lineno or 0) - first.lineno + 1
    return lines


def test_files_and_functions_stay_short() -> None:
    every = OURS + PROOFS + BESIDE
    long = [
        f"{name_of(path)}: {function.name}"
        for path in every
        for function in functions(path)
        if length(function) > LONGEST_FUNCTION
    ]
    assert not long, f"longer than {LONGEST_FUNCTION} lines: {long}"
    full = [name_of(path) for path in every if len(lines_of(path)) > LONGEST_FILE]
    assert not full, f"longer than {LONGEST_FILE} lines: {full}"


def test_the_page_stays_short_and_narrow() -> None:
    """What the formatter cannot break; its types are written by a program."""
    sources = [*WEB.rglob("*"), *PAGE_PROOFS.rglob("*"), DRAWN]
    page = [path for path in sources if path.suffix in PAGE_SOURCES and path != TYPES]
    assert DRAWN in page
    full = [str(path.relative_to(ROOT)) for path in page if len(lines_of(path)) > LONGEST_FILE]
    assert not full, f"longer than {LONGEST_FILE} lines: {full}"
    wide = [
        f"{path.relative_to(ROOT)}, line {number}"
        for path in page
        for number, line in enumerate(lines_of(path), start=1)
        if len(line) > WIDEST
    ]
    assert not wide, wide


def test_a_table_has_few_doors() -> None:
    """What can be done at a table is data (`actions`); only how it is reached is a method."""
    doors = [name for name in vars(Table) if not name.startswith("_")]
    assert "act" in doors
    assert len(doors) <= MOST_DOORS, doors


def test_nothing_is_left_unfinished_or_silenced() -> None:
    left = [
        f"{name_of(path)}: {comment}"
        for path in OURS + PROOFS
        for comment in comments(path)
        if UNFINISHED.search(comment)
    ]
    assert not left, left


def test_no_error_is_swallowed_whole() -> None:
    swallowed = [
        f"{name_of(path)}, line {node.lineno}"
        for path in OURS + PROOFS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler) and catches_all(node)
    ]
    assert not swallowed, swallowed


def test_tests_are_named_by_what_they_prove() -> None:
    """Not by the number of a list that is not here."""
    numbered = [
        f"{name_of(path)}: {function.name}"
        for path in PROOFS
        for function in functions(path)
        if NUMBERED.match(function.name)
    ]
    assert not numbered, numbered


def test_the_habits_are_really_looked_at() -> None:
    long = ast.parse("def f():\n" + "    x = 1\n" * 41).body[0]
    assert isinstance(long, ast.FunctionDef)
    assert length(long) > LONGEST_FUNCTION
    assert UNFINISHED.search("# TODO: more")
    assert NUMBERED.match("test_t36_chat_is_limited")
    assert not NUMBERED.match("test_chat_is_limited")
    caught = ast.parse("try: x\nexcept Exception: pass").body[0]
    assert isinstance(caught, ast.Try)
    assert catches_all(caught.handlers[0])
