"""One word, one thing; one thing, one word: as far as a test can hold it.

The glossary is the list. Of names it says what they may not be called; here are modules, classes
and functions held to it, by whole words: `move` is not in `remove`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import fimbul

SOURCE = Path(fimbul.__file__).parent
GLOSSARY = Path(__file__).parents[1] / "docs/build/glossary.md"
Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
BARE = re.compile(  # says how many, and not of what
    "MOST|LEAST|MANY|FEW|SOME|ENOUGH|REST|LONG|SHORT|FAR|NEAR|WIDE|WIDTH|AHEAD|QUIET|SMALL|LARGE|"
    "LATE|WAIT|FAN"
)


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    part = GLOSSARY.read_text(encoding="utf-8").split(f"# {heading}\n")[1].split("\n#")[0]
    lines = [line.strip("| ") for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip(" *") for cell in line.split("|")] for line in lines]


def terms(cell: str) -> list[str]:
    """`game, session / stack` are three, each in small letters with _ between its words."""
    return [re.sub(r"[ -]", "_", term.strip().lower()) for term in re.split("[,/]", cell) if term]


@cache
def forbidden() -> dict[str, str]:
    """What names may not be called, and the word for it. A word of our own is never forbidden."""
    table = rows("One word per concept")
    ours = {term for word, _, _ in table for term in terms(word)}
    found = {term: word for word, _, instead in table for term in terms(instead)}
    return {term: word for term, word in found.items() if term and term not in ours}


@cache
def trade() -> dict[str, tuple[str, ...]]:
    """Words of the trade, and where they may stand."""
    return {word: tuple(terms(where)) for word, where, _ in rows("Words of the trade")}


def sources() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if "__pycache__" not in path.parts)


def nodes(path: Path) -> Iterator[Named]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Named):
            yield node


def names(path: Path) -> Iterator[str]:
    """What a file gives a name to: itself, its classes and its functions."""
    yield path.parent.name if path.stem == "__init__" else path.stem
    yield from (node.name for node in nodes(path))


def words_of(name: str) -> str:
    """`BadSetup` and `bad_setup` are `_bad_setup_`: whole words are found between the _."""
    return f"_{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name).lower().strip('_')}_"


@cache
def book(game: str) -> str:
    return (SOURCE / "games" / game / "rules.toml").read_text(encoding="utf-8").lower()


def excused(path: Path, term: str) -> bool:
    """By the rulebook of its game, or as a word of the trade."""
    room, *inside = path.relative_to(SOURCE).parts
    if room == "games" and len(inside) > 1:
        spoken = re.escape(term).replace("_", "[ -]")
        return bool(re.search(rf"\b{spoken}(s|es|d|ed|ing)?\b", book(inside[0])))
    return room in trade().get(term, ())


def wrong_words(path: Path) -> Iterator[str]:
    for name in names(path):
        for term, word in forbidden().items():
            borne = re.search(rf"_{term}s?_", words_of(name))
            if borne and not excused(path, term):
                yield f"{path.relative_to(SOURCE)}: {name} bears {term!r}; say {word!r}"


def home(path: Path) -> str:
    """Games are worlds of their own: none knows another. All else is one world."""
    room, *inside = path.relative_to(SOURCE).parts
    return inside[0] if room == "games" and len(inside) > 1 else ""


def shared_names() -> Iterator[str]:
    """Public classes of one name, within a world, or in a game and outside of games."""
    places: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sources():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path)
    for name, paths in places.items():
        homes = [home(path) for path in paths]
        if len(set(homes)) < len(homes) or ("" in homes and len(homes) > 1):
            yield f"{name}: {', '.join(str(path.relative_to(SOURCE)) for path in paths)}"


def is_number(value: ast.expr | None) -> bool:
    """Of numbers alone, or of other constants that are."""
    parts = ast.Constant | ast.BinOp | ast.UnaryOp | ast.Name | ast.operator | ast.unaryop
    inside = [] if value is None else list(ast.walk(value))
    figures = [node.value for node in inside if isinstance(node, ast.Constant)]
    wordless = all(isinstance(figure, int | float) for figure in figures)
    plain = all(isinstance(node, parts | ast.expr_context) for node in inside)
    return bool(figures) and plain and wordless


def uncounted(path: Path) -> Iterator[str]:
    """The numbers that a file names without saying what they count."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and is_number(node.value):
            found = [name.id for name in node.targets if isinstance(name, ast.Name)]
            bare = [name for name in found if BARE.fullmatch(name)]
            yield from (f"{path.relative_to(SOURCE)}: {name}" for name in bare)


def test_numbers_say_what_they_count() -> None:
    wrong = [line for path in sources() for line in uncounted(path)]
    assert not wrong, "\n".join(wrong)


def test_nothing_bears_a_word_that_the_glossary_has_another_for() -> None:
    wrong = [line for path in sources() for line in wrong_words(path)]
    assert not wrong, "\n".join(wrong)


def test_public_classes_have_names_of_their_own() -> None:
    shared = list(shared_names())
    assert not shared, "\n".join(shared)


def test_the_glossary_is_read_whole() -> None:
    assert forbidden()["session"] == "match"
    assert forbidden()["player_id"] == "seat"
    assert "game" not in forbidden(), "a word of our own, though not for a match"
    assert all(len(row) == 3 for row in rows("One word per concept"))
    words = [word for word, _, _ in rows("One word per concept")]
    assert len(set(words)) == len(words) > 50


@pytest.mark.parametrize("word", sorted(trade()))
def test_a_word_of_the_trade_is_needed_where_it_is_excused(word: str) -> None:
    assert word in forbidden(), f"{word} needs no excuse"
    for room in trade()[word]:
        files = [path for path in sources() if path.relative_to(SOURCE).parts[0] == room]
        borne = [name for path in files for name in names(path) if f"_{word}" in words_of(name)]
        assert borne, f"nothing in {room} is called {word}"


def test_the_names_are_really_looked_at() -> None:
    kernel, game = SOURCE / "kernel/play/step.py", SOURCE / "games/brandub/rules.py"
    assert words_of("NoSuchGame") == words_of("no_such_game") == "_no_such_game_"
    assert not excused(kernel, "session")
    assert excused(game, "move"), "Brandub's book speaks of moves"
    assert not excused(game, "agent")
    assert excused(SOURCE / "server/store/batch.py", "batch")
    assert not excused(SOURCE / "bots/ways.py", "batch")
    assert home(game) == "brandub"
    assert home(SOURCE / "games/__init__.py") == ""
