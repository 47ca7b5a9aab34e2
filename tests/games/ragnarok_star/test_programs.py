"""Programs that bots think out on sketches."""

from __future__ import annotations

import pytest

from fimbul.bots import bot, outlook
from fimbul.bots.ways import is_wide
from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.programs import programs
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Width, choose
from tests.games.ragnarok_star.drawn import program, start, table
from tests.games.ragnarok_star.test_lore import writing


def never() -> bool:
    return False


def first_boards(expansions: str, **options: bool) -> RagnarokStar:
    """Everybody is about to write the first program."""
    state = GAME.new(GAME.setup(seats=3, expansions=expansions, **options), 5)
    while state.open[0].rule != "program.numbers":
        choose(state, state.open[0].seat, state.open[0].options[0])
    return state


@pytest.mark.parametrize("most", [12, 30])
@pytest.mark.parametrize("expansions", ["base", "divalkyrie"])
def test_every_program_can_be_written(expansions: str, most: int) -> None:
    state = first_boards(expansions)
    found = programs(state, 1, Width(most, never))
    assert len(set(found)) == len(found) == most
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


def test_a_plain_player_takes_what_is_worth_more_here_and_sails_on_for_the_rest() -> None:
    state = writing("pink sea", "pink 2G 1B, motor 2B 1M")
    state.ice = [p.NONE] * 4
    best = programs(state, 0, Width(3, never))[0]
    assert best[:3] == ("act:girl2", "act:sail", "island:motor")
    assert set(best[3:5]) == {"act:boy2", "act:man2"}
    frozen = writing("pink sea", "motor 2G 2L")  # a berg lies before it
    best = programs(frozen, 0, Width(3, never))[0]
    assert best[:2] == ("act:fly", "island:motor")


def test_a_plain_player_does_not_know_what_comes() -> None:
    state = writing("pink sea", "pink 1G, motor 1B")
    other = state.clone()
    other.decks = [deck[::-1] for deck in state.decks]
    assert programs(state, 0, Width(16, never)) == programs(other, 0, Width(16, never))
    assert programs(state, 0, Width(30, never)) != programs(other, 0, Width(30, never))


def test_a_program_that_is_begun_is_finished() -> None:
    state = first_boards("base")
    for thing in ("act:sail", "island:kiss"):
        choose(state, 0, thing)
    for way in programs(state, 0, Width(3, never)):
        assert "act:sail" not in way
        assert way[-1] == "button:done"


def test_nothing_is_found_where_time_is_up_or_a_mark_is_half_written() -> None:
    assert programs(first_boards("base"), 0, Width(3, lambda: True)) == []
    for strict in (True, False):
        state = first_boards("base", strict=strict)
        choose(state, 0, "act:sail")
        assert programs(state, 0, Width(3, never)) == []


def test_programs_for_a_sloppy_board_are_the_same_with_their_numbers() -> None:
    clean = programs(first_boards("base"), 0, Width(3, never))
    sloppy = programs(first_boards("base", strict=False), 0, Width(3, never))
    numbers = tuple(f"number:{number}" for number in range(1, 6))
    assert clean == [tuple([thing for thing in way if thing not in numbers]) for way in sloppy]
    assert all(tuple([thing for thing in way if thing in numbers]) == numbers for way in sloppy)
    spoilt = first_boards("base", strict=False)
    for thing in ("act:eye", "number:3"):
        choose(spoilt, 0, thing)
    assert programs(spoilt, 0, Width(3, never)) == [], "numbers are out of order"


def thieves() -> RagnarokStar:
    """Four boats lie together, and two bands steal at the same number."""
    state = table("kiss kiss kiss kiss", "1,1,1,1 1,1,1,1 1,1,1,1 1,1,1,1")
    program(state, "1: steal", "1: steal").strict = True
    start(state, 1)
    return state


def test_no_program_is_thought_of_while_two_bands_steal_from_many() -> None:
    state = thieves()
    assert is_wide(state)
    assert programs(state, 0, Width(3, never)) == []


@pytest.mark.parametrize("name", ["greedy", "mcts:4n", "mcts:2ms", "jarl", "engine:500ms"])
def test_every_bot_steals_where_it_may_choose_from_many(name: str) -> None:
    state = thieves()
    for seat in (0, 1):
        choose(state, seat, bot(name, seat).pick(outlook(GAME, state, seat)))
    assert sum(state.halls) == 16
