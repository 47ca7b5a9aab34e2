"""Durable moves a second over many tables at once, for every game, and how long one takes.

People sit at all seats of every table. A move is one choice: it counts when its acknowledgement
is heard, that is when it is on the disk; the next is made when its player has seen the update.
The games are measured in turns, so that what else the machine does falls on all of them alike.

python -m benchmarks.server_moves [--games brandub,ragnarocks] [--tables 100] [--seconds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from math import inf
from os import getpid, sysconf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.server_choice import measure_choices
from benchmarks.server_games import KINDS, Kind, kinds
from benchmarks.server_load import Company, Load, Script, load_of, rounds_of, script
from benchmarks.server_wire import lay_from, server, upload

AIM, SLOWEST = 2_500, 130  # moves a second of Brandub; milliseconds of the slowest in a hundred
WARM = 1.0  # seconds before anything is counted
SCRIPTS = 10  # matches that the tables share among them
MOST = 4_000  # choices a second at all tables: for so many the matches are made beforehand


def cpu_seconds(process: int) -> float:
    """What a process has used of a core so far; 0 where the system does not say."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


async def lay_all(port: int, wanted: list[Script]) -> list[Company]:
    known = {saga: await upload(port, saga) for saga in {one.saga for one in wanted}}
    return [
        Company(port, await lay_from(port, known[one.saga], one.seats), one.moves) for one in wanted
    ]


def gather(port: int, kind: Kind, tables: int, seconds: float) -> Load:
    """Everybody sits; nothing has been played."""
    scripts = [script(kind.rules, kind.options, seed) for seed in range(SCRIPTS)]
    wanted = rounds_of(scripts, tables, round((WARM + seconds) * MOST / tables))
    return load_of(asyncio.run(lay_all(port, wanted)), tables)


class Moves(NamedTuple):
    """What was measured. Times of single moves in milliseconds, the rest in seconds."""

    moves: int
    seconds: float
    p50: float
    p99: float
    used: float  # by the server, of a processor
    own: float  # by whoever measured
    lost: int = 0  # sockets
    ended: int = 0  # tables that have nothing left to play
    stuck: int = 0  # tables where a choice was refused

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of the server's processor time for a move: it hangs least on the machine."""
        return self.used / self.moves * 1000


def measure(port: int, process: int, kind: Kind, tables: int, seconds: float) -> Moves:
    load, mine = gather(port, kind, tables, seconds), getpid()
    load.begin()
    load.run(WARM)
    load.forget()
    began, used, own = perf_counter(), cpu_seconds(process), cpu_seconds(mine)
    load.run(seconds)
    spent = perf_counter() - began
    used, own = cpu_seconds(process) - used, cpu_seconds(mine) - own
    took = sorted(one * 1000 for one in load.took()) or [inf]
    shares = [took[int(len(took) * share)] for share in (0.5, 0.99)]
    lost = sum(tab.lost for tab in load.tabs.values())
    ended = sum(company.finished for company in load.companies)
    stuck = sum(company.stuck for company in load.companies)
    load.close()
    return Moves(len(took), spent, shares[0], shares[1], used, own, lost, ended, stuck)


def measure_once(kind: Kind, tables: int, seconds: float, checkout: Path | None) -> Moves:
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder) / "db", checkout) as (port, process),
    ):
        return measure(port, process, kind, tables, seconds)


def report(found: Moves, tables: int) -> None:
    """One measurement of Brandub in full."""
    spent = found.seconds
    print(f"{tables} tables of Brandub, {spent:.1f} s: {found.rate:,.0f} durable moves/s", end="")
    print(f" (aim: at least {AIM:,}), p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms", end="")
    print(f" (aim: under {SLOWEST})")
    print(f"  the server used {found.used / spent:.0%} of a core: {found.each:.3f} ms a move")
    own = found.own / found.moves * 1000
    print(f"  who measured used {found.own / spent:.0%}: {own:.3f} ms a move")
    print(f"  sockets lost: {found.lost}; tables played out: {found.ended}, stuck: {found.stuck}")


def line(kind: Kind, runs: list[Moves], yardstick: list[Moves]) -> str:
    rate = median(run.rate for run in runs)
    pairs = list(zip(runs, yardstick, strict=True))
    share = median(run.rate / by.rate for run, by in pairs)
    work = median(by.each / run.each for run, by in pairs)
    aim = "" if kind.share is None else f" (aim {kind.share:.0%})"
    trouble = sum(run.lost + run.ended + run.stuck for run in runs)
    p50, p99 = median(run.p50 for run in runs), max(run.p99 for run in runs)
    return (
        f"{kind.name:<14}{rate:>7,.0f} moves/s  {share:>6.0%} of Brandub{aim:<11}"
        f"  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms"
        f"  server {median(run.each for run in runs):7.3f} ms a move: {work:>4.0%} by the processor"
        + (f"  lost, out or stuck: {trouble}" if trouble else "")
    )


def tell_choices(wanted: list[Kind]) -> None:
    print("Processor time of one choice on the event loop, everybody connected:")
    for kind in wanted:
        spent = measure_choices(kind)
        print(
            f"{kind.name:<14}median {spent.median:7.3f} ms  mean {spent.mean:7.3f} ms"
            f"  worst {spent.worst:7.3f} ms  ({spent.choices} choices)"
            f"  {spent.sent / 1024:5.1f} KiB to each viewer"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = ",".join(kind.name for kind in KINDS)
    parser.add_argument("--games", default="", help=f"some of {names}; all, if nothing is said")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in the same turns")
    options = parser.parse_args()
    wanted, checkouts = kinds(options.games), [None, *([options.beside] if options.beside else [])]
    runs: dict[tuple[str, Path | None], list[Moves]] = {}
    for _ in range(options.rounds):
        for kind in wanted:
            for checkout in checkouts:
                found = measure_once(kind, options.tables, options.seconds, checkout)
                runs.setdefault((kind.name, checkout), []).append(found)
    for checkout in checkouts:
        print(f"{checkout or 'here'}: {options.tables} tables, {options.rounds} rounds")
        for kind in wanted:
            print(line(kind, runs[kind.name, checkout], runs[wanted[0].name, checkout]))
    tell_choices(wanted)


if __name__ == "__main__":
    main()
