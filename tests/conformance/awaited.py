"""The rules that rulebooks tell but nobody can play yet, listed so that none is forgotten.

`python -m tests.conformance.awaited` writes the list anew from the rulebooks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fimbul
from fimbul.kernel import Game

LIST = Path(__file__).with_name("awaited.txt")


def lines() -> list[str]:
    """What the rulebooks say: `game id`, sorted."""
    books = {name: fimbul.game(name).rulebook for name in fimbul.game_names()}
    return sorted(f"{name} {rule}" for name, book in books.items() for rule in book.awaited)


def listed(game: str) -> frozenset[str]:
    """The ids that the list holds for one game."""
    entries = (line.split() for line in LIST.read_text(encoding="utf-8").splitlines())
    return frozenset(rule for name, rule in entries if name == game)


def awaited_rules_are_listed(game: Game[Any]) -> None:
    """`python -m tests.conformance.awaited` rewrites the list."""
    here, said = listed(game.id), game.rulebook.awaited
    assert here == said, f"awaited.txt and rules.toml of {game.id} differ in {sorted(here ^ said)}"


if __name__ == "__main__":
    LIST.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
