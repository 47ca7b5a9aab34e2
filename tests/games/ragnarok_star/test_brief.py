"""The table in the terminal: what can be read there, by which names, on how many lines."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from fimbul.bots import bot
from fimbul.cli.sitting import Sitting
from fimbul.cli.terminal import Terminal
from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice, Match, choose
from tests.games.ragnarok_star.drawn import hold, keep, program, start, table


class Paper:
    """A terminal of eighty columns and twenty-four lines, on paper."""

    def __init__(self, match: Match[Any], bots: int = 0) -> None:
        seats = match.state.seats
        self.sitting = Sitting(match, {seat: bot("random", seat) for seat in range(bots, seats)})
        self.terminal = Terminal(self.sitting)
        self.out = io.StringIO()
        self.terminal.console = Console(
            file=self.out, width=80, height=24, force_terminal=True, color_system=None,
            highlight=False, markup=False, emoji=False,
        )  # fmt: skip

    def shown(self, line: str = "board") -> str:
        self.out.truncate(0)
        self.out.seek(0)
        self.terminal.obey(line)
        return self.out.getvalue()


def paper(state: RagnarokStar, line: str = "board") -> str:
    match = Match(GAME, GAME.setup(seats=state.seats))
    match.state = state
    return Paper(match, state.seats).shown(line)


@pytest.mark.parametrize("mode", p.MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_round_fits_a_small_screen(mode: str, seats: int) -> None:
    """Every question of three rounds with the table above it; the news stand higher still."""
    sheet = Paper(Match(GAME, GAME.setup(seats=seats, expansions=mode), 5), 1)
    sitting, dice = sheet.sitting, Dice(5)
    state: Any = sitting.match.state
    while state.round < 4:
        while (asked := sitting.theirs()) or sitting.answer_for_form():
            if asked:
                sitting.choose(asked.seat, asked.options[dice.roll(len(asked.options))])
        decision = sitting.mine()
        assert decision, "the match goes on"
        sitting.take_news()
        sheet.out.truncate(0)
        sheet.out.seek(0)
        sheet.terminal._show_table()
        lines = sheet.out.getvalue().splitlines()
        assert len(lines) < 24, "the line to type on is the last one"
        assert max(map(len, lines)) <= 80
        sitting.choose(decision.seat, decision.options[dice.roll(len(decision.options))])


def test_programs_islands_and_lodges_can_be_read() -> None:
    state = table("kiss sea", "2,0,1,0 0,0,0,1", "kiss 3G 1M, pink 2L", "pack@3 berg@1", "angry")
    program(state, "1: girl2, 2: sail>pink, 4: eye", "1: steal, 3: fly>skerries")
    state.shields[1] = 1
    start(state, 1)
    lines = paper(state).splitlines()
    assert "> ● Green Dead: 2 girls, 1 lady, score -1" in lines
    assert "  ● Yellow Tambourine: 1 man, shield up, score -1" in lines
    kissholm = "Kissholm: 3 girls, 1 man, Green Dead, Pack Ice (port blocked, link to Pink Fjord)"
    assert kissholm in " ".join(" ".join(lines).split()), "however it is broken into lines"
    assert "Rolling Skerries: nobody, Berg (port blocked)" in lines
    assert "Open sea: Yellow Tambourine" in lines
    assert "Green Dead plays: 1. 2 girls, 2. Sail to Pink Fjord, 4. Eye" in lines
    assert "Yellow Tambourine plays: 1. Steal, 3. Fly to Rolling Skerries" in lines
    assert "Angry fans on: Green Dead 1, Yellow Tambourine 1" in lines


def test_fans_to_collect_are_told_apart() -> None:
    state = program(table("kiss sea", "", "kiss 3G, pink 2G", "pack@3 berg@1"), "1: girl2")
    start(state, 1)
    shown = paper(state)
    for name in ("2 girls on Kissholm", "1 girl on Kissholm", "1 girl on Pink Fjord"):
        assert name in shown
        assert name in paper(state, "options")
    match = Match(GAME, GAME.setup(seats=2))
    match.state = state
    assert Sitting(match, {}).reading("2 girls on Kissholm") == [(0, "fan:kiss-girl-2")]
    assert Sitting(match, {}).reading("1 girl on Pink Fjord") == [(0, "fan:pink-girl-1")]


def test_columns_and_lodges_are_called_by_their_bands() -> None:
    state = table("kiss kiss kiss", "0,0,0,0 2,0,0,0 1,1,0,0", mode="divalkyrie")
    start(program(state, "1: steal"), 1)
    shown = paper(state)
    assert "girls of Yellow Tambourine" in shown
    assert "girls of Red Zeppelin" in shown
    match = Match(GAME, GAME.setup(seats=3))
    match.state = state
    assert Sitting(match, {}).reading("girls of red zeppelin") == [(0, "column:2-girl")]
    lodges = table("sea sea", mode="divalkyrie")
    start(program(lodges, "1: bewitch"), 1)
    assert "exit of Yellow Tambourine" in paper(lodges)


def test_contracts_and_guest_stars_can_be_read() -> None:
    state = table("sea sea", mode="divalkyrie")
    keep(state, 0, "paint-it-white")
    hold(state, 0, "jimi-hendrakkar")
    start(program(state, "1: contract"), 1)
    offered = [state.pack.contracts[card] for card in state.offered[0]]
    shown = " ".join(paper(state).split())
    for card in offered:
        assert f"{card.name}: {card.text}" in shown, "whoever chooses reads them"
    read = " ".join(paper(state, "look jimi").split())
    assert state.pack.stars[p.JIMI].text in read
    everything = " ".join(paper(state, "look").split())
    assert "Be the Ice Master when the game ends" in everything


# rule: ruling.public-information
def test_nobody_reads_what_lies_face_down() -> None:
    state = table("sea sea", mode="divalkyrie")
    keep(state, 0, "paint-it-white")
    hold(state, 0, "jimi-hendrakkar")
    told = str(GAME.scene(state, 1, brief=True))
    assert "Contracts held: Green Dead 1 and a Guest Star, Yellow Tambourine 0" in told
    assert not any(name in told for name in ("Paint It White", "Jimi"))


def test_a_guest_s_moment_lists_each_button_once() -> None:
    state = program(table("sea sea", mode="divalkyrie"), "2: guest")
    hold(state, 0, "jimi-hendrakkar")
    start(state, 2)
    while state.open and p.QUIET not in state.open[0].options:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert state.open, "he is asked about"
    things = [thing.id for thing in GAME.scene(state, 0, brief=True).things()]
    assert things.count(p.QUIET) == things.count(p.KEEP) == 1


def test_news_can_be_told_again() -> None:
    sheet = Paper(Match(GAME, GAME.setup(seats=2), 3), 2)
    assert "Nothing has happened yet." not in sheet.shown("board")
    first = sheet.sitting.mine()
    assert first, "a contract is chosen first"
    for seat in (0, 1):
        sheet.sitting.choose(seat, next(iter(sheet.sitting.state.open)).options[0])
    told = sheet.shown("board")
    assert "Round 1 of 7" in told
    assert "keeps a contract" in sheet.shown("news")
    assert sheet.shown("news") == sheet.shown("news")


def test_what_stands_in_no_row_can_still_be_asked_about() -> None:
    state = program(table("kiss sea", "", "kiss 3G"), "1: girl2")
    start(state, 1)
    assert "A boat moves when its band comes to the number of" in paper(state, "why boat:1")
    assert "Nobody may look through a deck." in paper(state, "why contract deck")
    assert "A boat moves" in paper(state, "boat:0"), "and typed, it is refused with its reason"
