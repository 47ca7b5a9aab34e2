"""What a scenario is fought for, besides the AP of the slain."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import within
from fimbul.games.rag_narok.state import RagNarok, is_routed, middle, say, shapes, standing
from fimbul.games.rag_narok.state.telling import some
from fimbul.kernel import phrase, player


def aims(state: RagNarok, seat: int) -> int:  # rule: victory.points, ruling.pitched-aims
    """For the death of the Commander the enemy came with, and for Units in the enemy's strip."""
    points, general = 0, state.roster.generals[1 - seat]
    if general >= 0 and state.fighters[general].fate == p.DEAD:
        points += p.COMMANDER_SLAIN
    if state.phase == p.DEPLOYMENT:
        return points
    units = [unit for unit in standing(state, seat) if not is_routed(state, unit)]
    return points + p.STRIP_REACHED * sum(is_in_strip(state, unit, 1 - seat) for unit in units)


def is_in_strip(state: RagNarok, unit: int, seat: int) -> bool:
    """Whether the centre of a Unit lies in the strip where that seat deploys."""
    y, deep = middle(state, unit)[1], state.terms.table[1]
    return (y if state.south == seat else deep - y) <= state.terms.deployment


# -- the three stones ------------------------------------------------------------------------


def count_stones(state: RagNarok) -> None:  # rule: victory.points, ruling.three-stones
    """At the end of a turn every stone scores for the side that holds it."""
    held = [0, 0]
    for stone in stones(state):
        seat = holder(state, stone)
        if seat >= 0:
            held[seat] += 1
    for seat in (seat for seat in range(p.SEATS) if held[seat]):
        words = "{who} holds {stones}: +{points}"
        many = some(held[seat], "a stone", "{count} stones")
        points = held[seat] * p.STONE_HELD
        say(state, seat, phrase(words, who=player(seat), stones=many, points=points))
        state.sides[seat].stones += held[seat] * p.STONE_HELD


def stones(state: RagNarok) -> Iterator[p.Ground]:
    return (ground for ground in state.terms.grounds if ground.kind == "rock")


def holder(state: RagNarok, stone: p.Ground) -> int:
    """Who has a Unit near it that is not in Rout, with no enemy near it; -1: nobody."""
    near = [
        [unit for unit in standing(state, seat) if is_near(state, unit, stone)] for seat in (0, 1)
    ]
    for seat in range(p.SEATS):
        if not near[1 - seat] and any(not is_routed(state, unit) for unit in near[seat]):
            return seat
    return -1


def is_near(state: RagNarok, unit: int, stone: p.Ground) -> bool:  # rule: ruling.three-stones
    """Within 5 cm, on its own feet: neither in flight nor inside a Transport."""
    if state.units[unit].altitude != p.GROUND or state.units[unit].aboard >= 0:
        return False
    return any(within(shape, stone.shape, p.STONE_NEAR) for shape in shapes(state, unit))
