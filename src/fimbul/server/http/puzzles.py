"""The HTTP part of puzzles."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import Game
from fimbul.server.http.respond import answer, teller
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.replay.puzzles import Puzzles, drawn
from fimbul.server.services import Services
from fimbul.server.wire.errors import Malformed

THEMES = ("dark", "light")
MOST_PICKS = 40  # of one turn
MOST_LETTERS = 200  # of an id


class PuzzleHandlers:
    """Answers requests about puzzles."""

    def __init__(self, services: Services) -> None:
        self.services, self.puzzles = services, Puzzles(services)
        self.students = Buckets(services.limits.studies)

    async def puzzle_list(self, request: Request) -> Response:
        return answer(self.puzzles.all())

    async def puzzle(self, request: Request) -> Response:
        game = self._game(request)
        scene = self.puzzles.scene(game, _name(request), _picks(request))
        return answer(teller(request, game).told(scene))

    async def puzzle_why(self, request: Request) -> Response:
        thing = request.query_params.get("thing", "")[:MOST_LETTERS]
        game, picks = self._game(request), _picks(request)
        found = self.puzzles.why(game, _name(request), picks, thing)
        return answer(teller(request, game).told(found))

    async def puzzle_answer(self, request: Request) -> Response:
        self.students.take(address(request))
        game, picks = self._game(request), _picks(request)
        found = await self.puzzles.answer(game, _name(request), picks, address(request))
        return answer(teller(request, game).told(found))

    async def puzzle_picture(self, request: Request) -> Response:
        theme = request.query_params.get("theme", "dark")
        if theme not in THEMES:
            raise Malformed(f"theme: must be {' or '.join(THEMES)}, not {theme[:20]!r}")
        picture = drawn(self._game(request), _name(request), theme)
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(picture, 200, headers, "image/svg+xml")

    def _game(self, request: Request) -> Game[Any]:
        return self.services.find(request.path_params["game"])


def _name(request: Request) -> str:
    return str(request.path_params["puzzle"])


def _picks(request: Request) -> list[str]:
    picks = request.query_params.getlist("pick")
    if len(picks) > MOST_PICKS:
        raise Malformed(f"pick: no turn has more than {MOST_PICKS}")
    return picks
