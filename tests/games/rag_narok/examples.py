"""The examples of the rulebook: which ones a test plays, and which still wait for their chapter.

`python -m tests.games.rag_narok.examples` writes the list of those that wait anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fimbul.games.rag_narok import GAME

HERE = Path(__file__).parent
LIST = HERE / "waiting.txt"
PLAYED = re.compile(r"# example: ([\w., -]+)")
EXAMPLES: list[dict[str, Any]] = GAME.rulebook.tables["example"]


def played() -> set[str]:
    """Every example that a test names."""
    texts = (path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py"))
    found = (
        name.strip() for text in texts for ids in PLAYED.findall(text) for name in ids.split(",")
    )
    return {name for name in found if name}


def chapter(example: dict[str, Any]) -> str:
    """What an example waits for; empty: all its rules are in play."""
    book = GAME.rulebook
    found = sorted({book.rules[rule].awaits for rule in example["rules"]} - {""})
    return ", ".join(found)


def waiting() -> list[str]:
    """The examples no test plays, with what they wait for."""
    done = played()
    return sorted(f"{chapter(e) or 'a test'}: {e['id']}" for e in EXAMPLES if e["id"] not in done)


if __name__ == "__main__":
    LIST.write_text("".join(f"{line}\n" for line in waiting()), encoding="utf-8")
