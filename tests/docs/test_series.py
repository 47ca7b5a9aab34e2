"""docs/lab/series.md tells the truth."""

from __future__ import annotations

import re
from pathlib import Path

from fimbul.cli.match import match

TEXT = (Path(__file__).parents[2] / "docs/lab/series.md").read_text(encoding="utf-8")


def test_every_option_of_the_command_is_told_or_plain() -> None:
    options = {name for one in match.params for name in one.opts if name.startswith("--")}
    told = set(re.findall(r"(--[a-z]+)", TEXT))
    assert told - {"--option"} <= options
    assert options - told == {"--seed", "--option"}, "these two are every command's"


def test_the_example_runs() -> None:
    found = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert found
    scope: dict[str, object] = {}
    exec(found[1], scope)
    matches = scope["matches"]
    assert isinstance(matches, list)
    assert len(matches) == 20
