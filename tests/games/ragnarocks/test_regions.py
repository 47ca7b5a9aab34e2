"""Regions: what cuts the land apart, and whose it then is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.regions import map_land, split, survey
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted, Dice, Said
from tests.games.ragnarocks import table as t


def slow_regions(state: Ragnarocks) -> list[tuple[int, tuple[int, ...]]]:
    """Plainly: walk from hex to hex, and look who stands there."""
    board, seen, found = p.board(state.board), set[int](), []
    for first in board.cells:
        if first in seen or state.hexes[first] == p.STONE:
            continue
        heap, part = [first], {first}
        while heap:
            for to in board.beside[heap.pop()]:
                if state.hexes[to] != p.STONE and to not in part:
                    part.add(to)
                    heap.append(to)
        seen |= part
        colours = {state.hexes[at] in board.sides[p.RED] for at in part if state.hexes[at]}
        status = p.CONTESTED if len(colours) == 2 else p.WILD
        if len(colours) == 1:
            status = p.SETTLED[p.RED if True in colours else p.IVORY]
        found.append((status, tuple(sorted(part))))
    return found


@given(board=st.sampled_from(list(p.PLANS)), seed=st.integers(0, 2**32))
def test_land_is_always_what_the_board_says(board: str, seed: int) -> None:
    # rule: ruling.status-derived, region.definition, ruling.region-connectivity, ruling.created
    # rule: region.settled, region.contested, region.wild
    """Derived anew after every change; and in the basic game settled and wild land stays so."""
    state, dice = GAME.new(GAME.setup(board=board), seed), Dice(seed)
    while state.asked:
        before, count = state.land.copy(), len(survey(state))
        (decision,) = state.asked
        summoning = state.agenda[-1][0].rule.startswith("summon.")
        fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        plain = slow_regions(state)
        assert [(region.status, region.cells) for region in survey(state)] == plain
        assert state.land == map_land(state)
        assert all(now == then for now, then in zip(state.land, before, strict=True) if then)
        if summoning:
            parts = split(state, state.stones[-1])
            assert len(parts) == (len(plain) - count + 1 if len(plain) > count else 0)
        else:
            assert len(plain) == count


def test_a_gap_separates_nothing() -> None:  # rule: ruling.region-connectivity, region.definition
    assert t.regions(t.laid("9/4r5/4r6/2r8/10/oooo1oooo/2i5/1i5/3i2/5 i 32")) == ["contested:78"]


def test_a_viking_connects_its_neighbours() -> None:  # rule: ruling.vikings-connect
    assert t.regions(t.laid("9/4r5/4r6/2r8/10/ooooioooo/8/1i5/3i2/5 i 32")) == ["contested:78"]


def test_stones_inside_a_region_do_not_split_it() -> None:
    # rule: region.inner-stones, score.stones-do-not-count
    state = t.drawn(
        """
        . . . . . . . . .
        . . . . . . . . . .
        . . . r r r . . . . .
        . . . . . . . . . . .
        o o o o o o o o o o
        . . . . . . . . .
        . . . o o . . .
        . . i o . . .
        . i . . i .
        . . . . .
        """
    )
    assert t.regions(state) == ["ivory:32", "red:41"]
    assert t.score(state) == [32, 41]


def test_one_stone_settles_for_both() -> None:  # rule: summon.settles, region.settled
    state = t.laid(t.WALLS)
    state = t.play(state, "i9-i8/h8")
    assert t.regions(state) == ["contested:19", "ivory:26", "ivory:6", "red:9", "wild:2"]
    told = [(e.seat, e.words) for e in state.events[1:]]
    assert told == [
        (1, "The wall closes: {1} settles 9 hexes"),
        (0, "The wall closes: {0} settles 6 hexes"),
    ] or told == [
        (0, "The wall closes: {0} settles 6 hexes"),
        (1, "The wall closes: {1} settles 9 hexes"),
    ]


def test_one_stone_creates_three_regions() -> None:  # rule: ruling.several-regions, summon.settles
    state = t.laid("7o1/7o2/3r3o3/2r3o2r1/5o4/oooo3i1/4o3/2i1o2/1i2o1/4o i 27")
    t.play(state, "c3-d4/e5")
    assert t.regions(state) == ["contested:24", "ivory:16", "red:32"]
    settled = [event.amount for event in state.events if isinstance(event, Counted)]
    assert sorted(settled) == [16, 32]


def test_a_wild_region_is_nobodys() -> None:  # rule: region.wild
    state = t.play(t.laid(t.WALLS), "g5-f5/f2")
    assert t.regions(state)[-2:] == ["wild:2", "wild:2"]
    assert [e.words for e in state.events if isinstance(e, Said)] == [
        "The wall closes: the wild claims 2 hexes"
    ]


def test_two_contested_regions_settle_nothing() -> None:  # rule: ruling.created, region.contested
    state = t.laid("9/10/4r6/2r4i3/10/oooo1oooo/2i5/5r1/3i2/5 i 32")
    t.play(state, "d3-d5/e5")
    assert t.regions(state) == ["contested:26", "contested:51"]
    assert len(state.events) == 1


def test_a_region_of_one_hex() -> None:  # rule: ruling.single-hex-region
    state = t.play(t.laid("9/10/2r8/6r4/10/3r5/4i3/1i5/io4/1o3 i 38"), "b1-a1/b1")
    assert t.score(state) == [1, 0]
    assert state.events[-1].words == "The wall closes: {0} settles 1 hex"


def test_a_blocked_viking_is_no_settled_viking() -> None:  # rule: ruling.blocked-nomad
    state = t.laid(t.BLOCKED.format("r"))
    assert t.regions(state) == ["contested:24", "ivory:51"]
    assert state.land[p.board(state.board).index["cell:a1"]] == p.CONTESTED
