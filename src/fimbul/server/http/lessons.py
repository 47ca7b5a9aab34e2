"""The HTTP part of lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import Game, NoSuchGame, NoSuchLesson
from fimbul.server.http.endpoint import Endpoint, Errors, Query
from fimbul.server.http.respond import answer, teller
from fimbul.server.ops.addresses import address
from fimbul.server.replay import lessons
from fimbul.server.services import Services
from fimbul.server.wire.bodies import WhyNot
from fimbul.server.wire.errors import Malformed
from fimbul.server.wire.learning import LessonCard, LessonScene, PrimerCard
from fimbul.words import ENGLISH, Teller, teller_of

T = TypeVar("T")
K = TypeVar("K", str, int)  # how a picture is found
MOST_TASKS = 1000  # of tasks, and of picks in one
MOST_LETTERS = 200  # of an id
THEMES = ("dark", "light")
A_LESSON, A_PRIMER = "/api/games/{game}/lesson", "/api/games/{game}/primer"
UNTAUGHT: Errors = (NoSuchGame, NoSuchLesson)
COUNT = {"type": "integer", "minimum": 0, "maximum": MOST_TASKS}
DRAWN = (
    Query("theme", "dark or light", {"type": "string"}),
    Query("language", "In which its words are told", {"type": "string"}),
)
PLACE = (
    Query("task", "Which task, counted from 0", COUNT),
    Query("picks", "After so many of its picks", COUNT),
)


class LessonHandlers:
    """Answers requests about lessons."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.pictures: dict[tuple[Teller, str | int, str], bytes] = {}

    async def lesson(self, request: Request) -> Response:
        return answer(self._told(request, lessons.card(self._game(request))))

    async def lesson_scene(self, request: Request) -> Response:
        return answer(self._told(request, lessons.scene(self._game(request), *_place(request))))

    async def lesson_why(self, request: Request) -> Response:
        thing = request.query_params.get("thing", "")[:MOST_LETTERS]
        found = lessons.why(self._game(request), *_place(request), thing)
        return answer(self._told(request, found))

    def _told(self, request: Request, found: T) -> T:
        return teller(request, self._game(request)).told(found)

    async def primer(self, request: Request) -> Response:
        return answer(lessons.primer_card(self._game(request)))

    async def primer_picture(self, request: Request) -> Response:
        panel = str(request.path_params["panel"])
        return await self._picture(request, lessons.panel_drawn, panel)

    async def chapter_picture(self, request: Request) -> Response:
        number = _number("chapter", str(request.path_params["chapter"]))
        return await self._picture(request, lessons.chapter_drawn, number)

    async def _picture(
        self, request: Request, draw: Callable[[Teller, K, str], bytes], which: K
    ) -> Response:
        """Drawn beside the loop, once in each language and theme: there are few enough to keep. An
        image cannot ask for its language by a header of its own."""
        teller = teller_of(self._game(request), request.query_params.get("language", ENGLISH))
        key = (teller, which, _theme(request))
        if key not in self.pictures:
            drawn = self.services.errands.do(address(request), draw, *key)
            self.pictures[key] = await drawn
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(self.pictures[key], 200, headers, "image/svg+xml")

    def _game(self, request: Request) -> Game[Any]:
        return self.services.find(request.path_params["game"])


def _theme(request: Request) -> str:
    theme = request.query_params.get("theme", "dark")
    if theme not in THEMES:
        raise Malformed(f"theme: must be {' or '.join(THEMES)}, not {theme[:20]!r}")
    return theme


def _place(request: Request) -> tuple[int, int]:
    return _count(request, "task"), _count(request, "picks")


def _count(request: Request, name: str) -> int:
    return _number(name, request.query_params.get(name, "0"))


def _number(name: str, given: str) -> int:
    if not (given.isascii() and given.isdecimal() and len(given) < 5 and int(given) <= MOST_TASKS):
        raise Malformed(f"{name}: must be a number from 0 to {MOST_TASKS}, not {given[:20]!r}")
    return int(given)


def lesson_endpoints(lessons: LessonHandlers) -> tuple[Endpoint, ...]:
    return (*_primers(lessons), *_lessons(lessons))


def _primers(lessons: LessonHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path=A_PRIMER,
            does=lessons.primer,
            about="How a game is played, on one screen",
            gives=PrimerCard,
            errors=UNTAUGHT,
        ),
        Endpoint(
            path=f"{A_PRIMER}/{{panel}}/picture.svg",
            does=lessons.primer_picture,
            about="The picture of one of its panels: aim, turn, end or score",
            gives="image/svg+xml",
            query=DRAWN,
            errors=(*UNTAUGHT, Malformed),
        ),
        Endpoint(
            path="/api/games/{game}/rulebook/{chapter}/picture.svg",
            does=lessons.chapter_picture,
            about="The picture of a chapter of the rulebook, counted from 1",
            gives="image/svg+xml",
            query=DRAWN,
            errors=(*UNTAUGHT, Malformed),
        ),
    )


def _lessons(lessons: LessonHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path=A_LESSON,
            does=lessons.lesson,
            about="The lesson of a game: what is said and touched, task by task",
            gives=LessonCard,
            errors=UNTAUGHT,
        ),
        Endpoint(
            path=f"{A_LESSON}/scene",
            does=lessons.lesson_scene,
            about="The table of a lesson, as the learner sees it",
            gives=LessonScene,
            query=PLACE,
            errors=(*UNTAUGHT, Malformed),
        ),
        Endpoint(
            path=f"{A_LESSON}/why",
            does=lessons.lesson_why,
            about="Why a thing cannot be touched there",
            gives=WhyNot,
            query=(*PLACE, Query("thing", "What was touched", {"type": "string"})),
            errors=(*UNTAUGHT, Malformed),
        ),
    )
