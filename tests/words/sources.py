"""What a source file says to people: its sentences, found in its syntax."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

WORD, PART = re.compile(r"[^\W\d_]{2,}"), re.compile(r"\{\w+\}")
STYLE = re.compile(r"(?:(?:not )?bold|dim) \w+")  # of a text in the terminal
QUIET = {
    *("field", "compile", "getLogger", "option", "argument", "TypeVar", "Path", "Meta"),
    *("Malformed", "TooLarge", "WrongKind", "NoSuchPath", "WrongMethod"),  # to other programs
}


def sentences(path: Path) -> Iterator[str]:
    """Every text of two words or more that is no docstring, no assertion and no part of a log."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in spoken(tree):
        said = node.value if isinstance(node, ast.Constant) else None
        if isinstance(said, str) and " " in said.strip() and is_told(said):
            yield said


def refusals(path: Path) -> Iterator[str]:
    """Every sentence that stands where an error is raised."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and not is_quiet(node.exc or node):
            texts = (one.value for one in spoken(node) if isinstance(one, ast.Constant))
            yield from (t for t in texts if isinstance(t, str) and " " in t.strip() and is_told(t))


def is_told(text: str) -> bool:
    return bool(WORD.search(PART.sub("", text))) and not STYLE.fullmatch(text)


def spliced(path: Path) -> Iterator[str]:
    """What is said by f-strings of two words or more: nobody can tell it in another language."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in spoken(tree, deep=True):
        if isinstance(node, ast.JoinedStr):
            bare = "".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))
            if " " in bare.strip() and len(WORD.findall(bare)) > 1 and is_told(bare.strip()):
                yield bare


def spoken(node: ast.AST, *, deep: bool = False) -> Iterator[ast.AST]:
    """All of a tree but what nobody is told; f-strings too, whose parts are no sentences."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assert) or is_docstring(child) or is_quiet(child):
            continue
        if isinstance(child, ast.JoinedStr) and not deep:
            continue
        yield child
        yield from spoken(child, deep=deep)


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_quiet(node: ast.AST) -> bool:
    """A call whose texts are for programs or for the log."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in QUIET or (isinstance(called, ast.Attribute) and is_log(called.value))


def is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id.lower() in ("log", "logger")
