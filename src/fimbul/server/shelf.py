"""The HTTP part: records and replays."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fimbul.server.bodies import PlayFrom, ReplayId
from fimbul.server.errors import Malformed
from fimbul.server.house import House
from fimbul.server.http import address, answer, body, body_bytes, whole
from fimbul.server.limits import Buckets
from fimbul.server.lobby import Lobby
from fimbul.server.records import saga_of
from fimbul.server.replays import OPEN, Replays
from fimbul.server.studies import Studies

MOST = 10**6  # choices in any record


class Shelf:
    """Answers requests about finished matches."""

    def __init__(self, house: House, lobby: Lobby) -> None:
        self.house, self.lobby, self.replays = house, lobby, Replays(lobby)
        self.makers, self.students = Buckets(house.limits.tables), Buckets(house.limits.studies)
        self.studies = Studies(house)

    async def saga(self, request: Request) -> Response:
        table = await self.lobby.table(str(request.path_params["table"]))
        headers = {"Content-Disposition": f'attachment; filename="{table.id}.saga"'}
        return Response(saga_of(table), 200, headers, "text/plain; charset=utf-8")

    async def upload(self, request: Request) -> Response:
        self.makers.take(address(request))
        data = await body_bytes(request, self.house.limits.saga)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise Malformed("a record is UTF-8 text") from None
        return answer(ReplayId(await self.replays.upload(text)), 201)

    async def replay(self, request: Request) -> Response:
        return answer((await self.replays.reel(_name(request))).about())

    async def scene(self, request: Request) -> Response:
        reel = await self.replays.reel(_name(request))
        viewer = _viewer(request, reel.course.state.seats)
        return answer(reel.scene(whole(request, "at", 0, MOST), viewer))

    async def study(self, request: Request) -> Response:
        name = _name(request)
        if not self.studies.known(name):
            self.students.take(address(request))
        return answer(await self.studies.more(name, await self.replays.reel(name)))

    async def play_on(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, PlayFrom, self.house.limits.body)
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
