"""Whom the operator has shut out, by address or by name. It is looked up with every message, in the
file itself, so a ban acts at once on a server that is running."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_address, ip_network
from pathlib import Path
from time import time
from typing import Literal, Protocol

from msgspec import Struct

from fimbul.kernel import FimbulError
from fimbul.server.ops.tokens import new_id
from fimbul.server.store.file import BadFile, told
from fimbul.server.store.migrations import check_known
from fimbul.server.store.writer import connect

Kind = Literal["address", "name", "account"]
ACCOUNT = "account:"


class Ban(Struct, frozen=True):
    kind: Kind
    what: str  # an address, a network such as 203.0.113.0/24, a name without its capitals, an id

    def meets(self, address: str, name: str, account: str = "") -> bool:
        if self.kind == "account":
            return bool(account) and account == self.what
        if self.kind == "name":
            return bool(name) and name.casefold() == self.what
        try:
            return ip_address(address) in ip_network(self.what, strict=False)
        except ValueError:
            return False


class NoBan(FimbulError):
    code = "ban/unknown"


def no_ban(ban: Ban) -> NoBan:
    return NoBan(f"{ban.what!r} is not shut out; `fimbul ban list` shows who is")


def ban_of(what: str) -> Ban:
    """An account that is called so; an address or a network, if it reads like one; otherwise a
    name."""
    if what.startswith(ACCOUNT):
        return Ban("account", what.removeprefix(ACCOUNT).strip())
    try:
        return Ban("address", str(ip_network(what, strict=False)))
    except ValueError:
        return Ban("name", what.strip().casefold())


class BanList(Protocol):
    def meet(self, address: str, name: str = "", account: str = "") -> bool:
        """Whether that visitor is shut out."""

    async def watch(self) -> None:
        """Keep it up to date, for as long as the server runs."""


class Bans:
    """The list as it stands in the file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def bans(self) -> list[Ban]:
        rows = self._connection.execute("select kind, what from ban order by kind, what")
        return [Ban(kind, what) for kind, what in rows]

    def meet(self, address: str, name: str = "", account: str = "") -> bool:
        """Whether that visitor is shut out."""
        return any(ban.meets(address, name, account) for ban in self.bans())

    async def watch(self) -> None:
        """Nothing to do: the file is read again with every question."""

    def close(self) -> None:
        self._connection.close()

    def add(self, ban: Ban) -> None:
        values = (ban.kind, ban.what)
        self._connection.execute("insert or ignore into ban values (?, ?)", values)
        self._note("ban", ban)

    def remove(self, ban: Ban) -> None:
        sql = "delete from ban where kind = ? and what = ?"
        if not self._connection.execute(sql, (ban.kind, ban.what)).rowcount:
            raise no_ban(ban)
        self._note("unban", ban)

    def _note(self, act: str, ban: Ban) -> None:
        self._connection.execute(
            "insert into audit values (?, ?, ?, ?, ?, ?)", audit_line(act, ban)
        )


def audit_line(act: str, ban: Ban) -> tuple[str, int, str, str, str, str]:
    """A line of the audit trail: what was done at the operator's own terminal."""
    return new_id(), int(time()), "operator", act, f"{ban.kind} {ban.what}", ""


def bans_of(path: Path) -> Bans:
    """For a server: a connection of its own that only reads."""
    connection = connect(path)
    connection.execute("pragma query_only = on")
    return Bans(connection)


@contextmanager
def opened_bans(path: Path) -> Iterator[Bans]:
    """For an operator, beside a running server."""
    if not path.is_file():
        raise BadFile(f"{path} cannot be read: there is no such file")
    with told(path), closing(connect(path)) as connection:
        check_known(connection, path)
        yield Bans(connection)
