"""The HTTP part: records and replays."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.respond import answer, body, body_bytes, teller, voice, whole
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Accounts
from fimbul.server.replay.betters import Betters
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.replays import Replays
from fimbul.server.replay.studies import Studies
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.records import saga_of
from fimbul.server.wire.bodies import PlayFrom, ReplayId
from fimbul.server.wire.errors import Malformed

MOST_CHOICES = 10**6  # choices in any record


class ReplayHandlers:
    """Answers requests about finished matches."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby, self.replays = services, lobby, Replays(lobby)
        self.makers = Buckets(services.limits.tables)
        self.students = Buckets(services.limits.studies)
        self.studies, self.betters = Studies(services), Betters(services)
        self.door = Doorkeeper(Accounts(services.store))

    async def saga(self, request: Request) -> Response:
        table = await self.lobby.table(str(request.path_params["table"]))
        headers = {"Content-Disposition": f'attachment; filename="{table.id}.saga"'}
        kept = await self.services.store.tale(table.id)
        text = saga_of(table.now) if kept is None else kept.saga
        return Response(text, 200, headers, "text/plain; charset=utf-8")

    async def upload(self, request: Request) -> Response:
        return answer(
            ReplayId(await self.replays.upload(await self._record(request), address(request))), 201
        )

    async def verify(self, request: Request) -> Response:
        text = await self._record(request)
        checks = await self.replays.reader.checks(text, address(request))
        return answer([voice(request).told(check) for check in checks])

    async def _record(self, request: Request) -> str:
        self.makers.take(address(request))
        data = await body_bytes(request, self.services.limits.saga)
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise Malformed("a record is UTF-8 text") from None

    async def replay(self, request: Request) -> Response:
        return answer((await self.replays.reel(_name(request), address(request))).about())

    async def scene(self, request: Request) -> Response:
        reel = await self.replays.reel(_name(request), address(request))
        viewer = _viewer(request, reel.seats)
        home = whole(request, "home", 0, MOST_CHOICES) if "home" in request.query_params else None
        at = whole(request, "at", 0, MOST_CHOICES)
        scene = self.services.errands.do(address(request), reel.scene, at, viewer, home)
        game = self.services.find(reel.game_id)
        return answer(teller(request, game).told(await scene))

    async def study(self, request: Request) -> Response:
        name = _name(request)
        if not self.studies.known(name):
            self.students.take(address(request))
        return answer(await self.studies.more(name, await self._played(request), address(request)))

    async def better(self, request: Request) -> Response:
        name = _name(request)
        reel = await self._played(request)
        at, seat = whole(request, "at", 0, MOST_CHOICES), whole(request, "seat", 0, MOST_CHOICES)
        if not self.betters.known(name, at, seat):
            self.students.take(address(request))
        found = await self.betters.find(name, reel, at, seat, address(request))
        return answer(teller(request, reel.match.game).told(found))

    async def _played(self, request: Request) -> Reel:
        return await self.replays.played(_name(request), address(request))

    async def play_on(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, PlayFrom, self.services.limits.body)
        who = await self.door.admit(request, wish.name)
        place = await self.replays.play(_name(request), wish, address(request), who.account.id)
        return await self.door.seated(request, who, place, 201)


def _name(request: Request) -> str:
    return str(request.path_params["replay"])


def _viewer(request: Request, seats: int) -> int | None:
    text = request.query_params.get("seat", "open")
    if text == "open":
        return OPEN
    if text == "none":
        return None
    seat = whole(request, "seat", 0, MOST_CHOICES)
    if seat >= seats:
        raise Malformed(f"seat: there are only the seats 0 to {seats - 1}")
    return seat
