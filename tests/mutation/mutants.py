"""Where a rule can be broken: one small change of one expression or statement at a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

import msgspec

import fimbul

SOURCE = Path(fimbul.__file__).parent
GAMES = SOURCE / "games"
CITED = re.compile(r"# rule: ([\w.,/ -]+)")
FOR_EYES_OR_BOTS = re.compile(
    r"scene|bots|boards|sea\.py|notes|brief|lore|instinct|engine|preview|dreams|chances|check|why"
)
WORDS = re.compile(r"\b(say|tell|told|note)\w*$")  # what is said is proved elsewhere
COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
SUMS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
}


Span = tuple[int, int]  # in the bytes of a source
PURE = (ast.Compare, ast.BinOp)  # of two values: both outcomes can be had and compared


class Mutant(msgspec.Struct, frozen=True):
    """A module with one place changed. Its key outlives changes elsewhere in the file."""

    path: str  # below src/fimbul
    key: str  # "module function: line before -> line after"
    source: str
    rules: tuple[str, ...]  # what the function around it cites, or else its module
    owner: str = ""  # that function, `Class.method`
    span: Span = (0, 0)  # the expression or statement that is another one
    operators: tuple[str, str] = ("", "")  # before and after, where two values tell what it makes

    @property
    def module(self) -> str:
        path = self.path.removesuffix(".py").removesuffix("/__init__")
        return "fimbul." + path.replace("/", ".")


class Change(msgspec.Struct, frozen=True):
    start: int  # in the bytes of the source
    end: int
    text: str
    span: Span  # what it is in: the whole comparison, sum, condition or statement
    operators: tuple[str, str] = ("", "")


def drawn(game: str, seed: int, many: int) -> list[Mutant]:
    """So many mutants of a game's rules; a change of code elsewhere leaves most of them drawn."""
    every = sorted(
        (mutant for path in rule_modules(game) for mutant in mutants(path)),
        key=lambda mutant: sha256(f"{seed} {mutant.key}".encode()).digest(),
    )
    return every[:many]


def rule_modules(game: str) -> list[Path]:
    """Modules that cite rules, without what is there for eyes or bots, or compiled."""
    return [
        path
        for path in sorted((GAMES / game).rglob("*.py"))
        if not FOR_EYES_OR_BOTS.search(str(path.relative_to(GAMES / game)))
        and not path.with_suffix(".pxd").exists()
        and CITED.search(path.read_text(encoding="utf-8"))
    ]


def mutants(path: Path) -> Iterator[Mutant]:
    yield from mutants_of(path.relative_to(SOURCE).as_posix(), path.read_bytes())


def mutants_of(name: str, source: bytes) -> Iterator[Mutant]:
    seen: dict[str, int] = {}
    for owner, rules, change in _changes(source):
        after = source[: change.start] + change.text.encode() + source[change.end :]
        was, now = _line(source, change.start), _line(after, change.start)
        key = f"{name} {owner}: {was} -> {now}"
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            key = f"{key} ({seen[key]})"
        yield Mutant(name, key, after.decode(), rules, owner, change.span, change.operators)


def _line(source: bytes, at: int) -> str:
    start, end = source.rfind(b"\n", 0, at) + 1, source.find(b"\n", at)
    return source[start:end].decode().split("  # ")[0].strip()


def _changes(source: bytes) -> Iterator[tuple[str, tuple[str, ...], Change]]:
    """Every change, with the function it is in and the rules it is about."""
    text, lines = Text(source), source.decode().splitlines()
    for owner, function in functions(ast.parse(source), ""):
        rules = _cited(lines[function.lineno - 2 : function.end_lineno]) or _cited(lines)
        for node in _inside(function):
            for change in (*_of_an_operator(node, text), *_of_the_rest(node, text)):
                yield owner, rules, change


def _cited(lines: list[str]) -> tuple[str, ...]:
    ids = (name for line in lines for names in CITED.findall(line) for name in names.split(","))
    return tuple(dict.fromkeys(name.split()[0] for name in ids if name.strip()))


def functions(tree: ast.AST, owner: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{owner}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{owner}{node.name}.")


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What runs in a function: no annotations, no words."""
    yield node
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for part in child if isinstance(child, list) else [child]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr | ast.Raise):
                yield from _inside(part)


class Text:
    """Source in bytes, as `ast` counts columns."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        lines = source.splitlines(keepends=True)
        self.starts = [0, *accumulate(len(line) for line in lines)]

    def span(self, node: ast.expr | ast.stmt) -> Span:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def between(
        self, node: ast.expr | ast.stmt, left: ast.expr, right: ast.expr, was: str, now: str
    ) -> Iterator[Change]:
        at = self.source.find(was.encode(), self.span(left)[1], self.span(right)[0])
        operators = (was, now) if isinstance(node, PURE) else ("", "")
        if at >= 0:
            yield Change(at, at + len(was), now, self.span(node), operators)

    def whole(self, node: ast.expr | ast.stmt, now: str) -> Change:
        return Change(*self.span(node), now, self.span(node))


def _of_an_operator(node: ast.AST, text: Text) -> Iterator[Change]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            yield from text.between(node, left, right, *COMPARISONS[type(op)])
        case ast.BoolOp(op=op, values=[first, second, *_]):
            was, now = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            yield from text.between(node, first, second, was, now)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
            yield from text.between(node, left, right, *SUMS[type(op)])
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in SUMS:
            was, now = SUMS[type(op)]
            yield from text.between(node, target, value, f"{was}=", f"{now}=")


def _of_the_rest(node: ast.AST, text: Text) -> Iterator[Change]:
    match node:
        case ast.UnaryOp(op=ast.Not()):
            start = text.span(node)[0]
            yield Change(start, start + len("not "), "", text.span(node))
        case ast.Constant(value=bool(value)):
            yield text.whole(node, str(not value))
        case ast.Constant(value=int(value)):
            yield text.whole(node, str(value + 1))
        case ast.If(test=test) | ast.IfExp(test=test):
            start, end = text.span(test)
            yield text.whole(test, f"(not ({text.source[start:end].decode()}))")
        case ast.Expr(value=ast.Call(func=call)) if not WORDS.search(ast.unparse(call)):
            yield text.whole(node, "pass")
