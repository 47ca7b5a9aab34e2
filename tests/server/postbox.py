"""Receivers of the tests' own, on loopback: a push service with a browser behind it, a webhook, a
mail server."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes
from typing import Any

import http_ece
import msgspec
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Heard:
    """One request as it came."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body


class Receiver:
    """Takes every POST; `answers` are given first, then 201 for good."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers: list[int] = []
        self.port = 0
        self._news = asyncio.Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def until(self, count: int) -> None:
        async with asyncio.timeout(40), self._news:
            await self._news.wait_for(lambda: len(self.heard) >= count)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {n.lower(): v for n, _, v in (line.partition(": ") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            status = self.answers.pop(0) if self.answers else 201
            writer.write(f"HTTP/1.1 {status} So\r\nLocation: {self.url}/else\r\n\r\n".encode())
            await writer.drain()
            self.heard.append(Heard(first.split()[1], headers, body))
            async with self._news:
                self._news.notify_all()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()


class PushedBrowser:
    """What a browser keeps to itself: the key by which a notice is opened."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        public = self._key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "keys": {"p256dh": _b64(point), "auth": _b64(self._auth)}}

    def opened(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        found: dict[str, str] = msgspec.json.decode(text)
        return found


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Letters:
    """A mail server that takes every letter, or refuses as often as it is told to."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.refusals = 0
        self.door = ""
        self._news = asyncio.Condition()
        vars(self)["handle_DATA"] = self.take  # by that name it is looked for

    async def take(self, _server: Any, _talk: Any, envelope: Any) -> str:
        if self.refusals:
            self.refusals -= 1
            return "451 not now"
        self.taken.append(message_from_bytes(envelope.content))
        async with self._news:
            self._news.notify_all()
        return "250 taken"

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(40), self._news:
            await self._news.wait_for(done)


@asynccontextmanager
async def mailing() -> AsyncIterator[Letters]:
    letters = Letters()
    smtp = await asyncio.get_running_loop().create_server(
        lambda: SMTP(letters, hostname="localhost"), "127.0.0.1", 0
    )
    letters.door = f"smtp://127.0.0.1:{smtp.sockets[0].getsockname()[1]}"
    try:
        yield letters
    finally:
        smtp.close()
