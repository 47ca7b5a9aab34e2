"""What a sergeant does at once: where he leads his Unit, and at whom it shoots."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots import might
from fimbul.games.rag_narok.bots.blades import dearest
from fimbul.games.rag_narok.bots.lore import sights, value
from fimbul.games.rag_narok.bots.might import Firepower
from fimbul.games.rag_narok.bots.ordering import best_orders
from fimbul.games.rag_narok.bots.quarries import coming, preys, shots, to_edge
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.stands import NEAREST, aim_of
from fimbul.games.rag_narok.measure.geometry import centre
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.movement.activation import Announce, WhoBegins
from fimbul.games.rag_narok.rules.movement.marches import Advance, Wheel, turn_options
from fimbul.games.rag_narok.rules.set_up.deploy import Form, NextDeployment, Stand
from fimbul.games.rag_narok.rules.shooting import volleys as fire
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, choose
from tests.games.rag_narok.bots.drawn import BLADES, DEAD, GUNS, facing_each_other
from tests.games.rag_narok.drawn import ask, battle, each, fly, play, put, stand


def test_sergeants_cast_and_pray() -> None:  # rule: spell.casting, miracle.calling
    told = ""
    armies = {"first": "griffons-600", "second": "acheron-600"}
    state = GAME.new(GAME.setup(scenario="pitched-battle", **armies), 2)
    while state.open:
        choose(state, state.open[0].seat, answer(state, state.open[0]))
        told += " ".join(event.words for event in state.events)
    assert "calls Vengeance of the Temple" in told
    assert "casts Dark Lash" in told


def test_spells_go_where_most_is_worth() -> None:
    """Melmoth, whichever comes first: as a Unit of his own, and among others."""
    state = battle([BLADES], [DEAD, "1 melmoth"])
    units = [state.roster.units[unit].id for unit in (1, 2)]
    fighters = [state.roster.fighters[state.units[unit].ranks[-1]].id for unit in (1, 2)]
    for things in (units, fighters):
        for options in (things, things[::-1]):
            assert dearest(state, None, options) == things[1]


def test_a_sergeant_stops_where_the_next_charge_begins() -> None:
    """Within reach, but not beside the enemy."""
    state = facing_each_other(22)
    put(state, 0, (68, 8, 90), files=4)
    put(state, 1, (68, 36, 270), files=4)
    ask(state, Advance(0, 0, p.RUN))
    pick = answer(state, state.open[0])
    assert pick != state.open[0].options[-1]
    play(state, pick)
    assert preys(state, 0) == [1]


def test_the_edge_of_the_table_is_measured_all_round() -> None:
    state = facing_each_other(20)
    assert [to_edge(state, at) for at in ((100, 900), (4000, 200), (7900, 900), (4000, 5950))] == [
        100,
        200,
        100,
        50,
    ]


def test_shaken_units_are_not_told_to_run() -> None:  # rule: state.disorganised
    state = facing_each_other(38)
    state.units[0].shaken = 1
    assert best_orders(state, 0) == (p.MARCH, p.ENGAGE)


def test_a_sergeant_turns_to_the_enemy() -> None:
    state = facing_each_other(30)
    put(state, 0, (70, 10, 270), files=4)
    ask(state, Announce(0, 0, p.RUN))
    assert answer(state, state.open[0]) == "manoeuvre:u-turn"
    state = facing_each_other(30, DEAD)
    put(state, 0, (68, 10, 60), files=4)
    ask(state, Wheel(0, 0, p.RUN))
    assert answer(state, state.open[0]) == "turn:30"


def test_a_sergeant_is_not_hemmed_in_by_the_rock() -> None:  # rule: setup.terrain
    """Who stands close to it can neither turn nor go on."""
    state = facing_each_other(30, DEAD)
    put(state, 0, (40, 10, 90), files=4)
    put(state, 1, (40, 50, 270), files=4)
    ask(state, Advance(0, 0, p.RUN))
    assert "advance:5" in state.open[0].options
    play(state, answer(state, state.open[0]))
    assert {"turn:-15", "turn:15"} <= set(turn_options(state, 0))


@given(st.integers(0, 2**32), st.integers(0, 120))
@settings(max_examples=25)
def test_value_is_fair_and_answers_are_options(seed: int, picks: int) -> None:
    state, dice = GAME.new(GAME.setup(), seed), Dice(seed)
    for _ in range(picks):
        if not state.open:
            break
        decision = state.open[0]
        assert answer(state, decision) in decision.options
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    assert value(state, 0) == -value(state, 1)
    assert -1 <= value(state, 0) <= 1


@pytest.mark.parametrize(("unit", "shape"), [(0, "close-4"), (1, "dispersed-4"), (2, "close-3")])
def test_how_units_form_up(unit: int, shape: str) -> None:
    """Swords two deep, rifles in one loose line, the slow dead three abreast."""
    state = battle(["8 griffin-duelist leader", GUNS], ["8 morbid-puppet leader"])
    state.phase = p.DEPLOYMENT
    ask(state, Form(state.roster.units[unit].seat, unit))
    assert answer(state, state.open[0]) == f"shape:{shape}"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_sergeant_lets_the_enemy_move_first(seat: int) -> None:
    state = facing_each_other(30, GUNS)
    ask(state, WhoBegins(seat))
    assert answer(state, state.open[0]) == f"seat:{1 - seat}"


def test_shooters_come_near_before_they_shoot() -> None:
    """Far off they run first; with one turn left they shoot from where they stand."""
    state = facing_each_other(30, GUNS)
    mine, theirs = each(state.units, "ranks")
    early, late = (Firepower(state.armies, mine, theirs, 1000, turns, 0) for turns in (4, 1))
    assert might.fire_after(early, 3000, 2) > might.fire_after(early, 3000, 0)
    assert might.fire_after(late, 3000, 0) > might.fire_after(late, 3000, 2) == 0
    assert might.barrage(early, 3000) == max(might.fire_after(early, 3000, n) for n in range(3))
    comes = early._replace(coming=1000)
    assert might.fire_after(comes, 3000, 0) > might.fire_after(comes, 3000, 2)


@pytest.mark.parametrize(
    ("turn", "far", "order"), [(1, 33, p.RAPID_FIRE), (2, 33, p.RUN), (2, 25, p.RAPID_FIRE)]
)
def test_shooters_let_the_enemy_come(turn: int, far: int, order: int) -> None:
    """They shoot while he comes, or go to him."""
    state = facing_each_other(far, GUNS)
    state.turn = turn
    assert bool(coming(state, 1)) == (order != p.RUN)
    assert best_orders(state, 0)[0] == order


def test_flyers_are_where_their_token_is() -> None:  # rule: flight.token, flight.air-board
    """The board on which their figures stand is far away."""
    state = battle([GUNS, "3 morbid-angel"], [DEAD])
    put(state, 0, (40, 10, 90), files=4)
    fly(state, 1, (40, 20, 90))
    put(state, 2, (40, 40, 270), files=4)
    (on_foot,), (in_flight,) = sights(state, 0), sights(state, 1)
    assert 0 < in_flight.gap < on_foot.gap < 40 * CM
    assert in_flight.ahead
    assert [view.gap for view in sights(state, 2) if view.foe == 1] == [in_flight.gap]


def test_a_sergeant_measures_to_the_nearest_enemy_not_to_their_middle() -> None:
    state = battle([BLADES], ["2 morbid-puppet"])
    put(state, 0, (30, 30, 0), files=4)
    stand(state, 7, (50, 30, 180))
    stand(state, 8, (76, 30, 180))  # their middle is 13 cm behind the first
    aim = aim_of(state, 0)
    assert aim is not None
    assert aim.road.foe.at[0] == 50 * CM
    fly(state, 1, (63, 30, 180))
    up = aim_of(state, 0)
    assert up is not None
    assert up.road.foe.at[:2] == (63 * CM, 30 * CM)


def deployed(unit: str) -> int:
    """How far along the edge a Unit is deployed, in centimetres; the weak stand right."""
    state = battle([unit], [GUNS, "1 melmoth"])
    put(state, 1, (68, 54, 270), files=4)
    put(state, 2, (12, 54, 270))
    ask(state, Stand(0, 0, files=4))
    return int(answer(state, state.open[0]).split(":")[1].partition("-")[0])


def test_units_are_deployed_opposite_to_whom_they_beat() -> None:
    assert deployed(BLADES) > 50


def test_shooters_are_deployed_aside_from_whom_they_fear() -> None:
    assert deployed(GUNS) >= 12 + 25


def test_the_slow_are_deployed_first_and_shooters_last() -> None:
    """The later a Unit is deployed, the more is seen of the enemy."""
    state = battle([GUNS, BLADES, "5 griffin-duelist"], ["1 melmoth", DEAD])
    for seat, first in ((0, 1), (1, 4)):
        ask(state, NextDeployment(seat))
        assert answer(state, state.open[0]) == state.roster.units[first].id
        state.agenda, state.asked = [], ()


@pytest.mark.parametrize(("foe", "off"), [(DEAD, 16), ("5 griffin-duelist", 21)])
def test_nobody_stops_within_reach_of_who_can_still_come(foe: str, off: int) -> None:
    """Neither before the slow nor before those who are as quick, as long as they hold an Order."""
    state = battle([BLADES], [foe])
    put(state, 0, (70, 10, 90), files=4)
    put(state, 1, (70, 45, 270), files=4)
    for orders, done, near in (((p.RUN,), 0, off * CM), ((p.RUN,), 1, NEAREST), ((), 0, NEAREST)):
        state.units[1].orders, state.units[1].done = orders, done
        aim = aim_of(state, 0)
        assert aim is not None
        assert aim.near == near <= aim.far


def test_close_ranks_keep_out_of_a_wood_where_nobody_comes() -> None:
    """From there nobody charges."""
    state = facing_each_other(30)
    put(state, 1, (70, 55, 270), files=4)
    kinds = [(turn, spread, in_woods(state, turn, spread)) for turn in (1, 3) for spread in (0, 1)]
    assert kinds == [(1, 0, False), (1, 1, False), (3, 0, True), (3, 1, False)]


def in_woods(state: RagNarok, turn: int, spread: int) -> bool:
    """Whether a sergeant minds a place in the wood."""
    state.turn, state.units[0].spread = turn, spread
    aim, wood = aim_of(state, 0), next(g for g in state.terms.grounds if g.kind == "wood")
    assert aim is not None
    return aim.is_cramped((*centre(wood.shape), 90))


def test_a_sergeant_shoots_at_whom_most_see() -> None:
    """A nearer Unit of which but one is seen is worth less than one that all see."""
    state = battle([GUNS], [DEAD, DEAD])
    put(state, 0, (60, 10, 90), files=4)
    put(state, 1, (60, 32, 270), files=7)
    put(state, 2, (73, 14, 180), files=7)  # behind the right end of the line, out of most arcs
    seen = [len(list(fire.shots(state, 0, foe))) for foe in (1, 2)]
    assert seen[0] > seen[1] > 0
    ask(state, fire.Volley(0, 0))
    assert answer(state, state.open[0]) == state.roster.units[1].id


def test_shooters_who_see_nobody_turn_to_the_enemy() -> None:  # rule: shoot.quarter-turn-before
    state = battle([GUNS], [DEAD])
    put(state, 0, (40, 30, 90), files=4)
    put(state, 1, (65, 30, 180), files=4)
    ask(state, fire.Volley(0, 0))
    assert answer(state, state.open[0]) == "turn:-90"
    play(state, "turn:-90")
    assert answer(state, state.open[0]) == state.roster.units[1].id


def test_shots_of_whom_a_melee_holds_are_not_counted_on() -> None:
    state = battle([BLADES, GUNS], [DEAD, DEAD])
    put(state, 0, (20, 20, 90), files=4)
    put(state, 1, (60, 10, 90), files=4)
    put(state, 2, (20, 50, 270), files=4)
    put(state, 3, (60, 30, 270), files=4)
    assert shots(state, 0) > 0
    put(state, 3, (60, 13.75, 270), files=4)
    assert shots(state, 0) == 0
