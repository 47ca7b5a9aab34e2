"""Dice anyone can check: promised first, open to every choice, shown last."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fimbul.kernel import BadRecord, Match, choose, decision_of, read_saga
from fimbul.server.match.commitment import commit_of, seed_of
from fimbul.server.replay.verify import verify
from fimbul.server.store.base import Facts
from fimbul.server.wire.messages import Done
from tests.server.harness import find, run, serving
from tests.server.indoors import indoors
from tests.wager import GAME as WAGER


def is_caught(saga: str) -> bool:
    """As a lie, or because it cannot even be played."""
    try:
        return any(check.good is False for check in verify(saga, find))
    except BadRecord:
        return True


def test_the_secret_is_promised_first_and_shown_last(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay(luck="my own dice")
            card = (await server.get(f"/api/tables/{place.table}")).json()
            assert len(card["commit"]) == 64
            await server.sit(place)
            ann = await server.tab(place)
            assert ann.welcome is not None
            assert ann.welcome.table.commit == card["commit"]
            assert ann.welcome.over is None
            await ann.ask("resign")
            await ann.until(lambda: ann.over is not None)
            assert ann.over is not None
            assert commit_of(ann.over.secret) == card["commit"]
            told = ann.over.contributions
            assert str(seed_of(ann.over.secret, told, mixed=True)) == ann.over.seed
            assert ann.over.contributions[0] == "my own dice"

    run(body())


def test_seeds_depend_on_the_secret_and_on_every_player() -> None:
    seed = seed_of("00" * 32, ["a", "b"], mixed=True)
    assert 0 <= seed < 2**64
    others = [("01" + "00" * 31, ["a", "b"]), ("00" * 32, ["a", "c"]), ("00" * 32, ["ab", ""])]
    assert all(seed_of(secret, told, mixed=True) != seed for secret, told in others)
    assert seed_of("00" * 32, ["a", "b"], mixed=False) != seed


def test_every_choice_of_a_player_brings_new_entropy(tmp_path: Path) -> None:
    """No roll is settled before the last choice that comes before it: the secret is promised, but
    what the dice show hangs on every choice as well, and the record proves it."""

    async def body() -> str:
        async with serving(tmp_path / "db") as server:
            place = await server.lay("wager", "me", "friend", "friend", luck="ann's")
            tabs = [await server.tab(place)]
            tabs += [await server.tab(await server.sit(place)) for _ in range(2)]
            while tabs[0].over is None:
                for tab in tabs:
                    while tab.options and isinstance(done := await tab.choose(), Done):
                        await tab.until_revision(done.revision)
                await tabs[0].until(lambda: tabs[0].over is not None or bool(tabs[0].options))
            return (await server.get(f"/api/matches/{place.table}/saga")).text

    saga = run(body())
    record = read_saga(saga, find)
    assert record.mixed
    assert all(check.good for check in verify(saga, find))
    assert is_caught(saga.replace('[Dice "mixed"]\n', "")), "the seed does not follow any more"
    match = Match(WAGER, WAGER.setup(**record.setup), record.seed, mixed=True)
    for seat, thing in record.choices:
        decision = decision_of(match.state, seat)
        assert decision is not None
        worlds = []
        for option in decision.options:
            worlds.append(match.state.clone())
            choose(worlds[-1], seat, option)
        match.choose(seat, thing)
        seeds = {world.seed for world in worlds}
        assert len(seeds) == len(worlds), "every option leads to dice of its own"
        assert match.state.seed in seeds


def test_tables_of_old_keep_their_dice() -> None:
    """Before choices were mixed in, the facts of a table said nothing of it."""
    old = msgspec.json.decode(msgspec.json.encode(indoors(WAGER, 3).now.facts))
    del old["mixed"]
    assert not msgspec.json.decode(msgspec.json.encode(old), type=Facts).mixed


def test_equal_tables_have_different_dice(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            places = [await server.lay("brandub", "me", "random", luck="same") for _ in range(5)]
            cards = [(await server.get(f"/api/tables/{place.table}")).json() for place in places]
            assert len({card["commit"] for card in cards}) == 5

    run(body())
