"""Sockets as uvicorn speaks them, with a fast path for what nearly every message is: one short
text, whole, to or from a client that keeps up. Everything else is left to uvicorn.

An app finds the fast path for sending in its scope, as the extension FAST; by then it has accepted.
This is built on private parts of uvicorn; where they are others, run.py goes without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from fimbul.server.live.fast_socket import FAST, frame, text_of


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
