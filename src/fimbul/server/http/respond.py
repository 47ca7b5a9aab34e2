"""Requests and answers: bodies read with care, errors in one shape."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import FimbulError, IllegalChoice, Problems
from fimbul.server.wire.bodies import Trouble
from fimbul.server.wire.errors import (
    Malformed,
    NoSuchPath,
    NotYourSeat,
    TooFast,
    TooLarge,
    WrongKind,
    WrongMethod,
)

T = TypeVar("T", bound=Struct)
Handler = Callable[[Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def trouble(wrong: FimbulError) -> Response:
    """What went wrong, for programs and for people."""
    problems = wrong.problems if isinstance(wrong, Problems) else ()
    rule = wrong.rule if isinstance(wrong, IllegalChoice) else ""
    body = msgspec.json.encode(Trouble(wrong.code, str(wrong), problems, rule))
    headers = {"Retry-After": str(int(wrong.seconds) + 1)} if isinstance(wrong, TooFast) else None
    return Response(body, wrong.status, headers, media_type="application/problem+json")


async def on_trouble(_: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, FimbulError), "only these are sent here"
    return trouble(wrong)


async def on_http(_: Request, wrong: Exception) -> Response:
    """Starlette's own refusals in our shape."""
    assert isinstance(wrong, HTTPException), "only these are sent here"
    if wrong.status_code == 405:
        response = trouble(WrongMethod("that is not done here"))
        response.headers.update(wrong.headers or {})
        return response
    return trouble(NoSuchPath("there is nothing here"))


async def body_bytes(request: Request, most: int) -> bytes:
    """The body; TooLarge as soon as it is too long, and then nothing of it is kept."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooLarge(f"a request has at most {most} bytes")
        parts.append(part)
    return b"".join(parts)


async def body(request: Request, kind: type[T], most: int) -> T:
    """The body as that kind. Only JSON that says it is JSON: no form of another site can."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise WrongKind("the body must be application/json")
    data = await body_bytes(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
        told = isinstance(wrong, msgspec.MsgspecError)
        words = str(wrong).replace("`", "'") if told else "this cannot be read"
        raise Malformed(words) from None


def bearer(request: Request) -> str:
    """The token in the header. It is nowhere else, and never repeated."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotYourSeat("this needs the token of a seat")
    return token.strip()


def whole(request: Request, name: str, default: int, most: int) -> int:
    """A whole number in the query, from 0 to `most`."""
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Malformed(f"{name}: must be a whole number, not {text[:20]!r}")
    return min(int(text), most)


def address(request: Request) -> str:
    return request.client.host if request.client else ""
