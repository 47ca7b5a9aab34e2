"""The HTTP part: games, tables, seats."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import fimbul
from fimbul.kernel import Game, card_file
from fimbul.kit.workshop import Workshop
from fimbul.server.http.packed import Text, sent, text
from fimbul.server.http.respond import address, answer, bearer, body, whole
from fimbul.server.ops.rates import Buckets
from fimbul.server.services import Services
from fimbul.server.table.cards import card_of
from fimbul.server.table.consent import options_schema
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.bodies import (
    Book,
    GameCard,
    Health,
    Left,
    NewTable,
    PlayNow,
    SitDown,
    TablePage,
    Work,
)
from fimbul.server.wire.errors import NoCardFile, NoSuchWorkshop

_SYMBOL = re.compile(r"<symbol\b.*?</symbol>", re.DOTALL)
_SHEET = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


class TableHandlers:
    """Answers requests about games and tables."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.makers, self.sitters = Buckets(services.limits.tables), Buckets(services.limits.seats)
        self.workers = Buckets(services.limits.works)

    async def games(self, request: Request) -> Response:
        games = (self.services.find(name) for name in self.services.names())
        return answer([game_card(self.services, game) for game in games])

    async def rulebook(self, request: Request) -> Response:
        return sent(request, book_text(self._game(request)), "no-cache")

    async def card_file(self, request: Request) -> Response:
        return sent(request, cards_text(self._game(request)), "no-cache")

    async def art(self, request: Request) -> Response:
        return sent(request, sheet(self._game(request)), "public, max-age=3600")

    async def workshop(self, request: Request) -> Response:
        return answer(self._workshop(request).catalogue())

    async def judge(self, request: Request) -> Response:
        self.workers.take(address(request))
        work = await body(request, Work, self.services.limits.body)
        shop = self._workshop(request)
        return answer(shop.read(work.text) if work.draft is None else shop.judge(work.draft))

    async def tables(self, request: Request) -> Response:
        limit = max(1, whole(request, "limit", 30, self.services.limits.tables_listed))
        cards, following = await self.lobby.cards(request.query_params.get("after", ""), limit)
        return answer(TablePage(cards, following))

    async def new_table(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, NewTable, self.services.limits.body)
        return answer(await self.lobby.create(wish), 201)

    async def play(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, PlayNow, self.services.limits.body)
        return answer(await self.lobby.play_now(wish), 201)

    async def table(self, request: Request) -> Response:
        return answer(card_of((await self.lobby.table(_table(request))).now))

    async def sit(self, request: Request) -> Response:
        self.sitters.take(address(request))
        wish = await body(request, SitDown, self.services.limits.body)
        return answer(await self.lobby.sit(_table(request), wish))

    async def leave(self, request: Request) -> Response:
        self.sitters.take(address(request))
        await self.lobby.leave(_table(request), bearer(request))
        return answer(Left(_table(request)))

    async def rematch(self, request: Request) -> Response:
        self.makers.take(address(request))
        return answer(await self.lobby.rematch(_table(request), bearer(request)), 201)

    async def health(self, request: Request) -> Response:
        return answer(Health(True, fimbul.__version__))

    async def metrics(self, request: Request) -> Response:
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self.services.metrics.text(), 200, {"Content-Type": kind})

    def _workshop(self, request: Request) -> Workshop:
        found: Workshop | None = self._game(request).workshops.get(request.path_params["workshop"])
        if found is None:
            raise NoSuchWorkshop
        return found

    def _game(self, request: Request) -> Game[Any]:
        return self.services.find(request.path_params["game"])


def _table(request: Request) -> str:
    return str(request.path_params["table"])


def game_card(services: Services, game: Game[Any]) -> GameCard:
    about = game.rulebook.about
    (fewest, most), summary = about["players"], str(about.get("summary", ""))
    return GameCard(
        id=game.id,
        title=game.title,
        summary=summary,
        promise=str(about.get("promise", summary.partition(". ")[0].rstrip(".") + ".")),
        players=(fewest, most),
        minutes=int(about.get("minutes", 0)),
        rules=game.rules,
        options=options_schema(game.setup_type),
        bots=services.levels,
        presets=game.setup_type.presets,
        provenance=game.rulebook.provenance,
    )


@cache
def book_text(game: Game[Any]) -> Text:
    """The rulebook as JSON."""
    book = game.rulebook
    rules, rulings = tuple(book.rules.values()), tuple(book.rulings.values())
    title = str(book.about["title"])
    whole_book = Book(title, rules, rulings, book.parts, book.provenance)
    return text(msgspec.json.encode(whole_book), "application/json")


@cache
def cards_text(game: Game[Any]) -> Text:
    """The card file to start from, as TOML."""
    found = card_file(game.id, game.rulebook)
    if not found:
        raise NoCardFile
    return text(found.encode(), "application/toml")


@cache
def sheet(game: Game[Any]) -> Text:
    """The symbols of all the game's drawings in one sheet."""
    drawings = (path.read_text("utf-8") for path in sorted((game.folder / "art").glob("*.svg")))
    symbols = "".join(found for drawing in drawings for found in _SYMBOL.findall(drawing))
    return text(_SHEET.format(symbols).encode(), "image/svg+xml")
