"""Sockets as uvicorn speaks them, with a fast path for what nearly every message is: one short
text, whole, to or from a client that keeps up. Everything else is left to uvicorn.

An app finds the fast path for sending in its scope, as the extension FAST; by then it has accepted.
"""

from __future__ import annotations

from collections.abc import Sequence

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

FAST = "fimbul.fast"
_TEXT = 0x81  # one whole frame of text
_MASKED = 0x80  # as browsers send it
_MASK = 4  # bytes
_LONG, _LONGEST = 126, 127  # the length stands in the next two bytes, or eight


def frame(text: str) -> bytes:
    """A text as the one frame that holds it. Servers mask nothing."""
    data = text.encode()
    size = len(data)
    if size < _LONG:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, _LONG, size >> 8, size & 255)) + data
    return bytes((_TEXT, _LONGEST)) + size.to_bytes(8, "big") + data


def text_of(data: bytes) -> str | None:
    """What a browser said, if the data is one whole frame of text, not very long, and no more."""
    if len(data) < 2 + _MASK or data[0] != _TEXT or not _MASKED <= data[1] < _MASKED + _LONGEST:
        return None
    size, head = data[1] - _MASKED, 2
    if size == _LONG:
        size, head = int.from_bytes(data[2:4], "big"), 4
    start = head + _MASK
    if len(data) != start + size:
        return None
    mask = (data[head:start] * (size // _MASK + 1))[:size]
    clear = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask, "big")
    try:
        return clear.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


class FastProtocol(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), FAST: {"put": self.put}}
        await super().run_asgi()

    def put(self, texts: Sequence[str]) -> bool:
        """Send texts together: a system call each would be the most expensive part of a message.
        False if they cannot be written now, because the client is slow or the socket closes."""
        ready = self.conn.state is OPEN and self.writable.is_set()
        if not ready or self.disconnected or self.conn.extensions:
            return False
        self.transport.write(b"".join([frame(text) for text in texts]))
        return True

    def data_received(self, data: bytes) -> None:
        text = text_of(data) if self._is_idle() else None
        if text is None:
            super().data_received(data)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    def _is_idle(self) -> bool:
        """Whether nothing is half read and nothing waits for the app: then one message may come in
        without stopping the sender, which uvicorn does for each and which costs system calls."""
        between = not self.conn.reader.buffer and not self.frames and self.queue.empty()
        return between and self.conn.state is OPEN and not self.close_sent
