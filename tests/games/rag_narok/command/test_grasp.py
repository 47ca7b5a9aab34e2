"""Dark Grasp: Orders bought with Darkness gems, and marches without Orders."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.command import grasp as g
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.turn import Tactics, refresh
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import ask, battle, each, options, play, put, words

DARK = (0, 0, 0, 0, 0, 1)


def necropolis(gems: int) -> RagNarok:
    """Sophet Drahas commands Puppets, living Gravekeepers, and Reapers as Allies."""
    units = ["1 sophet-drahas, 6 morbid-puppet", "2 gravekeeper", "3 mid-nor-reaper"]
    state = battle(units, ["1 abel"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (40, 10, 90))
    put(state, 2, (60, 10, 90))
    put(state, 3, (40, 50, 270))
    sophet = state.sides[0].general
    state.fighters[sophet].pool = tuple(gems * one for one in DARK)
    return state


def test_gems_become_orders_for_anybody() -> None:
    # example: example.dark-grasp-orders
    # rule: darkgrasp.two-effects, darkgrasp.buy-orders, darkgrasp.any-unit
    state = necropolis(5)
    state.phase = p.STRATEGY
    ask(state, Tactics())
    assert options(state) == ("orders:0", "orders:1", "orders:2")
    before = len(v.order_sources(state, 0))
    play(state, "orders:2")
    assert g.dark_gems(state, state.sides[0].general) == 1
    after = v.order_sources(state, 0)
    assert len(after) == before + 2
    assert after[-2:] == ((0, 1, 2), (0, 1, 2))  # Undead or not, Allies too
    refresh(state)
    assert len(v.order_sources(state, 0)) == before


def test_pool_or_horns_as_he_likes() -> None:  # rule: darkgrasp.buy-orders
    state = necropolis(2)
    state.phase = p.STRATEGY
    sophet = state.sides[0].general
    state.fighters[sophet].horns = 2
    ask(state, g.BuyOrders(0))
    play(state, "orders:1")
    assert options(state) == ("gem:0-unit-0-7-darkness", "horns:0-unit-0-7-darkness")
    play(state, "gem:0-unit-0-7-darkness", "gem:0-unit-0-7-darkness")
    assert (
        state.fighters[sophet].horns,
        sum(state.fighters[sophet].pool),
        state.sides[0].bought,
    ) == (2, 0, 1)
    ask(state, g.BuyOrders(0))
    play(state, "orders:1")
    assert (state.fighters[sophet].horns, options(state)) == (0, ())


def test_one_gem_buys_nothing_and_two_sources_add_up() -> None:  # rule: darkgrasp.buy-orders
    state = necropolis(1)
    state.phase = p.STRATEGY
    ask(state, g.BuyOrders(0))
    assert not state.open
    state.fighters[state.sides[0].general].horns = 1
    ask(state, g.BuyOrders(0))
    play(state, "orders:1")
    assert (
        state.fighters[state.sides[0].general].horns,
        sum(state.fighters[state.sides[0].general].pool),
    ) == (0, 0)


def test_only_who_has_dark_grasp() -> None:  # rule: darkgrasp.two-effects
    state = necropolis(5)
    assert g.grasper(state, 0) == state.sides[0].general
    assert g.grasper(state, 1) == -1
    state.places[state.sides[0].general] = None
    assert g.grasper(state, 0) == -1
    for extra, able in (("", False), (" black-diamond", True)):
        living = battle([f"1 ejhin-de-vanth{extra}, 6 morbid-puppet"], ["1 abel"])
        put(living, 0, (20, 10, 90))
        assert (g.grasper(living, 0) >= 0) == able


def test_a_gem_lets_the_dead_march_without_orders() -> None:
    # example: example.dark-grasp-march
    # rule: darkgrasp.two-effects, ruling.dark-grasp-second
    state = battle(["1 melmoth horns-of-damnation", "3 morbid-puppet", "2 gravekeeper"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20 + 1.25 + 8 + 1.25, 10, 90), files=1)
    put(state, 2, (20, 16, 90))
    put(state, 3, (60, 50, 270))
    state.fighters[0].horns = 1
    assert list(g.grasped(state, 0)) == ["grasp:0-unit-0", "grasp:0-unit-1"]  # not the living
    ask(state, Activate(0))
    assert options(state) == ("button:pass", "grasp:0-unit-0", "grasp:0-unit-1")
    play(state, "grasp:0-unit-1")
    assert "marches in the Dark Grasp" in words(state)
    assert (state.fighters[0].horns, state.units[1].done, state.units[1].revealed) == (
        0,
        1,
        p.MARCH,
    )
    assert "button:carry-out" in options(state)
    assert g.grasped(state, 0) == {}  # no gem is left
    put(state, 1, (20 + 1.25 + 10.1 + 1.25, 10, 90), files=1)
    state.fighters[0].horns, state.units[1].done = 1, 0
    assert list(g.grasped(state, 0)) == ["grasp:0-unit-0"]  # too far from him
    put(state, 3, (20, 12.6, 270))
    assert g.grasped(state, 0) == {}  # nobody marches out of a melee
    put(state, 3, (60, 50, 270))
    state.units[0].revealed = p.COUNTER_CHARGE
    assert g.grasped(state, 0) == {}  # it had an Order
    state.units[0].revealed, state.units[0].orders = -1, (p.MARCH,)
    assert g.grasped(state, 0) == {}


def test_nobody_is_forced_to_spend_gems() -> None:  # rule: ruling.dark-grasp-second
    state = battle(["1 melmoth horns-of-damnation"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 50, 270))
    state.fighters[0].horns = 1
    ask(state, Activate(0))
    play(state, "button:pass")
    assert not state.open
    assert (state.fighters[0].horns, each(state.sides, "idle")) == (1, [1, 1])
