"""The HTTP part: reports, and the page of those who look after this server."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.endpoint import Endpoint
from fimbul.server.http.people_endpoints import MINE, UNREAD
from fimbul.server.http.respond import answer, body
from fimbul.server.ops.addresses import address
from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Account, Accounts
from fimbul.server.people.care import Care
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire import errors as e
from fimbul.server.wire.care import CarePage, CareWish, Reported, ReportWish


class CareHandlers:
    """Answers reports, and those who read them."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.accounts, self.care = Accounts(services.store), Care(services.store)
        self.door = Doorkeeper(self.accounts)
        self.asked = Buckets(services.limits.accounts)
        self.reports = Buckets(services.limits.reports)

    async def report(self, request: Request) -> Response:
        """With what that player wrote at the table, as the server knows it."""
        self.reports.take(address(request))
        sender = await self.door.known(request, self.reports)
        wish = await body(request, ReportWish, self.services.limits.body)
        about = await self.accounts.by_id(wish.player)
        if about is None:
            raise e.NoSuchPlayer
        said = []
        if wish.table:
            table = await self.lobby.table(wish.table)
            said = [line for line in table.chat if line.player == about.id]
        made = await self.care.report(sender, about, wish.table, clean(wish.words), said)
        return answer(Reported(made), 201)

    async def page(self, request: Request) -> Response:
        await self._moderator(request)
        closed = request.query_params.get("state") == "closed"
        return answer(await self.care.page("closed" if closed else "open"))

    async def close(self, request: Request) -> Response:
        doer = await self._moderator(request)
        wish = await body(request, CareWish, self.services.limits.body)
        await self.care.close(doer.id, str(request.path_params["report"]), wish)
        return answer(await self.care.page())

    async def act(self, request: Request) -> Response:
        doer = await self._moderator(request)
        wish = await body(request, CareWish, self.services.limits.body)
        found = await self.accounts.by_id(str(request.path_params["player"]))
        if found is None:
            raise e.NoSuchPlayer
        await self.care.act(doer.id, found.id, wish)
        return answer(await self.care.page())

    async def _moderator(self, request: Request) -> Account:
        self.asked.take(address(request))
        found = await self.door.known(request, self.asked)
        if found.id not in self.services.moderators:
            raise e.NoModerator
        return found


def care_endpoints(care: CareHandlers) -> tuple[Endpoint, ...]:
    kept = (*UNREAD, *MINE, e.NoModerator)
    return (
        Endpoint(
            path="/api/reports",
            method="POST",
            does=care.report,
            about="Tell whoever looks after this server about a player",
            takes=ReportWish,
            gives=Reported,
            status=201,
            errors=(*UNREAD, *MINE, e.NoSuchPlayer, e.NoSuchTable),
        ),
        Endpoint(
            path="/api/care",
            does=care.page,
            about="Reports and what was done, for those whom the operator has named",
            gives=CarePage,
            errors=(*MINE, e.NoModerator),
        ),
        Endpoint(
            path="/api/care/reports/{report}",
            method="POST",
            does=care.close,
            about="Close a report, and ban whom it is about if need be",
            takes=CareWish,
            gives=CarePage,
            errors=(*kept, e.NoSuchReport),
        ),
        Endpoint(
            path="/api/care/players/{player}",
            method="POST",
            does=care.act,
            about="Shut an account out, or let it in again",
            takes=CareWish,
            gives=CarePage,
            errors=(*kept, e.NoSuchPlayer),
        ),
    )
