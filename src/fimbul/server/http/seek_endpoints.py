"""The HTTP part: finding a rival."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fimbul.kernel import BadSetup, NoSuchGame
from fimbul.server.http.cookies import Doorkeeper, give
from fimbul.server.http.endpoint import Endpoint, Lines
from fimbul.server.http.people_endpoints import UNREAD
from fimbul.server.http.respond import body, speak_of
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.ops.tokens import new_token
from fimbul.server.people.accounts import Accounts
from fimbul.server.people.seeking import Seeking
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.meeting import table_wish
from fimbul.server.table.seating import read_name
from fimbul.server.wire import errors as e
from fimbul.server.wire.seeking import RivalWish, SeekLine

LINES = "application/x-ndjson"


class SeekHandlers:
    """Answers those who look for a rival, as long as they listen."""

    def __init__(self, lobby: Lobby, seeking: Seeking) -> None:
        self.lobby, self.services, self.seeking = lobby, lobby.services, seeking
        self.accounts = Accounts(self.services.store)
        self.door = Doorkeeper(self.accounts)
        self.asked = Buckets(self.services.limits.tables)

    async def seek(self, request: Request) -> Response:
        """What is wrong with the wish is found out before anybody waits for it."""
        self.asked.take(address(request))
        given = await body(request, RivalWish, self.services.limits.body)
        speak_of(request, self.services.find(given.game))
        name = read_name(given.name)
        self.services.check_ban("", name)
        wish = structs.replace(given, name=name, key=given.key or new_token())
        for bot in {"", wish.bot if wish.bot_after else ""}:
            tried = table_wish(wish, bot=bot)
            await self.services.errands.do(address(request), self.lobby.opening, tried)
        who = await self.door.admit(request, name)
        self.asked.take(f"account {who.account.id}")
        response = StreamingResponse(self._told(who.account.id, wish), media_type=LINES)
        if who.token:
            await self.accounts.open(who, "", 0)
            give(response, request, who.token)
        return response

    async def _told(self, account: str, wish: RivalWish) -> AsyncIterator[bytes]:
        async for line in self.seeking.lines(account, wish):
            yield msgspec.json.encode(line) + b"\n"


def seek_endpoints(seek: SeekHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/seek",
            method="POST",
            does=seek.seek,
            about="Find a rival: a line whenever something changes, until one is found. Whoever "
            "stops listening has left",
            takes=RivalWish,
            gives=Lines(SeekLine),
            errors=(*UNREAD, NoSuchGame, BadSetup, e.BadTable, e.ShutOut, e.StoreDown),
        ),
    )
