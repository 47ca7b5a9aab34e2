"""An OpenID Connect provider of the tests' own, on loopback: its own keys, real HTTP, and every way
in which one may be wrong."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import uvicorn
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

KNOWN_AS, SECRET = "fimbul-at-home", "the word between us"


class LoopbackProvider:
    def __init__(self) -> None:
        self.port = 0
        self.who = "astrid-71"  # whoever is in front of the browser
        self.key = ECKey.generate_key("P-256", {"kid": "one"})
        self.signs_with = self.key
        self.tells: dict[str, Any] = {}  # claims that differ from what is right
        self.says: dict[str, Any] = {}  # metadata that differ
        self.denies = False
        self.down = False
        self.asked: list[str] = []  # paths, in order
        self.tokens: list[str] = []  # that were given out
        self._codes: dict[str, dict[str, str]] = {}

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def app(self) -> Starlette:
        paths = {
            "/.well-known/openid-configuration": self.metadata,
            "/authorize": self.authorize,
            "/keys": self.keys,
        }
        routes = [Route(path, does) for path, does in paths.items()]
        return Starlette(routes=[*routes, Route("/token", self.token, methods=["POST"])])

    async def metadata(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        if self.down:
            return Response(status_code=503)
        places = {
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }
        return JSONResponse({"issuer": self.issuer, **places, **self.says})

    async def authorize(self, request: Request) -> Response:
        """The one who sits there says yes, or no."""
        asked = dict(request.query_params)
        assert asked["client_id"] == KNOWN_AS
        assert asked["response_type"] == "code"
        assert asked["scope"] == "openid"
        assert asked["code_challenge_method"] == "S256"
        back = {"state": asked["state"], "iss": self.issuer}
        if self.denies:
            return _to(asked["redirect_uri"], {**back, "error": "access_denied"})
        code = secrets.token_urlsafe()
        self._codes[code] = {**asked, "who": self.who}
        return _to(asked["redirect_uri"], {**back, "code": code})

    async def token(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        given = {name: one for name, (one,) in parse_qs((await request.body()).decode()).items()}
        proof = base64.b64encode(f"{KNOWN_AS}:{SECRET}".encode()).decode()
        assert request.headers["authorization"] == f"Basic {proof}"
        asked = self._codes.pop(given["code"], None)  # a code is good once
        if asked is None or asked["redirect_uri"] != given["redirect_uri"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        digest = hashlib.sha256(given["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        return JSONResponse(self._tokens(asked))

    def _tokens(self, asked: dict[str, str]) -> dict[str, Any]:
        now = int(time())
        claims = {
            "iss": self.issuer,
            "sub": asked["who"],
            "aud": KNOWN_AS,
            "nonce": asked["nonce"],
            "iat": now,
            "exp": now + 300,
            "email": "astrid@private.example",
            **self.tells,
        }
        access = secrets.token_urlsafe()
        header = {"alg": "ES256", "kid": "one"}
        told = jwt.encode(header, claims, self.signs_with)
        self.tokens += [access, told]
        return {"access_token": access, "token_type": "Bearer", "id_token": told}

    async def keys(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})


def _to(where: str, query: dict[str, str]) -> Response:
    return RedirectResponse(f"{where}?{urlencode(query)}", 302)


@asynccontextmanager
async def providing() -> AsyncIterator[LoopbackProvider]:
    provider = LoopbackProvider()
    quiet = uvicorn.Config(provider.app(), port=0, log_config=None, access_log=False)
    server = uvicorn.Server(quiet)
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the provider did not start"
        await asyncio.sleep(0.005)
    provider.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield provider
    finally:
        server.should_exit = True
        await task


def path_of(address: str) -> str:
    url = urlsplit(address)
    return f"{url.path}?{url.query}"


@contextmanager
def provider_beside() -> Iterator[LoopbackProvider]:
    """The same in a thread of its own, for tests that are not asynchronous."""
    provider = LoopbackProvider()
    server = uvicorn.Server(
        uvicorn.Config(provider.app(), port=0, log_config=None, access_log=False)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    provider.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield provider
    finally:
        server.should_exit = True
        thread.join()
