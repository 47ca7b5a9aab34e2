"""Collecting: reach, choices, and undecided fans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.collecting import shares
from fimbul.games.ragnarok_star.rules.conditions import columns, lines, pit
from fimbul.games.ragnarok_star.rules.ending import glory
from fimbul.games.ragnarok_star.state.packing import START_LODGE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, linked
from fimbul.kernel import choose
from tests.games.ragnarok_star.drawn import (
    asked,
    at,
    crowd,
    halls,
    number,
    program,
    start,
    table,
)

PATTI = "1: sail>pink, 2: man1, 3: girl2, 4: lady2, 5: man2"


def patti(upto: int) -> RagnarokStar:
    state = table("kiss sea", "", "pink 2G, skerries 1G 1M, kiss 1B", "bridge@0 berg@2")
    program(state, PATTI)
    for now in range(1, upto + 1):
        number(state, now)
    return state


# rule: move.classic, program.destination, resolve.numeric-order
def test_patti_moves() -> None:
    # example: example.patti-1-moves
    state = patti(1)
    assert at(state, 0) == "pink"
    assert linked(state, 0) == [1]


# rule: collect.simple, collect.across-not-simple, collect.fails
def test_a_simple_collection_does_not_cross_the_ice() -> None:
    # example: example.patti-2-simple-does-not-cross
    state = patti(1)
    assert number(state, 2) == ["{0} finds no old man to collect"]
    assert halls(state)[0] == (0, 0, 0, 0)


# rule: collect.double, collect.own-or-linked, collect.across-ice, ruling.collect-choice
def test_at_home_or_across_the_ice() -> None:
    # example: example.patti-3-own-or-linked
    state = patti(2)
    start(state, 3)
    options = ("fan:pink-girl-2", "fan:pink-girl-1", "fan:skerries-girl-1", p.TAKE_NONE)
    assert asked(state, 0) == options
    across = state.clone()
    choose(state, 0, "fan:pink-girl-2")
    assert halls(state)[0] == (2, 0, 0, 0)
    assert (crowd(state, "pink"), crowd(state, "skerries")) == ("", "1G 1M")
    choose(across, 0, "fan:skerries-girl-1")
    assert halls(across)[0] == (1, 0, 0, 0)
    assert (crowd(across, "pink"), crowd(across, "skerries")) == ("2G", "1M")
    assert across.tally[p.ACROSS] == 1


# rule: collect.fails, collect.across-ice, collect.double
def test_patti_finds_no_lady_but_a_man_across_the_ice() -> None:
    # example: example.patti-4-no-such-fan
    # example: example.patti-5-across-ice
    state = patti(4)
    assert halls(state)[0] == (2, 0, 0, 0)
    number(state, 5)
    assert halls(state)[0] == (2, 0, 0, 1)
    assert crowd(state, "skerries") == "1G"


@pytest.mark.parametrize(
    ("island", "boards", "picks", "expected", "left"),
    [
        # rule: collect.undecided-equal, collect.undecided-rest
        # example: example.undecided-one-fan-two-players
        ("1B", ("boy1", "boy2"), (1, 1), (0, 0), "1B"),
        # example: example.undecided-two-fans-two-doubles
        ("2B", ("boy2", "boy2"), (2, 2), (1, 1), ""),
        # rule: collect.undecided-no-double-priority
        # example: example.undecided-simple-and-double
        ("2B", ("boy1", "boy2"), (1, 2), (1, 1), ""),
        # example: example.undecided-three-fans-two-doubles
        ("3B", ("boy2", "boy2"), (2, 2), (1, 1), "1B"),
        # example: example.enough-for-all
        ("3B", ("boy1", "boy2"), (1, 2), (1, 2), ""),
        # rule: collect.fewer, ruling.undecided-demand
        # example: example.take-fewer
        ("2B", ("boy2", "boy1"), (1, 1), (1, 1), ""),
        # example: example.undecided-four-fans-three-players
        ("4B", ("boy2", "boy2", "boy1"), (2, 2, 1), (1, 1, 1), "1B"),
        # example: example.undecided-two-fans-three-players
        ("2B", ("boy2", "boy1", "boy2"), (2, 1, 2), (0, 0, 0), "2B"),
    ],
)
def test_undecided_fans(
    island: str,
    boards: tuple[str, ...],
    picks: tuple[int, ...],
    expected: tuple[int, ...],
    left: str,
) -> None:
    """The examples with old ladies are played with boys: the type makes no difference."""
    state = table("motor " * len(boards), "", f"motor {island}")
    program(state, *[f"2: {action}" for action in boards])
    number(state, 2, {seat: [f"fan:motor-boy-{many}"] for seat, many in enumerate(picks)})
    assert tuple(fans[p.BOY] for fans in halls(state)) == expected
    assert crowd(state, "motor") == left


def test_conflicts_are_told_in_words() -> None:
    state = program(table("kiss kiss", "", "kiss 1G"), "1: girl1", "1: girl2")
    said = number(state, 1, {0: ["fan:kiss-girl-1"], 1: ["fan:kiss-girl-1"]})
    assert said == ["Two bands want the last girl on Kissholm, so she stays"]
    state = program(table("kiss kiss", "", "kiss 3G"), "1: girl2", "1: girl2")
    assert number(state, 1)[-1] == "Two bands share the 3 girls on Kissholm, 1 each, and 1 stays"
    three = program(table("kiss kiss kiss", "", "kiss 2M"), "1: man2", "1: man2", "1: man1")
    assert number(three, 1) == ["Three bands want the 2 old men on Kissholm, so they stay"]


# rule: ruling.undecided-algorithm
@given(st.integers(0, 12), st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_sharing_is_fair(available: int, wanted: list[int]) -> None:
    got = shares(available, wanted)
    assert sum(got) <= available
    assert all(0 <= mine <= many for mine, many in zip(got, wanted, strict=True))
    if sum(wanted) <= available:
        assert got == wanted
    else:  # who gets less than another has asked for no more
        assert all(a >= min(b, w) for a, w in zip(got, wanted, strict=True) for b in got)
        assert got == shares(available, wanted[::-1])[::-1], "no seat comes first"


# rule: collect.undecided-no-position-priority, collect.across-ice
def test_position_gives_no_priority() -> None:
    # example: example.undecided-across-ice
    state = table("skerries pink", "", "skerries 1M", "bridge@0 berg@2")
    program(state, "2: man1", "2: man2")
    number(state, 2, {0: ["fan:skerries-man-1"], 1: ["fan:skerries-man-1"]})
    assert halls(state) == [(0, 0, 0, 0)] * 2
    assert crowd(state, "skerries") == "1M"


# rule: collect.own-or-linked, collect.undecided-equal
def test_a_double_collection_dodges_a_conflict() -> None:
    # example: example.double-dodges-conflict
    state = table("pink pink", "", "pink 1G, skerries 1G", "bridge@0 berg@2")
    program(state, "1: girl2", "1: girl2")
    number(state, 1, {0: ["fan:pink-girl-1"], 1: ["fan:skerries-girl-1"]})
    assert halls(state) == [(1, 0, 0, 0)] * 2
    assert crowd(state, "pink") == crowd(state, "skerries") == ""


# rule: collect.single-island, ruling.collect-no-mix
def test_one_island_alone() -> None:
    # example: example.double-no-mix
    state = table("pink sea", "", "pink 1G, skerries 3G", "bridge@0 berg@2")
    start(program(state, "1: girl2"), 1)
    assert asked(state, 0) == ("fan:pink-girl-1", "fan:skerries-girl-1", p.TAKE_NONE)
    assert GAME.why(state, 0, "fan:skerries-girl-2") == (
        "collect.across-ice",
        "Across the ice only one fan can be taken.",
    )


# rule: ice.links-islands, ruling.links-not-transitive
def test_links_do_not_go_on() -> None:
    # example: example.link-not-transitive
    state = table("pink skerries", "", "motor 2B", "pack@0 bridge@1")
    program(state, "1: boy2", "2: boy2")
    assert number(state, 1) == ["{0} finds no boy to collect"]
    number(state, 2)
    assert halls(state) == [(0, 0, 0, 0), (0, 1, 0, 0)]
    assert crowd(state, "motor") == "1B"


# rule: ruling.collect-at-sea, setup.boats-centre
def test_nobody_collects_at_sea() -> None:
    # example: example.collect-at-sea
    state = program(table("sea sea", "", "pink 1G"), "1: girl2, 2: sail>pink")
    assert number(state, 1) == ["{0} finds no girl to collect"]
    assert number(state, 2) == ["{0} sails to Pink Fjord"]
    assert (at(state, 0), crowd(state, "pink")) == ("pink", "1G")


# rule: ice.blocks-port, ruling.blocked-port-other-actions
def test_a_frozen_port_does_not_hinder_collecting() -> None:
    # example: example.collect-in-frozen-port
    state = program(table("motor sea", "", "motor 1M"), "1: man1")
    number(state, 1)
    assert halls(state)[0] == (0, 0, 0, 1)


# rule: collect.fewer, ruling.collect-zero, angry.fail-collect, ruling.failure-collect
def test_to_take_none_is_no_failure() -> None:
    state = program(table("kiss sea", "", "kiss 1G", mode="angry"), "1: girl1")
    number(state, 1, {0: [p.TAKE_NONE]})
    assert (crowd(state, "kiss"), state.lodges[0]) == ("1G", START_LODGE)


# rule: hall.mosh-pit, hall.placement, hall.mosh-pit-value, hall.four-columns, hall.glory
# rule: ruling.hall-rows, ruling.hall-compact, ruling.pit, end.pit
def test_overflow_stands_in_the_pit() -> None:
    # example: example.mosh-pit-overflow
    state = table("kiss sea", "4,4,4,4", "kiss 2B")
    number(program(state, "1: boy2"), 1)
    fans = halls(state)[0]
    assert fans == (4, 6, 4, 4)
    assert (lines(fans), columns(fans), pit(fans), sum(fans)) == (4, 1, 1, 18)
    assert glory(state, 0) == 5


# rule: ruling.links-not-transitive, ruling.link-only-collecting, ruling.board-ring
def test_whoever_is_between_two_links_may_choose_either() -> None:
    state = table("skerries sea", "", "pink 1G, motor 1G, kiss 1G", "pack@0 bridge@1")
    start(program(state, "1: girl2"), 1)
    assert asked(state, 0) == ("fan:pink-girl-1", "fan:motor-girl-1", p.TAKE_NONE)
    rule, _ = GAME.why(state, 0, "fan:kiss-girl-1") or ("", "")
    assert rule == "collect.single-island"


# rule: resolve.announce, ruling.announce-in-software, band.free-space, resolve.simultaneous
def test_collectors_choose_together_and_hidden() -> None:
    state = table("kiss kiss", "", "kiss 4G")
    start(program(state, "1: girl2", "1: girl1"), 1)
    choose(state, 1, "fan:kiss-girl-1")
    assert (crowd(state, "kiss"), state.events) == ("4G", [])
    assert GAME.seen(state, 0).sealed == (1,)
    choose(state, 0, "fan:kiss-girl-2")
    assert crowd(state, "kiss") == "1G"
