"""What a learner is told: how every Unit stands, and a row of numbers for each option.

Spots, advances and Units that divide are named on the way, so options are pointed at.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok, df, is_standing, owner
from fimbul.kernel import Decision, LearningLore, all_capped

UNITS = 32  # that are told of; a battle of more hides the last ones
A_UNIT, HEAD = 12, 6  # numbers of one Unit, and before the Units
A_ROW = 6  # numbers of one option
OPTIONS = 256  # of one decision at most
CELL = 3 * CM  # a step of the grid in which places are told
ZERO = 128  # where numbers of an option may be less than zero
NUMBER = re.compile(r"-?\d+")


def features(state: RagNarok, seat: int) -> bytes:
    """Turn and phase, then Unit by Unit: whose, how many, where, how it stands, its mood, its
    Orders if they are mine."""
    sides = [state.sides[other].stones for other in (seat, 1 - seat)]
    head = (state.turn, state.phase, state.south == seat, state.winner == seat, *sides)
    units = [_unit(state, unit, seat) for unit in range(min(UNITS, len(state.units)))]
    told = b"".join((all_capped(head), *units))
    return told + bytes(HEAD + A_UNIT * UNITS - len(told))


def _unit(state: RagNarok, unit: int, seat: int) -> bytes:
    """A Unit that does not stand on the table says no more than whose it is."""
    mine = owner(state, unit) == seat
    if not is_standing(state, unit):
        return bytes((1 + mine, *[0] * (A_UNIT - 1)))
    one = state.units[unit]
    place = state.places[one.ranks[0]] or (0, 0, 0)
    orders = sum(1 << order for order in one.orders if order < 8) if mine else len(one.orders)
    told = (
        *(1 + mine, len(one.ranks), place[0] // CELL, place[1] // CELL, one.facing // 2),
        *(one.files, one.mood, one.shaken, one.altitude, one.done, df(state, unit), orders),
    )
    return all_capped(told)


def rows(state: RagNarok, decision: Decision) -> bytes:
    """For each option: its kind, whether it names me, which Unit, two numbers, and its name."""
    ids = tuple(unit.id.partition(":")[2] for unit in state.roster.units)
    return b"".join([_row(option, ids, decision.seat) for option in decision.options])


@lru_cache(4096)
def _row(option: str, units: tuple[str, ...], seat: int) -> bytes:
    kind, _, name = option.partition(":")
    named = [number for number, unit in enumerate(units) if name.startswith(unit)]
    unit = max(named, key=lambda number: len(units[number]), default=-1)
    numbers = [int(found) for found in NUMBER.findall(name)][-2:]
    one, other = [0, 0, *numbers][-2:]
    mine = unit >= 0 and units[unit].startswith(f"{seat}-")
    told = (crc32(kind.encode()) & 255, mine, unit + 1, ZERO + one, ZERO + other)
    return all_capped((*told, crc32(name.encode()) & 255))


LEARNING = LearningLore(features=features, rows=rows, most=OPTIONS, row=A_ROW)
