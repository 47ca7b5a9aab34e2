"""What a table begins with where nothing is asked for: by its pace, as the game declares it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fimbul
from fimbul.games import find as find_game
from fimbul.server.bots.pool import BotPool
from fimbul.server.http.tables import game_card
from fimbul.server.replay.replays import Replays
from fimbul.server.services import Services
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.table.lobby import Lobby
from fimbul.server.wire.bodies import BotSeat, Me, NewTable, PlayFrom, SeatWish
from fimbul.server.wire.table_card import SLOW, Clock, DecisionClock, MatchClock, NoClock, pace_of
from fimbul.words import teller_of
from tests.server.indoors import PaperStore

SEATS: tuple[SeatWish, ...] = (Me(), *[BotSeat("thrall")] * 2)
PRESETS = {preset.pace: preset for preset in find_game("drakkar").setup_type.presets}


def services() -> Services:
    return Services(store=PaperStore(), pool=BotPool("fimbul.bots", 1), find=find_game)


def laid(game: str = "drakkar", clock: Clock | None = None, **options: Any) -> dict[str, Any]:
    """The options of a new table."""
    seats = SEATS[: find_game(game).rulebook.about["players"][0]]
    wish = NewTable(game, seats, "Ann", options, clock or NoClock())
    return Lobby(services()).opening(wish).facts.options


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        (NoClock(), "live"),
        (MatchClock(1800, 5), "live"),
        (DecisionClock(60), "live"),
        (DecisionClock(SLOW), "turns"),
        (MatchClock(3 * 86_400), "turns"),
    ],
)
def test_the_clock_tells_the_pace(clock: Clock, pace: str) -> None:  # rule: ruling.live-table
    assert pace_of(clock) == pace
    found = laid(clock=clock)
    assert {name: found[name] for name in ("brawl", "count")} == PRESETS[pace].options


# rule: ruling.live-table
def test_a_live_table_races_and_counts_unless_it_is_told_not_to() -> None:
    assert (laid()["brawl"], laid()["count"]) == ("race", "manual")
    assert (laid(brawl="sealed")["brawl"], laid(brawl="sealed")["count"]) == ("sealed", "manual")
    assert laid(clock=DecisionClock(SLOW), count="auto")["count"] == "auto"


# rule: ruling.live-table
def test_bots_and_terminals_know_no_pace() -> None:
    setup: Any = find_game("drakkar").setup()
    assert (setup.brawl, setup.count) == ("sealed", "off")


def test_a_game_that_declares_no_pace_begins_as_ever() -> None:
    game = find_game("nine_realms")
    assert game.setup(**laid("nine_realms")) == game.setup()
    assert game.setup_type.usual("live") == {}


def test_the_page_is_told() -> None:
    card = game_card(services(), teller_of(find_game("drakkar"), "en"))
    assert [preset.pace for preset in card.presets] == ["live", "turns", None]
    assert card.slow == SLOW


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 30))


def test_whoever_plays_on_from_a_record_keeps_its_options(tmp_path: Path) -> None:
    """A record may leave out what is usual; that is no wish for the usual of a live table."""

    async def body() -> None:
        store = SqliteStore(tmp_path / "db")
        pool = BotPool("fimbul.bots", 1)
        lobby = Lobby(Services(store=store, pool=pool, find=find_game))
        game = find_game("drakkar")
        record = fimbul.Match(game, game.setup(seats=3), 5).record()
        text = fimbul.write_saga(structs.replace(record, setup={"seats": 3}))
        replays = Replays(lobby)
        place = await replays.play(await replays.upload(text, ""), PlayFrom(0, SEATS, "Ann"), "")
        table = await lobby.table(place.table)
        assert (table.now.facts.options["brawl"], table.now.facts.options["count"]) == (
            "sealed",
            "off",
        )
        lobby.close()
        await pool.stop()
        await store.close()

    run(body())
