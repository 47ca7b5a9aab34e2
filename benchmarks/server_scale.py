"""What a hall costs, in processor time, for `docs/host/scale.md`: both stores in one run.

python -m benchmarks.server_scale [--tables 30] [--seconds 3] [--sockets 400] [--games ...]
python -m benchmarks.server_scale --quick --games brandub

The figures are written to benchmarks/scale.json, and `python -m benchmarks.sizing` puts them on the
page. They are the processor's, so they hardly hang on what else the machine does; but on a busy one
all work takes longer, and two workers most of all. A quick run shows that all of it works: it is
too short to be kept, so the page as it would be is told and nothing is written.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time, sleep
from typing import Any, NamedTuple

from benchmarks.server_choice import lay as lay_indoors
from benchmarks.server_choice import measure_choices
from benchmarks.server_crowd import memory
from benchmarks.server_games import KINDS, Kind, kinds
from benchmarks.server_load import Load, load_of, rounds_of, script
from benchmarks.server_moves import SCRIPTS, WARM, cpu_seconds, lay_all
from benchmarks.server_wire import server
from benchmarks.sizing import FIGURES, Costs, Figures, section, write
from fimbul.server.bots.pool import BotPool
from fimbul.server.services import Services
from fimbul.server.store.base import Change, ChoiceRow
from fimbul.server.store.postgres.store import PostgresStore
from fimbul.server.table.lobby import Lobby
from tests.server.engines import Nats, Postgres

PACE = 40  # choices a second at each table: for so many the matches are made beforehand
IDLE = 20.0  # seconds in which nobody does anything, two pings long
QUICK = {"tables": 4, "seconds": 0.5, "sockets": 40, "idle": 4.0}  # a run that is not kept
BATCH, ROUNDS = 200, 20  # tables that choose at the same moment, and how often


class Used(NamedTuple):
    """Milliseconds of a processor for one choice: of the servers, and of PostgreSQL."""

    servers: float
    database: float


def used_by(postgres: Postgres) -> float:
    """Seconds of a processor that a cluster has used: all its processes, also those that ended."""
    postmaster = int((Path(postgres.data) / "postmaster.pid").read_text().split()[0])
    total = _with_ended(postmaster)
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError, IndexError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == postmaster:
                    total += cpu_seconds(int(entry.name))
    return total


def _with_ended(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(int(fields[n]) for n in (11, 12, 13, 14)) / 100


def loaded(ports: list[int], kind: Kind, tables: int, seconds: float) -> Load:
    """Tables of that kind, shared among the servers; nothing has been played."""
    scripts = [script(kind.rules, kind.options, seed) for seed in range(SCRIPTS)]
    wanted = rounds_of(scripts, tables, round((WARM + seconds) * PACE))
    companies = []
    for number, port in enumerate(ports):
        companies.append(asyncio.run(lay_all(port, wanted[number :: len(ports)])))
    return load_of([one for group in zip(*companies, strict=False) for one in group], tables)


def measure(
    servers: list[tuple[int, int]], kind: Kind, tables: int, seconds: float, database: Postgres
) -> Used:
    load = loaded([port for port, _ in servers], kind, tables, seconds)
    load.begin()
    load.run(WARM)
    load.forget()

    def spent() -> tuple[float, float]:
        return sum(cpu_seconds(process) for _, process in servers), used_by(database)

    before = spent()
    load.run(seconds)
    after = spent()
    moves = sum(1 for _ in load.took())
    load.close()
    here, there = ((b - a) / max(1, moves) * 1000 for a, b in zip(before, after, strict=True))
    return Used(here, there)


@contextmanager
def shared(database: str, bus: Nats, count: int) -> Iterator[list[tuple[int, int]]]:
    """So many workers over one database."""
    if count == 0:
        yield []
        return
    with server(f"{database} {bus.url}") as one, shared(database, bus, count - 1) as others:
        yield [one, *others]


def costs(kind: Kind, postgres: Postgres, bus: Nats, tables: int, seconds: float) -> Costs:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "db") as one:
        file = measure([one], kind, tables, seconds, postgres)
    with shared(postgres.database(f"of_{kind.name}"), bus, 1) as workers:
        alone = measure(workers, kind, tables, seconds, postgres)
    with shared(postgres.database(f"two_{kind.name}"), bus, 2) as workers:
        two = measure(workers, kind, tables, seconds, postgres)
    sent = measure_choices(kind).sent / 1024
    found = Costs(file.servers, alone.servers, two.servers, alone.database, sent)
    print(f"{kind.name:<14}", " ".join(f"{value:.3f}" for value in found), flush=True)
    return found


def sockets(count: int, seconds: float) -> tuple[float, float, float]:
    """Of one that joins, milliseconds; of one that stays, microseconds a second, and KiB."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "db") as (port, process):
        places = asyncio.run(lay_all(port, [script(KINDS[0].rules, {}, 0)]))
        place = places[0].tabs[0]
        again = [_again(port, place) for _ in range(20)]  # what is made once is made now
        sleep(1)
        began = cpu_seconds(process)
        _listen([*places[0].tabs, *again], seconds / 2)
        few = (cpu_seconds(process) - began) * 2  # what a server does whoever is there
        began, held = cpu_seconds(process), memory(process)
        again += [_again(port, place) for _ in range(count)]
        sleep(2)
        joined, kept = cpu_seconds(process) - began, memory(process) - held
        began = cpu_seconds(process)
        _listen([*places[0].tabs, *again], seconds)
        idle = max(0.0, cpu_seconds(process) - began - few)
    return joined / count * 1000, idle / seconds / count * 1e6, kept / count


def _again(port: int, tab: Any) -> Any:
    return type(tab)(port, tab.place, tab.table)


def _listen(tabs: list[Any], seconds: float) -> None:
    """Answer pings."""
    for _ in range(round(seconds * 5)):
        for tab in tabs:
            with suppress(BlockingIOError):
                tab.read()
        sleep(0.2)


async def batches(database: str, postgres: Postgres) -> tuple[float, float]:
    """Microseconds for a choice where many are written together: of the client, of PostgreSQL."""
    store = PostgresStore(database)
    lobby = Lobby(Services(store=store, pool=BotPool()))
    tables = [await lay_indoors(lobby, KINDS[0], []) for _ in range(BATCH)]
    known = await store.revisions([table.id for table in tables])
    changes = [
        [_choice(table.id, known[table.id] + number, number) for table in tables]
        for number in range(ROUNDS)
    ]
    began, there = process_time(), used_by(postgres)
    for together in changes:
        await asyncio.gather(*(store.apply(change) for change in together))
    here, there = process_time() - began, used_by(postgres) - there
    lobby.close()
    await lobby.services.pool.stop()
    await store.close()
    return here / BATCH / ROUNDS * 1e6, there / BATCH / ROUNDS * 1e6


def _choice(table: str, revision: int, number: int) -> Change:
    row = ChoiceRow(number + 1, 0, 0, revision + 1, "cell:d4", "person", fixed=False)
    return Change(
        table=table, revision=revision, message=(0, f"m{number}", revision + 1), choice=row
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--sockets", type=int, default=400)
    parser.add_argument("--games", default="", help="some of them; all, if nothing is said")
    parser.add_argument("--idle", type=float, default=IDLE, help="seconds that sockets wait")
    parser.add_argument("--quick", action="store_true", help="see that it works; nothing is kept")
    options, found = parser.parse_args(), dict[str, Costs]()
    if options.quick:
        vars(options).update(QUICK)
    postgres, bus = Postgres(), Nats()
    try:
        client, database = asyncio.run(batches(postgres.database("batches"), postgres))
        join, idle, held = sockets(options.sockets, options.idle)
        print(f"batch {client:.0f} + {database:.0f} us, join {join:.2f} ms, idle {idle:.1f} us/s")
        for kind in kinds(options.games):
            found[kind.name] = costs(kind, postgres, bus, options.tables, options.seconds)
            figures = Figures(found, join, idle, held, client, database)
            if not options.quick:
                write(figures, FIGURES)
        if options.quick:
            print(section(figures))
    finally:
        bus.kill()
        postgres.remove()


if __name__ == "__main__":
    main()
