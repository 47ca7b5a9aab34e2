"""What is chosen for a seat that does not answer in time: the table of decisions in the book."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import Send
from fimbul.games.ragnarok_star.rules.course import NewRound
from fimbul.games.ragnarok_star.rules.ice import PlaceTile, RemoveTile, SettleIce
from fimbul.games.ragnarok_star.rules.windows import Gather, first_fans
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import choose, default_of, settle
from tests.games.ragnarok_star.drawn import (
    at,
    contract,
    hold,
    lodge,
    number,
    program,
    put_angry,
    start,
    table,
)


def default(state: RagnarokStar, seat: int = 0) -> str:
    found = default_of(state, seat)
    assert found, "that seat is asked"
    return found


def absent(state: RagnarokStar, seat: int) -> list[str]:
    """Everything that is chosen for a seat in the open row."""
    things: list[str] = []
    row = state.number
    while seat not in state.sealed and state.number == row:
        things.append(default(state, seat))
        choose(state, seat, things[-1])
    return things


# rule: setup.first-contracts
def test_the_first_contract_dealt_is_kept() -> None:
    state = GAME.new(GAME.setup(seats=2), 5)
    assert default(state) == state.pack.contract_ids[state.offered[0][0]]


# rule: program.numbers, program.destination
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("place", "ticked"), [("sea", "pink"), ("motor", "motor")])
def test_an_absent_band_keeps_to_its_own_island(strict: bool, place: str, ticked: str) -> None:
    """The first action of each musician, in the order of the table: clean on any board."""
    state = table(f"{place} kiss", mode="divalkyrie")
    state.strict, state.round = strict, 0
    state.then(NewRound())
    settle(state)
    assert [absent(state, seat)[-1] for seat in (0, 1)] == [p.DONE, p.DONE]
    plan = [p.ACTIONS[action] for action in state.plan[: p.PLACES]]
    assert plan == ["fly", "steal", "eye", "sail", "contract", "guest"]
    assert {p.ISLANDS[tick] for tick in state.ticks[: p.PLACES] if tick != p.NONE} == {ticked}
    assert p.ISLANDS[state.ticks[p.PLACES]] == "kiss"


# rule: program.destination
def test_the_dragon_is_called_to_the_own_island() -> None:
    state = table("motor kiss", mode="divalkyrie")
    state.round = 0
    state.then(NewRound())
    settle(state)
    choose(state, 0, "act:dragon")
    assert default(state) == "island:motor"


# rule: ruling.collect-choice
@pytest.mark.parametrize(
    ("islands", "ice", "chosen"),
    [
        ("pink 3G, skerries 4G", "bridge@0 berg@2", "fan:pink-girl-2"),
        ("pink 1G, skerries 4G", "bridge@0 berg@2", "fan:pink-girl-1"),
        ("skerries 4G, kiss 2G", "bridge@0 pack@3", "fan:skerries-girl-1"),
        ("kiss 2G", "bridge@0 pack@3", "fan:kiss-girl-1"),
    ],
)
@pytest.mark.parametrize("star", ["", "chuck-berryserk"])
def test_as_many_as_the_own_island_gives(islands: str, ice: str, chosen: str, star: str) -> None:
    """And no Guest Star is played for a seat that is away."""
    state = table("pink sea", "", islands, ice, "divalkyrie")
    if star:
        hold(state, 0, star)
    start(program(state, "1: girl2"), 1)
    assert default(state) == chosen


# rule: ruling.steal-choice
@pytest.mark.parametrize(
    ("halls", "chosen"),
    [
        ("0,0,0,0 1,2,0,0 0,1,3,0 0,0,0,0", "column:2-lady"),
        ("0,0,0,0 1,2,0,0 0,0,3,0 0,1,1,0", "column:1-boy"),
        ("0,0,0,0 0,1,1,0 0,0,0,0 1,0,0,1", "column:1-boy"),
    ],
)
@pytest.mark.parametrize("thief", [0, 2])
def test_whoever_has_most_is_robbed_of_what_is_most(halls: str, chosen: str, thief: int) -> None:
    rows = halls.split()
    if thief:
        rows = [rows[1], rows[2], rows[0], rows[3]]
        chosen = chosen.replace("1-", "0-").replace("2-", "1-")
    state = table("kiss kiss kiss kiss", " ".join(rows))
    start(program(state, *["" for _ in range(thief)], "1: steal"), 1)
    assert default(state, thief) == chosen


# rule: steal.shield
def test_nobody_is_robbed_behind_a_shield_for_an_absent_thief() -> None:
    state = table("kiss kiss kiss", "0,0,0,0 3,3,3,3 1,0,0,0", mode="divalkyrie")
    hold(state, 0, "ozzy-osbjorn")
    program(state, "2: steal", "1: shield")
    number(state, 1)
    start(state, 2)
    assert default(state) == "column:2-girl"
    state.halls[8] = 0
    start(state, 2)
    assert default(state) == p.LET_FAIL


# rule: eye.peek
def test_the_young_deck_is_looked_at_first() -> None:
    state = program(table("sea sea"), "1: eye")
    start(state, 1)
    assert default(state) == "deck:young"


# rule: guest.limit
def test_the_new_guest_star_is_discarded() -> None:
    state = table("sea sea", mode="divalkyrie")
    hold(state, 0, "tyra-turner")
    start(program(state, "1: guest"), 1)
    assert default(state) == state.pack.star_ids[state.second[0]]


# rule: bewitch.move
def test_the_own_angry_fans_are_driven_on() -> None:
    state = program(table("sea sea sea", mode="divalkyrie"), "", "1: bewitch")
    start(state, 1)
    assert default(state, 1) == "exit:1"


# rule: dragon.impact, ruling.dragon-which-fan
def test_the_largest_crowd_loses_a_fan() -> None:
    state = program(table("kiss sea", "1,2,2,0", mode="divalkyrie"), "", "1: dragon>kiss")
    start(state, 1)
    assert default(state) == "column:0-boy"


# rule: angry.send, ruling.angry-send
def test_an_angry_fan_goes_to_whoever_has_most_glory() -> None:
    """Lines, columns and open contracts count; angry fans do not; of equals the lowest seat."""
    state = table("sea sea sea sea", "", mode="angry")
    put_angry(state, 2, 5)
    state.then((Send(2),))
    settle(state)
    assert default(state, 2) == "band:0"
    state.halls[12:16] = [1, 1, 1, 1]
    put_angry(state, 3, 1, 2)
    assert default(state, 2) == "band:3"
    state.shown[1] = (contract("back-to-the-jungle"),)
    assert default(state, 2) == "band:1"
    assert lodge(state, 3) == [1, 2]


# rule: ice.change-remove, ice.change-give, ice.change-place
def test_the_ice_of_the_lowest_spot_is_laid_anew() -> None:
    state = table("sea sea sea", ice="berg@2 bridge@1")
    state.master = state.first = 1
    state.then(RemoveTile(1), NewRound())
    settle(state)
    held = "You hold that tile yourself. Take one of the two on the board."
    assert RemoveTile(1).why(state, "ice:pack") == (RemoveTile.rule, held)
    assert RemoveTile(1).why(state, "band:2")[1] != held
    taken = "A tile lies on that spot already."
    assert PlaceTile(1).why(state, "spot:pink") == (PlaceTile.rule, taken)
    assert PlaceTile(1).why(state, "band:2")[1] != taken
    chosen = [*absent(state, 1), *absent(state, 1), *absent(state, 1)]
    assert chosen == ["ice:bridge", "band:2", "spot:skerries"]
    assert state.ice[1] == p.PACK


# rule: guest.play
@pytest.mark.parametrize("star", p.EFFECTS)
def test_no_guest_star_is_played_for_an_absent_band(star: str) -> None:
    """Through a number full of windows: collected, stolen, stopped, scared, failed."""
    state = table("kiss kiss", "0,1,0,0 2,0,0,0", "kiss 2G", mode="divalkyrie")
    hold(state, 0, star)
    program(
        state,
        "1: sail>motor, 2: girl1, 3: steal, 4: eye, 5: contract, 6: bewitch",
        "1: dragon>kiss, 2: eye, 3: steal",
    )
    for now in range(1, 7):
        start(state, now)
        while state.open[0].options != ("button:halt",):
            choose(state, state.open[0].seat, default(state, state.open[0].seat))
    assert state.held[0] == p.EFFECTS.index(star)
    assert at(state, 0) == "kiss"


# rule: guest.play
def test_one_fan_of_each_type_stands_for_all_of_its_island() -> None:
    state = table("sea sea", "0,0,0,0 0,0,0,0", "pink 2G")
    pink = p.ISLANDS.index("pink")
    assert first_fans(state, range(4)) == [p.FAN_IDS[pink][0][0]]


# rule: guest.play
def test_the_first_tile_and_the_first_island_are_as_good_as_others() -> None:
    state = table("sea sea", "0,0,0,0 0,0,0,0", f"{p.ISLANDS[0]} 2G", mode="divalkyrie")
    state.ice[0], state.ice[1] = 0, p.NONE
    assert SettleIce(0, tile=0).fits(state)
    assert Gather(0, island=0, fan=0).fits(state)
    assert not Gather(0, island=1, fan=0).fits(state), "nobody is there"
    assert not Gather(0, island=0, fan=0, other=len(p.KINDS)).fits(state), "no such fan"
