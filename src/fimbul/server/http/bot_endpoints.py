"""The bot API: a program hears of its tables and plays there, line by line, over plain HTTP."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from fimbul.kernel import IllegalChoice
from fimbul.server.http.endpoint import Endpoint, Errors, Lines, Query
from fimbul.server.http.hearing import BEATS, Hearer
from fimbul.server.http.respond import answer, bearer, body, speak_of, teller, whole
from fimbul.server.ops.addresses import address
from fimbul.server.ops.bot_keys import Scope, seat_key
from fimbul.server.ops.rates import Buckets
from fimbul.server.ops.tokens import hashed
from fimbul.server.services import Services
from fimbul.server.table.actions import why
from fimbul.server.table.lines import table_line
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.plan import Actor
from fimbul.server.table.situation import held_by
from fimbul.server.table.table import Table
from fimbul.server.wire import errors as e
from fimbul.server.wire.bodies import SitDown, TakenSeat, WhyNot
from fimbul.server.wire.messages import Choose, Resign, Undo
from fimbul.server.wire.outside import Accepted, Called, Joining, Picking, Saying, TableLine

LONGEST = 25  # seconds that somebody may wait for a table to change
LINES = "application/x-ndjson"
WRONG: Errors = (*(e.NoSuchTable, e.NotYourSeat, e.NoScope, e.NotNow, e.TooFast, e.TooBusy),)
UNREAD: Errors = (e.Malformed, e.TooLarge, e.TooSlow, e.WrongKind, e.ForeignOrigin, e.StoreDown)
THERE = "/api/bot/tables/{table}"


class BotHandlers:
    """Answers programs. A token is that of one seat, or that of a bot: then its seat at a table is
    known by the token that follows from it."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.spent = Buckets(services.limits.programs)
        self.hearers: dict[tuple[str, int], Hearer] = {}

    # -- tables ---------------------------------------------------------------------------

    async def events(self, request: Request) -> Response:
        name = self._bot(request, "called")
        return StreamingResponse(self._calls(name), media_type=LINES)

    async def _calls(self, name: str) -> AsyncIterator[bytes]:
        yield b"\n"  # it is heard: headers alone may wait in a proxy
        async for called in self.lobby.calls.of(name, BEATS):
            if called is None or await self._is_open(name, called):
                yield _told(called)

    async def _is_open(self, name: str, called: Called) -> bool:
        """Whether that table still keeps a chair for the bot; otherwise it is forgotten."""
        try:
            now = (await self.lobby.table(called.table)).now
        except (e.NoSuchTable, e.StoreDown):
            seats: list[str] = []
        else:
            over = now.standing.state == "over"
            seats = [] if over else [now.seats[n].name for n in now.free]
        if name not in seats:
            self.lobby.calls.forget(name, called.table)
        return name in seats

    async def join(self, request: Request) -> Response:
        name, table = self._bot(request, "play"), str(request.path_params["table"])
        wish = await body(request, Joining, self.services.limits.body)
        key = seat_key(bearer(request), table)
        sit = SitDown(name, wish.invite, wish.luck, key=key, program=True)
        taken = await self.lobby.sit(table, sit, address(request))
        self.lobby.calls.forget(name, table)
        return answer(taken)

    def _bot(self, request: Request, scope: Scope) -> str:
        """The name of the bot whose token it is; NoScope, if it is none or not meant for that."""
        token = bearer(request)
        self.spent.take(hashed(token))
        key = self.services.bot_keys.find(token)
        if key is None or scope not in key.scopes:
            raise e.NoScope(scope)
        return key.name

    async def _place(self, request: Request) -> tuple[Table, int]:
        """The table, and the seat that the token holds there."""
        token = bearer(request)
        self.spent.take(hashed(token))
        name, key = str(request.path_params["table"]), self.services.bot_keys.find(token)
        if key is not None and "play" not in key.scopes:
            raise e.NoScope("play")
        table = await self.lobby.table(name)
        speak_of(request, table.game)
        seat = held_by(table.now, token if key is None else seat_key(token, name))
        if not table.now.seats[seat].program:
            raise e.NotYourSeat("a person sits there: a program sits down as one")
        return table, seat

    # -- reading --------------------------------------------------------------------------

    async def look(self, request: Request) -> Response:
        """At once; or, after a revision, as soon as there is another one or the time is up."""
        table, seat = await self._place(request)
        seconds = whole(request, "seconds", 0, LONGEST)
        after = whole(request, "after", 0, 10**9)
        if seconds and table.now.progress.wire(seat) <= after:
            await self._change(table, seat, after, seconds)
        told = table_line(table.now, seat, teller(request, table.game), whole=_is_whole(request))
        return answer(told)

    async def _change(self, table: Table, seat: int, after: int, seconds: float) -> None:
        hearer = Hearer(table, seat)
        with hearer.listening():
            try:
                async with asyncio.timeout(seconds):
                    while table.now.progress.wire(seat) <= after and not hearer.gone:
                        await hearer.rings()
            except TimeoutError:
                return

    async def stream(self, request: Request) -> Response:
        """One for each seat: whoever opens another one takes its place."""
        table, seat = await self._place(request)
        hearer = Hearer(table, seat, teller(request, table.game), whole=_is_whole(request))
        if (before := self.hearers.get((table.id, seat))) is not None:
            before.hang_up(0)
        self.hearers[table.id, seat] = hearer
        return StreamingResponse(self._lines(hearer), media_type=LINES)

    async def _lines(self, hearer: Hearer) -> AsyncIterator[bytes]:
        try:
            async for line in hearer.lines():
                yield _told(line)
        finally:
            place = hearer.table.id, hearer.seat
            if self.hearers.get(place) is hearer:
                del self.hearers[place]

    async def why(self, request: Request) -> Response:
        table, seat = await self._place(request)
        found = why(table.now, seat, "", request.query_params.get("thing", ""))
        told = teller(request, table.game).told(WhyNot(found.rule, found.sentence))
        return answer(told)

    # -- playing --------------------------------------------------------------------------

    async def choose(self, request: Request) -> Response:
        table, seat = await self._place(request)
        pick = await body(request, Picking, self.services.limits.body)
        match = table.now.running
        number = match.state.number if pick.number is None else pick.number
        part = match.part(seat) if pick.part is None else pick.part
        return await self._act(table, seat, Choose(_message(), number, part, pick.thing))

    async def undo(self, request: Request) -> Response:
        table, seat = await self._place(request)
        return await self._act(table, seat, Undo(_message()))

    async def resign(self, request: Request) -> Response:
        table, seat = await self._place(request)
        return await self._act(table, seat, Resign(_message()))

    async def chat(self, request: Request) -> Response:
        table, seat = await self._place(request)
        saying = await body(request, Saying, self.services.limits.body)
        await table.say(seat, _message(), saying.text)
        return answer(Accepted(table.now.progress.wire(seat)))

    async def _act(self, table: Table, seat: int, action: Choose | Undo | Resign) -> Response:
        self.services.check_ban("", table.now.seats[seat].name)
        await table.act(Actor(seat, action.id), action)
        return answer(Accepted(table.now.progress.wire(seat)))


def _message() -> str:
    return f"bot-{secrets.token_hex(12)}"


def _is_whole(request: Request) -> bool:
    return request.query_params.get("scene") == "whole"


def _told(line: TableLine | Called | None) -> bytes:
    """A line of JSON; an empty one keeps the connection open."""
    return b"\n" if line is None else msgspec.json.encode(line, enc_hook=str) + b"\n"


def bot_endpoints(bots: BotHandlers) -> tuple[Endpoint, ...]:
    return (*_hearing(bots), *_looking(bots), *_playing(bots))


SCENE = Query("scene", "`whole`: with the scene, things in places", {"type": "string"})


def _hearing(bots: BotHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/bot/events",
            does=bots.events,
            about="Who asks this bot to a table: what waits for it, then whatever comes",
            gives=Lines(Called),
            errors=(e.NotYourSeat, e.NoScope, e.TooFast),
            scope="called",
        ),
        Endpoint(
            path=f"{THERE}/sit",
            method="POST",
            does=bots.join,
            about="Take the chair that is kept for this bot, or a free one",
            takes=Joining,
            gives=TakenSeat,
            errors=(*WRONG, *UNREAD, e.NotInvited, e.TableFull, e.BadTable),
            scope="play",
        ),
        Endpoint(
            path=f"{THERE}/stream",
            does=bots.stream,
            about="The table now, and again whenever it changes, with all options in words",
            gives=Lines(TableLine),
            query=(SCENE,),
            errors=WRONG,
            seated=True,
            scope="play",
        ),
    )


def _looking(bots: BotHandlers) -> tuple[Endpoint, ...]:
    seconds = {"type": "integer", "minimum": 0, "maximum": LONGEST}
    revision = {"type": "integer", "minimum": 0, "maximum": 10**6}
    return (
        Endpoint(
            path=THERE,
            does=bots.look,
            about="The table now; with `seconds`, as soon as it is newer than `after`",
            gives=TableLine,
            query=(
                Query("after", "The revision that is known", revision),
                Query("seconds", "How long to wait for a newer one", seconds),
                SCENE,
            ),
            errors=(*WRONG, e.Malformed),
            seated=True,
            scope="play",
        ),
        Endpoint(
            path=f"{THERE}/why",
            does=bots.why,
            about="Why a thing cannot be chosen now",
            gives=WhyNot,
            query=(Query("thing", "Its id", {"type": "string"}),),
            errors=WRONG,
            seated=True,
            scope="play",
        ),
    )


def _playing(bots: BotHandlers) -> tuple[Endpoint, ...]:
    said: dict[str, Any] = {"method": "POST", "gives": Accepted, "seated": True, "scope": "play"}
    return (
        Endpoint(
            path=f"{THERE}/choose",
            does=bots.choose,
            about="Choose one of the options",
            takes=Picking,
            errors=(*WRONG, *UNREAD, IllegalChoice, e.StaleChoice),
            **said,
        ),
        Endpoint(
            path=f"{THERE}/undo",
            does=bots.undo,
            about="Take the last choice back, or ask the others whether it may be",
            errors=(*WRONG, e.StaleChoice, e.StoreDown),
            **said,
        ),
        Endpoint(
            path=f"{THERE}/resign",
            does=bots.resign,
            about="Give the match up",
            errors=(*WRONG, e.StaleChoice, e.StoreDown),
            **said,
        ),
        Endpoint(
            path=f"{THERE}/chat",
            does=bots.chat,
            about="Say something at the table",
            takes=Saying,
            errors=(*WRONG, *UNREAD),
            **said,
        ),
    )
