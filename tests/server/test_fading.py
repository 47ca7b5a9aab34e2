"""What may be looked up in its own turn alone leaves the log when that turn is over."""

from __future__ import annotations

import asyncio

from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Dice, Match
from fimbul.server.bots.pool import BotPool
from fimbul.server.match.running import RunningMatch
from fimbul.server.replay.reel import Reel
from fimbul.server.services import Services
from fimbul.server.table.table import Table
from fimbul.server.wire.messages import LogLine, Update, Welcome, read_outgoing
from tests.server.indoors import Ear, PaperStore, pick, stored
from tests.server.matches import play

STAR = find_game("ragnarok_star")
CARDS = ("New fans arrive: ", ", which brings ")  # what a fan card brings, and what an eye has seen


def cards(lines: list[LogLine]) -> list[LogLine]:
    return [line for line in lines if any(words in line.words for words in CARDS)]


def picks(count: int, luck: int) -> list[int]:
    dice = Dice(luck)
    return [dice.roll(10**6) for _ in range(count)]


def begun() -> RunningMatch:
    return RunningMatch(STAR, STAR.setup(seats=2, expansions="divalkyrie"), 3)


# rule: arrival.no-looking-back, ruling.public-information
def test_the_log_tells_the_cards_of_this_round_alone() -> None:
    match, looked_up, looks = begun(), 0, 0
    for number in picks(2000, 1):
        if match.state.result is not None:
            break
        play(match, [number])
        over = match.state.result is not None
        for viewer in (None, 0, 1):
            told = cards(list(match.lines(viewer)))
            looked_up += len(told)
            assert over or {line.turn for line in told} <= {match.turn}
        spectator = list(match.lines(None))
        looks = len([line for line in spectator if "looks at the next" in line.words])
    assert match.state.result is not None
    assert looked_up
    assert looks, "that somebody has looked is still told"
    told = cards(list(match.lines(None)))
    assert {line.turn for line in told} == set(range(1, 8)), "a match that is over is open"


# rule: arrival.no-looking-back
def test_a_snapshot_keeps_what_fades_apart() -> None:
    match = begun()
    play(match, picks(150, 4))
    row, after = match.made[-1], match.state
    shot = match.snapshot_with(row, after, match.log[-1].progress)
    twin = begun()
    twin.resume(match.made, structs.replace(shot, choices=len(match.made)), match.log[-1].progress)
    assert [*twin.lines(0)] == [*match.lines(0)]
    assert any(event.fades for entry in twin.log for event in entry.events)


class Page(Ear):
    """Keeps the log as the page does: lines after `since` are replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[LogLine] = []
        self.read = 0

    def catch_up(self) -> list[LogLine]:
        for told in map(read_outgoing, self.texts[self.read :]):
            update = told.update if isinstance(told, Welcome) else told
            if isinstance(update, Update):
                kept = [line for line in self.log if line.at <= update.since]
                self.log = [*kept, *update.log]
        self.read = len(self.texts)
        return self.log


def star_table() -> Table:
    services = Services(store=PaperStore(), pool=BotPool("tests.server.bots", 1), find=find_game)
    row = stored(STAR, 2)
    options = {"seats": 2, "expansions": "divalkyrie"}
    facts = structs.replace(row.row.facts, options=options)
    return Table(services, structs.replace(row, row=structs.replace(row.row, facts=facts)))


# rule: arrival.no-looking-back
def test_a_page_that_stays_forgets_as_one_that_comes_anew() -> None:
    async def body() -> None:
        table = star_table()
        pages: dict[int | None, Page] = {viewer: Page() for viewer in (None, 0, 1)}
        for viewer, page in pages.items():
            table.join(viewer, page, 0)
        for number in picks(260, 5):
            asked = table.now.running.state.open
            decision = asked[number % len(asked)]
            await pick(table, decision.seat, decision.options[number // 7 % len(decision.options)])
            for viewer, page in pages.items():
                assert page.catch_up() == list(table.now.running.lines(viewer))
        assert table.now.running.turn > 2

    asyncio.run(body())


# rule: arrival.no-looking-back
def test_a_replay_of_a_running_match_forgets_too() -> None:
    match = begun()
    play(match, picks(260, 5))
    kept = Match(STAR, match.setup, match.seed)
    for row in match.made:
        kept.choose(row.seat, row.thing)
    reel = Reel(STAR, kept.record())
    assert match.turn > 2
    for seat in (None, 0, 1):
        told = cards(list(reel.scene(len(match.made), seat).log))
        assert {line.turn for line in told} <= {match.turn}
