"""A whole march in one line of the terminal."""

from __future__ import annotations

from fimbul.bots import bot, outlook
from fimbul.cli.sitting import Sitting
from tests.browser.known import begun


def test_a_line_reveals_an_order_turns_and_goes() -> None:
    match, bots = begun("rag_narok", 1), [bot("konung", seat) for seat in range(2)]
    while "token:0-duelists-1" not in (asked := match.state.open[0]).options:
        seen = outlook(match.game, match.state, asked.seat)
        match.choose(asked.seat, bots[asked.seat].pick(seen))
    sitting = Sitting(match, {1: bots[1]})
    picks = [thing for _, thing in sitting.reading("duelists-1 carry-out 15 8")]
    assert picks == ["token:0-duelists-1", "button:carry-out", "turn:15", "advance:8"]
    assert len(sitting.reading("duelists-1 carry 0 8 straight")) == 5
