"""Every number that a card does, as it was last agreed on: none changes unnoticed.

`python -m tests.games.rag_narok.printed` writes the list anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fimbul.games.rag_narok import GAME

BESIDE = ("AP", "difficulty", "fervour", "CAD")
LIST = Path(__file__).parent / "cards.txt"
BOOK: dict[str, Any] = tomllib.loads((GAME.folder / "rules.toml").read_text(encoding="utf-8"))


def printed() -> Iterator[str]:
    """A line for each card: its numbers beside its deeds, and its deeds."""
    for kind, rows in BOOK.items():
        for row in rows if isinstance(rows, list) else ():
            if "deeds" in row:
                also = {key: row[key] for key in BESIDE if key in row}
                told = {**also, **row["deeds"]}
                yield f"{kind} {row['id']}: {', '.join(f'{key} {told[key]}' for key in told)}"


if __name__ == "__main__":
    LIST.write_text("".join(f"{line}\n" for line in printed()), encoding="utf-8")
