"""The HTTP part: signing in by a provider that the operator has named.

A browser leaves by pressing a button and comes back with a code. Only the browser that left can
come back: it has a cookie from which all that the provider repeats can be worked out. What it comes
to is told by a word in the address of the page.
"""

from __future__ import annotations

from typing import Literal

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fimbul.server.http.cookies import Doorkeeper, give
from fimbul.server.http.endpoint import Endpoint, Query
from fimbul.server.http.people_endpoints import MINE
from fimbul.server.http.respond import answer, voice
from fimbul.server.ops.addresses import address
from fimbul.server.ops.provider import Provider, derived
from fimbul.server.ops.rates import Buckets
from fimbul.server.ops.tokens import hashed, is_same
from fimbul.server.people.accounts import Account, Accounts, Entered, fresh
from fimbul.server.people.cookie import token_of
from fimbul.server.people.identities import LASTS, Crossing, Identities, kept
from fimbul.server.services import Services
from fimbul.server.store.base import Conflict
from fimbul.server.wire import errors as e
from fimbul.server.wire.people import MyAccount, ProviderDoor

Word = Literal["in", "old", "refused", "taken", "other", "down"]
LONGEST = 2_000  # characters of a code
TEXT = {"type": "string"}


class NotLetIn(Exception):
    """Why somebody who came back is not signed in."""

    def __init__(self, word: Word) -> None:
        self.word = word
        super().__init__(word)


class ProviderHandlers:
    """Answers those who go to the provider and those who come back."""

    def __init__(self, services: Services) -> None:
        self.services, self.provider = services, services.provider
        self.accounts, self.identities = Accounts(services.store), Identities(services.store)
        self.door = Doorkeeper(self.accounts)
        self.entries = Buckets(services.limits.entries)
        self.asked = Buckets(services.limits.accounts)

    async def leave(self, request: Request) -> Response:
        provider = self._named(request)
        self.entries.take(address(request))
        account = await self.door.who(request)
        here = Crossing("", "") if account is None else _crossing(account, request)
        secret = await self.identities.depart(here)
        response = answer(ProviderDoor(await provider.door(secret)))
        _hand(response, provider, secret)
        return response

    async def back(self, request: Request) -> Response:
        provider = self._named(request)
        self.entries.take(address(request))
        secret = request.cookies.get(_cookie(provider), "")
        try:
            token = await self._come(request, provider, secret)
        except NotLetIn as wrong:
            return _led(provider, wrong.word)
        response = _led(provider, "in")
        if token:
            give(response, request, token)
        _hand(response, provider, "")
        return response

    async def remove(self, request: Request) -> Response:
        self.asked.take(address(request))
        account = await self.door.known(request, self.asked)
        await self.identities.remove(account.id)
        return answer(await self.accounts.shown(account))

    def _named(self, request: Request) -> Provider:
        if self.provider is None or not self.provider.serves(request.headers.get("host", "")):
            raise e.NoProvider
        return self.provider

    # -- coming back ----------------------------------------------------------------------

    async def _come(self, request: Request, provider: Provider, secret: str) -> str:
        """The token of the new session; nothing, if the browser stays signed in as it was. What
        does not fit the cookie leaves everything as it is: a stranger may have sent it."""
        given = request.query_params
        if not secret or not is_same(derived(secret, "state"), given.get("state", "")):
            raise NotLetIn("old")
        crossing = await self.identities.arrive(secret)
        if crossing is None:
            raise NotLetIn("old")
        code = given.get("code", "")
        if "error" in given or not code or len(code) > LONGEST:
            raise NotLetIn("refused")
        if given.get("iss", provider.issuer) != provider.issuer:
            raise NotLetIn("refused")
        try:
            subject = await provider.subject(code, secret)
        except e.ProviderDown:
            raise NotLetIn("down") from None
        except e.BadIdentity:
            raise NotLetIn("refused") from None
        return await self._enter(request, provider, subject, crossing)

    async def _enter(
        self, request: Request, provider: Provider, subject: str, crossing: Crossing
    ) -> str:
        here = await self._here(crossing)
        owner = await self.identities.owner(provider.issuer, subject)
        if here is None and not owner:
            return await self._new(request, provider, subject)
        if here is None or (owner and owner != here.id):
            return await self._known(owner, here, crossing)
        if not owner and not await self.identities.keep(provider.issuer, subject, here.id):
            raise NotLetIn("other")
        return ""

    async def _here(self, crossing: Crossing) -> Account | None:
        """Who was signed in when they left. Whoever has signed out since has changed their mind."""
        if not crossing.account:
            return None
        here = await self.accounts.of_browser(crossing.session)
        if here is None or here.id != crossing.account:
            raise NotLetIn("old")
        return here

    async def _new(self, request: Request, provider: Provider, subject: str) -> str:
        """Whoever the provider knows and we do not: an account of their own, under a name that says
        nothing about them."""
        entered = fresh(str(voice(request).tell("Newcomer")))
        try:
            line = kept(provider.issuer, subject, entered.account.id)
            await self.accounts.open(entered, "", 0, line)
        except Conflict:
            raise NotLetIn("old") from None
        return entered.token

    async def _known(self, owner: str, here: Account | None, crossing: Crossing) -> str:
        if here is not None and await self.accounts.is_kept(here):
            raise NotLetIn("taken")
        account = await self.accounts.by_id(owner)
        if account is None:
            raise NotLetIn("old")
        entered: Entered = await self.accounts.enter(account, here, crossing.session)
        return entered.token


def _crossing(account: Account, request: Request) -> Crossing:
    return Crossing(account.id, hashed(token_of(request)))


def _cookie(provider: Provider) -> str:
    """With that prefix no other host and no page without encryption can have set it."""
    return "__Host-fimbul-crossing" if _is_secure(provider) else "fimbul-crossing"


def _is_secure(provider: Provider) -> bool:
    return provider.site.startswith("https:")


def _hand(response: Response, provider: Provider, secret: str) -> None:
    """Lax, for it is another site that sends the browser back."""
    response.set_cookie(
        _cookie(provider),
        secret,
        max_age=LASTS if secret else 0,
        path="/",
        secure=_is_secure(provider),
        httponly=True,
        samesite="lax",
    )


def _led(provider: Provider, word: Word) -> Response:
    return RedirectResponse(f"{provider.site.rstrip('/')}/#/back/{word}", 303)


def provider_endpoints(provider: ProviderHandlers) -> tuple[Endpoint, ...]:
    path = "/api/enter/provider"
    return (
        Endpoint(
            path=path,
            method="POST",
            does=provider.leave,
            about="Where this browser goes to sign in by the provider that the operator has named",
            gives=ProviderDoor,
            errors=(
                *(e.TooFast, e.ForeignOrigin, e.NoProvider, e.ProviderDown, e.BadIdentity),
                e.StoreDown,
            ),
        ),
        Endpoint(
            path=f"{path}/back",
            does=provider.back,
            about="Where the provider sends the browser back to; it is led to the page from here",
            gives="text/plain",
            status=303,
            query=(
                Query("state", "What the browser left with", TEXT),
                Query("code", "What the provider gave it", TEXT),
                Query("iss", "Who the provider says it is", TEXT),
                Query("error", "Why the provider gave no code", TEXT),
            ),
            errors=(e.TooFast, e.NoProvider, e.StoreDown),
        ),
        Endpoint(
            path="/api/me/provider/remove",
            method="POST",
            does=provider.remove,
            about="The identity at the provider opens my account no more",
            gives=MyAccount,
            errors=MINE,
        ),
    )
