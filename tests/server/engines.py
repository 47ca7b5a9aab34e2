"""The real engines that a larger hall runs on, started for the tests: on this machine alone, on
ports of their own, gone when the tests are."""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from fimbul.server.store.postgres.link import prepare

T = TypeVar("T")
PATIENCE = 60.0  # seconds
PASSWORDS = {"HALL_PASSWORD": "open-hall", "BOTS_PASSWORD": "open-desks"}  # of a test's bus
NATS = Path(sys.executable).parent / "nats-server"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Done in a loop of its own, also for whoever is in one already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Postgres:
    """A cluster of its own. Root may not run one, so it belongs to the user of the package."""

    def __init__(self, beside: str = "") -> None:
        """At that address too, for whoever comes from its network."""
        self._addresses = ",".join(filter(None, ("127.0.0.1", beside)))
        self.folder = Path(tempfile.mkdtemp(prefix="fimbul-postgres-"))
        self.port = free_port()
        self._made: set[str] = set()
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-A", "trust", "-U", "fimbul", "--no-sync", "-D", self.data)
        if beside:
            with (self.folder / "data/pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {beside}/24 trust\n")
        self.start()
        apart(prepare(self.url("template1")))  # every database is made with our tables in it

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *words: str) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
        command = str(found[-1]) if found else program
        user = ("runuser", "-u", "postgres", "--") if os.getuid() == 0 else ()
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            done = subprocess.run(
                [*user, command, *words], stdout=log, stderr=log, cwd=self.folder, check=False
            )
        assert done.returncode == 0, f"{program} failed: see {log.name}"

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses={self._addresses} -c max_connections=200 "
            f"-c unix_socket_directories={self.folder}"
        )
        log = str(self.folder / "server.log")
        self.run("pg_ctl", "-D", self.data, "-w", "-o", options, "-l", log, "start")

    def stop(self, mode: str = "immediate") -> None:
        """`immediate` is as a power cut would end it: it recovers from its log afterwards."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def url(self, name: str) -> str:
        return f"postgresql://fimbul@127.0.0.1:{self.port}/{name}"

    def database(self, name: str) -> str:
        """The address of the database of that name, which is made if it is not there."""
        if name not in self._made:
            self._made.add(name)
            place = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "fimbul")
            self.run("createdb", *place, name)
        return self.url(name)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def postgres() -> Postgres:
    """One for all tests of a process."""
    started = Postgres()
    atexit.register(started.remove)
    return started


def database_at(path: Path) -> str:
    """The database that stands for a file: whoever names the same file means the same database."""
    return postgres().database(f"db_{sha256(str(path).encode()).hexdigest()[:20]}")


async def run_sql(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


class Nats:
    """A bus of its own, which can be killed and started again at the same port."""

    def __init__(self, config: Path | None = None, address: str = "127.0.0.1") -> None:
        self.port, self._address = free_port(), address
        self._config = () if config is None else ("-c", str(config))
        self.start()

    @property
    def url(self) -> str:
        return self.url_of("")

    def url_of(self, user: str) -> str:
        """For whoever has that name and password."""
        return f"nats://{user}{'@' if user else ''}127.0.0.1:{self.port}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [str(NATS), *self._config, "-a", self._address, "-p", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **PASSWORDS},
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError("nats-server did not start")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
