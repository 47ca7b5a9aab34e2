"""Sockets as uvicorn speaks them, but what is sent together leaves together.

A system call for each frame is the dearest part of a message; an acknowledgement and the update
that follows it need only one. `more` in a message says that another comes at once.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

_TEXT = 0x81  # one whole frame of text


def frame(text: str) -> bytes:
    """A text as the one frame that holds it. Servers mask nothing."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, 126, size >> 8, size & 255)) + data
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + data


class SwiftProtocol(WebSocketsSansIOProtocol):
    """Whatever is no text on an open socket is left to uvicorn, after what was held back."""

    def __init__(self, *args: Any, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self._held: list[bytes] = []

    async def send(self, message: Any) -> None:
        told = cast("dict[str, Any]", message)
        text = told.get("text")
        if text is None or not self._is_free():
            self._let_go()
            await super().send(message)
            return
        self._held.append(frame(text))
        if not told.get("more"):
            self._let_go()

    def _is_free(self) -> bool:
        """Whether a frame may simply be written: nobody is leaving, the reader keeps up."""
        ready = self.conn.state is OPEN and self.writable.is_set()
        return ready and not self.disconnected and not self.conn.extensions

    def _let_go(self) -> None:
        if self._held and not self.disconnected:
            self.transport.write(b"".join(self._held))
        self._held.clear()
