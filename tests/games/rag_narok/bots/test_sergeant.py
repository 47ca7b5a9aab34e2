"""What bots know of a battle, and which Orders a sergeant gives."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots import might
from fimbul.games.rag_narok.bots.lore import value
from fimbul.games.rag_narok.bots.ordering import best_orders
from fimbul.games.rag_narok.bots.quarries import preys
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.stands import aim_of
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.command.orders import can_activate
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.state import remove
from tests.games.rag_narok.bots.drawn import (
    BLADES,
    DEAD,
    GUNS,
    LANE,
    about_to_charge,
    facing_each_other,
    skirmish,
)
from tests.games.rag_narok.drawn import ask, battle, each, put


def test_a_sergeant_beats_whoever_picks_at_random() -> None:
    won = lost = 0
    for seed in range(24):
        result = skirmish(seed, seed % 2).result
        assert result
        won += result.places == ((1, 2) if seed % 2 == 0 else (2, 1))
        lost += result.places == ((2, 1) if seed % 2 == 0 else (1, 2))
    assert won >= 18 > 4 >= lost


def test_chances_are_those_of_the_dice() -> None:  # rule: test.natural-one, test.six-reroll
    assert [might.chance(needed) for needed in (-3, 1, 2, 4, 6)] == [
        5 / 6,
        5 / 6,
        5 / 6,
        0.5,
        1 / 6,
    ]
    assert might.chance(8) == pytest.approx(5 / 36)


def test_the_stronger_takes_more() -> None:
    hero, puppet = t.PROFILES["abel"], t.PROFILES["morbid-puppet"]
    assert might.toll(hero, puppet) > 3 * might.toll(puppet, hero)
    state = facing_each_other(20)
    mine, theirs = each(state.units, "ranks")
    assert might.melee(state.armies, mine, theirs) > might.melee(state.armies, theirs, mine)


def test_shots_count_only_in_range() -> None:
    state = facing_each_other(20, GUNS)
    mine, theirs = each(state.units, "ranks")
    near, far = (might.volley(state.armies, mine, theirs, gap) for gap in (1000, 4000))
    assert near > far > 0
    assert might.volley(state.armies, mine, theirs, 4501) == 0


def test_shots_at_whom_wounds_heal_are_worth_less() -> None:
    """Rifles fire at the dead rather than at Melmoth, whom most shots do not harm for long."""
    state = battle([GUNS], [DEAD, "1 melmoth"])
    guns, dead, melmoth = each(state.units, "ranks")
    assert might.volley(state.armies, guns, dead, 1000) > might.volley(
        state.armies, guns, melmoth, 1000
    )


def test_the_nearer_the_weaker_enemy_the_better() -> None:
    looks = [value(facing_each_other(gap), 0, 0.5) for gap in (38, 30, 24)]
    assert looks == sorted(looks)
    assert looks[0] < looks[-1]


def test_a_charge_in_reach_is_worth_its_order() -> None:
    state = facing_each_other(15)
    plain = value(state, 0)
    state.units[0].orders = (p.CHARGE,)
    assert value(state, 0) > plain
    state.units[0].done = 1
    assert value(state, 0) == plain


@pytest.mark.parametrize(
    ("gap", "first", "order"),
    [
        (15, BLADES, (p.CHARGE, p.COUNTER_CHARGE)),  # the dead may charge as well
        (17, BLADES, (p.CHARGE, p.RUN)),
        (38, BLADES, (p.RUN, p.CHARGE)),
        (12, GUNS, (p.RETREAT, p.RAPID_FIRE)),  # before who would take more than they shoot
        (30, GUNS, (p.RAPID_FIRE,)),
    ],
)
def test_orders_of_a_sergeant(gap: float, first: str, order: tuple[int, ...]) -> None:
    """What a Unit shall do, and what else if the enemy has moved by then."""
    assert best_orders(facing_each_other(gap, first), 0) == order


@pytest.mark.parametrize(("gap", "order"), [(15, p.CHARGE), (38, p.RUN)])
def test_a_sergeant_charges_if_he_can_and_runs_if_not(gap: float, order: int) -> None:
    state = facing_each_other(gap)
    state.phase, state.units[0].orders = p.MOVEMENT, (p.RUN, p.CHARGE)
    ask(state, Activate(0))
    assert can_activate(state, 0)[answer(state, state.open[0])] == (0, order)


def test_a_sergeant_charges_whom_he_reaches() -> None:
    """Not the weaker one, who is too far."""
    state = about_to_charge()
    assert len(state.open[0].options) == 2
    assert answer(state, state.open[0]) == state.roster.units[1].id


def test_who_outshoots_the_enemy_waits_with_courage_tests() -> None:  # rule: fear.charger-fails
    """Swords charge at once; beside rifles that nobody comes at they wait for the last rounds."""
    for friends, first in (([], p.CHARGE), ([GUNS], p.RETREAT)):
        state = battle([BLADES, *friends], [DEAD])
        state.turn = 2
        for unit, at in enumerate([(*LANE, 90), (66, 10, 90)][: 1 + len(friends)]):
            put(state, unit, at, files=4)
        put(state, len(state.units) - 1, (LANE[0], LANE[1] + 20, 270), files=4)
        assert best_orders(state, 0)[0] == first
        state.turn = state.terms.turns - 1
        assert best_orders(state, 0)[0] == p.CHARGE


def test_a_lead_that_is_a_draw_is_worth_less_than_one_that_wins() -> None:  # rule: victory.points
    """One and two Puppets, 8 and 16 AP, on either side of the 10 that win."""
    state = facing_each_other(15)
    state.turn, state.phase = state.terms.turns, p.END
    looks = [value(state, 0)]
    for number in state.units[1].ranks[:2]:
        remove(state, number, p.DEAD)
        looks.append(value(state, 0))
    steps = [after - before for before, after in pairwise(looks)]
    assert steps[1] > 1.5 * steps[0] > 0


def test_a_lead_is_not_risked_in_a_courage_test() -> None:  # rule: fear.charger-fails
    """The brave may rout where they charge the dead; the dead themselves fear nothing."""
    for first, goes_on in ((BLADES, False), (DEAD, True)):
        state = facing_each_other(15, first)
        assert best_orders(state, 0)[0] == p.CHARGE
        for number in state.units[1].ranks[-4:]:
            remove(state, number, p.DEAD)
        assert preys(state, 0) == [1]
        assert (best_orders(state, 0)[0] == p.CHARGE) is goes_on


def test_who_would_only_draw_risks_a_courage_test() -> None:  # rule: victory.points
    """Not worth its AP for a single round, but nothing else can win any more."""
    state = facing_each_other(15)
    put(state, 0, (LANE[0], 12, 90), files=4)  # a rout would take them off the table
    put(state, 1, (LANE[0], 32, 270), files=4)
    state.turn = state.terms.turns
    assert preys(state, 0) == [1]
    assert best_orders(state, 0)[0] == p.CHARGE
    for number in state.units[1].ranks[:4]:  # now the lead is safe
        remove(state, number, p.DEAD)
    assert best_orders(state, 0)[0] != p.CHARGE


def test_friends_in_the_way_are_seen() -> None:
    """A sergeant of rifles does not count on shooting through his own swords."""
    state = battle([GUNS, BLADES], [DEAD])
    put(state, 0, (60, 8, 90), files=4)
    put(state, 2, (60, 40, 270), files=4)
    amiss = []
    for x, masked in ((60, True), (30, False)):
        put(state, 1, (x, 20, 90), files=4)
        aim = aim_of(state, 0)
        assert aim is not None
        assert aim.is_masked(aim.road.block.at, 25 * CM) is masked
        assert aim.is_masked(aim.road.block.at, 2 * CM) is False
        amiss.append(aim.miss(90, 0, 0))
    assert amiss[0] > amiss[1]  # so they would rather stand elsewhere
