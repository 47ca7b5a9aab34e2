"""What must not be told, in every real game: hands, Orders, picks under a seal, dice."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from fimbul.games import find
from fimbul.kernel import Decision, Dice, decode
from fimbul.server.match.commitment import seed_of
from fimbul.server.table.audience import Viewers
from fimbul.server.table.publish import welcome
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import write
from tests.server.before.__main__ import calm
from tests.server.before.hall import services as every_game
from tests.server.company import GAMES, HIDING, company, fewest
from tests.server.harness import Server, Tab, run, serving
from tests.server.indoors import Ear, indoors, pick
from tests.server.test_secrets import dreamt, found, knock_everywhere, logged

TOGETHER = ("drakkar", "nine_realms", "rag_narok", "ragnarok_star")  # where seats pick unseen
MOMENTS, BETWEEN = 10, 6  # looks at a match, and choices between two of them
CHOICES = 40  # of a match on the wire
TRIES = 400  # choices until a row is open that several answer


async def wandered(table: Table, chance: Random, count: int) -> None:
    """So many choices of whoever is asked, as long as the match lasts."""
    for _ in range(count):
        if table.now.standing.state == "over":
            return
        decision = chance.choice(table.now.running.state.open)
        await pick(table, decision.seat, chance.choice(decision.options))


def viewers(table: Table) -> tuple[int | None, ...]:
    return (None, *range(len(table.now.seats)))


@pytest.mark.parametrize("game", HIDING)
def test_worlds_that_look_alike_are_told_alike(game: str) -> None:
    async def body() -> None:
        table, chance, dice = indoors(find(game), fewest(game)), Random(game), Dice(3)
        for _ in range(MOMENTS):
            await wandered(table, chance, BETWEEN)
            if table.now.standing.state == "over":
                return
            for viewer in viewers(table):
                twin = dreamt(table, viewer, dice)
                here, there = (
                    write(welcome(one.now, Viewers(viewer, {}), 0, ())) for one in (table, twin)
                )
                assert here == there

    asyncio.run(body())


@pytest.mark.parametrize("game", HIDING)
def test_asking_why_tells_nothing_about_hidden_things(game: str) -> None:
    async def body() -> None:
        table, chance, dice = indoors(find(game), fewest(game)), Random(game), Dice(4)
        for _ in range(3):
            await wandered(table, chance, BETWEEN)
            state, rules = table.now.running.state, table.game
            scenes = [rules.scene(state, seat) for seat in range(state.seats)]
            things = sorted({thing.id for scene in scenes for thing in scene.things()})
            for seat in range(state.seats):
                world = dreamt(table, seat, dice).now.running.state
                for thing in chance.sample(things, min(40, len(things))):
                    assert rules.why(state, seat, thing) == rules.why(world, seat, thing)

    asyncio.run(body())


# -- on the wire ------------------------------------------------------------------------------


def things(tab: Tab) -> set[str]:
    """What lies on the table as its page shows it."""
    return set() if tab.scene is None else {thing.id for thing in tab.scene.things()}


class Witness:
    """A tab and all that it was ever shown: what else it hears of must be no thing of another."""

    def __init__(self, tab: Tab) -> None:
        self.tab, self.shown, self.read = tab, set[str](), 0

    def looks(self) -> set[str]:
        now = things(self.tab)
        zones = self.tab.scene.zones if self.tab.scene is not None else ()
        self.shown |= now | self.tab.passed | {*self.tab.options} | {zone.id for zone in zones}
        return now

    def news(self) -> str:
        texts, self.read = self.tab.texts[self.read :], len(self.tab.texts)
        return "\n".join(texts)


async def settled(witnesses: list[Witness]) -> None:
    """Everybody has heard of what was chosen."""
    for one in witnesses:
        await one.tab.ask("ping")


def leaks(witnesses: list[Witness]) -> list[tuple[str, int | None]]:
    """Things that one sees and another, who never saw them, heard of. What the last of them sees,
    a spectator, is no secret: to its owner it may have another name."""
    seen = [one.looks() for one in witnesses]
    told = []
    for one in witnesses:
        text, secret = one.news(), set[str]().union(*seen) - one.shown - witnesses[-1].shown
        told += [(thing, one.tab.seen.seen.seat) for thing in secret if f'"{thing}"' in text]
    return told


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_hidden_and_no_key_goes_out(
    game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Hidden things by every socket; dice, tokens and codes by every door there is."""
    caplog.set_level(logging.DEBUG)
    path, chance = tmp_path / "db", Random(game)

    async def body() -> None:
        async with serving(path, every_game(path)) as server:
            tabs = await company(server, game)
            stored = await server.services.store.load(tabs[0].table)
            assert stored is not None
            watcher = await Tab.open(server, tabs[0].table, watch=stored.row.facts.watch)
            server.egress.clear()  # the answers that handed the tokens out
            witnesses, hid, until = [Witness(tab) for tab in (*tabs, watcher)], 0, 0
            for _ in range(CHOICES):
                await settled(witnesses)
                if is_over(tabs):
                    break
                assert leaks(witnesses) == []
                assert all(is_for(one.tab) for one in witnesses)
                hid += any(one.looks() - witnesses[-1].shown for one in witnesses)
                until = len(server.egress)
                await choose(tabs, chance)
            assert hid or game not in HIDING, "something was there that could have been told"
            await settled(witnesses)
            if is_over(tabs):  # its dice are shown now: what was said before counts
                await no_key(server, tabs[0].table, server.egress[:until])
            else:
                await knock_everywhere(server, tabs[0].table)
                await no_key(server, tabs[0].table, [*server.egress, *logged(caplog)])

    run(body())


def is_over(tabs: list[Tab]) -> bool:
    return any(tab.over is not None for tab in tabs)


def is_for(tab: Tab) -> bool:
    """Whether every event that it heard of is meant for it."""
    events, seat = tab.seen.seen.events, tab.seen.seen.seat
    return all(event.only is None or seat in event.only for event in events)


async def choose(tabs: list[Tab], chance: Random) -> None:
    asked = [tab for tab in tabs if tab.options and tab.over is None]
    if asked:
        tab = chance.choice(asked)
        await tab.choose(chance.choice(calm(tab.options)))
        await tab.ask("why", thing=chance.choice(sorted(things(tab))))


async def no_key(server: Server, table: str, texts: list[str]) -> None:
    """Neither tokens nor codes nor what the dice come from, then and now."""
    stored = await server.services.store.load(table)
    assert stored is not None
    facts, seats = stored.row.facts, stored.row.seats
    seed = seed_of(facts.secret, [seat.luck for seat in seats], mixed=facts.mixed)
    rules = find(facts.game)
    begun = rules.new(rules.setup(**facts.options), seed, mixed=facts.mixed)
    assert stored.kept is not None
    now = decode(rules, stored.kept.state)
    dice = [f"{one:d}" for one in (seed, begun.seed, now.seed)] + [f"{seed:x}"]
    keys = [*(seat.token for seat in seats), facts.secret, facts.invite, facts.watch]
    assert found(texts, [*keys, *dice]) == set()


@pytest.mark.parametrize("game", GAMES)
def test_spectators_see_alike_and_nothing_of_their_own(game: str, tmp_path: Path) -> None:
    path, chance = tmp_path / "db", Random(game)

    async def body() -> None:
        async with serving(path, every_game(path)) as server:
            tabs = await company(server, game)
            stored = await server.services.store.load(tabs[0].table)
            assert stored is not None
            watch = stored.row.facts.watch
            first = await Tab.open(server, tabs[0].table, watch=watch)
            for _ in range(8):
                await choose(tabs, chance)
                second = await Tab.open(server, tabs[0].table, watch=watch)
                for tab in (first, *tabs):
                    await tab.ask("ping")
                assert first.scene == second.scene
                assert (first.seen.seen.decision, first.seen.undo) == (None, "no")
                assert things(first) <= set[str]().union(*map(things, tabs))
                await second.close()

    run(body())


# -- under a seal -----------------------------------------------------------------------------


def open_for_several(table: Table) -> list[Decision]:
    """Decisions of a row that stays open when one of them is answered."""
    asked = table.now.running.state.open
    return [one for one in asked if len(asked) > 1 and len(one.options) > 1]


async def come_to_a_row(game: str, choices: list[tuple[int, str]]) -> Table:
    table = indoors(find(game), fewest(game))
    for seat, thing in choices:
        await pick(table, seat, thing)
    return table


async def found_row(game: str) -> list[tuple[int, str]]:
    """The choices that lead to such a row; nothing, if there is none."""
    table, chance = indoors(find(game), fewest(game)), Random(game)
    for _ in range(TRIES):
        if table.now.standing.state == "over" or open_for_several(table):
            break
        await wandered(table, chance, 1)
    if table.now.standing.state == "over" or not open_for_several(table):
        return []
    return [(row.seat, row.thing) for row in table.now.running.made]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_picked_unseen_looks_the_same_whatever_it_is(game: str) -> None:
    """One whole answer, up to its seal, in several ways: all others hear the same, to the byte."""

    async def heard(way: int, before: list[tuple[int, str]]) -> dict[int | None, list[str]]:
        table = await come_to_a_row(game, before)
        seat = open_for_several(table)[0].seat
        told: dict[int | None, Ear] = {who: Ear() for who in viewers(table) if who != seat}
        for who, ear in told.items():
            table.join(who, ear, 0)
        number, chance = table.now.running.state.number, Random(way)
        while mine := asked_of(table, seat, number):
            await pick(table, seat, chance.choice(mine.options))
        late = Ear()
        table.join(None, late, 0)
        return {who: ear.texts for who, ear in told.items()} | {-1: late.texts}

    async def body() -> None:
        before = await found_row(game)
        table = await come_to_a_row(game, before)
        assert bool(open_for_several(table)) is (game in TOGETHER)
        if game in TOGETHER:
            ways = [await heard(way, before) for way in range(4)]
            assert all(told == ways[0] for told in ways)

    asyncio.run(body())


def asked_of(table: Table, seat: int, number: int) -> Decision | None:
    """What that seat is still asked in that row before it is sealed."""
    state = table.now.running.state
    if state.number != number or seat in state.sealed:
        return None
    return next((one for one in state.open if one.seat == seat), None)
