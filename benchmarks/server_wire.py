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
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.server.wire.bodies import Place

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
    """A frame from a client; the mask is all noughts, so nothing need be masked."""
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


async def post(port: int, path: str, body: dict[str, Any]) -> Place:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection(HOST, port)
    data = msgspec.json.encode(body)
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2], type=Place)


async def lay(port: int) -> tuple[Place, Place]:
    """A table of Brandub for two people."""
    seats = [{"kind": "me"}, {"kind": "friend"}]
    ann = await post(port, "/api/tables", {"game": "brandub", "seats": seats, "name": "Ann"})
    sit = f"/api/tables/{ann.table}/sit"
    return ann, await post(port, sit, {"name": "Bob", "invite": ann.invite})


@contextmanager
def server(data: Path) -> Iterator[tuple[int, int]]:
    """A server in a process of its own, without limits: its port and its process id."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.server_process", str(data)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait(READY)
