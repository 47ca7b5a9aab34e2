"""The HTTP part: what a player has put together and keeps with their account."""

from __future__ import annotations

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import NoSuchGame
from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.endpoint import Endpoint
from fimbul.server.http.people_endpoints import MINE, UNREAD
from fimbul.server.http.respond import answer, body
from fimbul.server.ops.addresses import address
from fimbul.server.ops.clean_text import clean, shows
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Account, Accounts
from fimbul.server.people.works import Works
from fimbul.server.services import Services
from fimbul.server.wire import errors as e
from fimbul.server.wire.works import KeptText, WorkShelf, WorkWish

CARDS = "cards"  # the workshop of a card file


class WorkHandlers:
    """Answers whoever keeps armies and card files here."""

    def __init__(self, services: Services) -> None:
        self.services, self.works = services, Works(services.store)
        self.door = Doorkeeper(Accounts(services.store))
        self.asked = Buckets(services.limits.accounts)

    async def shelf(self, request: Request) -> Response:
        return answer(await self.works.shelf((await self._account(request)).id))

    async def keep(self, request: Request) -> Response:
        account = await self._account(request)
        given = await body(request, WorkWish, self.services.limits.body)
        game = self.services.find(given.game)
        if given.workshop != CARDS and given.workshop not in game.workshops:
            raise e.NoSuchWorkshop
        wish = structs.replace(given, title=clean(given.title))
        if not shows(wish.title):
            raise e.Malformed("title: there is nothing to read in it")
        if "\0" in wish.text:
            raise e.Malformed("text: this is no text")
        await self.works.keep(account.id, wish)
        return answer(await self.works.shelf(account.id), 201)

    async def text(self, request: Request) -> Response:
        account = await self._account(request)
        return answer(KeptText(await self.works.text(account.id, _work(request))))

    async def remove(self, request: Request) -> Response:
        account = await self._account(request)
        await self.works.remove(account.id, _work(request))
        return answer(await self.works.shelf(account.id))

    async def _account(self, request: Request) -> Account:
        self.asked.take(address(request))
        return await self.door.known(request, self.asked)


def _work(request: Request) -> str:
    return str(request.path_params["work"])


def work_endpoints(works: WorkHandlers) -> tuple[Endpoint, ...]:
    path = "/api/me/works"
    return (
        Endpoint(
            path=path,
            does=works.shelf,
            about="My armies and card files",
            gives=WorkShelf,
            errors=MINE,
        ),
        Endpoint(
            path=path,
            method="POST",
            does=works.keep,
            about="Keep an army or a card file with my account",
            takes=WorkWish,
            gives=WorkShelf,
            status=201,
            errors=(*UNREAD, *MINE, NoSuchGame, e.NoSuchWorkshop, e.TooManyWorks),
        ),
        Endpoint(
            path=f"{path}/{{work}}",
            does=works.text,
            about="The text of one of them",
            gives=KeptText,
            errors=(*MINE, e.NoSuchWork),
        ),
        Endpoint(
            path=f"{path}/{{work}}/remove",
            method="POST",
            does=works.remove,
            about="Keep it no longer",
            gives=WorkShelf,
            errors=(*MINE, e.NoSuchWork),
        ),
    )
