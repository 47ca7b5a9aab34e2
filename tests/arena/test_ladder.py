"""The ladder of levels is played once, kept, and told in the table of its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import ladder
from benchmarks.strength import Series
from benchmarks.thought import Thought
from fimbul.bots import LEVELS

QUICK = Series(games=2, workers=1, seed=3, thought=Thought(tries=10))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    found = tmp_path / "bots.md"
    found.write_text(f"before\n{ladder.BEGIN}\nold\n{ladder.END}\nafter\n", encoding="utf-8")
    return found


def test_a_ladder_goes_on_where_it_was_stopped(
    tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ladder.play(["brandub"], QUICK, tmp_path, page, sure=False)
    first = {file: file.read_bytes() for file in tmp_path.glob("*.jsonl")}
    assert len(first) == len(LEVELS) - 1
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{ladder.BEGIN}\n\n| Game |")
    assert text.endswith(f"{ladder.END}\nafter\n")
    assert "| Brandub | 2 | karl - thrall | `greedy` - `random` | " in text
    assert "old" not in text
    ladder.play(["brandub"], QUICK._replace(games=3), tmp_path, page, sure=False)
    for file, before in first.items():
        assert file.read_bytes().startswith(before), "what was played stays"
        assert file.read_bytes().count(b"\n") == 4, "its head and three matches"
    assert " of 3 (95 % sure" in capsys.readouterr().out


def test_who_is_sure_plays_no_more(tmp_path: Path) -> None:
    rung = ladder.Rung("brandub", "karl", "thrall")
    series = QUICK._replace(games=80)
    climb = ladder.climb_of(rung, series, tmp_path)
    found = ladder.played(climb, series, sure=True)
    assert len(found) < 80
    assert ladder.verdict(climb, found) == "stronger"
    assert len(ladder.played(climb, series, sure=True)) == len(found)


def test_every_game_has_its_rungs_and_a_page_has_a_place_for_them() -> None:
    assert all(rung.seats in ladder.AIMS for rung in ladder.rungs(ladder.SEATS))
    text = ladder.PAGE.read_text(encoding="utf-8")
    assert text.count(ladder.BEGIN) == text.count(ladder.END) == 1


def test_a_page_without_a_place_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for the table"):
        ladder.write(page, [])
    assert page.read_text(encoding="utf-8") == "nothing\n"
