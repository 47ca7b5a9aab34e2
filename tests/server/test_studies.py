"""Hints with lines and values, and finished matches judged turn by turn."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fimbul.kernel import Dice, Result, choose, encode
from fimbul.server.bots.job import BotJob
from fimbul.server.bots.worker import KeptBots
from fimbul.server.replay.studies import BATCH
from fimbul.server.wire.bodies import Study, TakenSeat
from fimbul.server.wire.messages import Hinted
from tests.server.harness import Server, run, serving
from tests.wager import GAME as WAGER


async def study(server: Server, place: TakenSeat) -> Study:
    response = await server.get(f"/api/replays/{place.table}/study")
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=Study)


def test_a_hint_tells_lines_and_how_things_stand(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann = await server.tab(await server.lay("brandub", "me", "random"))
            hint = await ann.ask("hint")
            assert isinstance(hint, Hinted)
            assert hint.value == 0.5
            assert hint.lines[0].thing == hint.thing
            assert len(hint.lines) == 5
            values = [line.value for line in hint.lines]
            assert values == sorted(values, reverse=True)
            assert all(line.thing in ann.options and line.words for line in hint.lines)
            assert hint.lines[0].words in hint.words

    run(body())


def test_a_running_match_is_not_judged(tmp_path: Path) -> None:
    """Whoever asks would be told how it stands for others."""

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", "me", "random")
            response = await server.get(f"/api/replays/{place.table}/study")
            assert (response.status_code, response.json()["code"]) == (409, "table/not-now")

    run(body())


def test_a_finished_match_is_judged_bit_by_bit(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("brandub", "me", "random")
            ann = await server.tab(place)
            while ann.over is None:
                await ann.until(lambda: bool(ann.options) or ann.over is not None)
                if ann.options:
                    await ann.choose(ann.options[-1])
            first = await study(server, place)
            assert (first.judged, first.sides) == (BATCH, (0, 1))
            assert len(first.moments) == BATCH
            last = first
            while last.judged < last.count:
                after = await study(server, place)
                assert after.judged > last.judged
                assert after.moments[: len(last.moments)] == last.moments
                last = after
            again = await study(server, place)
            assert again == last
            result = Result(ann.over.result.places, (), "")
            told = [(moment.seat, moment.value) for moment in last.moments[-2:]]
            assert told == [(seat, result.reward(seat)) for seat in (0, 1)]
            assert [m.at for m in last.moments] == sorted(m.at for m in last.moments)

    run(body())


def test_teams_are_judged_as_sides(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            options = {"teams": "1-2", "powers": "random", "ivory": 0}
            place = await server.lay("ragnarocks", "me", "random", "random", options=options)
            ann = await server.tab(place)
            await ann.ask("resign")
            last = await study(server, place)
            assert last.sides == (0, 1, 1)
            assert [m.value for m in last.moments[-3:]] == [-1.0, 0.5, 0.5]

    run(body())


def test_an_analysis_knows_no_more_than_its_seat() -> None:
    """The worker is given the whole state, yet judges every world that looks the same alike."""
    state, dice = WAGER.new(seed=3), Dice(3)
    kept = KeptBots("fimbul.bots")
    compared = 0
    for _ in range(12):
        if not state.open:
            break
        seat = state.open[0].seat
        dream = WAGER.imagine(state, seat, dice)
        told = [kept.pick(job(encode(world).decode(), seat)) for world in (state, dream)]
        assert told[0] == told[1]
        assert told[0].lines
        compared += dream.seed != state.seed
        options = state.open[0].options
        choose(state, seat, options[dice.roll(len(options))])
    assert compared > 3


def job(state: str, seat: int) -> BotJob:
    return BotJob(
        package=WAGER.package,
        state=state,
        seat=seat,
        bot="analyse:60n",
        seed=9,
        table="t",
        number=1,
        task="analyse",
    )
