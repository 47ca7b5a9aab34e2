"""Bots think elsewhere, and never keep the table waiting for long."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest

from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot
from fimbul.games import find as find_game
from fimbul.server.bots import process as processes
from fimbul.server.bots.job import BotJob
from fimbul.server.bots.pool import BotPool
from fimbul.server.bots.process import NoAnswer
from fimbul.server.bots.thought import BLIND, budget
from fimbul.server.bots.worker import KeptBots
from fimbul.server.services import LEVELS as HOUSE_LEVELS
from fimbul.server.table.bots import AT_A_LOSS, ask_bot
from tests.server.harness import run, serving
from tests.server.indoors import indoors
from tests.server.process import PATIENCE, Process, served
from tests.wager import GAME as WAGER

STATE = WAGER.new(seed=3)
WORDS = Path(__file__).parents[2] / "web/src/app/words"


def job(bot: str, number: int = 1) -> BotJob:
    from fimbul.kernel import encode

    state = encode(STATE).decode()
    return BotJob(
        package=WAGER.package, state=state, seat=1, bot=bot, seed=5, table="t", number=number
    )


def test_a_bot_answers_from_another_process() -> None:
    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        picks = [await pool.pick(job("random", n)) for n in range(20)]
        await pool.stop()
        assert set(picks) <= set(STATE.open[1].options)
        assert len(set(picks)) > 1

    run(body())


def test_a_dead_process_is_replaced() -> None:
    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        with pytest.raises(NoAnswer):
            await pool.pick(job("dies"))
        assert await pool.pick(job("random")) in STATE.open[1].options
        await pool.stop()

    run(body())


def test_the_words_of_a_bots_mistake_stay_out_of_the_log() -> None:
    """They may name a card that only its seat sees; where the mistake was made is enough."""
    told = KeptBots("tests.server.bots").pick(job("falls")).trouble
    assert told == "ZeroDivisionError in TestBot.pick"


def test_a_bot_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GRACE", 0.2)
    monkeypatch.setattr(processes, "FIRST", 5.0)

    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        assert await pool.pick(job("random")) in STATE.open[1].options
        began = monotonic()
        with pytest.raises(NoAnswer):
            await pool.pick(job("sleeps:10ms"))
        assert monotonic() - began < 2
        assert await pool.pick(job("random")) in STATE.open[1].options
        await pool.stop()

    run(body())


def test_a_bot_that_was_given_up_on_does_not_answer_the_next_job() -> None:
    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        asked = asyncio.create_task(pool.pick(job("random", 1)))
        await asyncio.sleep(0.01)
        asked.cancel()
        assert await pool.pick(job("random", 2)) in STATE.open[1].options
        await pool.stop()

    run(body())


def test_budgets_are_read_from_the_description() -> None:
    assert [budget(name) for name in ("mcts:1s", "mcts:200ms", "mcts:0.5s")] == [1.0, 0.2, 0.5]
    assert budget("greedy") == BLIND


def test_a_worker_keeps_a_bot_for_its_seat() -> None:
    kept = KeptBots("tests.server.bots")
    first = kept._bot(job("random"))
    assert kept._bot(job("random")) is first
    assert kept.pick(job("unheard-of")).trouble == "bot/unknown"


@pytest.mark.parametrize("bot", ["dies", "cheats", "falls"])
def test_a_bad_bot_is_replaced_by_chance(tmp_path: Path, bot: str) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", bot, "me")
            ann = await server.tab(place)
            await ann.my_turn()
            assert ann.seen.count == 2
            later = (await server.tab(place)).welcome
            assert later is not None
            assert [(line.seat, line.text) for line in later.chat] == [(0, AT_A_LOSS)] * 2
            assert b"fimbul_bot_chances_total 2.0" in server.services.metrics.text()

    run(body())


def test_the_loop_goes_on_while_a_bot_thinks(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "sleeps:10ms", "me"))
            began = monotonic()
            for _ in range(20):
                await ann.ask("ping")
            assert monotonic() - began < 2
            assert ann.seen.count == 0

    run(body())


def test_levels_have_words_in_both_languages_and_a_budget_of_their_game() -> None:
    offered = [card.name for card in HOUSE_LEVELS]
    assert offered[: len(LEVELS)] == list(LEVELS)
    for language in ("en", "fr"):
        words = (WORDS / f"{language}.ts").read_text("utf-8")
        for level in LEVELS:
            assert f'"bot.{level}": ' in words
            assert f'"bot.{level}.says": ' in words
        for name in offered:
            assert f'"bot.{name}": ' in words


def test_a_level_is_understood_by_the_game_before_its_time_is_taken() -> None:
    async def body() -> None:
        jobs: list[BotJob] = []
        table = indoors(find_game("brandub"), 2)

        class Scribe(BotPool):
            async def pick(self, job: BotJob, person: str = "") -> str:
                jobs.append(job)
                return STATE.open[0].options[0]

        table.services = replace(table.services, pool=Scribe())
        decision = table.now.running.state.open[0]
        for name in ("odin", "random"):
            await ask_bot(table, table.now.running, decision, name)
        assert [job.bot for job in jobs] == [level_bot(table.game, "odin"), "random"]
        assert budget(jobs[0].bot) < BLIND

    asyncio.run(body())


async def until_known(pool: BotPool, game: str) -> None:
    """Jobs go before reading, so it is asked again, never for that game itself."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(NoAnswer):
                await pool.pick(job(f"knows:fimbul.games.{game}"))
                return
            await asyncio.sleep(0.05)


def test_processes_have_read_their_games_before_somebody_waits() -> None:
    async def body() -> None:
        cold, warm = (BotPool("tests.server.bots", 1, games) for games in ((), ("nine_realms",)))
        with pytest.raises(NoAnswer):
            await cold.pick(job("knows:fimbul.games.nine_realms"))
        await warm.warm()
        await until_known(warm, "nine_realms")
        for pool in (cold, warm):
            await pool.stop()

    run(body())


def test_a_game_that_cannot_be_read_stops_no_process() -> None:
    async def body() -> None:
        pool = BotPool("tests.server.bots", 1, ("no_such_game", "brandub"))
        await pool.warm()
        await until_known(pool, "brandub")
        await pool.stop()

    run(body())


def test_a_server_starts_its_bots_before_they_are_asked(tmp_path: Path) -> None:
    with served(tmp_path, "--bot-processes", "2") as process:
        process.url()
        end = monotonic() + PATIENCE
        while (found := len(thinkers(process))) < 2 and monotonic() < end:
            sleep(0.05)
        assert found == 2


def thinkers(process: Process) -> list[str]:
    """The processes in which bots think."""
    tasks = Path(f"/proc/{process.running.pid}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    lines = [Path(f"/proc/{child}/cmdline").read_bytes() for child in children]
    return [line.decode() for line in lines if b"fimbul.server.bots.worker" in line]
