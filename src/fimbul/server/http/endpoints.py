"""The HTTP part as a list: what is routed and what is described are the same thing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from fimbul.kernel import BadRecord, BadSetup, FimbulError, NoSuchGame
from fimbul.kit.workshop import Catalogue, Judged
from fimbul.server.http.replays import ReplayHandlers
from fimbul.server.http.tables import TableHandlers
from fimbul.server.wire import bodies as b
from fimbul.server.wire import errors as e
from fimbul.server.wire.table_card import TableCard

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Errors = tuple[type[FimbulError], ...]

UNREAD: Errors = (e.Malformed, e.TooLarge, e.WrongKind, e.TooFast, e.ForeignOrigin)
BROUGHT: Errors = (BadSetup, e.BadTable, e.StoreDown)
UNLAID: Errors = (NoSuchGame, *BROUGHT)


class Query(Struct, frozen=True):
    name: str
    about: str
    schema: dict[str, Any]


class Endpoint(Struct, frozen=True, kw_only=True):
    """`gives` is a type for JSON, or a media type for anything else; so is `takes`."""

    path: str
    does: Handler
    about: str
    gives: Any
    method: str = "GET"
    status: int = 200
    takes: Any = None
    query: tuple[Query, ...] = ()
    errors: Errors = ()
    seated: bool = False  # needs the token of a seat


WHOLE = {"type": "integer", "minimum": 0, "maximum": 10**6}


def endpoints(tables: TableHandlers, replays: ReplayHandlers) -> tuple[Endpoint, ...]:
    of_tables = (
        *_games(tables),
        *_workshops(tables),
        *_tables(tables),
        *_new(tables),
        *_seats(tables),
    )
    return (*of_tables, *_records(replays), *_replays(replays), *_services(tables))


def _games(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/games",
            does=tables.games,
            about="All games that can be played",
            gives=list[b.GameCard],
        ),
        Endpoint(
            path="/api/games/{game}/rulebook",
            does=tables.rulebook,
            about="A game's rules, rulings and parts, and where they come from",
            gives=b.Book,
            errors=(NoSuchGame,),
        ),
        Endpoint(
            path="/api/games/{game}/cards.toml",
            does=tables.card_file,
            about="A game's cards as a file that owners of the printed game can change",
            gives="application/toml",
            errors=(NoSuchGame, e.NoCardFile),
        ),
        Endpoint(
            path="/api/games/{game}/art.svg",
            does=tables.art,
            about="A game's symbols in one sheet",
            gives="image/svg+xml",
            errors=(NoSuchGame,),
        ),
    )


def _workshops(tables: TableHandlers) -> tuple[Endpoint, ...]:
    path, unknown = "/api/games/{game}/workshops/{workshop}", (NoSuchGame, e.NoSuchWorkshop)
    return (
        Endpoint(
            path=path,
            does=tables.workshop,
            about="What can be put together for a game, and from what",
            gives=Catalogue,
            errors=unknown,
        ),
        Endpoint(
            path=path,
            method="POST",
            does=tables.judge,
            about="What a draft costs, its text, and everything that is wrong with it",
            takes=b.Work,
            gives=Judged,
            errors=(*UNREAD, *unknown, BadSetup),
        ),
    )


def _tables(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tables",
            does=tables.tables,
            about="Public tables that wait or play, newest first",
            gives=b.TablePage,
            query=(
                Query("after", "The last table of the page before", {"type": "string"}),
                Query("limit", "So many at most", {**WHOLE, "minimum": 1}),
            ),
            errors=(e.Malformed,),
        ),
        Endpoint(
            path="/api/tables/{table}",
            does=tables.table,
            about="What everybody may know about a table",
            gives=TableCard,
            errors=(e.NoSuchTable, e.NotNow),
        ),
    )


def _new(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tables",
            method="POST",
            does=tables.new_table,
            about="Lay a table and sit down at it",
            takes=b.NewTable,
            gives=b.TakenSeat,
            status=201,
            errors=(*UNREAD, *UNLAID),
        ),
        Endpoint(
            path="/api/play",
            method="POST",
            does=tables.play,
            about="Play at once against bots",
            takes=b.PlayNow,
            gives=b.TakenSeat,
            status=201,
            errors=(*UNREAD, *UNLAID),
        ),
    )


def _seats(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/tables/{table}/sit",
            method="POST",
            does=tables.sit,
            about="Take a free seat; the last one begins the match",
            takes=b.SitDown,
            gives=b.TakenSeat,
            errors=(*UNREAD, e.NoSuchTable, e.NotInvited, e.TableFull, *BROUGHT),
        ),
        Endpoint(
            path="/api/tables/{table}/leave",
            method="POST",
            does=tables.leave,
            about="Give a seat up; its token is dead from then on",
            gives=b.Left,
            errors=(e.NoSuchTable, e.NotYourSeat, e.NotNow, e.TooFast, e.StoreDown),
            seated=True,
        ),
        Endpoint(
            path="/api/tables/{table}/rematch",
            method="POST",
            does=tables.rematch,
            about="Meet again at a new table, one seat further on",
            gives=b.TakenSeat,
            status=201,
            errors=(e.NoSuchTable, e.NotYourSeat, e.NotNow, e.TooFast, e.StoreDown),
            seated=True,
        ),
    )


def _records(replays: ReplayHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/matches/{table}/saga",
            does=replays.saga,
            about="The record of a finished match",
            gives="text/plain",
            errors=(e.NoSuchTable, e.NotNow),
        ),
        Endpoint(
            path="/api/sagas",
            method="POST",
            does=replays.upload,
            about="Upload a record to look at",
            takes="text/plain",
            gives=b.ReplayId,
            status=201,
            errors=(e.Malformed, e.TooLarge, e.TooFast, e.ForeignOrigin, BadRecord, e.StoreDown),
        ),
    )


def _replays(replays: ReplayHandlers) -> tuple[Endpoint, ...]:
    seat = Query("seat", "Whose view: a seat, none (a spectator), or open", {"type": "string"})
    return (
        Endpoint(
            path="/api/replays/{replay}",
            does=replays.replay,
            about="A record, turn by turn",
            gives=b.Replay,
            errors=(e.NoSuchReplay, e.NotNow),
        ),
        Endpoint(
            path="/api/replays/{replay}/scene",
            does=replays.scene,
            about="The table after so many choices",
            gives=b.ReplayScene,
            query=(Query("at", "After so many choices", WHOLE), seat),
            errors=(e.NoSuchReplay, e.NotNow, e.Malformed),
        ),
        Endpoint(
            path="/api/replays/{replay}/study",
            does=replays.study,
            about="How a finished match stood, turn by turn; each request has more of it judged",
            gives=b.Study,
            errors=(e.NoSuchReplay, e.NotNow, e.TooFast),
        ),
        Endpoint(
            path="/api/replays/{replay}/play",
            method="POST",
            does=replays.play_on,
            about="A new table that goes on from there",
            takes=b.PlayFrom,
            gives=b.TakenSeat,
            status=201,
            errors=(*UNREAD, *UNLAID, e.NoSuchReplay, e.NotNow),
        ),
    )


def _services(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(path="/healthz", does=tables.health, about="Is it well?", gives=b.Health),
        Endpoint(
            path="/metrics", does=tables.metrics, about="Figures for Prometheus", gives="text/plain"
        ),
    )
