"""Divalkyrie: a Guest Star is spent when it is played, and plays at its own moment alone."""

from __future__ import annotations

import pytest

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state import Tour
from fimbul.kernel import choose
from tests.games.ragnarok_star.drawn import halls, hold, number, program, start, table


def diva(boats: str, halls_: str = "", islands: str = "") -> Tour:
    return table(boats, halls_, islands, mode="divalkyrie")


# rule: guest.play
@pytest.mark.parametrize(
    ("star", "state", "boards", "answers"),
    [
        ("freyja-mercury", diva("motor sea"), ["1: sail>kiss"], ["star:freyja-mercury"]),
        (
            "joan-jotunn",
            diva("kiss kiss", "0,0,0,0 2,1,0,0"),
            ["1: steal"],
            ["column:1-girl", "column:1-boy"],
        ),
        (
            "ozzy-osbjorn",
            diva("kiss kiss", "0,0,0,0 2,0,0,0"),
            ["1: steal", "1: shield"],
            ["column:1-girl"],
        ),
        ("johnny-kaskr", diva("kiss kiss", "2,0,0,0"), ["", "1: steal"], ["star:johnny-kaskr"]),
        ("alice-kuper", diva("sea sea"), ["1: girl1"], ["star:alice-kuper"]),
        ("jimi-hendrakkar", diva("kiss sea"), ["1: ice"], ["island:motor"]),
    ],
)
def test_whoever_is_played_is_spent(
    star: str, state: Tour, boards: list[str], answers: list[str]
) -> None:
    hold(state, 0, star)
    program(state, *boards)
    said = number(state, 1, {0: answers})
    card = p.EFFECTS.index(star)
    assert (state.held[0], state.star_pile) == (p.NONE, [card])
    assert f"{{0}} plays {state.pack.stars[card].name}" in said


# rule: ruling.steal-foiled, guest.play
def test_a_theft_is_foiled_at_its_own_number_alone() -> None:
    state = program(diva("kiss kiss", "3,0,0,0"), "", "1: steal, 2: steal")
    hold(state, 0, "johnny-kaskr")
    number(state, 1, {0: ["star:johnny-kaskr"]})
    assert halls(state)[1] == (0, 0, 0, 0)
    program(state, "", "2: steal")
    number(state, 2)
    assert halls(state)[1] == (1, 0, 0, 0)


# rule: guest.draw, ruling.guest-order, ruling.seat-order
@pytest.mark.parametrize("master", [0, 1, 2])
def test_guest_stars_are_drawn_from_the_ice_master_on(master: int) -> None:
    state = program(diva("sea sea sea"), *["1: guest"] * 3)
    state.master = master
    state.stars = [card for card in state.stars if card < 3] + [10, 11, 12]
    number(state, 1)
    assert [state.held[(master + n) % 3] for n in range(3)] == [12, 11, 10]


# rule: ruling.guest-order, ruling.seat-order
def test_windows_open_from_the_ice_master_on() -> None:
    """Whoever is Ice Master when the number begins is asked first, whoever is by its end."""
    state = program(diva("sea sea sea"), "1: ice")
    for seat, star in enumerate(("jimi-hendrakkar", "tyra-turner", "alice-kuper")):
        hold(state, seat, star)
    state.master = 1
    start(state, 1)
    order = []
    while state.open[0].options[0] == p.KEEP:
        order.append(state.open[0].seat)
        choose(state, order[-1], p.KEEP)
    assert (order, state.master) == ([1, 2, 0], 0)
