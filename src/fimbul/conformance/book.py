"""The rulebook, the code and the tests are in step: each rule written once, cited, proved."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fimbul.conformance.table import check_once
from fimbul.kernel import Game

TESTS = Path("tests")  # of the project in whose folder the suite is run
CITED = re.compile(r"# rule: ([\w.,/ -]+)")


def rulebook_is_sound(game: Game[Any]) -> None:
    tables, about = game.rulebook.tables, game.rulebook.about
    entries = [*tables.get("rule", []), *tables.get("ruling", [])]
    check_once([entry["id"] for entry in entries], "ids in rules.toml")
    assert about["id"] == game.id
    assert all(about[name].strip() for name in ("title", "summary")), "a book says what it is"
    fewest, most = about["players"]
    assert 1 <= fewest <= most
    for entry in entries:
        sentence = game.rulebook.sentence(entry["id"])
        assert sentence.strip(), f"{entry['id']} says nothing"
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", entry["id"]), entry["id"]
    for ruling in game.rulebook.rulings.values():
        unknown = set(ruling.rules) - game.rulebook.ids
        assert not unknown, f"{ruling.id} is about unknown rules: {sorted(unknown)}"


def every_rule_is_cited_in_code(game: Game[Any]) -> None:
    """Every rule of the book is cited and no other; rules that are still awaited are not."""
    book = game.rulebook
    cited = cited_in(game.folder.rglob("*.py"))
    assert not (unknown := cited - book.ids), f"cited, but in no rulebook: {sorted(unknown)}"
    assert not (early := cited & book.awaited), f"cited, but still awaited: {sorted(early)}"
    assert not (missing := book.ids - book.awaited - cited), f"not in code: {sorted(missing)}"


def every_rule_is_proved_by_a_test(game: Game[Any]) -> None:
    book = game.rulebook
    missing = book.ids - book.awaited - cited_in(tests_of(game))
    assert not missing, f"in no test: {sorted(missing)}"


def rules_are_cited_behind_their_code(game: Game[Any]) -> None:
    """Behind a class, a def or a line of code: there one looks, and there it moves along."""
    wrong = [
        f"{path.relative_to(game.folder)}, line {line}"
        for path in sorted(game.folder.rglob("*.py"))
        for line in adrift(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, f"`# rule:` stands on a line of its own or behind a docstring: {wrong}"


def adrift(source: str) -> Iterator[int]:
    """The lines on which `# rule:` stands behind no code."""
    ends = {
        node.end_lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, before = token.start[0], token.line[: token.start[1]]
        cited = token.type == tokenize.COMMENT and CITED.search(token.string)
        if cited and (not before.strip() or line in ends):
            yield line


def tests_of(game: Game[Any]) -> Iterator[Path]:
    """The files that may prove its rules: not its own code, not another game's tests."""
    for path in TESTS.rglob("*.py"):
        others = path.parent != TESTS / "games" and _game_tested(path) not in (None, game.id)
        if not others and not path.resolve().is_relative_to(game.folder):
            yield path


def _game_tested(path: Path) -> str | None:
    parts = path.relative_to(TESTS).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def cited_in(paths: Iterable[Path]) -> set[str]:
    """Every id after `# rule:` in those files."""
    found = (
        name.strip()
        for path in paths
        for ids in CITED.findall(path.read_text(encoding="utf-8"))
        for name in ids.split(",")
    )
    return {name.split()[0] for name in found if name}
