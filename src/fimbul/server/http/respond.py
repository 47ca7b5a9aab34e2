"""Requests and answers: bodies read with care, errors in one shape."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import FimbulError, Game, IllegalChoice, Problems, mistyped
from fimbul.server.wire.bodies import Trouble
from fimbul.server.wire.errors import (
    Malformed,
    NoSuchPath,
    NotYourSeat,
    TooLarge,
    TooSlow,
    WrongKind,
    WrongMethod,
)
from fimbul.words import Teller, Voice, best_language, teller_of, voice_of

T = TypeVar("T", bound=Struct)
BODY = 20.0  # seconds for the whole of it
POSSIBLE = 60  # options in a refusal
Handler = Callable[[Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value, enc_hook=str), status, media_type="application/json")


def teller(request: Request, game: Game[Any]) -> Teller:
    """Whoever tells that game in the language that is asked for."""
    return teller_of(game, best_language(request.headers.get("accept-language", "")))


def told_of(request: Request, game: Game[Any], value: T) -> T:
    """What tells of that game, in the language that is asked for."""
    return teller(request, game).told(value)


def speak_of(request: Request, game: Game[Any]) -> None:
    """What is refused from here on is told in the words of that game."""
    request.state.game = game


def voice(request: Request) -> Voice:
    """Whoever tells what is refused: in the words of the game, as soon as it is known."""
    game = getattr(request.state, "game", None)
    if game is not None:
        return teller(request, game)
    return voice_of(best_language(request.headers.get("accept-language", "")))


def trouble(wrong: FimbulError, voice: Voice) -> Response:
    """What went wrong, for programs and for people."""
    problems = wrong.problems if isinstance(wrong, Problems) else ()
    rule = wrong.rule if isinstance(wrong, IllegalChoice) else ""
    possible = wrong.possible[:POSSIBLE] if isinstance(wrong, IllegalChoice) else ()
    seconds = getattr(wrong, "seconds", None)
    retry = 0 if seconds is None else int(seconds) + 1
    told = voice.told(Trouble(wrong.code, wrong.words, problems, rule, possible, retry))
    body = msgspec.json.encode(told, enc_hook=str)
    headers = {"Retry-After": str(retry)} if retry else None
    return Response(body, wrong.status, headers, media_type="application/problem+json")


async def on_trouble(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, FimbulError), "only these are sent here"
    return trouble(wrong, voice(request))


async def on_http(request: Request, wrong: Exception) -> Response:
    """Starlette's own refusals in our shape."""
    assert isinstance(wrong, HTTPException), "only these are sent here"
    if wrong.status_code == 405:
        response = trouble(WrongMethod("that is not done here"), voice(request))
        response.headers.update(wrong.headers or {})
        return response
    return trouble(NoSuchPath("there is nothing here"), voice(request))


async def body_bytes(request: Request, most: int) -> bytes:
    """The body; TooLarge as soon as it is too long, TooSlow if it does not come, and then nothing
    of it is kept."""
    try:
        async with asyncio.timeout(BODY):
            return await _all_of(request, most)
    except TimeoutError:
        raise TooSlow from None


async def _all_of(request: Request, most: int) -> bytes:
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
        words = mistyped(wrong) if told else "this cannot be read"
        raise Malformed(words) from None


def has_bearer(request: Request) -> bool:
    return "authorization" in request.headers


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
