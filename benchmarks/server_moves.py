"""Durable moves a second over many tables at once, and how long one takes.

Two people sit at each table of Brandub. A move is one choice: it counts when its acknowledgement
is heard, that is when it is on the disk; the next is made when the player has seen the update.

python -m benchmarks.server_moves [--tables 100] [--seconds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from itertools import cycle
from os import getpid, sysconf
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.server_load import Load, Pair, scripts
from benchmarks.server_wire import lay, server
from fimbul.server.wire.bodies import Place

AIM, SLOWEST = 2_500, 130  # moves a second; milliseconds of the slowest in a hundred
WARM = 1.0  # seconds before anything is counted
MOST = 50  # choices a second at one table: so long are the matches made beforehand


def cpu_seconds(process: int) -> float:
    """What a process has used of a core so far; nought where the system does not say."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


async def lay_all(port: int, tables: int) -> list[tuple[Place, Place]]:
    return [await lay(port) for _ in range(tables)]


def gather(port: int, tables: int, seconds: float) -> Load:
    """Everybody sits; nothing has been played."""
    found = scripts(round((WARM + seconds) * MOST))
    places = asyncio.run(lay_all(port, tables))
    return Load([Pair(port, two, moves) for two, moves in zip(places, cycle(found), strict=False)])


class Moves(NamedTuple):
    """What was measured. Times of single moves in milliseconds, the rest in seconds."""

    moves: int
    seconds: float
    p50: float
    p99: float
    used: float  # by the server, of a processor
    own: float  # by whoever measured
    lost: int = 0  # sockets
    ended: int = 0  # matches

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of the server's processor time for a move: it hangs least on the machine."""
        return self.used / self.moves * 1000


def measure(port: int, process: int, tables: int, seconds: float) -> Moves:
    load, mine = gather(port, tables, seconds), getpid()
    load.begin()
    load.run(WARM)
    load.forget()
    began, used, own = perf_counter(), cpu_seconds(process), cpu_seconds(mine)
    load.run(seconds)
    spent = perf_counter() - began
    used, own = cpu_seconds(process) - used, cpu_seconds(mine) - own
    took = sorted(one * 1000 for pair in load.pairs for one in pair.took())
    shares = [took[int(len(took) * share)] for share in (0.5, 0.99)]
    lost = sum(tab.lost for tab in load.tabs.values())
    ended = sum(pair.finished for pair in load.pairs)
    load.close()
    return Moves(len(took), spent, shares[0], shares[1], used, own, lost, ended)


def report(found: Moves, tables: int) -> None:
    spent = found.seconds
    print(f"{tables} tables of Brandub, {spent:.1f} s: {found.rate:,.0f} durable moves/s", end="")
    print(f" (aim: at least {AIM:,}), p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms", end="")
    print(f" (aim: under {SLOWEST})")
    print(f"  the server used {found.used / spent:.0%} of a core: {found.each:.3f} ms a move")
    own = found.own / found.moves * 1000
    print(f"  who measured used {found.own / spent:.0%}: {own:.3f} ms a move")
    print(f"  sockets lost: {found.lost}; matches that came to their end: {found.ended}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "db") as (port, process):
        report(measure(port, process, options.tables, options.seconds), options.tables)


if __name__ == "__main__":
    main()
