"""A series on disk: a file that survives being cut off, and files that others can read."""

from __future__ import annotations

import csv
from pathlib import Path

import duckdb
import msgspec
import pytest

import fimbul
from fimbul.arena import PlayedMatch, SeriesFile, SeriesRequest, play_series, write_results
from fimbul.kernel import BadRecord

OTHER = SeriesRequest("ragnarocks", "1", ("a",), {"board": "sym54"}, 6, "common")
ASKED = SeriesRequest("ragnarocks", "1", ("greedy", "random"), {"board": "sym54"}, 5, "common")


@pytest.fixture(scope="module")
def matches() -> list[PlayedMatch]:
    options = {"board": "sym54", "powers": ("thor", "freya")}
    return list(play_series("ragnarocks", ["random", "random/2"], 3, seed=5, options=options))


def test_a_series_goes_on_after_a_torn_line(tmp_path: Path, matches: list[PlayedMatch]) -> None:
    path = tmp_path / "series.jsonl"
    kept = SeriesFile(path, ASKED)
    for ended in matches:
        kept.write(ended)
    torn = path.read_bytes()[:-20]
    path.write_bytes(torn)
    again = SeriesFile(path, ASKED)
    assert again.matches == matches[:2]
    again.write(matches[2])
    assert SeriesFile(path, ASKED).matches == matches


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "this is no file of a series"),
        ("[]\n", "this is no file of a series"),
        (msgspec.json.encode(ASKED).decode() + '\n{"a": 1}\n', "cannot be read"),
        (
            msgspec.json.encode(msgspec.structs.replace(ASKED, seed=6, bots=("a",))).decode()
            + "\n",
            "a series with other bots and seed",
        ),
    ],
)
def test_what_is_no_file_of_this_series_is_left_alone(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord, match=problem):
        SeriesFile(path, ASKED)
    assert path.read_text(encoding="utf-8") == text


def test_tables_have_a_row_for_every_seat(tmp_path: Path, matches: list[PlayedMatch]) -> None:
    game = fimbul.game("ragnarocks")
    for name in ("rows.csv", "rows.parquet", "whole.json"):
        assert write_results(tmp_path / name, game, matches) == f"3 matches in {tmp_path / name}"
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert {row["option_powers"] for row in rows} == {'["thor","freya"]'}
    firsts = sum(float(row["first"]) for row in rows)
    assert firsts == 3
    question = "select bot, count(*), sum(first) from read_parquet(?) group by bot order by bot"
    found = duckdb.execute(question, [str(tmp_path / "rows.parquet")]).fetchall()
    assert [(bot, count) for bot, count, _ in found] == [("random", 3), ("random/2", 3)]
    assert sum(share for *_, share in found) == firsts
    whole = msgspec.json.decode((tmp_path / "whole.json").read_bytes(), type=list[PlayedMatch])
    assert whole == sorted(matches, key=lambda ended: ended.number)


def test_every_match_can_be_opened_as_a_saga(tmp_path: Path, matches: list[PlayedMatch]) -> None:
    game = fimbul.game("ragnarocks")
    assert write_results(tmp_path / "sagas", game, matches) == f"3 sagas in {tmp_path / 'sagas'}"
    files = sorted((tmp_path / "sagas").iterdir())
    assert [file.name for file in files] == ["000000.saga", "000001.saga", "000002.saga"]
    for file, ended in zip(files, matches, strict=True):
        record = fimbul.read_saga(file.read_text(encoding="utf-8"))
        assert ended.record
        assert (record.choices, record.seed) == (ended.record.choices, ended.record.seed)
