"""What bots think of a table, and of a program."""

from __future__ import annotations

import pytest

from fimbul.bots import bot, outlook
from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.forecast import forecast
from fimbul.games.ragnarok_star.bots.lore import ODDS, seats_filled, value
from fimbul.games.ragnarok_star.rules.course import Numbers, Reveal
from fimbul.games.ragnarok_star.rules.programming import Write
from fimbul.games.ragnarok_star.rules.windows import AfterArrival
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Dice, choose, settle
from tests.games.ragnarok_star.drawn import go_on, halls, hold, keep, program, table


def writing(boats: str, islands: str = "", hall: str = "") -> RagnarokStar:
    """Seat 0 is about to write; a card brings nobody to the islands in question."""
    state = table(boats, hall, islands, "bridge@1 berg@2")
    state.then(tuple(Write(seat) for seat in range(state.seats)), Reveal())
    settle(state)
    return state


def test_a_program_that_collects_looks_better_than_one_that_fails() -> None:
    rich, poor = writing("kiss sea", "kiss 2G"), writing("kiss sea", "kiss 2G")
    choose(rich, 0, "act:girl2")
    choose(poor, 0, "act:man2")
    assert value(rich, 0) > value(poor, 0)
    assert value(rich, 0) > value(writing("kiss sea", "kiss 2G"), 0)


def test_a_sketch_follows_the_boat() -> None:
    state = writing("pink sea", "kiss 2G, motor 2B")
    for thing in ("act:sail", "island:kiss", "act:girl2", "act:fly", "island:motor", "act:boy1"):
        choose(state, 0, thing)
    sketch = forecast(state, 0).state
    assert (sketch.boats[0], sketch.halls[:4]) == (2, [2, 1, 0, 0])
    assert (state.boats[0], state.halls[:4]) == (0, [0, 0, 0, 0]), "the table itself is untouched"
    assert sketch.tally[p.ICE_FLIGHTS] == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_sketch_agrees_with_the_rules_where_nobody_interferes(seed: int) -> None:
    """One band alone, full hands: the same hall at the end of the round."""
    dice = Dice(seed)
    state = table(
        "kiss sea", "", "kiss 2G 1L, pink 2B 1M, skerries 2L, motor 2M", "bridge@0 berg@2"
    )
    actions = dice.shuffled(["boy2", "girl2", "man2", f"sail>{p.ISLANDS[dice.roll(4)]}", "lady2"])
    program(state, ",".join(f"{number}: {action}" for number, action in enumerate(actions, 1)))
    state.then(Numbers())
    sketch = None
    settle(state)
    if state.at:
        sketch = forecast(state, 0).state.halls[:4]
        go_on(state, until="ice.change-remove")
        assert list(halls(state)[0]) == sketch


def test_full_halls_and_contracts_are_worth_glory() -> None:
    assert seats_filled([5, 5, 5, 5], 3) == pytest.approx(9)
    assert seats_filled([9, 5, 4, 3], 0) == pytest.approx(5)
    assert seats_filled([4, 4, 4, 4], 2) > seats_filled([8, 4, 4, 0], 2)
    assert ODDS[0][1] == 0
    assert ODDS[7][1] > ODDS[1][1]
    plain, rich = table("sea sea"), table("sea sea")
    keep(rich, 0, "paint-it-white")
    assert value(rich, 0) > value(plain, 0)


def test_angry_fans_and_a_lead() -> None:
    state = table("sea sea", mode="angry")
    state.lodges = [3, 0]
    assert value(state, 0) < 0 < value(state, 1)
    ahead = table("sea sea", "5,5,5,5")
    assert value(ahead, 0) == pytest.approx(-value(ahead, 1), abs=0.02)


def test_who_looks_first_beats_chance() -> None:
    """A quick greedy look at each pick, against random picks, over a whole match."""
    dice, wins = Dice(8), 0
    for seed in range(3):
        state = GAME.new(GAME.setup(seats=2), seed)
        while state.open:
            decision = state.open[0]
            thing = decision.options[dice.roll(len(decision.options))]
            if decision.seat == 0:
                thing = best_look(state, decision.options)
            choose(state, decision.seat, thing)
        assert state.result is not None
        wins += state.result.places[0] == 1
    assert wins == 3


def best_look(state: RagnarokStar, options: tuple[str, ...]) -> str:
    looks = {}
    for option in [one for one in options if one != p.BACK]:
        twin = state.clone()
        choose(twin, 0, option)
        looks[option] = value(twin, 0)
    return max(looks, key=lambda option: looks[option])


def prins(board: str) -> RagnarokStar:
    """Seat 0 holds Prins Rognvald and has written that; the new fans have just come."""
    state = table("kiss sea", "", "motor 2G 2L", "bridge@0 berg@1", mode="divalkyrie")
    hold(state, 0, "prins-rognvald")
    program(state, board, "1: eye, 2: girl1, 3: shield").strict = True
    state.then(AfterArrival(0), Numbers())
    settle(state)
    return state


@pytest.mark.parametrize("name", ["greedy", "mcts:20n", "mcts:100n"])
def test_prins_rognvald_swaps_where_that_gains_fans_and_waits_where_not(name: str) -> None:
    state, player = prins("1: girl2, 2: sail>motor, 3: lady2"), bot(name, 1)
    picks = []
    while not state.at:
        picks.append(player.pick(outlook(GAME, state, 0)))
        choose(state, 0, picks[-1])
    assert set(picks) == {"musician:guitarist", "musician:drummer"}
    calm = prins("1: sail>motor, 2: girl2, 3: lady2")
    assert bot(name, 1).pick(outlook(GAME, calm, 0)).startswith("button:keep")
