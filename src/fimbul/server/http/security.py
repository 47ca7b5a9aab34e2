"""What every answer carries and every caller must pass: headers, origin, a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fimbul.server.http.respond import trouble
from fimbul.server.ops.metrics import Metrics
from fimbul.server.wire.errors import ForeignOrigin

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
log = logging.getLogger("fimbul.server.http.respond")


def is_own(headers: Headers, origins: Iterable[str]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == headers.get("host") or origin in origins


class Guard:
    """The outermost layer. A socket from a foreign page is refused before it is opened."""

    def __init__(self, app: ASGIApp, metrics: Metrics, origins: tuple[str, ...]) -> None:
        self.app, self.metrics, self.origins = app, metrics, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asks_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not asks_only and not is_own(Headers(scope=scope), self.origins):
            await self._refuse(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.metrics.refused.labels(ForeignOrigin.code).inc()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await trouble(ForeignOrigin())(scope, receive, send)

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
            await send(message)

        try:
            await self.app(scope, receive, dressed)
        finally:
            route = getattr(scope.get("endpoint"), "__name__", "none")
            self.metrics.requests.labels(route, str(status)).inc()
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round((monotonic() - began) * 1000, 1),
                },
            )
