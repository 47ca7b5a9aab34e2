"""Finished matches: records, replays, playing on, and the sceptic's check."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import fimbul
from fimbul.cli.verify import verify as verify_command
from fimbul.kernel import Said, phrase
from fimbul.server.match.running import LogRow, Progress, read_log, write_log
from fimbul.server.replay.verify import verify
from fimbul.server.wire.bodies import Replay, ReplayScene, TakenSeat
from tests.recorded.course import HERE as RECORDED
from tests.server.harness import Server, find, run, serving
from tests.server.test_play import play_out


async def finished(server: Server, game: str = "brandub") -> tuple[TakenSeat, str]:
    """A match between a person and a bot, and its record."""
    place = await server.lay(game, "me", "random", luck="ann's luck")
    ann = await server.tab(place)
    assert (await server.get(f"/api/matches/{place.table}/saga")).status_code == 409
    assert (await server.get(f"/api/replays/{place.table}")).status_code == 409
    await play_out(ann)
    saga = await server.get(f"/api/matches/{place.table}/saga")
    assert saga.status_code == 200
    return place, saga.text


@pytest.mark.parametrize("game", ["brandub", "wager"])
def test_a_record_proves_its_dice(tmp_path: Path, game: str) -> None:
    async def body() -> str:
        async with serving(tmp_path / "db") as server:
            return (await finished(server, game))[1]

    saga = run(body())
    checks = verify(saga, find)
    assert [check.good for check in checks] == [True] * 6
    assert "NOT" not in " ".join(check.words for check in checks)


def test_a_changed_record_is_caught(tmp_path: Path) -> None:
    async def body() -> str:
        async with serving(tmp_path / "db") as server:
            return (await finished(server))[1]

    saga = run(body())
    seed = fimbul.read_saga(saga).seed
    for lie in (
        saga.replace(f'[Seed "{seed}"]', f'[Seed "{seed ^ 1}"]'),
        saga.replace('[Secret "', '[Secret "00'),
        saga.replace("ann's luck", "bob's luck"),
        saga.replace('[Secret "', '[Secret "zz'),
    ):
        assert lie != saga
        assert any(check.good is False for check in verify(lie, find))
    assert any(check.good is False for check in verify(saga, find, promised="0" * 64))
    bare = "\n".join(line for line in saga.splitlines() if not line.startswith("[Secret"))
    assert any(check.good is None for check in verify(bare, find))


def test_the_command_says_what_it_checked(tmp_path: Path) -> None:
    async def body() -> str:
        async with serving(tmp_path / "db") as server:
            return (await finished(server))[1]

    file = tmp_path / "match.saga"
    file.write_text(run(body()), encoding="utf-8")
    good = CliRunner().invoke(verify_command, [str(file)])
    assert good.exit_code == 0, good.output
    assert "Every choice is legal" in good.output
    assert "promised before the first choice" in good.output
    assert CliRunner().invoke(verify_command, [str(file), "--commit", "00"]).exit_code == 1
    file.write_text('[Game "brandub"]\n[Seed "1"]\n1. a1-a1\n', encoding="utf-8")
    bad = CliRunner().invoke(verify_command, [str(file)])
    assert bad.exit_code == 1
    assert "line 3" in bad.output


def test_a_resigned_match_says_so_in_its_record(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            ann, bob = await server.pair()
            await ann.until(lambda: bool(ann.options))
            await ann.choose()
            await bob.ask("resign")
            saga = (await server.get(f"/api/matches/{ann.table}/saga")).text
            assert '[Result "*"]' in saga
            words = [check.words for check in verify(saga, find)]
            assert any("resigned (Bob)" in line for line in words)
            uploaded = await server.request("POST", "/api/sagas", content=saga.encode())
            replay = (await server.get(f"/api/replays/{uploaded.json()['replay']}")).json()
            assert replay["result"]["kind"] == "resigned"
            assert replay["names"] == ["Ann", "Bob"]

    run(body())


def test_a_record_without_names_leaves_them_to_the_game(tmp_path: Path) -> None:
    saga = (RECORDED / "brandub/rules-1/plain.saga").read_text(encoding="utf-8")
    assert any("played by Raiders, King." in check.words for check in verify(saga, find))

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            uploaded = await server.request("POST", "/api/sagas", content=saga.encode())
            replay = (await server.get(f"/api/replays/{uploaded.json()['replay']}")).json()
            assert replay["names"] == ["", ""], "no seats by number: the page knows its plates"

    run(body())


def test_replay_shows_every_moment_to_every_seat(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place, saga = await finished(server, "wager")
            told = await server.get(f"/api/replays/{place.table}")
            replay = msgspec.json.decode(told.content, type=Replay)
            record = fimbul.kernel.read_saga(saga, find)
            assert replay.choices == len(record.choices)
            assert replay.turns[-1].at == replay.choices
            match = fimbul.Match(
                find("wager"), find("wager").setup(**record.setup), record.seed, mixed=record.mixed
            )
            for at in range(replay.choices + 1):
                for seat in (0, 1, None):
                    scene = await moment(server, place.table, at, seat)
                    assert scene.seen.scene == find("wager").scene(match.state, seat)
                if at < replay.choices:
                    match.choose(*record.choices[at])
            beyond = await server.get(f"/api/replays/{place.table}/scene?at=999")
            assert beyond.status_code == 400
            strange = await server.get(f"/api/replays/{place.table}/scene?seat=7")
            assert strange.status_code == 400

    run(body())


async def moment(server: Server, replay: str, at: int, seat: int | str | None) -> ReplayScene:
    who = "none" if seat is None else seat
    told = await server.get(f"/api/replays/{replay}/scene?at={at}&seat={who}")
    assert told.status_code == 200, told.text
    return msgspec.json.decode(told.content, type=ReplayScene)


def test_the_open_view_shows_all_hands_on_purpose(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place, _ = await finished(server, "wager")
            scene = (await moment(server, place.table, 0, "open")).seen.scene
            assert scene is not None
            hands = [zone for zone in scene.zones if zone.seat is not None]
            cards = [thing.id for zone in hands for thing in zone.things]
            assert len(cards) == 8
            assert all(card.startswith("card:") for card in cards)

    run(body())


def test_upload_and_play_on_from_there(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            _, saga = await finished(server)
            name = (await server.request("POST", "/api/sagas", content=saga.encode())).json()
        async with serving(tmp_path / "db") as server:
            wish = {"at": 5, "name": "Ann", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            path = f"/api/replays/{name['replay']}/play"
            made = await server.post(path, wish)
            assert made.status_code == 201, made.text
            place = msgspec.json.decode(made.content, type=TakenSeat)
            bob = await server.sit(place)
            ann = await server.tab(place)
            assert ann.seen.count == 5
            assert ann.welcome is not None
            assert ann.welcome.table.commit == ""
            assert ann.seen.undo == "no", "the record's choices are nobody's to take back"
            tabs = [ann, await server.tab(bob)]
            await play_out(*tabs)
            again = (await server.get(f"/api/matches/{place.table}/saga")).text
            assert fimbul.read_saga(again).choices[:5] == fimbul.read_saga(saga).choices[:5]
            end = len(fimbul.read_saga(saga).choices)
            assert (await server.post(path, {**wish, "at": end})).status_code == 409
            assert (await server.post(path, {**wish, "at": end + 1})).status_code == 400

    run(body())


def test_bad_uploads_are_told_where(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            bad = await server.request("POST", "/api/sagas", content=b"1. nonsense")
            assert (bad.status_code, bad.json()["code"]) == (422, "record/bad")
            binary = await server.request("POST", "/api/sagas", content=b"\xff\xfe")
            assert binary.status_code == 400
            huge = await server.request("POST", "/api/sagas", content=b"x" * 200_000)
            assert huge.status_code == 413

    run(body())


def test_an_entry_of_the_log_is_put_into_words_once() -> None:
    words = phrase("moves to {at}", at="c3")
    entry = LogRow(1, 1, (Said(seat=0, words=words),), Progress(1, (0, 0)))
    assert entry.written is entry.written
    assert read_log(write_log([entry, entry])) == (entry, entry)
    assert write_log([]) == b"[]"
