"""The HTTP part: records and replays."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.http.respond import address, answer, body, body_bytes, whole
from fimbul.server.ops.rates import Buckets
from fimbul.server.replay.replays import OPEN, Replays
from fimbul.server.replay.studies import Studies
from fimbul.server.services import Services
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.records import saga_of
from fimbul.server.wire.bodies import PlayFrom, ReplayId
from fimbul.server.wire.errors import Malformed

MOST = 10**6  # choices in any record


class ReplayHandlers:
    """Answers requests about finished matches."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby, self.replays = services, lobby, Replays(lobby)
        self.makers = Buckets(services.limits.tables)
        self.students = Buckets(services.limits.studies)
        self.studies = Studies(services)

    async def saga(self, request: Request) -> Response:
        table = await self.lobby.table(str(request.path_params["table"]))
        headers = {"Content-Disposition": f'attachment; filename="{table.id}.saga"'}
        return Response(saga_of(table.now), 200, headers, "text/plain; charset=utf-8")

    async def upload(self, request: Request) -> Response:
        self.makers.take(address(request))
        data = await body_bytes(request, self.services.limits.saga)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise Malformed("a record is UTF-8 text") from None
        return answer(ReplayId(await self.replays.upload(text)), 201)

    async def replay(self, request: Request) -> Response:
        return answer((await self.replays.reel(_name(request))).about())

    async def scene(self, request: Request) -> Response:
        reel = await self.replays.reel(_name(request))
        viewer = _viewer(request, reel.match.state.seats)
        return answer(reel.scene(whole(request, "at", 0, MOST), viewer))

    async def study(self, request: Request) -> Response:
        name = _name(request)
        if not self.studies.known(name):
            self.students.take(address(request))
        return answer(await self.studies.more(name, await self.replays.reel(name)))

    async def play_on(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, PlayFrom, self.services.limits.body)
        return answer(await self.replays.play(_name(request), wish), 201)


def _name(request: Request) -> str:
    return str(request.path_params["replay"])


def _viewer(request: Request, seats: int) -> int | None:
    text = request.query_params.get("seat", "open")
    if text == "open":
        return OPEN
    if text == "none":
        return None
    seat = whole(request, "seat", 0, MOST)
    if seat >= seats:
        raise Malformed(f"seat: there are only the seats 0 to {seats - 1}")
    return seat
