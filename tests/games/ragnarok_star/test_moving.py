"""Moving, ice, the Ice Master and the change of the tiles."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.course import NewRound
from fimbul.games.ragnarok_star.rules.ice import RemoveTile
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked, held_tile, linked
from fimbul.kernel import choose, settle
from tests.games.ragnarok_star.drawn import at, number, program, table


# rule: move.classic-ice, move.amp, move.amp-only-way, ruling.amp-is-flying-ship
def test_ice_keeps_a_boat_in_port_but_not_in_the_air() -> None:
    # example: example.sail-out-of-frozen-port
    state = program(table("motor sea"), "1: sail>kiss, 2: fly>kiss")
    assert number(state, 1) == ["Ice stops the boat of {0}, which stays where it is"]
    assert at(state, 0) == "motor"
    number(state, 2)
    assert at(state, 0) == "kiss"
    assert state.tally[p.ICE_FLIGHTS] == 1


# rule: move.classic-ice, setup.boats-centre, ruling.move-from-centre
def test_ice_keeps_boats_out() -> None:
    # example: example.sail-into-frozen-port
    state = program(table("sea sea"), "1: sail>motor", "1: fly>motor")
    number(state, 1)
    assert (at(state, 0), at(state, 1)) == ("sea", "motor")


# rule: ice.links-islands, move.classic, ruling.link-only-collecting
def test_a_bridge_stops_nobody() -> None:
    # example: example.bridge-does-not-stop-boats
    state = program(table("pink sea", ice="bridge@0 berg@2"), "1: sail>skerries")
    number(state, 1)
    assert at(state, 0) == "skerries"


# rule: ruling.move-same-port, move.classic-ice
@pytest.mark.parametrize(("ice", "sailed"), [("bridge@0 berg@2", 1), ("bridge@0 berg@3", 0)])
def test_out_of_port_and_in_again(ice: str, sailed: int) -> None:
    # example: example.sail-to-own-port
    state = program(table("kiss sea", ice=ice), "1: sail>kiss")
    number(state, 1)
    assert (at(state, 0), state.tally[p.SAILS]) == ("kiss", sailed)


# rule: ruling.move-range, ruling.shared-ports, ruling.back-to-sea, program.destination
def test_every_island_is_within_reach_and_ports_hold_everybody() -> None:
    state = table("pink skerries kiss sea", ice="bridge@1 berg@3")
    program(state, "1: sail>motor", "1: sail>motor", "1: fly>motor", "1: sail>motor")
    number(state, 1)
    assert state.boats == [2, 2, 2, 2]


# rule: program.error-destination, ruling.error-ticks
@pytest.mark.parametrize("tick", ["sail", "sail>kiss>pink"])
def test_a_move_without_one_tick_fails(tick: str) -> None:
    # example: example.mistake-no-destination
    state = table("pink sea", "", "pink 2G", "bridge@1 berg@2")
    program(state, f"1: {tick}, 2: girl2, 3: man1, 4: eye, 5: lady2")
    assert number(state, 1) == ["{0} has ticked no island, so the boat stays where it is"]
    assert at(state, 0) == "pink"
    assert number(state, 2) == ["{0} collects 2 girls on Pink Fjord"]
    assert number(state, 3) == ["{0} finds no old man to collect"]


# rule: ice.blocks-port, ice.links-islands, ruling.ice-tile-kinds, ruling.ice-spots
def test_what_ice_does() -> None:
    # example: example.ice-functions
    state = table("sea sea", ice="pack@0 berg@2")
    assert [island for island in p.RING if blocked(state, island)] == [0, 2]
    assert [linked(state, island) for island in p.RING] == [[1], [0], [], []]
    state = table("sea sea", ice="pack@0 bridge@2")
    assert [island for island in p.RING if blocked(state, island)] == [0]
    assert [linked(state, island) for island in p.RING] == [[1], [0], [3], [2]]


def changing(boats: str, ice: str = "berg@1 bridge@3") -> RagnarokStar:
    state = table(boats, ice=ice)
    state.at = 5
    state.then(RemoveTile(0), NewRound())
    settle(state)
    return state


# rule: ice.change-remove, ice.change-give, ice.change-place, ice.always-two, ice.change-order
# rule: ruling.ice-change-one-decision, ruling.vacated-spot, ice.change-when
def test_the_change_of_the_tiles() -> None:
    # example: example.ice-change-three-spots
    state = changing("sea sea sea")
    assert state.open[0].options == ("ice:berg", "ice:bridge")
    choose(state, 0, "ice:berg")
    choose(state, 0, "band:2")
    assert set(state.open[0].options) == {"spot:pink", "spot:skerries", "spot:motor"}
    choose(state, 0, "spot:pink")
    assert state.ice == [p.PACK, p.NONE, p.NONE, p.BRIDGE]
    assert (state.master, held_tile(state), state.round) == (2, p.BERG, 2)


# rule: ruling.give-tile-opponent, ruling.vacated-spot
def test_with_two_bands_the_tile_changes_hands() -> None:
    # example: example.ice-change-two-players
    state = changing("sea sea")
    choose(state, 0, "ice:bridge")
    choose(state, 0, "spot:kiss")
    assert state.ice == [p.NONE, p.BERG, p.NONE, p.PACK]
    assert (state.master, held_tile(state)) == (1, p.BRIDGE)
    assert [island for island in p.RING if blocked(state, island)] == [1, 3]
    assert linked(state, 3) == [0]


def test_the_tile_is_not_given_to_oneself() -> None:
    state = changing("sea sea sea")
    choose(state, 0, "ice:berg")
    answer = GAME.why(state, 0, "band:0")
    assert answer == ("ruling.give-tile-opponent", "The tile must go to an opponent.")


# rule: icemaster.self, icemaster.conflict, ruling.icemaster-self, ruling.icemaster-three
def test_two_attempts_fail() -> None:
    # example: example.icemaster-defended
    state = program(table("sea sea sea"), "2: ice", "2: ice", "4: ice")
    assert number(state, 2) == ["Two bands reach for the ice at once, so it stays with {0}"]
    assert state.master == 0
    assert number(state, 4) == ["{2} takes the Pack Ice and becomes Ice Master"]
    assert state.master == 2
    three = program(table("sea sea sea"), "1: ice", "1: ice", "1: ice")
    assert number(three, 1) == ["Three bands reach for the ice at once, so it stays with {0}"]
    alone = program(table("sea sea"), "1: ice")
    assert number(alone, 1) == ["{0} is Ice Master already and keeps the Pack Ice"]
    assert alone.tally[p.ICE_TAKEN] == 0


# rule: icemaster.take, icemaster.keep, icemaster.shield-useless, icemaster.position-free
# rule: shield.theft-only, ruling.ice-tile-mid-round
def test_the_tile_goes_from_hand_to_hand() -> None:
    # example: example.icemaster-chain
    state = program(table("motor sea kiss"), "1: shield", "3: ice", "5: ice")
    ice = list(state.ice)
    number(state, 1)
    assert number(state, 3) == ["{1} takes the Pack Ice and becomes Ice Master"]
    number(state, 5)
    assert state.master == 2
    assert state.ice == ice, "the board does not change"
    assert state.tally[p.COUNTS + p.ICE_TAKEN] == 1
