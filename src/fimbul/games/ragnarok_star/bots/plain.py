"""What a plain player would program: sail to where most wanted fans stand, and collect double.

For each island where the boat may go: first what is worth more here, then the move, then what is
worth more there, every musician with the best of its actions, or one of them with the second best.
It looks only at what lies open: new fans come after the boards are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.forecast import A_CONTRACT
from fimbul.games.ragnarok_star.state.packing import COLUMN, CROWD, HALL, packed_mark
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked

A_FAN, FULL = 0.45, 0.04  # what a fan is worth, in glory: one that finds a seat, and one in the pit
COMING = 0.35  # fans that may still come where a band collects
A_THEFT, AN_EYE, A_SHIELD, THE_ICE, A_STAR, CONTROL = 0.3, 0.08, 0.0, 0.12, 0.35, 0.1
ASIDE = 0.2  # less than the fans of an action: what a theft from a rival who may leave is worth
FIRST, LAST = 0, 9  # before all that is collected, and after it

Marks = tuple[int, ...]


class Deed(NamedTuple):
    """An action of a musician: what it may bring, and when it is best done."""

    worth: float
    action: int
    late: bool  # after the move


def plain_marks(state: RagnarokStar, seat: int) -> Iterator[Marks]:
    """Programs for every island and musician; the better ones may come late."""
    here = state.boats[seat]
    for to in p.RING:
        if to == here:
            yield from staying(state, seat)
            continue
        frozen = blocked(state, here) or blocked(state, to)
        for move in (p.FLY,) if frozen else (p.SAIL, p.FLY):
            deeds = [
                best_deeds(state, seat, to, offer)
                for offer in p.OFFERS[: p.NUMBERS[state.mode]]
                if move not in offer
            ]
            for chosen in variants(deeds):
                yield in_order(chosen, (move, to))


def staying(state: RagnarokStar, seat: int) -> Iterator[Marks]:
    here = state.boats[seat]
    deeds = [best_deeds(state, seat, here, o) for o in p.OFFERS[: p.NUMBERS[state.mode]]]
    for chosen in variants(deeds):
        yield in_order(chosen, None)


def variants(deeds: Sequence[list[Deed]]) -> Iterator[list[Deed]]:
    """Everybody does the best, or one of them the second best."""
    best = [offer[0] for offer in deeds]
    yield best
    for musician, offer in enumerate(deeds):
        if len(offer) > 1:
            yield [*best[:musician], offer[1], *best[musician + 1 :]]


def best_deeds(state: RagnarokStar, seat: int, to: int, offer: Sequence[int]) -> list[Deed]:
    """What a musician may do besides moving, the best first."""
    deeds = [deed(state, seat, to, action) for action in offer if not p.TICKED[action]]
    return sorted(deeds, reverse=True)[:2]


def deed(state: RagnarokStar, seat: int, to: int, action: int) -> Deed:
    fan, limit = p.FAN_OF[action], p.LIMIT_OF[action]
    if not limit:
        return Deed(besides(state, seat, to, action), action, True)
    mine, here = state.halls[COLUMN[seat][fan]], state.boats[seat]
    there = collected(state.islands[CROWD[to][fan]], limit, mine)
    before = collected(state.islands[CROWD[here][fan]], limit, mine) if here != p.NONE else 0.0
    return Deed(max(there, before), action, there >= before)


def collected(crowd: int, limit: int, mine: int) -> float:
    """What fans of one type are worth; where fewer stand than are wanted more may come."""
    seated = min(crowd, limit, max(0, p.LINES - mine))
    coming = COMING if crowd < limit and mine < p.LINES else 0.0
    return A_FAN * (seated + coming) + FULL * (min(crowd, limit) - seated)


def besides(state: RagnarokStar, seat: int, to: int, action: int) -> float:
    """What an action without fans is worth, before all is weighed."""
    left = p.ROUNDS - state.round
    if action == p.CONTRACT:
        return A_CONTRACT * left / p.ROUNDS if state.contracts else 0.0
    if action == p.STEAL:
        near = any(
            state.boats[other] == to and any(state.halls[HALL[other]])
            for other in range(state.seats)
            if other != seat
        )
        return A_THEFT if near else A_THEFT - ASIDE
    if action == p.GUEST:
        return A_STAR if left and state.held[seat] == p.NONE else 0.0
    worths = {p.EYE: AN_EYE * bool(left), p.ICE: THE_ICE * (state.master != seat)}
    return worths.get(action, CONTROL if action == p.BEWITCH else A_SHIELD)


def in_order(chosen: Sequence[Deed], move: tuple[int, int] | None) -> Marks:
    """What is better done here, the move, then the rest; the best collections first."""
    before = sorted([one for one in chosen if move and not one.late], reverse=True)
    after = sorted([one for one in chosen if not move or one.late], key=_turn)
    acts = [(one.action, p.NONE) for one in before]
    if move:
        acts.append(move)
    acts += [(one.action, p.NONE) for one in after]
    return tuple([packed_mark(number, action, to) for number, (action, to) in enumerate(acts, 1)])


def _turn(deed: Deed) -> tuple[bool, float]:
    """Collections come first, what brings no fans may wait; a theft comes last of all."""
    return not p.LIMIT_OF[deed.action], -deed.worth if deed.action != p.STEAL else LAST
