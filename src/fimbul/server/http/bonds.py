"""The HTTP part: whom I follow, block and mute, and what is kept about everybody."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.endpoint import Endpoint
from fimbul.server.http.people_endpoints import MINE, UNREAD
from fimbul.server.http.respond import answer, body, voice
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Account, Accounts
from fimbul.server.people.bonds import Bonds
from fimbul.server.people.privacy import privacy_page
from fimbul.server.services import Services
from fimbul.server.wire import errors as e
from fimbul.server.wire.bonds import BondList, BondWish
from fimbul.server.wire.privacy import PrivacyPage


class BondHandlers:
    """Answers requests about bonds between players."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.accounts, self.bonds = Accounts(services.store), Bonds(services.store)
        self.door, self.asked = Doorkeeper(self.accounts), Buckets(services.limits.accounts)

    async def mine(self, request: Request) -> Response:
        return answer(await self.bonds.of((await self._account(request)).id))

    async def tie(self, request: Request) -> Response:
        account = await self._account(request)
        wish = await body(request, BondWish, self.services.limits.body)
        other = await self.accounts.by_id(str(request.path_params["player"]))
        if other is None:
            raise e.NoSuchPlayer
        await self.bonds.tie(account.id, other.id, wish.kind, on=wish.on)
        return answer(await self.bonds.of(account.id))

    async def privacy(self, request: Request) -> Response:
        """Anybody may ask, and nothing is looked up."""
        return answer(voice(request).told(privacy_page(self.services)))

    async def _account(self, request: Request) -> Account:
        self.asked.take(address(request))
        return await self.door.known(request, self.asked)


def bond_endpoints(bonds: BondHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/me/bonds",
            does=bonds.mine,
            about="Whom I follow, block and mute: nobody else is told",
            gives=BondList,
            errors=MINE,
        ),
        Endpoint(
            path="/api/players/{player}/bond",
            method="POST",
            does=bonds.tie,
            about="Follow, block or mute a player, or no more",
            takes=BondWish,
            gives=BondList,
            errors=(*UNREAD, *MINE, e.NoSuchPlayer),
        ),
        Endpoint(
            path="/api/privacy",
            does=bonds.privacy,
            about="What is kept about players here, and for how long",
            gives=PrivacyPage,
        ),
    )
