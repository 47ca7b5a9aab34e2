"""A battle of 1,000 AP beside other tables: what a choice costs, and what the neighbours notice.

`python -m benchmarks.server_heavy` serves in a process of its own. Somebody chooses by chance and
now and then takes a choice back; a neighbour at another table asks whether anybody is there. What a
choice costs the event loop is the processor time of the server's first thread; what is worked out
beside the loop is in that of the server as a whole.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from benchmarks.worst_requests import BATTLE, SEATS
from tests.server.harness import Server, Tab, outside

CHOICES = 200
UNDO = 10  # every so many choices one is taken back
PAUSE = 0.02  # seconds between two questions of the neighbour
TICK = 1 / os.sysconf("SC_CLK_TCK")


def spent(process: int) -> tuple[float, float]:
    """Seconds of a processor that the first thread of a process has used, and all of them."""
    files = (Path(f"/proc/{process}/task/{process}/stat"), Path(f"/proc/{process}/stat"))
    fields = [file.read_text().rpartition(")")[2].split() for file in files]
    loop, whole = ((int(one[11]) + int(one[12])) * TICK for one in fields)
    return loop, whole


async def choose(tabs: tuple[Tab, Tab], dice: Random) -> float:
    """One choice by chance; how long its player waits."""
    while not (able := [tab for tab in tabs if tab.options]):
        await asyncio.sleep(0.005)
    tab = dice.choice(able)
    began = perf_counter()
    await tab.choose(dice.choice(tab.options))
    return perf_counter() - began


async def play(tabs: tuple[Tab, Tab], dice: Random) -> tuple[list[float], int]:
    """Choices, with one taken back now and then: how long each took, and how many went back."""
    waits: list[float] = []
    back = 0
    while len(waits) < CHOICES and tabs[0].over is None:
        waits.append(await choose(tabs, dice))
        if len(waits) % UNDO == 0:
            free = next((tab for tab in tabs if tab.seen.undo == "free"), None)
            if free is not None:
                await free.ask("undo")
                back += 1
    return waits, back


async def neighbour(server: Server, waits: list[float]) -> None:
    tab = await server.tab(await server.lay())
    while True:
        began = perf_counter()
        await tab.ask("ping")
        waits.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)


def told(name: str, seconds: list[float]) -> None:
    late = quantiles(seconds, n=100)[98]
    print(f"| {name} | {len(seconds)} | {median(seconds) * 1000:.2f} | {late * 1000:.1f} |")


async def measure(url: str, process: int) -> None:
    async with outside(url) as server, outside(url, "127.0.0.2") as other:
        alone: list[float] = []
        quiet = asyncio.create_task(neighbour(other, alone))
        await asyncio.sleep(4)
        quiet.cancel()
        tabs = await server.pair("rag_narok", options=BATTLE, seats=SEATS)
        await choose(tabs, Random(1))
        beside: list[float] = []
        asking = asyncio.create_task(neighbour(other, beside))
        before = spent(process)
        waits, back = await play(tabs, Random(1))
        used = zip(spent(process), before, strict=True)
        loop, whole = ((after - then) / len(waits) for after, then in used)
        asking.cancel()
        print("| ms | count | median | 99 of 100 |\n|---|---|---|---|")
        told("a ping at an idle server", alone)
        told("a ping beside the battle", beside)
        told(f"a choice of the battle ({back} taken back)", waits)
        each = f"{loop * 1000:.1f} ms, the server as a whole {whole * 1000:.1f} ms"
        print(f"\nA choice costs the event loop {each}, with the neighbour's pings.")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.server_process", f"{folder}/db"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None, "it was started with a pipe"
            port = int(server.stdout.readline())
            asyncio.run(measure(f"http://127.0.0.1:{port}", server.pid))
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
