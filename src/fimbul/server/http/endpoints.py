"""The HTTP part as a list: what is routed and what is described are the same thing."""

from __future__ import annotations

from fimbul.kernel import (
    BadRecord,
    BadSetup,
    IllegalChoice,
    NoSuchGame,
    NoSuchPuzzle,
)
from fimbul.kit.workshop import Catalogue, Judged
from fimbul.server.http.bot_endpoints import BotHandlers, bot_endpoints
from fimbul.server.http.endpoint import Endpoint, Errors, Query
from fimbul.server.http.history import HistoryHandlers, history_endpoints
from fimbul.server.http.lessons import LessonHandlers, lesson_endpoints
from fimbul.server.http.people import PeopleHandlers
from fimbul.server.http.people_endpoints import UNREAD, people_endpoints
from fimbul.server.http.puzzles import PuzzleHandlers
from fimbul.server.http.replays import ReplayHandlers
from fimbul.server.http.tables import TableHandlers
from fimbul.server.wire import bodies as b
from fimbul.server.wire import errors as e
from fimbul.server.wire.table_card import TableCard

BROUGHT: Errors = (BadSetup, e.BadTable, e.StoreDown)
UNSOUND: Errors = (
    *(e.Malformed, e.TooLarge, e.TooSlow, e.TooFast, e.TooBusy, e.ForeignOrigin, BadRecord),
)
UNLAID: Errors = (NoSuchGame, *BROUGHT)

A_PUZZLE = "/api/games/{game}/puzzles/{puzzle}"
UNPUZZLED: Errors = (NoSuchGame, NoSuchPuzzle, e.Malformed)
PICK = Query("pick", "What the seat touches, one after the other", {"type": "string"})
WHOLE = {"type": "integer", "minimum": 0, "maximum": 10**6}


def endpoints(
    tables: TableHandlers,
    replays: ReplayHandlers,
    puzzles: PuzzleHandlers,
    lessons: LessonHandlers,
    bots: BotHandlers,
    people: PeopleHandlers,
    history: HistoryHandlers,
    more: tuple[Endpoint, ...] = (),
) -> tuple[Endpoint, ...]:
    of_tables = (
        *_games(tables),
        *_workshops(tables),
        *_tables(tables),
        *_new(tables),
        *_seats(tables),
    )
    of_matches = (*_records(replays), *_replays(replays), *_studies(replays))
    alone = (*_puzzles(puzzles), *_answers(puzzles), *lesson_endpoints(lessons))
    of_people = (*people_endpoints(people), *history_endpoints(history), *bot_endpoints(bots))
    return (*of_tables, *of_matches, *alone, *of_people, *more, *_services(tables))


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
            path="/api/mine",
            method="POST",
            does=tables.mine,
            about="My own tables at once, each proved by its token: whose turn it is, and the time",
            takes=b.Mine,
            gives=list[b.MyMatch],
            errors=UNREAD,
        ),
        Endpoint(
            path="/api/tables/{table}",
            does=tables.table,
            about="What everybody may know about a table",
            gives=TableCard,
            errors=(e.NoSuchTable, e.NotNow, e.TooBusy),
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
            errors=(e.NoSuchTable, e.NotYourSeat, e.NotNow, e.TooFast, e.TooBusy, e.StoreDown),
            seated=True,
        ),
        Endpoint(
            path="/api/tables/{table}/rematch",
            method="POST",
            does=tables.rematch,
            about="Meet again at a new table, one seat further on or as wished",
            takes=b.Rematch,
            gives=b.TakenSeat,
            status=201,
            errors=(*UNREAD, e.NoSuchTable, e.NotYourSeat, e.NotNow, e.BadTable),
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
            errors=(e.NoSuchTable, e.NotNow, e.TooBusy),
        ),
        Endpoint(
            path="/api/sagas",
            method="POST",
            does=replays.upload,
            about="Upload a record to look at",
            takes="text/plain",
            gives=b.ReplayId,
            status=201,
            errors=(*UNSOUND, e.StoreDown),
        ),
        Endpoint(
            path="/api/verify",
            method="POST",
            does=replays.verify,
            about="Check every choice and every die of a record",
            takes="text/plain",
            gives=list[b.Check],
            errors=UNSOUND,
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
            errors=(e.NoSuchReplay, e.NotNow, e.TooBusy),
        ),
        Endpoint(
            path="/api/replays/{replay}/scene",
            does=replays.scene,
            about="The table after so many choices",
            gives=b.ReplayScene,
            query=(
                Query("at", "After so many choices", WHOLE),
                seat,
                Query("home", "Whose side of the table is near, where all is open", WHOLE),
            ),
            errors=(e.NoSuchReplay, e.NotNow, e.Malformed, e.TooBusy),
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


def _studies(replays: ReplayHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/replays/{replay}/study",
            does=replays.study,
            about="How a finished match stood, turn by turn; each request has more of it judged",
            gives=b.Study,
            errors=(e.NoSuchReplay, e.NotNow, e.TooFast, e.TooBusy),
        ),
        Endpoint(
            path="/api/replays/{replay}/better",
            does=replays.better,
            about="What a seat had better done at a moment of a finished match",
            gives=b.Better,
            query=(
                Query("at", "After so many choices", WHOLE),
                Query("seat", "Whose turn", WHOLE),
            ),
            errors=(e.NoSuchReplay, e.NotNow, e.Malformed, e.TooFast, e.TooBusy),
        ),
    )


def _puzzles(puzzles: PuzzleHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(
            path="/api/puzzles",
            does=puzzles.puzzle_list,
            about="All puzzles by game, and the puzzle of the day",
            gives=b.PuzzleList,
        ),
        Endpoint(
            path=A_PUZZLE,
            does=puzzles.puzzle,
            about="A puzzle after some picks, as its seat sees it",
            gives=b.PuzzleScene,
            query=(PICK,),
            errors=(*UNPUZZLED, IllegalChoice),
        ),
    )


def _answers(puzzles: PuzzleHandlers) -> tuple[Endpoint, ...]:
    theme = Query("theme", "dark or light", {"type": "string"})
    return (
        Endpoint(
            path=f"{A_PUZZLE}/why",
            does=puzzles.puzzle_why,
            about="Why a thing cannot be touched there",
            gives=b.WhyNot,
            query=(PICK, Query("thing", "What was touched", {"type": "string"})),
            errors=(*UNPUZZLED, IllegalChoice),
        ),
        Endpoint(
            path=f"{A_PUZZLE}/answer",
            does=puzzles.puzzle_answer,
            about="Whether a turn is the best one, and why; without picks, the solution",
            gives=b.PuzzleAnswer,
            query=(PICK,),
            errors=(*UNPUZZLED, e.TooFast, IllegalChoice),
        ),
        Endpoint(
            path=f"{A_PUZZLE}/picture.svg",
            does=puzzles.puzzle_picture,
            about="The position as a drawing",
            gives="image/svg+xml",
            query=(theme,),
            errors=UNPUZZLED,
        ),
    )


def _services(tables: TableHandlers) -> tuple[Endpoint, ...]:
    return (
        Endpoint(path="/healthz", does=tables.health, about="Is it alive?", gives=b.Health),
        Endpoint(
            path="/readyz",
            does=tables.ready,
            about="Can it write down a choice now?",
            gives=b.Health,
            errors=(e.StoreDown,),
        ),
        Endpoint(
            path="/metrics",
            does=tables.metrics,
            about="Figures for Prometheus, unless they have an address of their own",
            gives="text/plain",
            errors=(e.NoSuchPath,),
        ),
    )
