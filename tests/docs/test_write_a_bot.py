"""docs/build/write-a-bot.md tells the truth: its bots are played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fimbul.arena import play_series, rank_bots

TEXT = (Path(__file__).parents[2] / "docs/build/write-a-bot.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_its_bots_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bots.py").write_text(SNIPPETS[0], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for snippet in SNIPPETS:
        exec(snippet, {"__name__": "snippet"})


def test_the_careful_one_is_better_than_chance() -> None:
    scope: dict[str, Any] = {"__name__": "snippet"}
    exec(SNIPPETS[2], scope)
    matches = list(play_series("brandub", [scope["Careful"], "random"], 12, seed=4))
    assert not any(ended.troubles for ended in matches)
    first, *_ = rank_bots(matches)
    assert first.bot == "Careful"
    assert first.won >= 9
