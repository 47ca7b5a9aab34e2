"""The HTTP part: the lobby. Pages ask again and again: what has not changed is not sent again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.endpoint import Endpoint, Query
from fimbul.server.http.respond import answer, told_of, whole
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.cookie import token_of
from fimbul.server.people.crowd import Crowd
from fimbul.server.people.featured import Featured
from fimbul.server.store.base import Listing
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire import errors as e
from fimbul.server.wire.bodies import TablePage
from fimbul.server.wire.hall import Hall
from fimbul.server.wire.table_card import TableCard

STATES, PACES = ("waiting", "running"), ("live", "turns")
LONGEST = 60  # characters of a game's id
WORD = {"type": "string"}


class LobbyHandlers:
    """Answers whoever looks round before they sit down."""

    def __init__(self, lobby: Lobby, crowd: Crowd) -> None:
        self.lobby, self.crowd = lobby, crowd
        self.limits, self.featured = lobby.services.limits, Featured(lobby.services.store)
        self.looks = Buckets(self.limits.lobby)

    async def tables(self, request: Request) -> Response:
        self.looks.take(address(request))
        limit = max(1, whole(request, "limit", 30, self.limits.tables_listed))
        after = request.query_params.get("after", "")
        cards, following = await self.lobby.cards(after, limit, _listing(request))
        return tagged(request, TablePage(tuple(map(self._told(request), cards)), following))

    async def hall(self, request: Request) -> Response:
        self.looks.take(address(request))
        self.crowd.see(token_of(request) or address(request))
        table = await self.featured.table()
        rows = await self.lobby.services.store.rows([table]) if table else ()
        card = self.lobby.card(rows[0]) if rows else None
        shown = card if card is not None and card.state == "running" else None
        told = None if shown is None else self._told(request)(shown)
        players = await self.crowd.visible.names()
        return tagged(request, Hall(max(1, self.crowd.count), told, players))

    def _told(self, request: Request) -> Callable[[TableCard], TableCard]:
        """Cards are of games that are here: others are left out of every list."""
        find = self.lobby.services.find
        return lambda card: told_of(request, find(card.game), card)


def _listing(request: Request) -> Listing:
    """The filter that the query asks for; unknown words are ignored."""
    given = request.query_params
    state, pace = given.get("state", ""), given.get("pace", "")
    return Listing(
        given.get("game", "")[:LONGEST],
        state if state in STATES else "",
        pace if pace in PACES else "",
        given.get("rated") == "1",
    )


def tagged(request: Request, value: Any) -> Response:
    """The answer, unless whoever asks has it already."""
    response = answer(value)
    mark = f'"{hashlib.blake2b(response.body, digest_size=12).hexdigest()}"'
    if request.headers.get("if-none-match") == mark:
        response = Response(status_code=304)
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "no-cache"
    return response


def lobby_endpoints(lobby: LobbyHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tables",
            does=lobby.tables,
            about="Public tables that wait or play, newest first",
            gives=TablePage,
            query=(
                Query("after", "The last table of the page before", WORD),
                Query("limit", "So many at most", {"type": "integer", "minimum": 1}),
                Query("game", "Only of that game", WORD),
                Query("state", "Only waiting, or only running", {**WORD, "enum": [*STATES]}),
                Query("pace", "Only live, or only in turns", {**WORD, "enum": [*PACES]}),
                Query("rated", "1: only rated ones", {**WORD, "enum": ["1"]}),
            ),
            errors=(e.Malformed, e.TooFast),
        ),
        Endpoint(
            path="/api/hall",
            does=lobby.hall,
            about="How many people are here, who of them wants to be seen, and the match to watch",
            gives=Hall,
            errors=(e.TooFast, e.StoreDown),
        ),
    )
