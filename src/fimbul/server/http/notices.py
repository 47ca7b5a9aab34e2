"""The HTTP part: how I am told, and invitations."""

from __future__ import annotations

from msgspec import structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.respond import answer, body, voice
from fimbul.server.notices.channels import Channels
from fimbul.server.notices.courier import Courier
from fimbul.server.notices.push import WebPush
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Account, Accounts
from fimbul.server.people.invitations import Invitations
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby, Proof
from fimbul.server.wire.errors import NoSuchPlayer, NotNow
from fimbul.server.wire.notices import (
    InvitationList,
    Invited,
    InviteWish,
    NewChannel,
    NoticeWays,
    QuietHours,
    TurnedOff,
    Wants,
)
from fimbul.words import best_language


class NoticeHandlers:
    """Answers requests about notices."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.accounts = Accounts(services.store)
        self.door = Doorkeeper(self.accounts)
        self.asked = Buckets(services.limits.accounts)
        self.invites = Buckets(services.limits.invitations)
        self.offs = Buckets(services.limits.entries)
        self.channels = Channels(services.store, services.outward)
        self.invitations = Invitations(services.store)
        self.push = WebPush(services.store, Courier(), services.outward.contact)

    async def ways(self, request: Request) -> Response:
        return await self._shown(request, await self._mine(request))

    async def add(self, request: Request) -> Response:
        account = await self._mine(request)
        wish = await body(request, NewChannel, self.services.limits.body)
        language = best_language(request.headers.get("accept-language", ""))
        await self.channels.add(account, wish, language)
        return await self._shown(request, account)

    async def change(self, request: Request) -> Response:
        account = await self._mine(request)
        wish = await body(request, Wants, self.services.limits.body)
        await self.channels.change(account.id, _channel(request), wish.wants)
        return await self._shown(request, account)

    async def remove(self, request: Request) -> Response:
        account = await self._mine(request)
        await self.channels.remove(account.id, _channel(request))
        return await self._shown(request, account)

    async def quiet(self, request: Request) -> Response:
        account = await self._mine(request)
        hours = await body(request, QuietHours, self.services.limits.body)
        await self.channels.keep_quiet(account.id, hours)
        return await self._shown(request, account)

    async def off(self, request: Request) -> Response:
        """One click in a mail program: it posts a form from nowhere, without a cookie."""
        self.offs.take(address(request))
        await self.channels.turn_off(str(request.path_params["code"])[:100])
        return answer(TurnedOff(True))

    async def off_page(self, request: Request) -> Response:
        """A page that asks first, so that mail programs which open every link change nothing."""
        code = str(request.path_params["code"])[:100]
        root = str(request.scope.get("root_path") or "")
        there = RedirectResponse(f"{root}/#/off/{code}", 303)
        there.headers["content-type"] = "text/html; charset=utf-8"  # as it is described
        return there

    # -- invitations ------------------------------------------------------------------------

    async def invite(self, request: Request) -> Response:
        """Invite somebody, by a player who sits there. The answer does not say whether anybody is
        told."""
        self.invites.take(address(request))
        host = await self.door.known(request, self.invites)
        wish = await body(request, InviteWish, self.services.limits.body)
        table = await self.lobby.table(str(request.path_params["table"]))
        await self.lobby.seat_by(table, Proof(account=host.id))
        if not table.now.free or table.now.standing.state != "waiting":
            raise NotNow("there is no free seat at this table")
        guest = await self.accounts.by_id(wish.player)
        if guest is None:
            raise NoSuchPlayer
        await self.invitations.send(table.id, host.id, guest.id)
        return answer(Invited(table.id), 201)

    async def invited(self, request: Request) -> Response:
        """The tables to which I am invited, as long as there is a free seat."""
        account = await self._mine(request)
        return answer(InvitationList(await self.invitations.open(account.id, self.lobby.card)))

    async def decline(self, request: Request) -> Response:
        account = await self._mine(request)
        await self.invitations.end(str(request.path_params["table"]), account.id)
        return await self.invited(request)

    # -- what they share ----------------------------------------------------------------------

    async def _mine(self, request: Request) -> Account:
        self.asked.take(address(request))
        return await self.door.known(request, self.asked)

    async def _shown(self, request: Request, account: Account) -> Response:
        channels, told = await self.channels.of(account.id), voice(request)
        cards = (one.card for one in channels)
        key = await self.push.public_key() if self.services.outward.contact else ""
        return answer(
            NoticeWays(
                tuple(structs.replace(one, trouble=told.tell(one.trouble)) for one in cards),
                await self.channels.quiet(account.id),
                key,
                self.services.postman is not None,
            )
        )


def _channel(request: Request) -> str:
    return str(request.path_params["channel"])[:100]
