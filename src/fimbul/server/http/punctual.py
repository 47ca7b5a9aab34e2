"""Connections that send nothing, or send it byte by byte, are closed.

A request has a few seconds to be asked; uvicorn itself waits for ever. This is a layer over its
protocol, found at the start: without it everything works, but slow connections are kept.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Base
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as Base

HEAD = 10.0  # seconds from the first moment of a request until all of its head is there


class PunctualProtocol(Base):
    """As uvicorn speaks it, with a deadline for the head of every request."""

    head = HEAD
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_asked():
            self._heard()
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        super().connection_lost(exc)

    def _is_asked(self) -> bool:
        """Whether a request is being answered, or the connection has become a socket."""
        answering = self.cycle is not None and not self.cycle.response_complete
        return answering or self.transport.get_protocol() is not self

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.head, self._give_up)

    def _heard(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if not self._is_asked() and not self.transport.is_closing():
            self.transport.abort()
