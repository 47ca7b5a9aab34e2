"""Bots are shared fairly: whoever brings many jobs waits behind whoever brings one."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import fimbul
from fimbul.kernel import encode
from fimbul.server.bots.job import BotJob, numbered
from fimbul.server.bots.pool import BotPool, Rank
from fimbul.server.bots.process import CannotThink, NoAnswer
from fimbul.server.bots.thought import budget, shortened
from fimbul.server.bots.worker import KeptBots
from fimbul.server.table import bots
from fimbul.server.table.bots import SPEECHLESS
from fimbul.server.wire.messages import InLine
from tests.server.harness import Server, Tab, outside, run, serving
from tests.server.process import served
from tests.wager import GAME as WAGER

STATE = WAGER.new(seed=3)
CROWD = 17
ROUND = ("me", *["mcts:3s"] * 5)


def job(bot: str, table: str = "t") -> BotJob:
    return BotJob(
        package=WAGER.package,
        state=encode(STATE).decode(),
        seat=1,
        bot=bot,
        seed=5,
        table=table,
        number=numbered(),
    )


class Scribe(BotPool):
    """Notes in which order jobs are begun, and with how much thought."""

    def __init__(self, size: int) -> None:
        super().__init__("tests.server.bots", size)
        self.begun: list[tuple[str, str]] = []

    def _allowed(self, asked: Any) -> str:
        allowed = super()._allowed(asked)
        self.begun.append((asked.job.table, allowed))
        return allowed


async def asked(pool: BotPool, *jobs: tuple[str, str, Rank]) -> None:
    """All of them at once: the bot, whose it is (and its table), and what it is for."""
    numbered_jobs = enumerate(jobs)
    await asyncio.gather(
        *(pool.analyse(job(bot, f"{who}-{n}"), who, rank) for n, (bot, who, rank) in numbered_jobs)
    )


def test_a_neighbour_comes_next_whatever_one_visitor_has_in_line() -> None:
    async def body() -> None:
        pool = Scribe(1)
        crowd = [("naps:50ms", "visitor", Rank.MOVE)] * 20
        await asked(pool, *crowd, ("random", "neighbour", Rank.MOVE))
        await pool.stop()
        assert [table for table, _ in pool.begun][1] == "neighbour-20"

    run(body())


def test_moves_come_before_hints_and_hints_before_studies() -> None:
    async def body() -> None:
        pool = Scribe(1)
        await asked(
            pool,
            ("random", "a", Rank.MOVE),
            ("random", "b", Rank.STUDY),
            ("random", "c", Rank.HINT),
            ("random", "d", Rank.MOVE),
        )
        await pool.stop()
        assert [table for table, _ in pool.begun] == ["a-0", "d-3", "c-2", "b-1"]

    run(body())


def test_thought_is_shortened_before_people_wait() -> None:
    async def body() -> None:
        pool = Scribe(1)
        await asked(pool, *[("naps:80ms", "visitor", Rank.MOVE)] * 5)
        await pool.stop()
        allowed = [budget(bot) for _, bot in pool.begun]
        assert allowed == [0.08, 0.02, 0.02, 0.04, 0.08], "the fewer wait, the longer"

    run(body())


def test_studies_take_nothing_from_moves() -> None:
    async def body() -> None:
        pool = Scribe(1)
        many = [("naps:20ms", "student", Rank.STUDY)] * 5
        await asked(pool, ("random", "a", Rank.MOVE), *many, ("naps:80ms", "b", Rank.MOVE))
        await pool.stop()
        assert pool.begun[1] == ("b-6", "naps:80ms")

    run(body())


def test_one_person_does_not_hold_the_last_process_for_long() -> None:
    async def body() -> None:
        pool = Scribe(2)
        await asked(pool, *[("naps:1.2s", "visitor", Rank.MOVE)] * 2)
        await pool.stop()
        assert [bot for _, bot in pool.begun] == ["naps:1.2s", "naps:0.6s"]

    run(body())


@pytest.mark.parametrize(
    ("bot", "share", "less"),
    [
        ("mcts:3s", 1.0, "mcts:3s"),
        ("mcts:3s", 0.5, "mcts:1.5s"),
        ("mcts:3s", 0.7, "mcts:1.5s"),
        ("engine:100ms,1s", 0.25, "engine:25ms,0.25s"),
        ("mcts:400n", 0.25, "mcts:100n"),
        ("mcts:3s", 0.0001, "mcts:0.02s"),
        ("mcts:10ms", 0.1, "mcts:10ms"),
        ("greedy/8", 0.1, "greedy/8"),
    ],
)
def test_the_same_bot_with_less_thought(bot: str, share: float, less: str) -> None:
    assert shortened(bot, share) == less


@pytest.mark.parametrize("name", ["mcts:3s", "mcts:400n", "analyse:500ms"])
def test_a_shortened_bot_is_still_a_bot(name: str) -> None:
    for share in (0.5, 0.03, 1e-9):
        less = shortened(name, share).replace("analyse", "mcts")
        assert fimbul.bots.bot(less, 0).name == less


# -- what goes wrong ----------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["falls", "starves"])
def test_whatever_a_worker_raises_is_one_failed_job(bot: str) -> None:
    """The process lives on, with all that it keeps for others."""

    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        assert await pool.pick(job("random"))
        process = pool._own[0]._process
        with pytest.raises(NoAnswer):
            await pool.pick(job(bot))
        assert await pool.pick(job("random"))
        assert pool._own[0]._process is process
        await pool.stop()

    run(body())


def test_a_failed_job_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMBLED", str(tmp_path / "once"))

    async def body() -> None:
        pool = BotPool("tests.server.bots", 1)
        assert await pool.pick(job("stumbles")) in STATE.open[1].options
        await pool.stop()

    run(body())


def test_a_process_that_does_not_work_is_no_bot_without_an_answer() -> None:
    async def body() -> None:
        pool = BotPool("no.such.module", 1)
        with pytest.raises(CannotThink):
            await pool.pick(job("random"))
        await pool.stop()

    run(body())


def test_a_bot_that_cannot_think_says_so_and_does_not_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its process works; and what it says is said once."""
    monkeypatch.setattr(bots, "AGAIN", 0.05)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            pool = server.services.pool
            process = pool._own[0]
            process._module = "no.such.module"
            ann = await server.tab(await server.lay("brandub", "random", "me"))
            await ann.until(lambda: any(line.text == SPEECHLESS for line in chat(ann)))
            await asyncio.sleep(0.5)
            assert ann.seen.count == 0
            assert [line.text for line in chat(ann)] == [SPEECHLESS]
            process._module = "tests.server.bots"
            await ann.my_turn()
            assert ann.seen.count == 2

    run(body())


def chat(tab: Any) -> list[Any]:
    return [m for m in tab.heard if type(m).__name__ == "ChatLine"]


# -- at the table -------------------------------------------------------------------------


def test_a_table_is_told_where_its_bots_stand_in_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "LOOK", 0.02)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            tabs = [
                await server.tab(await server.lay("brandub", "naps:400ms", "me")) for _ in range(4)
            ]
            last = tabs[-1]
            await last.until(lambda: any(isinstance(m, InLine) for m in last.heard))
            assert "fimbul_bot_line" in server.services.metrics.text().decode()
            await last.my_turn()
            places = [m.place for m in last.heard if isinstance(m, InLine)]
            assert max(places) >= 2
            assert any(a == b for a, b in pairwise(places)), "whoever comes later is told, too"
            assert places[-1] == 0 < places[-2]
            assert "fimbul_bot_wait_seconds_count 8" in server.services.metrics.text().decode()

    run(body())


async def crowded(server: Server) -> list[asyncio.Task[None]]:
    """One visitor lays seventeen tables, each with all the bots a game has seats for, and plays
    on at all of them."""
    playing = []
    for _ in range(CROWD):
        place = await server.lay("ragnarocks", *ROUND, options={"seats": 6, "teams": "3-3"})
        playing.append(asyncio.create_task(play_on(await server.tab(place))))
    return playing


async def play_on(tab: Tab) -> None:
    while tab.over is None:
        await tab.until(lambda: bool(tab.options) or tab.over is not None, 60)
        if tab.options:
            await tab.choose()


def in_line(metrics: str) -> float:
    line = next(n for n in metrics.splitlines() if n.startswith("fimbul_bot_line "))
    return float(line.split()[1])


def test_seventeen_tables_of_six_bots_leave_a_neighbour_in_peace(tmp_path: Path) -> None:
    """Real processes, real bots. The neighbour is answered while the crowd is still in line."""

    async def body(url: str) -> None:
        async with outside(url, "127.0.0.2") as visitor, outside(url, "127.0.0.3") as neighbour:
            playing = await crowded(visitor)
            place = await neighbour.lay("ragnarocks", "me", "jarl")
            tab = await neighbour.tab(place)
            for _ in range(2):
                await tab.until(lambda: bool(tab.options), 30)
                while tab.options:
                    await tab.choose()
            await tab.until(lambda: bool(tab.options), 30)
            assert in_line((await neighbour.get("/metrics")).text) > 5, "the crowd is still there"
            for one in playing:
                one.cancel()

    with served(tmp_path, "--bot-processes", "2", "--limit-tables", "10/100") as process:
        run(body(process.url()))


# -- what may be asked for ---------------------------------------------------------------------


def largest(game: Any, field: str) -> int:
    for power in range(40, -1, -1):
        try:
            game.setup(**{field: 2**power})
        except fimbul.BadSetup:
            continue
        return int(2**power)
    return 0


NUMBERS = [
    pytest.param(name, field.name, id=f"{name}-{field.name}")
    for name in fimbul.game_names()
    for field in structs.fields(fimbul.game(name).setup_type)
    if largest(fimbul.game(name), field.name)
]


@pytest.mark.parametrize(("name", "field"), NUMBERS)
def test_no_number_that_is_accepted_kills_a_worker(name: str, field: str) -> None:
    game = fimbul.game(name)
    most = largest(game, field)
    state = game.new(game.setup(**{field: most}), seed=1)
    seat, text = state.open[0].seat, encode(state).decode()
    asked = structs.replace(job("mcts:50ms"), package=game.package, state=text, seat=seat)
    found = KeptBots("fimbul.bots").pick(asked)
    assert found.thing in state.open[0].options, found.trouble
