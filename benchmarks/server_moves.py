"""Durable moves a second over many tables at once, and how long one takes.

python -m benchmarks.server_moves [--tables 100] [--seconds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from os import sysconf
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.server_wire import Line, Seen, connect, lay, read, server


class Pair:
    """Two players in a hurry. A move counts when it is acknowledged; then the next is made.

    When a match is over they sit down at the next table, so that all tables stay busy.
    """

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.dice = port, Random(seed)
        self.took: list[float] = []
        self.sent = 0.0
        self.count = 0
        self.going = True
        self.seat_of: dict[Line, int] = {}
        self.moving: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        for line in self.seat_of:
            line.transport.close()
        self.seat_of = {}
        for place in await lay(self.port):
            line = await connect(self.port, place.table, {"token": place.token}, self.hear)
            self.seat_of[line] = place.seat

    def hear(self, line: Line, payload: bytes) -> None:
        heard = read(payload)
        if heard.type == "done":
            self.took.append(perf_counter() - self.sent)
        elif heard.type == "over" and self.seat_of.get(line) == 0:
            self.moving = asyncio.create_task(self.sit_down())
        elif heard.update is not None:
            self.answer(line, heard.update.seen, heard.update.part)
        elif heard.type == "update" and heard.seen is not None:
            self.answer(line, heard.seen, heard.part)

    def answer(self, line: Line, seen: Seen, part: int) -> None:
        """Any option, at once, if it is this player's turn. The king stays, so the match lasts."""
        if not self.going or seen.decision is None:
            return
        if seen.decision.seat not in seen.waiting:
            return
        self.count += 1
        calm = [option for option in seen.decision.options if "king" not in option]
        thing = self.dice.choice(calm or seen.decision.options)
        choice = {"number": seen.number, "part": part, "thing": thing}
        self.sent = perf_counter()
        line.send({"type": "choose", "id": str(self.count), **choice})


def cpu_seconds(process: int) -> float:
    """What a process has used of a core so far; nought where the system does not say."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


async def measure(port: int, process: int, tables: int, seconds: float) -> None:
    pairs = [Pair(port, seed) for seed in range(tables)]
    for pair in pairs:
        await pair.sit_down()
    await asyncio.sleep(1)
    for pair in pairs:
        pair.took.clear()
    began, used = perf_counter(), cpu_seconds(process)
    await asyncio.sleep(seconds)
    spent, used = perf_counter() - began, cpu_seconds(process) - used
    for pair in pairs:
        pair.going = False
    took = sorted(one for pair in pairs for one in pair.took)
    lost = sum(line.lost for pair in pairs for line in pair.seat_of)
    print(f"{tables} tables, {spent:.1f} s: {len(took) / spent:,.0f} durable moves/s")
    for share in (0.5, 0.9, 0.99):
        print(f"  p{share * 100:.0f} {took[int(len(took) * share)] * 1000:.1f} ms")
    print(f"  the server used {used / spent:.0%} of a core, {used / len(took) * 1e6:.0f} µs a move")
    print(f"  sockets lost: {lost}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "db") as (port, process):
        asyncio.run(measure(port, process, options.tables, options.seconds))


if __name__ == "__main__":
    main()
