"""Long texts, compressed for clients that accept that."""

from __future__ import annotations

import gzip
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response


class Text(NamedTuple):
    """What is sent, in full and in a third of the bytes or less."""

    plain: bytes
    packed: bytes
    kind: str  # media type


def text(plain: bytes, kind: str) -> Text:
    return Text(plain, gzip.compress(plain, 9, mtime=0), kind)


def written_down(value: Any) -> Text:
    """That value as JSON."""
    return text(msgspec.json.encode(value), "application/json")


def sent(request: Request, found: Text, kept: str) -> Response:
    """The text, with a header for how long it may be cached."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.plain, 200, headers, found.kind)
    return Response(found.packed, 200, {**headers, "Content-Encoding": "gzip"}, found.kind)
