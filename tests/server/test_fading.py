"""What may be looked up in its own turn alone leaves the log when that turn is over."""

from __future__ import annotations

import asyncio

from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Dice, Match
from fimbul.server.course import Course
from fimbul.server.crew import Crew
from fimbul.server.house import House
from fimbul.server.messages import LogLine, Update, Welcome, read_outgoing
from fimbul.server.replays import Reel
from fimbul.server.table import Table
from tests.server.courses import play
from tests.server.indoors import Ear, PaperStore, pick, stored

STAR = find_game("ragnarok_star")
CARDS = ("New fans: ", " card: ")  # what a fan card brings, and what an eye has seen


def cards(lines: list[LogLine]) -> list[LogLine]:
    return [line for line in lines if any(words in line.words for words in CARDS)]


def picks(count: int, luck: int) -> list[int]:
    dice = Dice(luck)
    return [dice.roll(10**6) for _ in range(count)]


def begun() -> Course:
    return Course(STAR, STAR.setup(seats=2, expansions="divalkyrie"), 3)


# rule: arrival.no-looking-back, ruling.public-information
def test_the_log_tells_the_cards_of_this_round_alone() -> None:
    course, looked_up, looks = begun(), 0, 0
    for number in picks(2000, 1):
        if course.state.result is not None:
            break
        play(course, [number])
        over = course.state.result is not None
        for viewer in (None, 0, 1):
            told = cards(list(course.lines(viewer)))
            looked_up += len(told)
            assert over or {line.turn for line in told} <= {course.turn}
        spectator = list(course.lines(None))
        looks = len([line for line in spectator if "looks at the next" in line.words])
    assert course.state.result is not None
    assert looked_up
    assert looks, "that somebody has looked is still told"
    told = cards(list(course.lines(None)))
    assert {line.turn for line in told} == set(range(1, 8)), "a match that is over is open"


# rule: arrival.no-looking-back
def test_a_snapshot_keeps_what_fades_apart() -> None:
    course = begun()
    play(course, picks(150, 4))
    row, after = course.made[-1], course.state
    shot = course.snapshot_with(row, after, course.log[-1].pace)
    twin = begun()
    twin.resume(course.made, structs.replace(shot, choices=len(course.made)), course.log[-1].pace)
    assert [*twin.lines(0)] == [*course.lines(0)]
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
    house = House(store=PaperStore(), crew=Crew("tests.server.bots", 1), find=find_game)
    row = stored(STAR, 2)
    options = {"seats": 2, "expansions": "divalkyrie"}
    facts = structs.replace(row.row.facts, options=options)
    return Table(house, structs.replace(row, row=structs.replace(row.row, facts=facts)))


# rule: arrival.no-looking-back
def test_a_page_that_stays_forgets_as_one_that_comes_anew() -> None:
    async def body() -> None:
        table = star_table()
        pages: dict[int | None, Page] = {viewer: Page() for viewer in (None, 0, 1)}
        for viewer, page in pages.items():
            table.join(viewer, page, 0)
        for number in picks(260, 5):
            asked = table.running.state.open
            decision = asked[number % len(asked)]
            await pick(table, decision.seat, decision.options[number // 7 % len(decision.options)])
            for viewer, page in pages.items():
                assert page.catch_up() == list(table.running.lines(viewer))
        assert table.running.turn > 2

    asyncio.run(body())


# rule: arrival.no-looking-back
def test_a_replay_of_a_running_match_forgets_too() -> None:
    course = begun()
    play(course, picks(260, 5))
    match = Match(STAR, course.setup, course.seed)
    for row in course.made:
        match.choose(row.seat, row.thing)
    reel = Reel(STAR, match.record())
    assert course.turn > 2
    for seat in (None, 0, 1):
        told = cards(list(reel.scene(len(course.made), seat).log))
        assert {line.turn for line in told} <= {course.turn}
