"""What bots know, against the same thing worked out slowly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME, lore
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice
from tests.games.ragnarocks import table as t

FAR = 1000
Distances = dict[int, int]


def queen_steps(state: Ragnarocks, at: int) -> list[int]:
    found = []
    for ray in p.board(state.board).rays[at]:
        for to in ray:
            if state.hexes[to] != p.EMPTY:
                break
            found.append(to)
    return found


def king_steps(state: Ragnarocks, at: int) -> list[int]:
    return [to for to in p.board(state.board).beside[at] if state.hexes[to] == p.EMPTY]


def distances(state: Ragnarocks, side: int, queen: bool) -> Distances:
    """How many moves each free hex is away from the nearest nomad of a side."""
    vikings = p.board(state.board).sides[side]
    front = [at for at in (state.where[n] for n in vikings) if state.land[at] == p.CONTESTED]
    found: Distances = {}
    steps = 0
    while front:
        steps += 1
        reached = []
        for at in front:
            for to in queen_steps(state, at) if queen else king_steps(state, at):
                if to not in found:
                    found[to] = steps
                    reached.append(to)
        front = reached
    return found


def slow_territory(state: Ragnarocks, queen: bool) -> tuple[set[int], set[int], set[int]]:
    ivory, red = (distances(state, side, queen) for side in (p.IVORY, p.RED))
    cells = ivory.keys() | red.keys()
    first = {at for at in cells if ivory.get(at, FAR) < red.get(at, FAR)}
    second = {at for at in cells if red.get(at, FAR) < ivory.get(at, FAR)}
    return first, second, cells - first - second


def cells_of(board: p.Board, hexes: int) -> set[int]:
    return {at for at in board.cells if board.bits[at] & hexes}


def some_state(board: str, seed: int, choices: int) -> Ragnarocks:
    state, dice = GAME.new(GAME.setup(board=board, stones=0), seed), Dice(seed)
    for _ in range(choices):
        if state.asked:
            (decision,) = state.asked
            fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return state


states = st.builds(
    some_state, st.sampled_from(list(p.PLANS)), st.integers(0, 2**32), st.integers(0, 160)
)


@given(states)
def test_territory_is_what_a_plain_search_finds(state: Ragnarocks) -> None:
    board, ground = p.board(state.board), lore.ground_of(state)
    lines = lore.lines_of(ground)
    queens = lore.territory(ground, lambda front: lore.along(front, lines))
    kings = lore.territory(ground, lambda front: lore.beside(front, ground.width))
    for reached, queen in ((queens, True), (kings, False)):
        found = (*reached.first, reached.both)
        assert tuple(cells_of(board, each) for each in found) == slow_territory(state, queen)
    for side in (p.IVORY, p.RED):
        near = {at for at, steps in distances(state, side, True).items() if steps == 1}
        assert cells_of(board, queens.near[side]) == near


@given(states)
def test_a_prospect_adds_up(state: Ragnarocks) -> None:
    if state.result is not None:
        return
    queens, kings = (slow_territory(state, queen) for queen in (True, False))
    near = [sum(steps == 1 for steps in distances(state, side, True).values()) for side in (0, 1)]
    tempo = lore.TEMPO if state.asked[0].seat == state.ivory else -lore.TEMPO
    expected = (
        state.land.count(p.SETTLED[p.IVORY])
        - state.land.count(p.SETTLED[p.RED])
        + lore.QUEEN * (len(queens[0]) - len(queens[1]) + tempo * len(queens[2]))
        + lore.KING * (len(kings[0]) - len(kings[1]))
        + lore.MOBILITY * (near[p.IVORY] - near[p.RED])
    )
    assert lore.prospect(state) == pytest.approx(expected)
    assert (lore.value(state, state.ivory) > 0) == (lore.prospect(state) > 0)


@given(states)
def test_a_value_is_fair_and_bounded(state: Ragnarocks) -> None:
    mine, yours = (lore.value(state, seat) for seat in (0, 1))
    assert -1 <= mine <= 1
    assert mine == -yours
    if state.result is not None:
        assert mine == state.result.reward(0)
    else:
        assert abs(mine) < 1
        twin = state.clone()
        assert lore.value(twin, 0) == mine
        assert twin == state, "looking changes nothing"


def test_settled_land_is_worth_having() -> None:
    state = t.laid(t.WALLS)
    bare = t.laid(t.WALLS.replace("2i4", "7"))
    assert lore.value(state, 0) > lore.value(bare, 0)
    assert lore.prospect(state) - lore.prospect(bare) == 26


def test_closing_a_wall_around_more_land_is_better() -> None:
    """Ivory south of the wall has 26 hexes and red 51; the other way round is better for ivory."""
    small = t.laid("9/4r5/4r6/2r8/10/oooo1oooo/2i5/1i5/3i2/5 i 32")
    large = t.laid("9/4i5/4i6/2i8/10/oooo1oooo/2r5/1r5/3r2/5 i 32")
    assert lore.value(small, 0) < 0 < lore.value(large, 0)


def test_freedom_is_better_than_a_corner() -> None:
    free = t.laid("9/10/2r8/6r4/10/3r5/3i1i2/7/6/2i2 i 38")
    cornered = t.laid("9/10/2r8/6r4/10/3r5/8/7/6/iii2 i 38")
    assert lore.value(free, 0) > lore.value(cornered, 0)


def test_the_side_to_move_has_the_tempo() -> None:
    ivory, red = (lore.value(t.laid(t.OPEN.replace(" i ", f" {side} ")), 0) for side in "ir")
    assert ivory > red


def test_one_look_ahead_beats_chance() -> None:
    """The best of all complete turns by value, against random turns, colours alternated."""
    won = 0
    for seed in range(6):
        state, dice = t.start(board="sym54", ivory=seed % 2), Dice(seed)
        while state.asked:
            seat = state.asked[0].seat
            if seat == 0:
                _, best = max(
                    ((lore.value(after, 0), number), after)
                    for number, (_, after) in enumerate(t.turns(state))
                )
                state = best
            else:
                for _ in range(3):
                    options = state.asked[0].options
                    fimbul.choose(state, seat, options[dice.roll(len(options))])
        assert state.result is not None
        won += state.result.places == (1, 2)
    assert won >= 5


def lead(position: str, ivory: str, red: str = "none") -> float:
    """By how much a power changes what ivory may expect."""
    plain = lore.prospect(t.laid(position, powers=("sol", "none")))
    return lore.prospect(t.laid(position, powers=(ivory, red))) - plain


def test_lore_knows_what_powers_count() -> None:
    """Wild land for Freya, runestones for Hel, Frigg's debt; the other way round for red."""
    assert lead(t.WALLS, "freya") == 2
    assert lead(t.WALLS, "sol", "freya") == -2
    paid = t.OPEN.replace("38", "35") + " frigg=3"
    assert lore.prospect(t.laid(paid, powers=("frigg", "none"))) == pytest.approx(
        lore.prospect(t.laid(t.OPEN, powers=("sol", "none"))) - 3
    )
    thrown = t.OPEN.replace("38", "34") + " thor=4"
    assert lore.prospect(t.laid(thrown, powers=("thor", "none"))) == pytest.approx(
        lore.prospect(t.laid(t.OPEN, powers=("sol", "none"))) + 4 * lore.THROW
    )


def test_lore_counts_runestones_for_hel_instead_of_land() -> None:
    """Whatever ivory has settled in the south is worth nothing to her."""
    with_south, without = (lead(t.POSITIONS[name], "hel") for name in ("walls", "walls-no-south"))
    assert with_south < without


def test_lore_sees_a_wolf_beside_its_prey() -> None:
    beside = t.laid(t.OPEN.replace(" i ", " r "), powers=("fenrir", "none"))
    plain = t.laid(t.OPEN.replace(" i ", " r "), powers=("sol", "none"))
    assert lore.prospect(beside) == pytest.approx(lore.prospect(plain) + lore.THREAT)
