"""A provider of identities (OpenID Connect), if the operator has named one.

It is asked when somebody presses its button, by this server alone, and only who that is. What it
answers is read and forgotten: no token is kept.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from fimbul.kernel import FimbulError
from fimbul.server.wire.errors import BadIdentity, ProviderDown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from authlib.integrations.httpx_client import AsyncOAuth2Client

PATIENCE = 10.0  # seconds for one question
LEEWAY = 60  # seconds by which its clock may differ from ours
SIGNED = ("RS256", "ES256", "PS256", "RS384", "ES384", "PS384", "RS512", "ES512", "PS512", "EdDSA")
NEARBY = ("127.0.0.1", "localhost", "::1")
_INSTALLED = find_spec("authlib") is not None and find_spec("httpx2") is not None
_UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, KeyError)
Derived = Literal["state", "nonce", "verifier"]


class BadProvider(FimbulError):
    """Nobody can sign in by a provider with these settings, and why."""

    code = "settings/provider"


class _Metadata(Struct):
    """What it says of itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


def derived(secret: str, what: Derived) -> str:
    """What goes to the provider and must be known again: all of it follows from the one secret in
    the browser's cookie, so nothing else need be kept."""
    digest = hashlib.sha256(f"{what} {secret}".encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class Provider(Struct, frozen=True):
    issuer: str
    known_as: str  # what it calls this server
    secret: str
    name: str  # on the button
    site: str  # the address that players open

    @property
    def way_back(self) -> str:
        return f"{self.site.rstrip('/')}/api/enter/provider/back"

    def serves(self, host: str) -> bool:
        """Whether whoever called us by that name comes back to the same one, with their cookie."""
        return host == urlsplit(self.site).netloc

    async def door(self, secret: str) -> str:
        """Where the browser that has this secret goes to."""
        found = await self._metadata()
        async with self._asking(found) as asked:
            address, _ = asked.create_authorization_url(
                found.authorization_endpoint,
                state=derived(secret, "state"),
                nonce=derived(secret, "nonce"),
                code_verifier=derived(secret, "verifier"),
            )
        return str(address)

    async def subject(self, code: str, secret: str) -> str:
        """Who has come back with that code; BadIdentity if it is not what was asked for."""
        found = await self._metadata()
        async with self._asking(found) as asked:
            tokens = await asked.fetch_token(
                found.token_endpoint, code=code, code_verifier=derived(secret, "verifier")
            )
            keys = await asked.request("GET", found.jwks_uri, withhold_token=True)
            keys.raise_for_status()
            return self._read(tokens, keys.json(), derived(secret, "nonce"))

    def _read(self, tokens: dict[str, Any], keys: Any, nonce: str) -> str:
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.jwk import KeySet

        known = KeySet.import_key_set(keys)
        told = jwt.decode(str(tokens.get("id_token", "")), known, algorithms=[*SIGNED])
        wanted = {"iss": {"value": self.issuer}, "aud": {"value": self.known_as}}
        params = {
            "nonce": nonce,
            "client_id": self.known_as,
            "access_token": tokens.get("access_token"),
        }
        claims = CodeIDToken(told.claims, told.header, wanted, params)
        claims.validate(leeway=LEEWAY)
        subject = claims["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= 255:
            raise BadIdentity
        return subject

    async def _metadata(self) -> _Metadata:
        """As it stands now: it is asked seldom, and its keys and addresses may change."""
        async with self._asking() as asked:
            where = f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
            answer = await asked.request("GET", where, withhold_token=True)
            answer.raise_for_status()
            found = msgspec.json.decode(answer.content, type=_Metadata)
        places = (found.authorization_endpoint, found.token_endpoint, found.jwks_uri)
        if found.issuer != self.issuer or not all(map(is_safe, places)):
            raise BadIdentity
        return found

    @asynccontextmanager
    async def _asking(self, known: _Metadata | None = None) -> AsyncIterator[AsyncOAuth2Client]:
        """One talk with it, in the time there is; what goes wrong in it is one of two errors."""
        from authlib.common.errors import AuthlibBaseError
        from authlib.integrations.httpx_client import AsyncOAuth2Client
        from httpx2 import HTTPError, InvalidURL
        from joserfc.errors import JoseError

        try:
            async with (
                asyncio.timeout(PATIENCE),
                AsyncOAuth2Client(
                    self.known_as,
                    self.secret or None,
                    token_endpoint_auth_method=self._proof(known),
                    scope="openid",
                    redirect_uri=self.way_back,
                    code_challenge_method="S256",
                    trust_env=False,
                    timeout=PATIENCE,
                ) as asked,
            ):
                yield asked
        except (HTTPError, InvalidURL, TimeoutError):
            raise ProviderDown from None
        except (*_UNREADABLE, AuthlibBaseError, JoseError):
            raise BadIdentity from None

    def _proof(self, known: _Metadata | None) -> str:
        """How we show that we are who it knows us as."""
        if not self.secret:
            return "none"
        ways = known.token_endpoint_auth_methods_supported if known else ()
        posts = "client_secret_post" in ways and "client_secret_basic" not in ways
        return "client_secret_post" if posts else "client_secret_basic"


def is_safe(address: str) -> bool:
    """Whether nobody on the way can read what is sent there."""
    url = urlsplit(address)
    return url.scheme == "https" or (url.scheme == "http" and url.hostname in NEARBY)


def provider_of(issuer: str, known_as: str, secret: str, name: str, site: str) -> Provider | None:
    """None where none is named; BadProvider if the settings do not fit together."""
    if not issuer:
        return None
    if not is_safe(issuer):
        raise BadProvider("--provider takes an address such as https://id.example.org")
    if not known_as or not is_safe(site):
        raise BadProvider(
            "--provider needs --provider-id and --address, such as https://play.example.org"
        )
    if not _INSTALLED:
        raise BadProvider("--provider needs the package authlib: pip install 'fimbul[people]'")
    return Provider(issuer, known_as, secret, name or urlsplit(issuer).netloc, site)


def prepare() -> None:
    """Read what is needed before somebody waits for it: that takes two tenths of a second."""
    for name in ("authlib.integrations.httpx_client", "authlib.oidc.core", "joserfc.jwt"):
        import_module(name)
