"""How a round will likely go on: what is planned, carried out plainly, with full hands.

The rules would do it exactly and many times slower; bots ask this at every turn of their search.
It works on a sketch of the table: some lists are the sketch's own, the rest is only read.
"""

from __future__ import annotations

from copy import copy

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.collecting import COLLECT, shares
from fimbul.games.ragnarok_star.rules.course import Numbers
from fimbul.games.ragnarok_star.rules.eye import Lock
from fimbul.games.ragnarok_star.rules.order import NUMBER
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write, carried_out, next_number
from fimbul.games.ragnarok_star.rules.stealing import THEFT, Encore
from fimbul.games.ragnarok_star.state.packing import (
    AT_NUMBER,
    COLUMN,
    COUNTER,
    CROWD,
    HALL,
    ISLAND_AND_FAN,
    MARKS,
    PLANNED,
    SEAT_AND_FAN,
    packed_mark,
)
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked, linked
from fimbul.kernel import Step

# The step of the current number that is not yet carried out while a step is still to come.
SETTLED = (Lock, Encore)  # these ask once their step of the number is carried out
AHEAD: dict[type[Step[RagnarokStar]], int] = {
    kind: number + (kind in SETTLED) for number, steps in enumerate(NUMBER, 1) for kind in steps
}
OVER = len(NUMBER) + 1

# What an action without fans is worth, in glory.
A_CONTRACT, A_LOOK, A_STAR, THE_ICE, CONTROL, A_SCARE = 0.95, 0.1, 0.3, 0.12, 0.15, 0.3
GUARDED, BARE = 0.2, -0.05  # a shield where a rival lies, and where none does


Claims = dict[int, list[tuple[int, int]]]  # by island and type: who wants how many


class Sketch:
    """The table as it may look at the end of the round, with hopes and failures by seat."""

    __slots__ = ("fails", "hopes", "state")

    def __init__(self, state: RagnarokStar) -> None:
        sketch = copy(state)
        sketch.halls, sketch.islands = state.halls.copy(), state.islands.copy()
        sketch.boats, sketch.tally = state.boats.copy(), state.tally.copy()
        sketch.shields = state.shields.copy()
        self.state = sketch
        self.hopes = [0.0] * state.seats
        self.fails = [0] * state.seats

    def hope(self, seat: int, glory: float) -> None:
        self.hopes[seat] += glory

    def count(self, seat: int, counter: int, more: int = 1) -> None:
        self.state.tally[COUNTER[seat][counter]] += more


def forecast(state: RagnarokStar, seat: int) -> Sketch:
    """The rest of the round: the open plans, or what this seat has written so far."""
    sketch = Sketch(state)
    lane = state.lanes.get(seat)
    if isinstance(lane, Write | Scrawl):
        new_fans(sketch.state)
        for written in lane.marks if isinstance(lane, Write) else counting(lane):
            mark = MARKS[written]
            sketch.state.at = mark.number
            act(sketch, seat, mark.action, mark.to)
        return sketch
    if not state.agenda or not isinstance(state.agenda[0][0], Numbers):
        return sketch
    if state.at:
        carry_out(sketch, step_ahead(state))
    for at in range(state.at, p.NUMBERS[state.mode]):
        sketch.state.at = at + 1
        carry_out(sketch, 1)
    return sketch


def counting(board: Scrawl) -> list[int]:
    """The marks of a sloppy board that count, and the one that is just being written."""
    marks = board.marks
    if board.action != p.NONE:
        marks = (*marks, packed_mark(board.number or next_number(marks), board.action))
    return carried_out(marks)


def step_ahead(state: RagnarokStar) -> int:
    """The first step of the current number that is not yet carried out."""
    for row in reversed(state.agenda):
        if type(row[0]) in AHEAD:
            return AHEAD[type(row[0])]
    return OVER


def new_fans(sketch: RagnarokStar) -> None:
    """The cards that come next in this dream."""
    pack = sketch.pack
    for deck in sketch.decks:
        if deck:
            (one, crowd), (other, single) = pack.crowds[deck[-1]], pack.singles[deck[-1]]
            sketch.islands[CROWD[one][crowd]] += sketch.seats
            sketch.islands[CROWD[other][single]] += 1


def carry_out(sketch: Sketch, first: int) -> None:
    """One number, from that step on; collections of one place share out its fans."""
    state = sketch.state
    acts = [
        (p.STEP_OF[action], seat, action)
        for seat, action in enumerate(state.plan[AT_NUMBER[state.at]])
        if action >= 0 and p.STEP_OF[action] >= first
    ]
    if len(acts) > 1:
        acts.sort()
    claims: Claims = {}
    for step, seat, action in acts:
        if claims and step > COLLECT:
            share_all(sketch, claims)
        if step == COLLECT:
            claim(sketch, seat, action, claims)
        else:
            act(sketch, seat, action, state.ticks[PLANNED[seat][state.at]])
    share_all(sketch, claims)


def act(sketch: Sketch, seat: int, action: int, to: int) -> None:
    """One action by itself."""
    step = p.STEP_OF[action]
    if step < COLLECT:
        move(sketch, seat, action, to)
    elif step == COLLECT:
        claims: Claims = {}
        claim(sketch, seat, action, claims)
        share_all(sketch, claims)
    elif step == THEFT:
        steal(sketch, seat)
    else:
        special(sketch, seat, action, to)


def share_all(sketch: Sketch, claims: Claims) -> None:
    for crowd, wants in claims.items():
        share_out(sketch, crowd, wants)
    claims.clear()


def move(sketch: Sketch, seat: int, action: int, to: int) -> None:
    """A shield goes up, or a boat moves if it can."""
    state = sketch.state
    if action == p.SHIELD:
        state.shields[seat] = state.at
        at = state.boats[seat]
        near = any(
            state.boats[other] == at != p.NONE for other in range(state.seats) if other != seat
        )
        sketch.hope(seat, GUARDED if near and any(state.halls[HALL[seat]]) else BARE)
        return
    here = state.boats[seat]
    if to == p.NONE:
        return
    ice = blocked(state, here) or blocked(state, to)
    if action == p.FLY:
        sketch.count(seat, p.FLIGHTS)
        if ice:
            sketch.count(seat, p.ICE_FLIGHTS)
    elif ice:
        sketch.fails[seat] += 1
        return
    else:
        sketch.count(seat, p.SAILS)
    state.boats[seat] = to


def claim(sketch: Sketch, seat: int, action: int, claims: Claims) -> None:
    """As many as there are at home, or one across the ice."""
    state, fan, limit = sketch.state, p.FAN_OF[action], p.LIMIT_OF[action]
    at = state.boats[seat]
    if at != p.NONE:
        here = state.islands[CROWD[at][fan]]
        if here:
            claims.setdefault(CROWD[at][fan], []).append((seat, min(here, limit)))
            return
        for island in linked(state, at) if limit > 1 else ():
            if state.islands[CROWD[island][fan]]:
                claims.setdefault(CROWD[island][fan], []).append((seat, 1))
                return
    sketch.fails[seat] += 1


def share_out(sketch: Sketch, crowd: int, wants: list[tuple[int, int]]) -> None:
    state, (island, fan) = sketch.state, ISLAND_AND_FAN[crowd]
    got = shares(state.islands[crowd], [many for _, many in wants])
    for (seat, _), many in zip(wants, got, strict=True):
        if many:
            state.islands[crowd] -= many
            state.halls[COLUMN[seat][fan]] += many
            sketch.count(seat, p.GAINED + fan, many)
            if state.boats[seat] != island:
                sketch.count(seat, p.ACROSS, many)
        else:
            sketch.fails[seat] += 1


def steal(sketch: Sketch, seat: int) -> None:
    """The fan of which the thief has fewest, from a band that lies there unguarded."""
    state = sketch.state
    at, mine = state.boats[seat], state.halls[HALL[seat]]
    prey = [
        (mine[fan], COLUMN[other][fan])
        for other in range(state.seats)
        if other != seat and state.boats[other] == at != p.NONE and not state.shields[other]
        for fan in p.KINDS
        if state.halls[COLUMN[other][fan]]
    ]
    if not prey:
        sketch.fails[seat] += 1
        return
    column = min(prey)[1]
    victim, fan = SEAT_AND_FAN[column]
    state.halls[column] -= 1
    state.halls[COLUMN[seat][fan]] += 1
    sketch.count(seat, p.GAINED + fan)
    sketch.count(seat, p.STEALS)
    sketch.count(victim, p.ROBBED)


def special(sketch: Sketch, seat: int, action: int, to: int) -> None:
    """Actions that bring no fans: what they are worth on the whole."""
    state = sketch.state
    left = (p.ROUNDS - state.round) / p.ROUNDS
    if action == p.CONTRACT:
        sketch.hope(seat, A_CONTRACT * left if state.contracts else 0.0)
    elif action == p.EYE:
        sketch.hope(seat, A_LOOK if left else 0.0)
        sketch.fails[seat] += not left
    elif action == p.ICE:
        sketch.hope(seat, THE_ICE * (state.master != seat))
        sketch.count(seat, p.ICE_TAKEN, state.master != seat)
    elif action == p.GUEST:
        sketch.hope(seat, A_STAR * left if state.held[seat] == p.NONE else 0.0)
    elif action == p.BEWITCH:
        sketch.hope(seat, CONTROL)
    elif action == p.DRAGON:
        scare(sketch, seat, to)


def scare(sketch: Sketch, seat: int, port: int) -> None:
    state = sketch.state
    if port != p.NONE and not blocked(state, port):
        for other in range(state.seats):
            if state.boats[other] == port and any(state.halls[HALL[other]]):
                sketch.hope(seat, A_SCARE if other != seat else -2 * A_SCARE)
