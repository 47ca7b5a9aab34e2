"""The declared order of steps: every step stands in it, and a stored agenda must keep it."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.forecast import step_ahead
from fimbul.games.ragnarok_star.rules import course, order
from fimbul.games.ragnarok_star.rules.guests import Window
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.kernel import BadState, choose, decode, encode
from tests.games.ragnarok_star.drawn import hold, program, put_angry, start, table


def steps(kind: type[StarStep] = StarStep) -> set[type[StarStep]]:
    """All that is ever on the agenda."""
    below = {step for child in kind.__subclasses__() for step in steps(child)}
    return below if kind in (StarStep, Asking, Window) else {kind, *below}


def test_every_step_stands_in_the_order() -> None:
    last = {kind for kind in steps() if kind.above}
    above = {step for kind in last for step in kind.above}
    assert last.isdisjoint(above)
    assert last | above == steps()


def test_no_step_stands_twice_in_one_phase() -> None:
    for above in (order.BEFORE_NUMBERS, order.BEFORE_NEW_ROUND, order.BEFORE_SCORE):
        assert len(set(above)) == len(above)


# rule: ruling.order-within-number, resolve.theft-last, dragon.timing
def test_a_number_runs_through_the_ten_steps_in_order() -> None:
    begun = [type(row[0]).__name__ for row in reversed(course.rows_of(2**11 - 1))]
    assert begun == [
        "Shields", "Moves", "Collects", "Draws", "Eyes", "Seize", "DrawStars", "Bewitchings",
        "Dragon", "Thefts", "CloseNumber", "Numbers",
    ]  # fmt: skip
    assert max(p.STEP_OF) == len(order.NUMBER)


def test_a_stored_agenda_keeps_the_order() -> None:
    state = GAME.new(GAME.setup_type(seats=2), 1)
    while state.round < 1 or not state.at or len(state.agenda) < 4:
        choose(state, state.open[0].seat, state.open[0].options[0])
    assert decode(GAME, encode(state)) == state
    state.agenda[1:3] = state.agenda[2:0:-1]
    with pytest.raises(BadState, match="not the order of the round"):
        decode(GAME, encode(state))


def test_a_failure_does_not_hide_what_is_still_ahead() -> None:
    """Bots that are asked about a failed move know that boats have moved at this number."""
    state = table("kiss pink", "0,0,0,0 0,0,0,0", "pink 1G", "berg@2 bridge@3", "divalkyrie")
    hold(state, 0, "alice-kuper")
    put_angry(state, 0, 1)
    program(state, "1: sail>motor", "1: girl1")
    start(state, 1)
    choose(state, 0, p.KEEP)  # it is not Freyja Mercury, who would sail on
    assert type(state.agenda[-1][0]).__name__ == "Excuse"
    assert step_ahead(state) == 3
