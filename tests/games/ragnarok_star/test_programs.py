"""Programs that bots think out on sketches."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star.programs import programs
from fimbul.games.ragnarok_star.state import Tour
from fimbul.kernel import Width, choose
from tests.games.ragnarok_star.test_lore import writing


def never() -> bool:
    return False


def first_boards(expansions: str, **options: bool) -> Tour:
    """Everybody is about to write the first program."""
    state = GAME.new(GAME.setup(seats=3, expansions=expansions, **options), 5)
    while state.open[0].rule != "program.numbers":
        choose(state, state.open[0].seat, state.open[0].options[0])
    return state


@pytest.mark.parametrize("expansions", ["base", "divalkyrie"])
def test_every_program_can_be_written(expansions: str) -> None:
    state = first_boards(expansions)
    found = programs(state, 1, Width(12, never))
    assert len(set(found)) == 12
    for way in found:
        twin = state.clone()
        for thing in way:
            choose(twin, 1, thing)
        assert 1 in twin.sealed


def test_the_best_program_takes_what_is_there() -> None:
    state = writing("kiss sea", "kiss 2G 2L, pink 2B 2M")
    best = programs(state, 0, Width(40, never))[0]
    assert set(best[:2]) == {"act:girl2", "act:lady2"}
    assert best[3] == "island:pink"
    assert set(best[4:6]) == {"act:boy2", "act:man2"}


def test_a_program_that_is_begun_is_finished() -> None:
    state = first_boards("base")
    for thing in ("act:sail", "island:kiss"):
        choose(state, 0, thing)
    for way in programs(state, 0, Width(3, never)):
        assert "act:sail" not in way
        assert way[-1] == "button:done"


def test_nothing_is_found_where_time_is_up_or_boards_are_sloppy() -> None:
    assert programs(first_boards("base"), 0, Width(3, lambda: True)) == []
    assert programs(first_boards("base", strict=False), 0, Width(3, never)) == []
