"""`python -m benchmarks.sizing`: the figures of benchmarks/scale.json, on the page for hosts.

A test compares the page with the file, so the page says what was measured and nothing else.
"""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benchmarks/scale.json"
PAGE = ROOT / "docs/host/scale.md"
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
LOAD = 0.6  # of a processor that we allow
PLAYERS, CHOICES, JOINS = 100_000, 10_000, 1 / 300  # connected; a second; each, a second
CORES, WORKER = 8, 120  # of a machine; MB of a worker
NAMES = {
    "brandub": "Brandub",
    "ragnarocks": "Ragnarocks",
    "powers": "Ragnarocks with powers",
    "nine_realms": "Nine Realms",
    "drakkar": "Drakkar, four seats",
    "ragnarok_star": "RagnaRok Star",
    "rag_narok": "Rag'Narok, skirmish",
    "stones": "Rag'Narok, three stones",
}


class Costs(NamedTuple):
    """Of one choice: milliseconds of a processor, and KiB to each viewer."""

    file: float
    worker: float
    two: float  # a worker of two
    database: float
    sent: float


class Figures(NamedTuple):
    games: dict[str, Costs]
    join: float  # milliseconds
    idle: float  # microseconds a second and socket
    held: float  # KiB a socket
    client: float  # microseconds of a choice in batches: of a worker
    server: float  # and of PostgreSQL


def write(found: Figures, path: Path) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found._asdict()), indent=1) + b"\n")


def read(path: Path) -> Figures:
    values = msgspec.json.decode(path.read_bytes())
    games = {name: Costs(*row) for name, row in values.pop("games").items()}
    return Figures(games, **values)


def cores(found: Figures, choice: float) -> float:
    """For all players at once, where a choice costs so many milliseconds."""
    play = CHOICES * choice / 1000
    sockets = PLAYERS * found.idle / 1e6
    joins = PLAYERS * JOINS * found.join / 1000
    return (play + sockets + joins) / LOAD


def machines(found: Figures, choice: float) -> int:
    return ceil(cores(found, choice) / CORES) + 1


def section(found: Figures) -> str:
    rows = [
        f"| {NAMES[name]} | {one.file:.2f} | {one.worker:.2f} | {one.two / one.worker:.0%} "
        f"| {one.database:.2f} | {one.sent:.1f} | {cores(found, one.worker):.0f} "
        f"| {machines(found, one.worker)} |"
        for name, one in found.games.items()
    ]
    memory = (PLAYERS * found.held / 1024 + machines(found, 1.0) * CORES * WORKER) / 1024
    return "\n".join(
        [
            "| Game | ms a choice, one file | a worker | one of two workers | database "
            "| KiB to each viewer | cores for 100,000 | machines |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"A join costs {found.join:.2f} ms, a socket that waits {found.idle:.0f} µs a second "
            f"and {found.held:.0f} KiB. Choices that are written together cost "
            f"{found.client:.0f} µs of a worker and {found.server:.0f} µs of PostgreSQL each. "
            f"For {PLAYERS:,} players memory is {memory:.0f} GB in all.",
        ]
    )


def paged(page: str, found: Figures) -> str:
    """The page with these figures between its marks."""
    marks = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    told = f"{BEGIN}\n{section(found)}\n{END}"
    return marks.sub(lambda _: told, page)


if __name__ == "__main__":
    PAGE.write_text(paged(PAGE.read_text("utf-8"), read(FIGURES)), "utf-8")
