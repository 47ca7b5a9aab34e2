"""One part of the HTTP interface: what is routed and what is described are the same thing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import FimbulError

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Errors = tuple[type[FimbulError], ...]


class Query(Struct, frozen=True):
    name: str
    about: str
    schema: dict[str, Any]


class Lines(Struct, frozen=True):
    """An answer that goes on: a line of JSON of that kind whenever something happens, and an empty
    line now and then."""

    of: Any


class Endpoint(Struct, frozen=True, kw_only=True):
    """`gives` is a type for JSON, Lines of one, or a media type for all else; so is `takes`."""

    path: str
    does: Handler
    about: str
    gives: Any
    method: str = "GET"
    status: int = 200
    takes: Any = None
    query: tuple[Query, ...] = ()
    errors: Errors = ()
    seated: bool = False  # needs the token of a seat
    scope: str = ""  # or that of a bot, meant for that
