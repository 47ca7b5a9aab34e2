"""Halls that earlier code has written: their matches go on, and their records can be read."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fimbul.games import find
from fimbul.kernel import Record, encode
from fimbul.server.match.viewpoint import OPEN
from fimbul.server.replay.replays import Replays
from fimbul.server.replay.verify import verify
from fimbul.server.table.lobby import Lobby
from fimbul.server.table.plan import Actor
from fimbul.server.table.records import saga_of
from fimbul.server.table.situation import seat_of
from fimbul.server.wire.errors import NotNow
from fimbul.server.wire.messages import AnswerConsent, Choose
from tests.server.before.hall import HALLS, Hall, Lying, looked_at, services
from tests.server.harness import run

BEFORE = [Hall.read(file) for file in HALLS]
halls = pytest.mark.parametrize("hall", BEFORE, ids=lambda hall: str(hall.folder.name))
SPOILT = {
    "cut short": "state = substr(state, 1, 40)",
    "of a strange shape": """state = '{"strange": 1}'""",
    "with a strange log": "log = '[{}]'",
}


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Lobby]:
    """The tables of a file, as today's server finds them."""
    lobby = Lobby(services(path))
    try:
        yield lobby
    finally:
        lobby.close()
        await lobby.services.store.close()


async def found_as_left(hall: Hall, lobby: Lobby) -> None:
    for known in filter(is_same_game, hall.tables):
        table = await lobby.table(known.id)
        assert looked_at(table.now, known) == known, known.name
        assert len(table.chat) == known.chat, known.name


def is_same_game(known: Lying) -> bool:
    """Whether its rules are still those that the table is played by."""
    return find(known.game).rules == known.rules


def in_other_rules(hall: Hall, state: str) -> list[Lying]:
    return [table for table in hall.tables if table.state == state and not is_same_game(table)]


def in_state(hall: Hall, state: str) -> list[Lying]:
    return [table for table in hall.tables if table.state == state and is_same_game(table)]


@halls
def test_a_hall_holds_every_game_running_and_over(hall: Hall, tmp_path: Path) -> None:
    async def names() -> set[str]:
        async with opened(tmp_path / "db") as lobby:
            return set(lobby.services.names())

    games = run(names())
    for state in ("running", "over"):
        assert {table.game for table in hall.tables if table.state == state} == games


@halls
def test_where_the_rules_have_a_new_number_players_are_asked(hall: Hall, tmp_path: Path) -> None:
    """These have neither position nor tale, and their snapshots mean nothing any more: even so
    nothing is lost, and the match can be ended as it stands."""

    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            for known in in_other_rules(hall, "running"):
                table = await lobby.table(known.id)
                ask = table.now.standing.ask
                assert ask is not None, known.name
                assert ask.kind == "rules", known.name
                with pytest.raises(NotNow, match="rules have changed"):
                    await table.act(Actor(0, "new1"), Choose("new1", known.number, 0, "a:b"))
                with pytest.raises(NotNow, match="can only end"):
                    await table.act(Actor(0, "late2"), AnswerConsent("late2", ask.id, yes=True))
                await table.act(Actor(0, "late3"), AnswerConsent("late3", ask.id, yes=False))
                assert table.now.standing.result is not None
                assert table.now.standing.result.kind == "rules"
                assert len(written(saga_of(table.now)).choices) == known.choices, known.name

    run(body())


def written(saga: str) -> Record:
    """The choices of a record that no rules are asked about."""
    turns = [line.partition(". ")[2].split() for line in saga.splitlines() if line[:1].isdigit()]
    choices = [(int(seat), thing) for seat, *things in turns for thing in things]
    return Record(game="", choices=tuple(choices))


@halls
def test_a_finished_match_of_other_rules_is_shown_as_far_as_it_goes(
    hall: Hall, tmp_path: Path
) -> None:
    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            replays = Replays(lobby)
            for known in in_other_rules(hall, "over"):
                about = (await replays.reel(known.id, "ann")).about()
                assert about.note is not None, known.name
                assert about.note.how == "part", known.name
                shown = (await replays.reel(known.id, "ann")).scene(about.choices, OPEN)
                assert shown.seen.scene is not None
                left = [len(turn.split()) - 1 for turn in about.note.rest]
                assert about.choices + sum(left) >= known.choices, known.name
                assert about.result is not None
                assert about.result.places == known.places
                saga = saga_of((await lobby.table(known.id)).now)
                assert len(written(saga).choices) == known.choices, known.name

    run(body())


@halls
def test_every_table_lies_as_it_was_left(hall: Hall, tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            await found_as_left(hall, lobby)
            for known in filter(is_same_game, hall.tables):
                table = await lobby.table(known.id)
                seats = [seat_of(table.now, token) for token in known.tokens]
                assert seats == [*range(len(seats))], known.name

    run(body())


@halls
def test_every_running_match_can_be_played_on(hall: Hall, tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            for known in in_state(hall, "running"):
                asked, table = known.asked[0], await lobby.table(known.id)
                table.now.timing.held = False  # a row begins anew after a restart
                answer = Choose("next", known.number, asked.part, asked.options[0])
                await table.act(Actor(asked.seat, "next"), answer)
                assert len(table.now.running.made) == known.choices + 1, known.name

    run(body())


@halls
def test_a_snapshot_is_what_the_journal_leads_to(hall: Hall, tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            for known in in_state(hall, "running"):
                table = await lobby.table(known.id)
                played = table.now.running.anew()
                played.play(table.now.running.made)
                assert encode(played.state) == encode(table.now.running.state), known.name

    run(body())


@halls
def test_every_finished_match_can_be_replayed(hall: Hall, tmp_path: Path) -> None:
    async def body() -> None:
        async with opened(hall.copy_to(tmp_path / "db")) as lobby:
            replays = Replays(lobby)
            for known in in_state(hall, "over"):
                reel = await replays.reel(known.id, "")
                assert reel.about().choices == known.choices, known.name
                assert reel.scene(known.choices, OPEN).seen.number == known.number, known.name
                saga = hall.saga(known).read_text("utf-8")
                assert all(check.good for check in verify(saga, lobby.services.find)), known.name
                assert saga_of((await lobby.table(known.id)).now) == saga, known.name

    run(body())


@halls
@pytest.mark.parametrize("how", SPOILT)
def test_where_a_snapshot_cannot_be_read_the_journal_is_played(
    hall: Hall, how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = hall.copy_to(tmp_path / "db")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"update snapshot set {SPOILT[how]}")
    spoilt = {name for (name,) in connection.execute("select match from snapshot")}
    connection.close()

    async def body() -> None:
        async with opened(path) as lobby:
            await found_as_left(hall, lobby)

    with caplog.at_level(logging.WARNING, "fimbul"):
        run(body())
    said = [r for r in caplog.records if "snapshot" in r.message]
    played = {known.id for known in filter(is_same_game, hall.tables)}
    assert len(said) == len(spoilt & played) > 0
