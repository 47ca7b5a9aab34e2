"""The HTTP part: what players have played, and who they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.endpoint import Endpoint, Query
from fimbul.server.http.respond import answer, teller
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.history import History, HistoryWish, Outcome
from fimbul.server.people.ratings import Ratings
from fimbul.server.services import Services
from fimbul.server.wire import errors as e
from fimbul.server.wire.people import HistoryPage, PlayerCard
from fimbul.server.wire.ratings import Favourite

WORD = {"type": "string"}


class HistoryHandlers:
    """Answers requests about players and their matches."""

    def __init__(self, services: Services) -> None:
        self.history, self.accounts = History(services.store), Accounts(services.store)
        self.services, self.ratings = services, Ratings(services.store)
        self.door, self.asked = Doorkeeper(self.accounts), Buckets(services.limits.mine)

    async def matches(self, request: Request) -> Response:
        """Only one's own: who sat at a private table is nobody else's business."""
        self.asked.take(address(request))
        account = await self.door.known(request, self.asked)
        given = request.query_params
        outcome: Outcome = next(
            (one for one in get_args(Outcome) if one == given.get("outcome")), ""
        )
        wish = HistoryWish(given.get("after", "")[:40], given.get("game", "")[:60], outcome)
        return answer(await self.history.page(account.id, wish))

    async def player(self, request: Request) -> Response:
        self.asked.take(address(request))
        found = await self.accounts.by_id(str(request.path_params["player"]))
        if found is None:
            raise e.NoSuchPlayer
        likeness = (found.id, found.name, found.tone, found.emblem, found.created)
        card = PlayerCard(
            *likeness,
            await self.history.tallies(found.id),
            await self.ratings.of(found.id),
            await self.ratings.levels(found.id),
            tuple(self._told(request, await self.ratings.favourites(found.id))),
        )
        return answer(card)

    def _told(self, request: Request, favourites: Iterable[Favourite]) -> Iterator[Favourite]:
        """In the words of its game; what a game that is gone called it, nobody can tell."""
        for one in favourites:
            if one.game in self.services.names():
                yield teller(request, self.services.find(one.game)).told(one)


def history_endpoints(history: HistoryHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/me/matches",
            does=history.matches,
            about="My matches on all devices, the latest first",
            gives=HistoryPage,
            query=(
                Query("after", "What the page before says is next", WORD),
                Query("game", "Only of that game", WORD),
                Query("outcome", "Only won, lost or drawn", WORD),
            ),
            errors=(e.NotSignedIn, e.TooFast, e.StoreDown),
        ),
        Endpoint(
            path="/api/players/{player}",
            does=history.player,
            about="A player, and how often they have won, by game",
            gives=PlayerCard,
            errors=(e.NoSuchPlayer, e.TooFast, e.StoreDown),
        ),
    )
