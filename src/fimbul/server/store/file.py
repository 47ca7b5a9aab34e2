"""The one file as an operator handles it: held by one server, copied while in use, put back."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from fimbul.kernel import FimbulError
from fimbul.server.store.migrations import MIGRATIONS, check_known

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a file in use


class BadFile(FimbulError):
    """The file cannot be used, and why."""

    code = "store/file"


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else serves that file meanwhile. A server that is killed holds nothing any more: the
    system takes the lock back."""
    with told(path):
        lock = sqlite3.connect(f"{path}-lock", isolation_level=None, timeout=0)
    with closing(lock):
        try:
            lock.execute("begin exclusive")
        except sqlite3.OperationalError:
            raise BadFile(f"{path} is in use: another server keeps its tables there") from None
        yield


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What SQLite says, as one sentence."""
    try:
        yield
    except sqlite3.DatabaseError as wrong:
        raise BadFile(f"{path} cannot be used: {wrong}") from None


def check_current(path: Path) -> None:
    """For work beside a server that may be running: that one alone brings its file up to date."""
    if not path.is_file():
        raise BadFile(f"{path} cannot be read: there is no such file")
    with told(path), closing(sqlite3.connect(path)) as connection:
        if len(check_known(connection, path)) < len(MIGRATIONS):
            older = "was last used by an older version: start `fimbul serve` with it once"
            raise BadFile(f"{path} {older}")


def back_up(path: Path, to: Path) -> None:
    """A copy of all that was acknowledged so far, also while a server writes. It has its name only
    when it is whole and on the disk."""
    if not path.is_file():
        raise BadFile(f"{path} cannot be copied: there is no such file")
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    try:
        with (
            told(path),
            closing(sqlite3.connect(path, timeout=10)) as source,
            closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target, pages=1024)
            target.execute("pragma journal_mode = delete")  # one file, nothing beside it
        check(part)
        _sync(part)
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)


def check(path: Path) -> None:
    """BadFile unless it is a whole file of ours that this version can read."""
    with told(path), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        (found,) = connection.execute("pragma integrity_check(1)").fetchone()
        if found != "ok":
            raise BadFile(f"{path} is damaged: {found}")
        if not connection.execute(
            "select 1 from sqlite_master where type = 'table' and name = 'migration'"
        ).fetchone():
            raise BadFile(f"{path} holds no tables of Fimbul")
        check_known(connection, path)


def restore(backup: Path, path: Path) -> Path | None:
    """Put a copy in the place of the file; returns where the file of before is kept, if any."""
    check(backup)
    with held(path):
        aside = _set_aside(path) if path.exists() else None
        back_up(backup, path)
    return aside


def _set_aside(path: Path) -> Path:
    """With all that is still in its write-ahead log."""
    number = 1
    while (aside := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    back_up(path, aside)
    for beside in BESIDE:
        path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)
    return aside


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
