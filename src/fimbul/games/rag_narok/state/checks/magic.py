"""What can be wrong with the magic of a state that was read from outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import capacity
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.geometry import SLACK

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok

SPRING = t.ARTEFACTS["source-of-fire"].deeds


def outside(values: Iterable[int], allowed: range) -> bool:
    return any(value not in allowed for value in values)


def _mana(state: RagNarok) -> Iterator[str]:
    for number, one in enumerate(state.roster.fighters):
        pool, most = state.fighters[number].pool, capacity(one)
        if len(pool) != (len(p.ELEMENTS) if most else 0):
            yield f"pool: {one.id} holds gems of each element, or none"
        elif outside(pool, range(most + 1)) or sum(pool) > most:
            yield f"pool: {one.id} cannot carry that"
    for _, x, y, gems in state.magic.springs:
        wide, deep = state.terms.table
        there = x in range(-SLACK, wide + SLACK + 1) and y in range(-SLACK, deep + SLACK + 1)
        if gems not in range(SPRING.gems + 1):
            yield "springs: a Source that is none"
        elif not there:
            yield "springs: a Source beside the table"


def _magic(state: RagNarok) -> Iterator[str]:
    if any(state.places[number] is None for pair in state.magic.stored for number in pair):
        yield "stored: on nobody"
    if any(kind not in t.CONJURING for kind, *_ in state.magic.conjured):
        yield "conjured: a thing that no spell makes"


def _councils(state: RagNarok) -> Iterator[str]:
    for council in state.magic.councils:
        if not council.members or len(council.members) != len(council.spots):
            yield "councils: a Council without members"
        elif not all(state.fighters[member].pool for member in council.members):
            yield "councils: members that are no magicians"


def _casting(state: RagNarok) -> Iterator[str]:
    now = state.magic.casting
    if now is None:
        return
    if not state.fighters[now.caster].pool or state.places[now.caster] is None:
        yield "casting: only magicians on the table cast"
    elif any(state.places[number] is None for number in now.acolytes):
        yield "casting: acolytes that are not there"
    elif now.rival >= 0 and not state.fighters[now.rival].pool:
        yield "casting: only magicians counter"
    if len(now.paid) != len(p.ELEMENTS):
        yield "casting: gems are counted by element"


magic_checks = (_mana, _magic, _councils, _casting)
