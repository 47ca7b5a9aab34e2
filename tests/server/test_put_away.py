"""Finished matches take a few bytes a choice, and are what they were."""

from __future__ import annotations

import asyncio
import lzma
from base64 import b64encode
from pathlib import Path

import pytest
from msgspec import structs

import fimbul
from fimbul.kernel import BadRecord
from fimbul.server.replay.folding import Folding
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.tale import MOST_BYTES, unfold, unfold_text
from fimbul.server.store.attic import LEFT_ALONE_FOR, put_away
from fimbul.server.store.journal import packed, unpacked
from fimbul.server.store.rows import choice_values
from fimbul.server.table.lobby import Lobby
from tests.recorded.course import FILES, rules_of
from tests.server.harness import EASY, make_services, run, serving
from tests.server.stores import asked_of
from tests.server.test_versions import finished

PLAIN = [file for file in FILES if file.stem == "plain"]
FEW = 8.0  # bytes a choice
JOURNAL = ("choice", "message")


def rows_of(file: Path) -> list[tuple[str | int, ...]]:
    """The journal of a recorded match, as the store has it."""
    record = fimbul.read_saga(file.read_text("utf-8"))
    rows = Reel(fimbul.game(record.game), record).rows
    return [choice_values("t", row)[1:] for row in rows]


@pytest.mark.parametrize("name", fimbul.game_names())
def test_a_choice_takes_a_few_bytes(name: str) -> None:
    today = fimbul.game(name).rules
    (file,) = [one for one in PLAIN if one.parents[1].name == name and rules_of(one) == today]
    rows = rows_of(file)
    assert unpacked(packed(rows)) == rows
    assert len(packed(rows)) < FEW * len(rows)


def test_a_match_without_a_choice_can_be_put_away() -> None:
    assert unpacked(packed([])) == []


@pytest.mark.usefixtures("each_store")
def test_whoever_comes_later_finds_the_match_as_it_was(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            table = (await finished(server, "ragnarocks")).table
            store = server.services.store
            before = await store.load(table)
            assert before is not None
            assert before.choices
            replay, saga = f"/api/replays/{table}", f"/api/matches/{table}/saga"
            shown = [(await server.get(f"{replay}/scene?at={at}")).text for at in (0, 3)]
            await Folding(server.services, Lobby(server.services)).fold_all()
            told = (await server.get(saga)).text
            assert await put_away(store) == 0, "a page may still ask for a lost answer"
            assert await put_away(store, rest=-1) == 1
            assert await put_away(store, rest=-1) == 0
            for part in JOURNAL:
                where = f"match = '{table}'"
                assert asked_of(tmp_path / "db", f"select 1 from {part} where {where}") == []
            after = await store.load(table)
            assert after is not None
            assert after.choices == before.choices
        async with serving(tmp_path / "db") as server:
            assert [(await server.get(f"{replay}/scene?at={at}")).text for at in (0, 3)] == shown
            assert (await server.get(saga)).text == told
            assert (await server.get(f"/api/tables/{table}")).json()["state"] == "over"

    run(body())


@pytest.mark.usefixtures("each_store")
def test_a_server_puts_away_by_itself_what_is_old_enough(tmp_path: Path) -> None:
    async def body() -> None:
        services = make_services(tmp_path / "db", limits=structs.replace(EASY, cleanup=0.1))
        async with serving(tmp_path / "db", services) as server:
            table = (await finished(server, "brandub")).table
            store = server.services.store
            await Folding(server.services, Lobby(server.services)).fold_all()
            await store.note(("update folded set since = since - ?", (int(LEFT_ALONE_FOR) + 1,)))
            async with asyncio.timeout(40):
                while await store.look_up("select 1 from choice where match = ?", table):
                    await asyncio.sleep(0.05)

    run(body())


def test_a_tale_that_somebody_sends_is_unfolded_as_far_as_a_match_goes() -> None:
    bomb = lzma.compress(b'"' + b"x" * MOST_BYTES)
    with pytest.raises(BadRecord, match="longer than any match"):
        unfold_text(b64encode(bomb).decode())
    for broken in (bomb[:200], b"\xfd7zXZ", b"", b"x"):
        with pytest.raises(BadRecord, match="cannot be read"):
            unfold(broken)
