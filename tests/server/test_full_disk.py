"""A disk without room: what was acknowledged is kept, players are told, and it goes on later."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.wire.messages import Done, Refused
from tests.server.before.__main__ import calm
from tests.server.harness import Tab, outside, run
from tests.server.process import Process, served

SMALL = "2m"  # a disk of that size
FEW = 60  # choices: before, whatever SQLite still has room for is full


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A real one where it may be mounted; elsewhere a folder."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(disk)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield disk
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)


@contextmanager
def ballast(disk: Path) -> Iterator[None]:
    """Whatever room is left is taken, and given back."""
    path = disk / "ballast"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while disk.is_mount():
            file.write(bytes(4096))
    with path.open("ab", buffering=0) as file, suppress(OSError):
        while disk.is_mount():
            file.write(bytes(1))
    yield
    path.unlink()


@contextmanager
def limited(process: Process) -> Iterator[None]:
    """No file of that process may grow any more."""
    pid, (soft, hard) = process.running.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


class Players:
    """Two who play by chance, and what the server has acknowledged."""

    def __init__(self, tabs: tuple[Tab, Tab]) -> None:
        self.tabs, self.chance = tabs, Random(1)
        self.acknowledged: list[tuple[int, str]] = []

    async def choose(self) -> Refused | None:
        """One choice; how it was refused, if it was."""
        ann, bob = self.tabs
        await ann.until(lambda: bool(ann.options or bob.options))
        tab = ann if ann.options else bob
        seat, thing = tab.seen.seen.seat, self.chance.choice(calm(tab.options))
        assert seat is not None
        count = tab.seen.count
        answer = await tab.choose(thing)
        if isinstance(answer, Refused):
            return answer
        assert isinstance(answer, Done)
        self.acknowledged.append((seat, thing))
        await ann.until(lambda: ann.seen.count > count)
        await bob.until(lambda: bob.seen.count > count)
        return None

    async def refused(self) -> Refused:
        for _ in range(FEW):
            if told := await self.choose():
                return told
        raise AssertionError("there was room for everything")


async def written(path: Path, table: str) -> list[tuple[int, str]]:
    store = SqliteStore(path)
    found = await store.load(table)
    await store.close()
    assert found is not None
    return [(row.seat, row.thing) for row in found.choices]


@pytest.mark.parametrize("way", ["no room", "no longer file"])
def test_without_room_nothing_acknowledged_is_lost_and_it_goes_on_later(
    way: str, tmp_path: Path
) -> None:
    with small_disk(tmp_path) as disk, served(tmp_path, "--data", str(disk / "db")) as process:

        def full() -> AbstractContextManager[None]:
            return ballast(disk) if way == "no room" and disk.is_mount() else limited(process)

        async def body() -> tuple[str, list[tuple[int, str]]]:
            async with outside(process.url()) as server:
                players = Players(await server.pair())
                for _ in range(5):
                    assert await players.choose() is None
                with full():
                    told = await players.refused()
                    assert (await server.get("/healthz")).status_code == 200
                    assert (await server.get("/readyz")).status_code == 503
                assert told.code == "store/down"
                assert "nothing happened" in told.message
                for _ in range(5):
                    assert await players.choose() is None
                assert (await server.get("/readyz")).status_code == 200
                return players.tabs[0].table, players.acknowledged

        table, acknowledged = run(body())
        process.kill()
        assert run(written(disk / "db", table)) == acknowledged
