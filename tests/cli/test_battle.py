"""A battle in the terminal: where Units look, how far it is, their numbers and their chances."""

from __future__ import annotations

import fimbul
from fimbul.bots import bot, outlook
from fimbul.cli.sitting import Sitting
from fimbul.cli.table import TableLook, screen, table
from fimbul.cli.terminal import Terminal
from fimbul.games.rag_narok.parts import MELEE
from fimbul.kernel import Mark, Zone, find_lesson, lesson_match

GAME = fimbul.game("rag_narok")


def shown(task: int, picks: int = 0) -> str:
    lesson = find_lesson(GAME)
    match = lesson_match(GAME, lesson, task, picks)
    console = screen(plain=True)
    with console.capture() as heard:
        console.print(table(GAME.scene(match.state, 0, brief=True), TableLook(plain=True), 80))
    return heard.get()


def test_units_look_somewhere_and_lengths_are_drawn() -> None:
    lines = shown(2).splitlines()
    assert "|- 10 cm -|" in "\n".join(lines)
    above = next(line for line in lines if "Puppets" in line)
    down = next(line for line in lines if "↓" in line)
    up = next(line for line in lines if "↑" in line)
    assert lines.index(above) < lines.index(down) < lines.index(up)
    assert up.count("↑") == 2, "both Units of the lower army look up"


def test_whom_a_seat_leads_is_told_with_numbers() -> None:
    told = shown(2)
    assert "  Duelists (4 of 4): No Order\n    MOV 10 INI 4 ATT 5" in told
    assert "  Puppets (10 of 10): No Order\n    MOV 7.5 INI 1" in told


def test_a_strip_is_measured_from_top_to_bottom() -> None:
    assert shown(1).count("| 12 cm") == 2


def test_chances_stand_below_the_question_and_in_a_look() -> None:
    lesson = find_lesson(GAME)
    sitting = Sitting(lesson_match(GAME, lesson, 4), {})
    far, shots = sitting.foretold()[0].split("; ")[:2]
    assert far == "Melmoth: 36 cm"
    assert shots == "4 shots: a 6 and 2 more, 13 %"
    assert ("Melmoth", "36 cm") in sitting.texts("melmoth")
    charge = Sitting(lesson_match(GAME, lesson, 9, 3), {})
    told = dict(charge.texts("unit:1-melmoth"))
    assert any("cm" in line for line in charge.foretold()), told


def test_an_arrow_that_leads_aside_is_drawn_so() -> None:
    marks = (Mark("arrow", ((0, 0), (20, 20))), Mark("arrow", ((40, 20), (20, 0))))
    zone = Zone("field", kind="board", marks=marks, box=(0, 0, 40, 40), grain=(10, 10))
    console = screen(plain=True)
    with console.capture() as heard:
        console.print(table(fimbul.Scene((zone,)), TableLook(plain=True), 80))
    assert heard.get().split() == ["↖", "↘"]


def test_a_melee_is_fought_as_usual_by_one_word() -> None:
    """Questions of the melee alone are answered, and the word is offered where it has a use."""
    match = fimbul.Match(GAME, GAME.setup(), 1)
    bots = [bot("konung", seat) for seat in range(2)]
    while (asked := match.state.open[0]).rule != "melee.dice-split" or asked.seat:
        seen = outlook(GAME, match.state, asked.seat)
        match.choose(asked.seat, bots[asked.seat].pick(seen))
    terminal = Terminal(Sitting(match, {1: bots[1]}), plain=True)
    with terminal.console.capture() as heard:
        terminal.obey("")
        terminal.obey("usual")
    assert "`usual`: Fight on as usual. All dice attack" in heard.get()
    assert match.state.phase != MELEE, "the whole melee is fought"
    with terminal.console.capture() as heard:
        terminal.obey("usual")
    assert "There is no usual answer to that." in heard.get()
