"""Each rule of Nine Men's Morris on a drawn board."""

from __future__ import annotations

import pytest
from drawn import drawn, go, man_on, offered, reach
from nine_mens_morris import parts as p
from nine_mens_morris.state import NineMensMorris

import fimbul
from fimbul.kernel import IllegalChoice

GAME = fimbul.game("nine_mens_morris")
# By hand: 24 points, then 23, then 22. Nobody can close a mill before the fifth turn.
PERFT = {1: 24, 2: 24 * 23, 3: 24 * 23 * 22}


def because(state: NineMensMorris) -> tuple[tuple[int, ...], str]:
    result = GAME.result(state)
    assert result is not None
    return result.places, result.because


def perft(state: NineMensMorris, turns: int) -> int:
    """The number of ways to play that many turns of the opening."""
    if turns == 0:
        return 1
    count = 0
    for thing in state.open[0].options:
        after = state.clone()
        fimbul.choose(after, after.open[0].seat, thing)
        count += perft(after, turns - 1)
    return count


@pytest.mark.parametrize(("turns", "count"), PERFT.items())
def test_perft(turns: int, count: int) -> None:  # rule: place.free-point, turn.order
    assert perft(GAME.new(), turns) == count


def test_every_point_is_on_two_lines_of_three() -> None:  # rule: setup.board
    lines = {" ".join(p.NAMES[at] for at in line) for line in p.LINES}
    assert len(lines) == 16
    assert {"a1 d1 g1", "a4 b4 c4", "e4 f4 g4", "a1 a4 a7", "d1 d2 d3", "d5 d6 d7"} <= lines
    assert all(sum(at in line for line in p.LINES) == 2 for at in range(24))
    beside = {p.NAMES[at]: {p.NAMES[to] for to in p.BESIDE[at]} for at in range(24)}
    assert beside["d2"] == {"d1", "d3", "b2", "f2"}
    assert beside["d3"] == {"d2", "c3", "e3"}, "nothing leads through the middle"
    assert beside["a1"] == {"a4", "d1"}


def test_the_board_is_drawn_in_text() -> None:  # rule: setup.board, setup.men
    state = go(go(GAME.new(), "d2"), "f4")
    assert str(GAME.scene(state, 0)).splitlines() == [
        " 7 .     .     .",
        " 6   .   .   .",
        " 5     . . .",
        " 4 . . .   . r .",
        " 3     . . .",
        " 2   .   w   .",
        " 1 .     .     .",
        "   a b c d e f g",
    ]
    told = [plate.facts for plate in GAME.scene(state, 0).plates]
    assert told == [("1 man on the board", "8 men in hand")] * 2


def test_men_are_placed_before_any_moves() -> None:  # rule: place.free-point, setup.men
    state = drawn("... ... ... ...... ... .w. r..", hands=(1, 1))
    assert offered(state) == set(p.NAMES) - {"a1", "d2"}
    with pytest.raises(IllegalChoice):
        fimbul.choose(state, 0, man_on(state, "d2"))
    go(go(state, "g7"), "a7")
    assert offered(state) == {"d2", "g7"}, "the hands are empty: now men move"


def test_a_man_goes_to_the_next_free_point() -> None:  # rule: move.along
    state = drawn("w.. ..w ... ...... ... .wr .w.")
    assert reach(state, "d2") == {"b2", "d3"}, "d1 and f2 are taken"
    assert reach(state, "a7") == {"a4", "d7"}
    assert reach(state, "f6") == {"d6", "f4"}


def test_three_men_fly_and_four_do_not() -> None:  # rule: move.fly
    three = drawn("w.. ... ... ...... ... .r. w.w")
    assert reach(three, "a7") == set(p.NAMES) - {"a7", "a1", "g1", "d2"}
    four = drawn("w.. ... ... ...... ... .r. w.w".replace("...... ...", "...... w.."))
    assert reach(four, "a7") == {"a4", "d7"}


def test_three_in_a_line_take_a_man() -> None:  # rule: mill.three, mill.take
    state = go(drawn("... .r. ... .....r ..w .w. .wr"), "e3-d3")
    assert state.open[0].seat == 0
    assert offered(state) == {"d6", "g4", "g1"}
    go(state, "x d6")
    assert because(state) == ((1, 2), "end.two-men")


def test_a_mill_of_placed_men_takes_as_well() -> None:  # rule: mill.take
    state = go(drawn("... ... ... r..... ..r .w. .w.", hands=(7, 7)), "d3")
    go(state, "x a4")
    assert (state.open[0].seat, "a4" in offered(state)) == (1, True)


def test_points_around_a_corner_are_no_mill() -> None:  # rule: mill.three
    state = go(drawn("... ... ... w...r. ... ..r .w.", hands=(7, 7)), "a1")
    assert state.open[0].seat == 1, "a4, a1 and d1 lie on two lines"
    across = go(drawn("... ... .w. ...... ..r .w. ..r", hands=(7, 7)), "d3")
    assert across.open[0].seat == 1, "d2, d3 and d5: the middle is empty"


def test_a_mill_opens_and_closes_again() -> None:  # rule: mill.three
    state = drawn("rr. r.. ..r ...... w.. .w. www")
    go(state, "c3-c4")
    assert state.open[0].seat == 1, "a mill that only stands there takes nobody"
    go(go(go(state, "e5-e4"), "a1-a4"), "e4-e5")
    assert state.open[0].seat == 0, "it was opened"
    go(state, "a4-a1")
    assert offered(state) == {"a7", "d7", "b6", "e5"}, "and takes again"


def test_men_in_a_mill_are_safe_while_others_are_not() -> None:  # rule: mill.safe
    state = go(drawn("rrr r.. ... ...... ..w .w. .w."), "e3-d3")
    assert offered(state) == {"b6"}
    assert GAME.why(state, 0, man_on(state, "a7")) == (
        "mill.safe",
        "That man stands in a mill, and others do not.",
    )


def test_a_mill_is_broken_only_if_nothing_else_is_left() -> None:  # rule: mill.safe
    state = go(drawn("rrr ... ... ...... ..w .w. .w."), "e3-d3")
    assert offered(state) == {"a7", "d7", "g7"}


def test_two_mills_at_once_take_one_man() -> None:  # rule: ruling.two-mills
    state = go(drawn("r.r ... ... r....r w.w .w. .w.", hands=(1, 1)), "d3")
    go(state, "x a4")
    assert state.open[0].seat == 1


def test_men_in_hand_count_as_left() -> None:  # rule: end.two-men
    state = go(go(drawn("... ... ... r..... ..r .w. .w.", hands=(1, 1)), "d3"), "x a4")
    assert because(state) == ((1, 2), "end.two-men")
    more = go(go(drawn("... ... ... r..... ..r .w. .w.", hands=(2, 2)), "d3"), "x a4")
    assert more.result is None


def test_who_cannot_move_loses() -> None:  # rule: end.no-move
    state = drawn("r.r ... ... w....w ... ..w ww.")
    go(state, "f2-d2")
    assert state.result is None, "d7 is free"
    shut = drawn("rrr .r. .w. w....w ... w.. ...")
    assert offered(shut) == {"d5", "a4", "g4", "b2"}
    held = drawn("rrr rww ... w....w ... w.. ...")
    assert because(go(held, "b2-b4")) == ((1, 2), "end.no-move")


@pytest.mark.parametrize("takes", [False, True])
def test_fifty_quiet_turns_are_a_draw(takes: bool) -> None:  # rule: ruling.quiet
    state = drawn("rr. r.. ..r ...... ..w .w. .w.", quiet=49)
    if takes:
        go(go(state, "e3-d3"), "x a7")
        assert (state.result, state.quiet) == (None, 0)
    else:
        go(state, "e3-c3")
        assert because(state) == ((1, 1), "ruling.quiet")


def test_refusals_say_which_rule_forbids_it() -> None:
    state = drawn("r.. ... ... r....r ... w.. w..")
    assert GAME.why(state, 0, man_on(state, "a4")) == (
        "turn.order",
        "Choose one of your own men first.",
    )
    assert GAME.why(drawn("... ... ... r....r ... www wr."), 0, "man:white-1") == (
        "move.along",
        "No point beside that man is free.",
    )
