"""What is acknowledged is on the disk, and a copier beside the server loses none of it."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.messages import Done
from tests.server.harness import outside, run
from tests.server.process import PATIENCE, Process, served
from tests.server.proxies import example
from tests.server.test_backup import choices
from tests.server.test_crash import past

pytestmark = pytest.mark.usefixtures("the_file")

ROUNDS, CHOICES = 3, 8
LITESTREAM = Path(sys.executable).parent / "litestream"


async def play(url: str, place: TakenSeat | None) -> TakenSeat:
    """Some choices against a bot, each acknowledged, in a match that is long enough for them."""
    async with outside(url) as server:
        place = place or await server.lay("ragnarocks", "me", "thrall")
        tab = await server.tab(place)
        for _ in range(CHOICES):
            await tab.my_turn()
            number = tab.seen.seen.number
            assert isinstance(await tab.choose(id=secrets.token_hex(8)), Done)
            await past(tab, number)
    return place


class Copier:
    def __init__(self, folder: Path) -> None:
        self.folder, self.replica = folder, folder / "replica"
        changes = {"/var/lib/fimbul/fimbul.db": "{}/db", "/mnt/backup/fimbul": "{}/replica"}
        changed = {before: after.format(folder) for before, after in changes.items()}
        self.config = example("litestream.yml", folder, **changed)

    def _run(self, *words: str) -> subprocess.Popen[bytes]:
        command = [str(LITESTREAM), words[0], "-config", str(self.config), *words[1:]]
        with (self.folder / "copier.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Beside the server, until it is killed."""
        process = self._run("replicate")
        try:
            yield
        finally:
            process.kill()
            process.wait()

    def catch_up(self) -> None:
        """As it does whenever it is started again."""
        assert self._run("replicate", "-once").wait(PATIENCE) == 0, self.said

    def restore(self) -> Path:
        copy = self.folder / "restored"
        done = self._run("restore", "-o", str(copy), str(self.folder / "db"))
        assert done.wait(PATIENCE) == 0, self.said
        return copy

    @property
    def said(self) -> str:
        return (self.folder / "copier.log").read_text()


def test_a_copier_loses_nothing_though_it_and_the_server_are_killed(tmp_path: Path) -> None:
    copier, data = Copier(tmp_path), str(tmp_path / "db")
    place: TakenSeat | None = None
    for _ in range(ROUNDS):
        with served(tmp_path, "--data", data) as process, copier.running():
            place = run(play(process.url(), place))
    copier.catch_up()
    restored = choices(copier.restore())
    assert restored == choices(tmp_path / "db")
    assert restored >= ROUNDS * CHOICES
    with served(tmp_path, "--data", str(tmp_path / "restored")) as process:
        run(play(process.url(), place))  # and the match goes on from the copy


def test_every_acknowledged_choice_was_put_on_the_disk(tmp_path: Path) -> None:
    """The system's own word for it: without it a power cut would take back what was promised."""
    strace = shutil.which("strace")
    assert strace, "the tests need strace: `make proxies` installs it"
    calls = tmp_path / "calls"
    tracer = (strace, "-D", "-f", "-qq", "-e", "trace=fdatasync,fsync", "-o", str(calls))

    async def body(url: str) -> None:
        async with outside(url) as server:
            ann, bob = await server.pair()
            for _ in range(6):
                mover = ann if ann.options else bob
                before = len(calls.read_text().splitlines())
                assert isinstance(await mover.choose(), Done)
                await asyncio.sleep(0.05)  # strace writes its lines a little later
                assert len(calls.read_text().splitlines()) > before
                await ann.until(lambda: ann.revision == bob.revision)

    process = Process(tmp_path, "--port", "0", before=tracer)
    try:
        run(body(process.url()))
    finally:
        process.kill()
