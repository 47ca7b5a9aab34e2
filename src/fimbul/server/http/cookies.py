"""The cookie by which a browser is known: no script reads it, no other site sends it."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fimbul.server.http.respond import answer
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import LASTS, Account, Accounts, Entered, fresh
from fimbul.server.people.cookie import COOKIE, token_of
from fimbul.server.wire.bodies import TakenSeat
from fimbul.server.wire.errors import NotSignedIn


def give(response: Response, request: Request, token: str) -> None:
    """Strict: our page is the same for everybody, and asks for the rest itself."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LASTS if token else 0,
        path=request.scope.get("root_path") or "/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


class Doorkeeper:
    """Knows who asks, and gives an account to whoever sits down without one."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    async def who(self, connection: HTTPConnection) -> Account | None:
        return await self.accounts.of(token_of(connection))

    async def known(self, request: Request, rate: Buckets) -> Account:
        """Whoever asks; NotSignedIn without an account. Counted by account: many browsers of one
        have no more than one."""
        found = await self.who(request)
        if found is None:
            raise NotSignedIn
        rate.take(f"account {found.id}")
        return found

    async def admit(self, request: Request, name: str) -> Entered:
        """Whoever sits down; with a token if the account is new, and then it is kept when they have
        sat down."""
        found = await self.who(request)
        return fresh(name) if found is None else Entered(found, "")

    async def seated(
        self, request: Request, entered: Entered, taken: TakenSeat, status: int = 200
    ) -> Response:
        """The answer to whoever has sat down; if the account is new, with its cookie."""
        response = answer(taken, status)
        if entered.token:
            await self.accounts.open(entered, taken.table, taken.seat)
            give(response, request, entered.token)
        return response
