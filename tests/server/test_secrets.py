"""What must not be told: hands, picks, dice, tokens."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from fimbul.kernel import Dice, Scene, encode
from fimbul.server.match.commitment import seed_of
from fimbul.server.ops.logs import JsonLines
from fimbul.server.table.audience import Viewers
from fimbul.server.table.publish import welcome
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import Done, Update, write
from tests.server.harness import Server, Tab, refused, run, serving
from tests.server.indoors import Ear, ears, indoors, pick
from tests.wager import GAME as WAGER
from tests.wager import parts as wager


def wander(table: Table, picks: list[int]) -> None:
    """Some choices, whoever is asked."""

    async def body() -> None:
        for number in picks:
            asked = table.now.match.state.open if table.now.match else ()
            if not asked:
                return
            decision = asked[number % len(asked)]
            await pick(table, decision.seat, decision.options[number // 7 % len(decision.options)])

    asyncio.run(body())


def dreamt(table: Table, seat: int | None, dice: Dice) -> Table:
    """The same table in another world that this viewer cannot tell from this one."""
    twin = indoors(table.game, len(table.now.seats))
    match, there = table.now.match, twin.now.match
    assert match is not None
    assert there is not None
    there.state = table.game.imagine(match.state, seat, dice)
    there.made, there.log, there.told = match.made, match.log, match.told
    standing, progress = table.now.standing, table.now.progress
    twin.now = structs.replace(twin.now, standing=standing, progress=progress)
    return twin


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=14), st.integers(0, 2**32))
def test_worlds_that_look_alike_are_told_alike(picks: list[int], luck: int) -> None:
    table, dice = indoors(WAGER, 3), Dice(luck)
    wander(table, picks)
    if table.now.standing.state == "over":
        return
    for viewer in (None, 0, 1, 2):
        twin = dreamt(table, viewer, dice)
        told, told_there = (
            write(welcome(one.now, Viewers(viewer, {}), 0, ())) for one in (table, twin)
        )
        assert told == told_there


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=10), st.integers(0, 2**32))
def test_asking_why_tells_nothing_about_hidden_things(picks: list[int], luck: int) -> None:
    table, dice = indoors(WAGER, 3), Dice(luck)
    wander(table, picks)
    assert table.now.match is not None
    for seat in range(3):
        twin = dreamt(table, seat, dice)
        assert twin.now.match is not None
        for thing in (*wager.NAMES, "back:1-0", "pile:deck", "button:done", "nothing"):
            here = table.game.why(table.now.match.state, seat, thing)
            assert here == table.game.why(twin.now.match.state, seat, thing)


@pytest.fixture
def canaries() -> Iterator[list[str]]:
    """Every card has a name that is found nowhere else."""
    marks = [hashlib.sha256(bytes([n])).hexdigest()[:12] for n in range(1, wager.CARDS + 1)]
    names = ["", *(f"card:canary-{mark}" for mark in marks)]
    before = wager.NAMES.copy()
    wager.NAMES[:] = names
    yield names[1:]
    wager.NAMES[:] = before


async def three(server: Server) -> tuple[list[Tab], Tab, list[str]]:
    """Three people and a spectator at Wager, and every word that opens something."""
    ann = await server.lay("wager", "me", "friend", "friend")
    bob, cyd = await server.sit(ann, "Bob"), await server.sit(ann, "Cyd")
    tabs = [await server.tab(place) for place in (ann, bob, cyd)]
    await tabs[0].until(lambda: bool(tabs[0].options))
    return tabs, await server.spectator(ann), [ann.token, bob.token, cyd.token]


def test_names_of_hidden_cards_are_found_nowhere(
    tmp_path: Path, canaries: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            tabs, watcher, tokens = await three(server)
            server.egress.clear()  # the answers that handed the tokens out
            hands = [own_cards(tab, canaries) for tab in tabs]
            assert all(len(hand) == 4 for hand in hands)
            for tab in tabs:
                await tab.choose()
                await tab.ask("choose", number=1, part=1, thing="card:canary-nonsense")
                await tab.ask("why", thing=canaries[0][:10])
                await tab.ask("hint", thing="x")
            await knock_everywhere(server, tabs[0].table)
            for tab, hand in zip(tabs, hands, strict=True):
                assert found(tab.texts, canaries) <= hand
            assert found(watcher.texts, canaries) == set()
            outside = [*server.egress, *logged(caplog)]
            private = {text for tab in tabs for text in tab.texts}
            others = [text for text in outside if text not in private]
            assert found(others, canaries) == set()
            await guard_keys(server, tabs[0].table, [*others, *watcher.texts], tokens)

    run(body())


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """All that the server logs: its own words, and the web server's from warnings on."""
    ours = [record for record in caplog.records if record.name.startswith("fimbul")]
    assert ours, "something was logged"
    loud = [r for r in caplog.records if r.levelno >= logging.WARNING and r not in ours]
    return [JsonLines().format(record) for record in (*ours, *loud)]


def own_cards(tab: Tab, canaries: list[str]) -> set[str]:
    assert tab.scene is not None
    return {thing.id for thing in tab.scene.things()} & set(canaries)


def found(texts: list[str], words: list[str]) -> set[str]:
    whole = "\n".join(texts)
    return {word for word in words if word in whole}


async def knock_everywhere(server: Server, table: str) -> None:
    for path in (
        *("/metrics", "/healthz", "/api/openapi.json", "/api/games", "/api/tables", "/"),
        *(f"/api/tables/{table}", f"/api/matches/{table}/saga", f"/api/replays/{table}"),
        *(f"/api/replays/{table}/scene?at=0&seat=0", f"/api/tables/{table}/nothing"),
    ):
        await server.get(path)
    await server.post(f"/api/tables/{table}/leave", token="wrong")
    await server.post("/api/tables", {"game": "wager"})
    await server.request("POST", "/api/sagas", content=b"nonsense")


async def guard_keys(server: Server, table: str, texts: list[str], tokens: list[str]) -> None:
    """Neither tokens nor what the dice come from."""
    stored = await server.services.store.load(table)
    assert stored is not None
    facts, seats = stored.row.facts, stored.row.seats
    seed = seed_of(facts.secret, [seat.luck for seat in seats], mixed=facts.mixed)
    state = WAGER.new(WAGER.setup(**facts.options), seed)
    keys = [*tokens, *(seat.token for seat in seats), facts.secret, str(seed), str(state.seed)]
    assert found(texts, [*keys, facts.invite, facts.watch, hex(seed)[2:]]) == set()


def test_spectators_see_alike_and_less(tmp_path: Path, canaries: list[str]) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            tabs, watcher, _ = await three(server)
            place = await server.services.store.load(tabs[0].table)
            assert place is not None
            second = await Tab.open(server, tabs[0].table, watch=place.row.facts.watch)
            assert second.texts[0] == watcher.texts[0]
            assert found(watcher.texts, canaries) == set()
            assert watcher.seen.seen.decision is None
            assert watcher.seen.undo == "no"
            backs = [thing.id for tab in tabs for thing in (tab.scene or empty()).things()]
            seen = [thing.id for thing in (watcher.scene or empty()).things()]
            assert set(seen) <= set(backs)

    run(body())


def empty() -> Scene:
    return Scene(())


def test_a_partial_pick_is_told_to_nobody_else(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            tabs, watcher, _ = await three(server)
            others = [*tabs[1:], watcher]
            for tab in others:
                await tab.ask("ping")
            before = [(len(tab.texts), tab.revision) for tab in others]
            first = await tabs[0].choose()
            assert isinstance(first, Done)
            await tabs[0].until(lambda: tabs[0].seen.part == 1)
            for tab in others:
                await tab.ask("ping")
            assert [(len(tab.texts) - 1, tab.revision) for tab in others] == before
            await tabs[0].choose("button:done")
            await watcher.until(lambda: watcher.seen.seen.sealed == (0,))
            assert watcher.seen.seen.waiting == (1, 2)
            assert watcher.seen.seen.events == ()

    run(body())


def picks_of(table: Table, seat: int) -> list[list[str]]:
    """Ways to seal something: one card, two, or two and then another."""
    assert table.now.match is not None
    a, b, c, _ = next(d.options for d in table.now.match.state.open if d.seat == seat)
    return [[a, "button:done"], [a, b], [b, c], [a, b, c]]


def test_the_seal_looks_the_same_whatever_is_under_it() -> None:
    async def sealed(picks: list[str]) -> dict[int | None, list[str]]:
        table = indoors(WAGER, 3)
        heard = ears(table)
        for thing in picks:
            await pick(table, 0, thing)
        late = Ear()
        table.join(None, late, 0)
        told = {viewer: ear.texts for viewer, ear in heard.items() if viewer != 0}
        return {**told, -1: late.texts}

    runs = [asyncio.run(sealed(picks)) for picks in picks_of(indoors(WAGER, 3), 0)]
    assert all(told == runs[0] for told in runs)


def test_a_newcomer_cannot_tell_whether_somebody_has_begun_to_pick() -> None:
    async def body() -> None:
        table = indoors(WAGER, 3)
        for seat in (0, 0, 1, 1, 2, 2, 0):
            told = newcomer(table)
            decision = next(d for d in table.now.running.state.open if d.seat == seat)
            await pick(table, seat, decision.options[0])
        assert '"type":"Rolled"' in told, "the first round was just revealed"
        assert newcomer(table) == told

    asyncio.run(body())


def newcomer(table: Table) -> str:
    """All that a spectator hears who comes now, and goes again."""
    ear = Ear()
    table.join(None, ear, 0)
    table.part(None, ear)
    return "".join(ear.texts)


def test_any_order_of_arrival_gives_the_same_table() -> None:
    async def arrive(order: tuple[int, ...]) -> tuple[bytes, str]:
        table = indoors(WAGER, 3)
        ear = ears(table)[None]
        assert table.now.match is not None
        for seat in order:
            decision = next(d for d in table.now.match.state.open if d.seat == seat)
            await pick(table, seat, decision.options[1])
        return encode(table.now.match.state), ear.texts[-1]

    orders = set(itertools.permutations((0, 0, 1, 1, 2, 2)))
    ends = {asyncio.run(arrive(order)) for order in orders}
    assert len({state for state, _ in ends}) == 1
    assert len(ends) == 1


def test_all_seats_may_choose_at_once(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            tabs, watcher, _ = await three(server)
            for _ in range(2):
                answers = await asyncio.gather(*(tab.choose() for tab in tabs))
                assert all(isinstance(answer, Done) for answer in answers)
                for tab, answer in zip(tabs, answers, strict=True):
                    await tab.until_revision(getattr(answer, "revision", 0))
            await watcher.until(lambda: watcher.seen.count == 1)
            stored = await server.services.store.load(watcher.table)
            assert stored is not None
            assert len(stored.choices) == 6

    run(body())


def test_errors_do_not_repeat_a_token(tmp_path: Path) -> None:
    async def body() -> None:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            await server.sit(place)
            server.egress.clear()
            token = "k" * 32
            stranger = await Tab.open(server, place.table, token=token)
            assert refused(stranger.heard[0]).code == "seat/not-yours"
            await server.post(f"/api/tables/{place.table}/leave", token=token)
            await server.post(f"/api/tables/{place.table}/sit", {"name": "x", "invite": token})
            assert found(server.egress, [token]) == set()

    run(body())


def test_a_quiet_update_is_for_its_own_seat_only() -> None:
    async def body() -> None:
        table = indoors(WAGER, 3)
        heard = ears(table)
        assert table.now.match is not None
        await pick(table, 1, table.now.match.state.open[1].options[0])
        told = [m.seen.seat for ear in heard.values() for m in ear.heard() if isinstance(m, Update)]
        assert told == [1]

    asyncio.run(body())


@pytest.mark.usefixtures("the_file")
def test_the_store_keeps_no_token(tmp_path: Path) -> None:
    async def body() -> list[str]:
        async with serving(tmp_path / "db") as server:
            place = await server.lay()
            return [place.token, (await server.sit(place)).token]

    tokens = run(body())
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(token.encode() in data for token in tokens)
    assert msgspec.json.encode("Ann") in data
