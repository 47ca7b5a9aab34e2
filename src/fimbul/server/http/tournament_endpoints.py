"""The HTTP part: tournaments."""

from __future__ import annotations

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import BadSetup, NoSuchGame
from fimbul.server.http.cookies import Doorkeeper, give
from fimbul.server.http.endpoint import Endpoint, Query
from fimbul.server.http.lobby_endpoints import tagged
from fimbul.server.http.people_endpoints import MINE, UNREAD
from fimbul.server.http.respond import answer, body, speak_of, whole
from fimbul.server.ops.addresses import address
from fimbul.server.ops.clean_text import clean
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Accounts, Entered
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.seating import read_name
from fimbul.server.tournaments.annals import Annals
from fimbul.server.tournaments.posting import Posting
from fimbul.server.tournaments.registry import MOST_ENTRANTS, Registry
from fimbul.server.wire import errors as e
from fimbul.server.wire.tournaments import (
    CourseWish,
    EntryWish,
    NewTournament,
    TournamentList,
    TournamentPage,
)

WHOLE = {"type": "integer", "minimum": 0, "maximum": MOST_ENTRANTS}
ONE = "/api/tournaments/{tournament}"


class TournamentHandlers:
    """Answers whoever looks at tournaments, takes part in them, or holds one."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.services = lobby, lobby.services
        self.accounts = Accounts(self.services.store)
        self.door, self.annals = Doorkeeper(self.accounts), Annals(self.services.store)
        self.registry = Registry(lobby, self.annals)
        self.posting = Posting(self.annals, self.registry)
        limits = self.services.limits
        self.made, self.asked = Buckets(limits.tables), Buckets(limits.seats)

    async def listed(self, request: Request) -> Response:
        who = await self.door.who(request)
        return tagged(request, await self.posting.listed(who.id if who else ""))

    async def page(self, request: Request) -> Response:
        who = await self.door.who(request)
        return tagged(request, await self._page(request, who.id if who else ""))

    async def make(self, request: Request) -> Response:
        """What is wrong with the wish is found out before anybody is given an account for it."""
        self.made.take(address(request))
        given = await body(request, NewTournament, self.services.limits.body)
        speak_of(request, self.services.find(given.game))
        wish = structs.replace(given, title=clean(given.title), name=read_name(given.name))
        self.services.check_ban("", wish.name)
        await self.registry.check(wish, address(request))
        who = await self.door.admit(request, wish.name)
        self.made.take(f"account {who.account.id}")
        name = await self.registry.make(wish, who.account.id)
        return await self._let_in(request, who, name, 201)

    async def enter(self, request: Request) -> Response:
        """Whoever joins is given an account, if they have none; who has none has not joined."""
        self.asked.take(address(request))
        wish = await body(request, EntryWish, self.services.limits.body)
        one = await self.annals.tournament(self._name(request))
        if wish.act == "join":
            name = read_name(wish.name)
            self.services.check_ban("", name)
            who = await self.door.admit(request, name)
        else:
            who, name = Entered(await self.door.known(request, self.asked), ""), ""
        await self.registry.enter(one, who.account, wish, name)
        return await self._let_in(request, who, one.id, 200)

    async def lead(self, request: Request) -> Response:
        self.asked.take(address(request))
        account = await self.door.known(request, self.asked)
        wish = await body(request, CourseWish, self.services.limits.body)
        one = await self.annals.tournament(self._name(request))
        await self.registry.lead(one, account.id, wish)
        self.posting.forget(one.id)
        return answer(await self._page(request, account.id))

    async def _let_in(self, request: Request, who: Entered, name: str, status: int) -> Response:
        if who.token:
            await self.accounts.open(who, "", 0)
        self.posting.forget(name)
        response = answer(await self.posting.page(name, who.account.id, 0, 0), status)
        if who.token:
            give(response, request, who.token)
        return response

    async def _page(self, request: Request, account: str) -> TournamentPage:
        shown, after = (whole(request, word, 0, MOST_ENTRANTS) for word in ("round", "after"))
        return await self.posting.page(self._name(request), account, shown, after)

    def _name(self, request: Request) -> str:
        return str(request.path_params["tournament"])


def tournament_endpoints(held: TournamentHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tournaments",
            does=held.listed,
            about="Public tournaments and my own: what runs and what is to come first",
            gives=TournamentList,
            errors=(e.StoreDown,),
        ),
        Endpoint(
            path="/api/tournaments",
            method="POST",
            does=held.make,
            about="Hold a tournament",
            takes=NewTournament,
            gives=TournamentPage,
            status=201,
            errors=(
                *(*UNREAD, NoSuchGame, BadSetup, e.BadTable, e.BadTournament, e.NoHost, e.NotNow),
                *(e.ShutOut, e.StoreDown),
            ),
        ),
        Endpoint(
            path=ONE,
            does=held.page,
            about="How a tournament stands: who leads, who meets whom, and what is mine in it",
            gives=TournamentPage,
            query=(
                Query("round", "The bouts of that round; 0: of the last", WHOLE),
                Query("after", "The standings after so many lines", WHOLE),
            ),
            errors=(e.NoSuchTournament, e.Malformed, e.StoreDown),
        ),
        *_acts(held),
    )


def _acts(held: TournamentHandlers) -> tuple[Endpoint, ...]:
    errors = (*UNREAD, *MINE, e.NoSuchTournament, e.NotNow, e.StoreDown)
    return (
        Endpoint(
            path=f"{ONE}/entry",
            method="POST",
            does=held.enter,
            about="Take part in a tournament, step back for a while, come again, or leave",
            takes=EntryWish,
            gives=TournamentPage,
            errors=(*errors, e.BadTable, e.ShutOut),
        ),
        Endpoint(
            path=f"{ONE}/course",
            method="POST",
            does=held.lead,
            about="Begin a tournament, pause it, go on, or end it: its host's alone",
            takes=CourseWish,
            gives=TournamentPage,
            errors=(*errors, e.NoHost),
        ),
    )
