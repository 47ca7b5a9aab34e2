"""Runs the notebook in examples/ as Jupyter would, and writes what its cells show beside them.

python -m docs.notebook
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

BOOK = Path(__file__).parents[1] / "examples/nine_realms.ipynb"
Cell = dict[str, Any]


def read() -> dict[str, Any]:
    book: dict[str, Any] = json.loads(BOOK.read_text("utf-8"))
    return book


def code_cells(book: dict[str, Any]) -> Iterator[Cell]:
    return (cell for cell in book["cells"] if cell["cell_type"] == "code")


def run(book: dict[str, Any]) -> None:
    """Every cell in its turn, in one room, with new outputs."""
    room: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(book), start=1):
        cell["execution_count"] = number
        cell["outputs"] = list(_outputs("".join(cell["source"]), room, number))


def _outputs(source: str, room: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """What is printed, and the value of the last line if it is an expression."""
    body, said, last = ast.parse(source).body, StringIO(), None
    shown = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    with redirect_stdout(said):
        exec(compile(ast.Module(body, []), BOOK.name, "exec"), room)
        if isinstance(shown, ast.Expr):
            last = eval(compile(ast.Expression(shown.value), BOOK.name, "eval"), room)
    if said.getvalue():
        text = said.getvalue().splitlines(keepends=True)
        yield {"name": "stdout", "output_type": "stream", "text": text}
    if last is not None:
        data = {kind: text.splitlines(keepends=True) for kind, text in _bundle(last).items()}
        yield {"data": data, "execution_count": number, "metadata": {},
               "output_type": "execute_result"}  # fmt: skip


def _bundle(value: Any) -> dict[str, str]:
    asked = getattr(value, "_repr_mimebundle_", None)
    return dict(asked(include=None, exclude=None)) if asked else {"text/plain": repr(value)}


def main() -> None:
    book = read()
    run(book)
    text = json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True)
    BOOK.write_text(f"{text}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
