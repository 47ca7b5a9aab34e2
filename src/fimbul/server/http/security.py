"""What every answer carries and every caller must pass: headers, origin, a line in the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fimbul.kernel import FimbulError
from fimbul.server.http.respond import trouble, voice
from fimbul.server.services import Services
from fimbul.server.wire.errors import ForeignOrigin, NoSuchPath, ShutOut, WrongHost

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
READ = 30.0  # seconds for one piece of an answer to be taken
log = logging.getLogger("fimbul.server.http.respond")


def is_own(headers: Headers, origins: Iterable[str]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == headers.get("host") or origin in origins


def is_ours(headers: Headers, hosts: frozenset[str]) -> bool:
    """Whether a request calls us by one of our names. A page whose own name was made to lead here
    would otherwise pass for ours."""
    name = urlsplit(f"//{headers.get('host', '')}").hostname
    return not hosts or name in hosts


def is_nowhere(scope: Scope) -> bool:
    """Whether it names something that no system and no database has a name for."""
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


class Guard:
    """The outermost layer. A socket from a foreign page is refused before it is opened."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app, self.metrics = app, services.metrics
        self.origins, self.hosts = services.origins, services.hosts
        self.log_addresses, self.bans = services.log_addresses, services.bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        asks_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_nowhere(scope):
            await self._refuse(NoSuchPath("there is nothing here"), scope, receive, send)
        elif not is_ours(headers, self.hosts):
            await self._refuse(WrongHost(), scope, receive, send)
        elif not asks_only and not is_own(headers, self.origins):
            await self._refuse(ForeignOrigin(), scope, receive, send)
        elif self._is_shut_out(scope):
            await self._refuse(ShutOut(), scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _is_shut_out(self, scope: Scope) -> bool:
        client = scope.get("client")
        return self.bans is not None and client is not None and self.bans.meet(client[0])

    async def _refuse(self, wrong: FimbulError, scope: Scope, receive: Receive, send: Send) -> None:
        self.metrics.refused.labels(wrong.code).inc()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await trouble(wrong, voice(Request(scope)))(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = monotonic(), 500

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            async with asyncio.timeout(READ):
                await send(message)

        try:
            await self.app(scope, receive, dressed)
        except TimeoutError:
            log.info("an answer was not read", extra={"method": scope["method"]})
            raise ConnectionAbortedError from None  # uvicorn lets go of whoever does not read
        finally:
            route = getattr(scope.get("endpoint"), "__name__", "none")
            self.metrics.requests.labels(route, str(status)).inc()
            took = round((monotonic() - began) * 1000, 1)
            extra = {"method": scope["method"], "route": route, "status": status, "ms": took}
            if self.log_addresses and scope.get("client"):
                extra["address"] = scope["client"][0]
            log.info("request", extra=extra)
