"""A crowd at one table: a thousand tabs of the players, a thousand spectators; nobody is lost.

python -m benchmarks.server_crowd [--tabs 1000] [--spectators 1000] [--moves 10]
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.server_wire import Line, Seen, connect, lay, read, server
from fimbul.server.wire.bodies import TakenSeat

PATIENCE = 120.0  # seconds


def memory(process: int) -> int:
    """Kilobytes that a process holds now; 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


class Crowd:
    """Counts what everybody has heard."""

    def __init__(self) -> None:
        self.updates = self.welcomed = 0

    def all_welcome(self, count: int) -> Callable[[], bool]:
        return lambda: self.welcomed >= count

    def all_told(self, count: int) -> Callable[[], bool]:
        return lambda: self.updates >= count

    def hear(self, line: Line, payload: bytes) -> None:
        self.updates += payload.startswith(b'{"type":"update"')
        self.welcomed += payload.startswith(b'{"type":"welcome"')


class Player:
    """One tab that plays."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.part = 0

    def hear(self, line: Line, payload: bytes) -> None:
        heard = read(payload)
        if heard.update is not None:
            self.seen, self.part = heard.update.seen, heard.update.part
        elif heard.type == "update":
            self.seen, self.part = heard.seen, heard.part


async def until(done: Callable[[], bool]) -> float:
    """How long it took."""
    began = perf_counter()
    while not done():
        await asyncio.sleep(0.002)
        assert perf_counter() - began < PATIENCE, "that took too long"
    return perf_counter() - began


async def gather(
    port: int, places: tuple[TakenSeat, TakenSeat], crowd: Crowd, options: argparse.Namespace
) -> list[Line]:
    """Everybody comes, a hundred at a time."""
    lines: list[Line] = []
    hellos = [{"token": places[n % 2].token} for n in range(options.tabs)]
    hellos += [{"watch": places[0].watch} for _ in range(options.spectators)]
    for start in range(0, len(hellos), 100):
        some = hellos[start : start + 100]
        lines += await asyncio.gather(
            *(connect(port, places[0].table, hello, crowd.hear) for hello in some)
        )
        await until(crowd.all_welcome(len(lines)))
    return lines


async def measure(port: int, process: int, options: argparse.Namespace) -> None:
    places = await lay(port)
    players = [Player(), Player()]
    own = [
        await connect(port, place.table, {"token": place.token}, player.hear)
        for place, player in zip(places, players, strict=True)
    ]
    await until(lambda: all(player.seen for player in players))
    before = memory(process)
    crowd = Crowd()
    lines = await gather(port, places, crowd, options)
    await asyncio.sleep(1)
    grown = (memory(process) - before) / len(lines)
    dice, took = Random(1), []
    for move in range(options.moves):
        turn = next(n for n, player in enumerate(players) if n in (player.seen or EMPTY).waiting)
        seen, crowd.updates = players[turn].seen or EMPTY, 0
        assert seen.decision is not None
        choice = {"number": seen.number, "part": players[turn].part}
        thing = dice.choice(seen.decision.options)
        own[turn].send({"type": "choose", "id": str(move), "thing": thing, **choice})
        took.append(await until(crowd.all_told(len(lines))))
    lost = sum(line.lost for line in lines)
    print(f"{options.tabs} tabs and {options.spectators} spectators at one table: {lost} lost")
    print(f"  {grown:.1f} KiB of the server's memory for each")
    print(f"  a move has reached everybody after {sorted(took)[len(took) // 2] * 1000:.0f} ms")


EMPTY = Seen(0, [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tabs", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=10)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "db") as (port, process):
        asyncio.run(measure(port, process, options))


if __name__ == "__main__":
    main()
