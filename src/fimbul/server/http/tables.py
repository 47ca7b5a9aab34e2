"""The HTTP part: games, tables, seats."""

from __future__ import annotations

import asyncio
import re
from functools import cache, partial
from time import monotonic
from typing import Any

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

import fimbul
from fimbul.kernel import Chapter, Game, NamedSide, card_file, chapters, filled, lesson
from fimbul.kit.workshop import Judged, Workshop
from fimbul.server.http.cookies import Doorkeeper
from fimbul.server.http.packed import Text, sent, text
from fimbul.server.http.respond import (
    answer,
    bearer,
    body,
    has_bearer,
    speak_of,
    teller,
    told_of,
)
from fimbul.server.ops.addresses import address
from fimbul.server.ops.rates import Buckets
from fimbul.server.people.accounts import Accounts
from fimbul.server.services import Services
from fimbul.server.table.cards import card_of
from fimbul.server.table.consent import options_schema
from fimbul.server.table.glances import Glances
from fimbul.server.table.lobby import Lobby, Proof
from fimbul.server.wire.bodies import (
    Book,
    BookChapter,
    GameCard,
    Health,
    Left,
    Mine,
    NewTable,
    PlayNow,
    Rematch,
    SitDown,
    Work,
)
from fimbul.server.wire.errors import NoCardFile, NoSuchPath, NoSuchWorkshop, StoreDown
from fimbul.words import Teller

_SYMBOL = re.compile(r"<symbol\b.*?</symbol>", re.DOTALL)
READY = 3.0  # seconds
FRESH = 0.5  # seconds for which it is believed that the store could write
_SHEET = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'


class TableHandlers:
    """Answers requests about games and tables."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self.services, self.lobby = services, lobby
        self.makers, self.sitters = Buckets(services.limits.tables), Buckets(services.limits.seats)
        self.workers = Buckets(services.limits.works)
        self._ready_at = -FRESH  # when the store was last known to write
        self.owners, self.glances = Buckets(services.limits.mine), Glances(lobby)
        self.door = Doorkeeper(Accounts(services.store))

    async def games(self, request: Request) -> Response:
        games = [self.services.find(name) for name in self.services.names()]
        games.sort(key=lambda game: not game.rulebook.about.get("lead", False))
        return answer([game_card(self.services, teller(request, game)) for game in games])

    async def rulebook(self, request: Request) -> Response:
        return sent(request, book_text(teller(request, self._game(request))), "no-cache")

    async def card_file(self, request: Request) -> Response:
        return sent(request, cards_text(self._game(request)), "no-cache")

    async def art(self, request: Request) -> Response:
        return sent(request, sheet(self._game(request)), "public, max-age=3600")

    async def workshop(self, request: Request) -> Response:
        return answer(self._teller(request).told(self._workshop(request).catalogue()))

    async def judge(self, request: Request) -> Response:
        self.workers.take(address(request))
        work = await body(request, Work, self.services.limits.body)
        shop = self._workshop(request)
        judged = await self.services.errands.do(address(request), _judged, shop, work)
        return answer(_titled(self._teller(request), judged))

    async def mine(self, request: Request) -> Response:
        self.owners.take(address(request))
        asked = await body(request, Mine, self.services.limits.body)
        by_token = all(place.token for place in asked.places)
        account = None if by_token else await self.door.who(request)
        found = await self.glances.of(asked.places, account.id if account else "")
        find = self.services.find
        return answer([told_of(request, find(one.table.game), one) for one in found])

    async def new_table(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, NewTable, self.services.limits.body)
        speak_of(request, self.services.find(wish.game))
        who = await self.door.admit(request, wish.name)
        taken = await self.lobby.create(wish, address(request), who.account.id)
        return await self.door.seated(request, who, taken, 201)

    async def play(self, request: Request) -> Response:
        self.makers.take(address(request))
        wish = await body(request, PlayNow, self.services.limits.body)
        speak_of(request, self.services.find(wish.game))
        who = await self.door.admit(request, wish.name)
        taken = await self.lobby.play_now(wish, address(request), who.account.id)
        return await self.door.seated(request, who, taken, 201)

    async def table(self, request: Request) -> Response:
        now = (await self.lobby.table(_table(request))).now
        return answer(told_of(request, now.game, card_of(now)))

    async def sit(self, request: Request) -> Response:
        self.sitters.take(address(request))
        wish = await body(request, SitDown, self.services.limits.body)
        speak_of(request, (await self.lobby.table(_table(request))).game)
        who = await self.door.admit(request, wish.name)
        taken = await self.lobby.sit(_table(request), wish, address(request), who.account.id)
        return await self.door.seated(request, who, taken)

    async def leave(self, request: Request) -> Response:
        self.sitters.take(address(request))
        await self.lobby.leave(_table(request), await self._proof(request))
        return answer(Left(_table(request)))

    async def rematch(self, request: Request) -> Response:
        self.makers.take(address(request))
        plain = "content-type" not in request.headers  # a wish is nobody's duty
        wish = Rematch() if plain else await body(request, Rematch, self.services.limits.body)
        proof = await self._proof(request)
        return answer(await self.lobby.rematch(_table(request), proof, wish), 201)

    async def _proof(self, request: Request) -> Proof:
        """A seat's token, or the account that owns the seat."""
        account = await self.door.who(request)
        token = bearer(request) if account is None or has_bearer(request) else ""
        return Proof(token, account.id if account else "")

    async def health(self, request: Request) -> Response:
        return answer(Health(True, fimbul.__version__))

    async def ready(self, request: Request) -> Response:
        """Whatever takes longer than that is not ready, and a proxy should know. Each check costs a
        write, so whoever asks often gets the answer of a moment ago."""
        try:
            if monotonic() - self._ready_at > FRESH:
                async with asyncio.timeout(READY):
                    await self.services.store.ready()
                self._ready_at = monotonic()
        except TimeoutError:
            raise StoreDown from None
        return answer(Health(True, fimbul.__version__))

    async def metrics(self, request: Request) -> Response:
        if not self.services.metrics_here:
            raise NoSuchPath("there is nothing here")
        kind = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self.services.metrics.text(), 200, {"Content-Type": kind})

    def _workshop(self, request: Request) -> Workshop:
        found: Workshop | None = self._game(request).workshops.get(request.path_params["workshop"])
        if found is None:
            raise NoSuchWorkshop
        return found

    def _teller(self, request: Request) -> Teller:
        return teller(request, self._game(request))

    def _game(self, request: Request) -> Game[Any]:
        found = self.services.find(request.path_params["game"])
        speak_of(request, found)
        return found


def _judged(shop: Workshop, work: Work) -> Judged:
    return shop.read(work.text) if work.draft is None else shop.judge(work.draft)


def _titled(teller: Teller, judged: Judged) -> Judged:
    """The verdict in the reader's language, every rule with its title."""
    told = teller.told(judged)
    problems = (structs.replace(one, title=teller.title(one.rule)) for one in told.problems)
    return structs.replace(told, problems=tuple(problems))


def _table(request: Request) -> str:
    return str(request.path_params["table"])


def game_card(services: Services, teller: Teller) -> GameCard:
    game = teller.game
    about = game.rulebook.about
    (fewest, most), summary = about["players"], str(about.get("summary", ""))
    card = GameCard(
        id=game.id,
        title=game.title,
        summary=summary,
        promise=str(about.get("promise", summary.partition(". ")[0].rstrip(".") + ".")),
        players=(fewest, most),
        minutes=int(about.get("minutes", 0)),
        rules=game.rules,
        options=teller.schema(options_schema(game.setup_type)),
        bots=services.opponents,
        presets=game.setup_type.presets,
        sides=sides_of(game),
        provenance=game.rulebook.provenance,
        lesson=lesson(game) is not None,
    )
    return teller.told(card)


def sides_of(game: Game[Any]) -> tuple[NamedSide, ...]:
    """The sides by their names; where no option moves them, the rulebook names them by seat."""
    told: list[str] = game.rulebook.about.get("sides", [])
    fixed = (NamedSide(name, seat) for seat, name in enumerate(told))
    return game.setup_type.named_sides or tuple(fixed)


@cache
def book_text(teller: Teller) -> Text:
    """The rulebook as JSON, in the teller's language."""
    book, order = teller.game.rulebook, chapters(teller.game)
    *rows, fold = filled(book, order)
    whole_book = Book(
        title=str(book.about["title"]),
        rules=tuple(teller.rule(rule) for rule in book.rules.values()),
        rulings=tuple(teller.rule(ruling) for ruling in book.rulings.values()),
        parts=book.parts,
        provenance=book.provenance,
        chapters=tuple(map(partial(_chapter, teller), order.chapter, rows)),
        folded=tuple(fold),
    )
    return text(msgspec.json.encode(teller.told(whole_book), enc_hook=str), "application/json")


def _chapter(teller: Teller, chapter: Chapter, entries: list[str]) -> BookChapter:
    title = chapter.title.get(teller.language) or teller.tell(chapter.title["en"])
    caption = chapter.caption.get(teller.language, "")
    return BookChapter(title, tuple(entries), chapter.picture is not None, caption)


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
