"""Fights on air boards, and how one leaves them."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.withdraw import Flight, flee
from fimbul.games.rag_narok.rules.flight.attacks import air_reach
from fimbul.games.rag_narok.rules.melee.push import Push
from fimbul.games.rag_narok.rules.movement.activation import Resolve
from fimbul.games.rag_narok.state import board_of, place_of
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fly,
    options,
    play,
    put,
    roll_next,
    set_each,
    words,
)
from tests.games.rag_narok.flight.drawn import ANGELS, FOE, GUARDS, dive, duel, met


def test_an_air_melee_is_played_aside() -> None:
    # example: example.air-melee-aside
    # rule: flight.melee-aside, flight.air-disengage-token, ruling.takeoff-in-contact
    state = battle([ANGELS], [ANGELS, GUARDS])
    fly(state, 0, (40, 20, 90))
    fly(state, 1, (40, 28, 270))
    put(state, 2, (40, 28, 270), files=3)
    below = [place_of(state, n) for n in state.units[2].ranks]
    met(state)
    assert in_melee(state, 1)
    assert not in_melee(state, 2)
    roll_next(state, 5)
    ask(state, Resolve(1, 1, p.DISENGAGE))
    play(state, "button:dodge")
    assert options(state) == ("level:stay", "level:up", "level:down")
    play(state, "level:stay", "turn:180")
    assert options(state)[-1] == "advance:17.5"
    play(state, "advance:10", "turn:0")
    assert (state.units[1].left, state.units[1].moved, state.units[1].token) == (
        1,
        p.MARCHED,
        (4000, 3800),
    )
    assert not in_melee(state, 0)
    assert [place_of(state, n) for n in state.units[2].ranks] == below
    boards = [{board_of(place_of(state, n)) for n in state.units[unit].ranks} for unit in (0, 1)]
    assert boards[0].isdisjoint(boards[1])


def test_who_is_free_in_the_air_disengages_by_token() -> None:
    # rule: flight.air-disengage-token, disengage.automatic-if-free
    state = duel()
    ask(state, Resolve(0, 0, p.DISENGAGE))
    assert options(state) == ("level:stay", "level:up", "level:down")
    play(state, "level:stay", "turn:90", "advance:17.5", "turn:0")
    assert (state.units[0].token, state.units[0].left) == ((4000 - 1750, 1000), 1)


def test_a_flyer_on_the_ground_may_fly_out_of_a_melee() -> None:
    # rule: ruling.takeoff-in-contact, flight.one-level-change
    state = met(dive(20))
    state.units[0].shifted = 0
    roll_next(state, 6, 6, 6)
    ask(state, Resolve(0, 0, p.DISENGAGE))
    play(state, "button:dodge", "level:up", "turn:0", "advance:5", "turn:0")
    assert (state.units[0].altitude, in_melee(state, 0), in_melee(state, 1)) == (1, False, False)
    walks = met(dive(20))
    walks.units[0].shifted = 0
    roll_next(walks, 6, 6, 6)
    ask(walks, Resolve(0, 0, p.DISENGAGE))
    play(walks, "button:dodge", "level:stay")
    while walks.open:
        play(walks, options(walks)[0])
    assert (walks.units[0].altitude, walks.units[0].left) == (0, 1)


def test_a_pursuit_changes_no_level() -> None:  # rule: flight.no-level-change-push
    state = duel(apart=10)
    state.units[0].rivals, state.units[1].left = (1,), 1
    ask(state, Resolve(0, 0, p.PURSUIT))
    assert options(state) == (FOE,)
    state.units[1].altitude = 2
    ask(state, Resolve(0, 0, p.PURSUIT))
    assert options(state) == ()
    assert air_reach(state, Assault(0, 1, False, True)) is None


def test_nobody_regroups_out_of_an_air_melee() -> None:  # rule: flight.air-disengage-token
    state = met(duel())
    state.phase = p.MELEE
    set_each(state.units, "brawl", [0, 0])
    ask(state, Push(0, 0))
    assert "button:regroup" not in options(state)


def test_routed_flyers_fly_off() -> None:  # rule: ruling.air-rout, move.table-edge
    state = duel()
    flee(state, 0)
    assert not state.units[0].ranks
    assert each(state.fighters, "fate")[:3] == [p.FLED] * 3
    held = met(duel())
    held.units[1].mood = p.ROUT
    roll_next(held, 6, 6, 6)
    ask(held, Flight(1, 1))
    assert "leaves the melee" in words(held)
    assert not in_melee(held, 0)
    assert held.units[1].left  # it can be pursued
