"""A socket client that costs next to nothing, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from fimbul.server.wire.bodies import ReplayId, TakenSeat

HOST = "127.0.0.1"
READY = 30.0  # seconds


class Decision(Struct):
    seat: int
    options: list[str]


class Seen(Struct):
    number: int
    waiting: list[int]
    decision: Decision | None = None


class Update(Struct):
    """As much of an update as a player in a hurry reads."""

    part: int
    seen: Seen


class Heard(Struct):
    type: str
    id: str = ""
    part: int = 0
    seen: Seen | None = None
    update: Update | None = None


_read = msgspec.json.Decoder(Heard).decode


Ear = Callable[["Line", bytes], None]


def handshake(table: str) -> bytes:
    """What a browser says to open a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /live/{table} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


def masked(message: dict[str, Any] | bytes, opcode: int = 1) -> bytes:
    """A frame from a client; the mask is all zeros, so nothing has to be masked."""
    data = message if isinstance(message, bytes) else msgspec.json.encode(message)
    short = len(data) < 126
    size = bytes([128 | len(data)]) if short else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([128 | opcode]) + size + b"\0\0\0\0" + data


def frames(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """The whole frames (opcode, payload) from a server, which masks nothing, and what is left."""
    found, at = list[tuple[int, bytes]](), 0
    while len(data) >= at + 2:
        size, start = data[at + 1], at + 2
        if size == 126:
            size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
        elif size == 127:
            size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
        if len(data) < start + size:
            break
        found.append((data[at] & 15, data[start : start + size]))
        at = start + size
    return found, data[at:]


class Line(asyncio.Protocol):
    """One socket. Frames from the server are never split by Fimbul."""

    def __init__(self, table: str, hello: dict[str, Any], heard: Ear) -> None:
        self.table, self.hello, self.heard = table, hello, heard
        self.buffer = b""
        self.open = False
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(handshake(self.table))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, blank, rest = self.buffer.partition(b"\r\n\r\n")
            if not blank:
                return
            assert b" 101 " in head, head
            self.open, self.buffer = True, rest
            self.send({"type": "hello", **self.hello})
        found, self.buffer = frames(self.buffer)
        for opcode, payload in found:
            if opcode == 1:
                self.heard(self, payload)
            elif opcode == 9:
                self.transport.write(masked(payload, 10))

    def send(self, message: dict[str, Any]) -> None:
        self.transport.write(masked(message))


def read(payload: bytes) -> Heard:
    return _read(payload)


async def connect(port: int, table: str, hello: dict[str, Any], heard: Ear) -> Line:
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(table, hello, heard), HOST, port)
    return line


T = TypeVar("T", bound=Struct)


async def post(port: int, path: str, body: dict[str, Any] | str, kind: type[T]) -> T:
    """One request on a connection of its own; text is sent as it is, anything else as JSON."""
    reader, writer = await asyncio.open_connection(HOST, port)
    plain = isinstance(body, str)
    data = body.encode() if isinstance(body, str) else msgspec.json.encode(body)
    media = "text/plain" if plain else "application/json"
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {media}\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2], type=kind)


async def lay(port: int) -> tuple[TakenSeat, TakenSeat]:
    """A table of Brandub for two people."""
    seats = [{"kind": "me"}, {"kind": "friend"}]
    wish = {"game": "brandub", "seats": seats, "name": "Ann"}
    ann = await post(port, "/api/tables", wish, TakenSeat)
    return ann, await sit(port, ann)


async def sit(port: int, host: TakenSeat) -> TakenSeat:
    wish = {"name": "Bob", "invite": host.invite}
    return await post(port, f"/api/tables/{host.table}/sit", wish, TakenSeat)


async def upload(port: int, saga: str) -> str:
    """The id under which the server keeps that record."""
    return (await post(port, "/api/sagas", saga, ReplayId)).replay


async def lay_from(port: int, replay: str, seats: int) -> list[TakenSeat]:
    """A table that begins like a record, so that its dice are known; everybody sits."""
    kinds = [{"kind": "me"}, *[{"kind": "friend"}] * (seats - 1)]
    wish = {"at": 0, "seats": kinds, "name": "Ann"}
    host = await post(port, f"/api/replays/{replay}/play", wish, TakenSeat)
    places = [host, *[await sit(port, host) for _ in range(seats - 1)]]
    return sorted(places, key=lambda place: place.seat)


@contextmanager
def server(data: Path | str, checkout: Path | None = None) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, without limits: its port and its process id. Another
    checkout is run by its own Python."""
    python = sys.executable if checkout is None else str(checkout / ".venv/bin/python")
    process = subprocess.Popen(
        [python, "-m", "benchmarks.server_process", str(data)],
        cwd=checkout,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait(READY)
