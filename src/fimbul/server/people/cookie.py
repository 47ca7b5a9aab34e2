"""The token in a browser's cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection

COOKIE = "fimbul"


def token_of(connection: HTTPConnection) -> str:
    return connection.cookies.get(COOKIE, "")
