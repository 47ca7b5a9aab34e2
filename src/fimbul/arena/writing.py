"""The folder of a study: its rows as Parquet, its report twice, its plots, some matches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fimbul.arena.findings import findings
from fimbul.arena.linking import HOME, table_link
from fimbul.arena.looking import LookedAt, look_at, looked_rows, thing_rows
from fimbul.arena.page import as_html, as_markdown
from fimbul.arena.plots import Plot
from fimbul.arena.report import KeptMatch, chapters_of, worth_a_look
from fimbul.arena.results import write_parquet_rows
from fimbul.arena.series import PlayedMatch
from fimbul.arena.study import BalanceStudy
from fimbul.games import find
from fimbul.kernel import Game, write_saga

PLAIN = re.compile(r"[^a-z0-9]+")  # what a file's name has a hyphen for


def write_study(
    study: BalanceStudy, matches: Sequence[PlayedMatch], folder: Path, home: str = HOME
) -> list[Path]:
    """Everything that a study leaves behind; the files that were written, the page first. Its links
    lead to the table that is served at `home`."""
    game = find(study.game)
    folder.mkdir(parents=True, exist_ok=True)
    in_order = sorted(matches, key=lambda one: one.number)
    looked = [look_at(study, game, ended) for ended in in_order]
    rows = [("seats.parquet", looked_rows(looked)), ("things.parquet", thing_rows(looked))]
    written = [_parquet(folder / name, list(told)) for name, told in rows]
    found, kept = findings(study, looked), _kept(game, looked, folder, home)
    chapters = chapters_of(study, game, looked, found, kept)
    pictures = {plot.title: _picture(folder, plot) for one in chapters for plot in one.plots}
    page, text = folder / "report.html", folder / "README.md"
    _write(page, as_html(study.title, chapters))
    _write(text, as_markdown(study.title, chapters, pictures))
    return [page, text, *[path for path in written if path is not None]]


def _parquet(path: Path, rows: list[dict[str, Any]]) -> Path | None:
    if not rows:
        return None
    write_parquet_rows(path, rows)
    return path


def _kept(game: Game[Any], looked: Sequence[LookedAt], folder: Path, home: str) -> list[KeptMatch]:
    """The matches that are worth a look, each with its file."""
    found = []
    for stale in folder.glob("match-*.saga"):
        stale.unlink()
    for why, one in worth_a_look(looked).items():
        name = f"match-{one.match.number:05}.saga"
        assert one.match.record, "a study keeps its records"
        saga = write_saga(game, one.match.record)
        _write(folder / name, saga)
        found.append(KeptMatch(why, name, table_link(home, saga)))
    return found


def _picture(folder: Path, plot: Plot) -> str:
    name = f"{PLAIN.sub('-', plot.title.lower())}.svg"
    _write(folder / name, plot.wide)
    return name


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
