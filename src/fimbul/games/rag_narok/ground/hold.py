"""Inside machines with Transport: who rides in which, and how they sit there."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.air import free_board
from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.measure.geometry import Place, offset
from fimbul.games.rag_narok.measure.tables import CM, SIZES, Profile
from fimbul.games.rag_narok.state import RagNarok, board_of, fighter, place_of

SEAT = CM * 5 // 2  # the side of the widest base that finds a seat
LARGEST = SIZES.index("Normal")
WRECK = ((1, -1), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 1))  # seats that a wreck leaves free


def passengers(state: RagNarok, machine: int) -> list[int]:
    """Everybody aboard a machine, by Unit."""
    return [member for unit in state.units if unit.aboard == machine for member in unit.ranks]


def room_left(state: RagNarok, machine: int) -> int:  # rule: machine.transport
    """How many more it can carry."""
    return fighter(state, machine).card.rating("transport") - len(passengers(state, machine))


def can_ride(card: Profile) -> bool:  # rule: machine.transport
    """Fighters of Normal Size or smaller on foot."""
    small = SIZES.index(card.size) <= LARGEST and max(card.base) <= SEAT
    return small and card.kind != "machine"


def stow(state: RagNarok, unit: int, machine: int) -> None:  # rule: machine.transport
    """A Unit takes its seats: side by side with the others, on a board of the machine's own."""
    before = passengers(state, machine)  # rule: ruling.transport
    riding = before[0] if before else -1
    board = board_of(place_of(state, riding)) if before else free_board(state, unit)
    state.units[unit].aboard = machine
    loosen(state, unit)
    for number, member in enumerate(passengers(state, machine)):
        x = board * p.STRIDE + p.AIR_BOARD // 2 + number * SEAT
        state.places[member] = (x, p.AIR_BOARD // 2, state.units[unit].facing)


def spill(state: RagNarok, machine: int, wreck: Place) -> list[int]:  # rule: machine.transport
    """Put everybody aboard where the machine stood; return who they are."""
    thrown = passengers(state, machine)
    for unit in state.units:
        if unit.aboard == machine:
            unit.aboard, unit.facing = -1, wreck[2]
    for member, (ahead, aside) in zip(thrown, WRECK, strict=False):
        spot = offset(wreck, ahead * SEAT, aside * SEAT // 2)
        state.places[member] = (*spot, wreck[2])
    return thrown
