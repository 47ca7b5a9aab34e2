"""The HTTP part: leaderboards, and how a rating came about."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import NoSuchGame
from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.endpoint import Endpoint, Query
from fimbul.server.http.respond import answer, whole
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.ratings import DEEPEST, Ratings
from fimbul.server.services import Services
from fimbul.server.wire import errors as e
from fimbul.server.wire.boards import Leaderboard
from fimbul.server.wire.ratings import RatingGraph

PLACE = {"type": "integer", "minimum": 0, "maximum": DEEPEST}


class RatingHandlers:
    """Answers requests about ratings. Everybody may see them, as they may see the results of
    matches; an account that does not exist looks like one that has not played."""

    def __init__(self, services: Services) -> None:
        self.services, self.ratings = services, Ratings(services.store)
        self.accounts = Accounts(services.store)
        self.door, self.asked = Doorkeeper(self.accounts), Buckets(services.limits.mine)

    async def board(self, request: Request) -> Response:
        self.asked.take(address(request))
        game = self.services.find(request.path_params["game"])
        after, mine = whole(request, "after", 0, DEEPEST), await self.door.who(request)
        return answer(await self.ratings.board(game.id, after, mine.id if mine else ""))

    async def graph(self, request: Request) -> Response:
        self.asked.take(address(request))
        game = self.services.find(request.path_params["game"])
        found = await self.accounts.by_id(str(request.path_params["player"]))
        if found is None:
            raise e.NoSuchPlayer
        return answer(await self.ratings.graph(found.id, game.id))


def rating_endpoints(ratings: RatingHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/games/{game}/ratings",
            does=ratings.board,
            about="Who leads in a game, and where I stand",
            gives=Leaderboard,
            query=(Query("after", "After so many places", PLACE),),
            errors=(NoSuchGame, e.TooFast, e.Malformed, e.StoreDown),
        ),
        Endpoint(
            path="/api/players/{player}/ratings/{game}",
            does=ratings.graph,
            about="How a player's rating in a game came about",
            gives=RatingGraph,
            errors=(NoSuchGame, e.NoSuchPlayer, e.TooFast, e.StoreDown),
        ),
    )
