"""Whoever touches a soldier touches the Unit: bases are members of it, wherever they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.state import RagNarok, fighter, squad
from fimbul.kernel import Dice, Scene, choose
from tests.games.rag_narok.drawn import battle, fly, put

VIEWERS = (0, 1, None)


def members(scene: Scene) -> dict[str, str]:
    """Of each thing that is a member, its Unit."""
    drawn = [zone for zone in scene.zones if zone.role != "roster"]
    return {thing.id: thing.whole for zone in drawn for thing in zone.things if thing.whole}


def ranked(state: RagNarok, *units: int) -> dict[str, str]:
    """What the ranks of these Units say."""
    return {
        fighter(state, member).id: squad(state, unit).id
        for unit in units
        for member in state.units[unit].ranks
    }


def moments(seed: int) -> Iterator[RagNarok]:
    """A random skirmish, every seventh decision of it."""
    state, dice, count = GAME.new(seed=seed), Dice(seed), 0
    while state.open:
        decision = state.open[dice.roll(len(state.open))]
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
        count += 1
        if count % 7 == 0:
            yield state


def test_every_base_names_the_unit_in_whose_ranks_it_stands() -> None:
    met = 0
    for state in chain(moments(3), moments(4)):
        known = ranked(state, *range(len(state.units)))
        for seat in VIEWERS:
            scene = GAME.scene(state, seat)
            bases = [thing.id for thing in scene.things() if thing.id.startswith("fighter:")]
            assert members(scene) == {base: known[base] for base in bases}
            assert set(members(scene).values()) <= {thing.id for thing in scene.things()}
            met += len(bases)
    assert met > 1000


def test_in_the_air_and_aboard_they_are_members_too() -> None:
    # rule: flight.token, flight.air-board, machine.transport
    state = battle(["6 morbid-angel"], ["1 dwarf-armoured-tank", "2 thermo-warrior"])
    fly(state, 0, (68, 20, 90))
    put(state, 1, (15, 50, 270))
    put(state, 2, (40, 50, 270))
    stow(state, 2, state.units[1].ranks[0])
    found = members(GAME.scene(state, 0))
    assert found.pop("wings:0-unit-0") == "unit:0-unit-0"
    assert found == ranked(state, 0, 1, 2)


def test_nobody_learns_by_a_member_who_hides() -> None:
    # rule: setup.scouts, ruling.hidden-information
    state = battle(["1 sasia-samaris", "2 biopsist"], ["4 alahan-guard"])
    put(state, 0, (70, 5, 90))
    put(state, 2, (40, 45, 270))
    state.aside.hidden = ((1, 4000, 3000),)
    assert members(GAME.scene(state, 0)) == ranked(state, 0, 1, 2)
    for seat in (1, None):
        assert members(GAME.scene(state, seat)) == ranked(state, 0, 2)


def test_a_unit_in_reserve_has_no_members() -> None:  # rule: reserve.declare
    state = battle(["1 sasia-samaris", "2 biopsist"], ["4 alahan-guard"])
    put(state, 0, (70, 5, 90))
    put(state, 2, (40, 45, 270))
    state.aside.reserve = (1,)
    for seat in VIEWERS:
        assert members(GAME.scene(state, seat)) == ranked(state, 0, 2)
