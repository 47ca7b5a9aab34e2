"""docs/lab/learning.md tells the truth."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs/lab/learning.md").read_text(encoding="utf-8")


def test_what_is_imported_is_there() -> None:
    named = re.findall(r"`fimbul\.adapters\.(\w+)\.(\w+)`", TEXT)
    assert len(named) == 4
    for module, name in named:
        assert hasattr(import_module(f"fimbul.adapters.{module}"), name)


def test_the_example_runs() -> None:
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        scope: dict[str, object] = {}
        exec(code, scope)
        assert scope["reward"] in (-1.0, 0.0, 1.0)
