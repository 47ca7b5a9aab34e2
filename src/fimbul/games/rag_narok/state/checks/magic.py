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

RITUALS = range(len(t.SPELLS), len(t.SPELLS) + len(t.RITUALS))
SPRING = t.ARTEFACTS["source-of-fire"].deeds
MANY = 60  # gems and dice stay far below


def outside(values: Iterable[int], allowed: range) -> bool:
    return any(value not in allowed for value in values)


def _mana(state: RagNarok) -> Iterator[str]:
    for number, one in enumerate(state.roster.fighters):
        pool, most = state.pools[number], capacity(one)
        if len(pool) != (len(p.ELEMENTS) if most else 0):
            yield f"pools: {one.id} holds gems of each element, or none"
        elif outside(pool, range(most + 1)) or sum(pool) > most:
            yield f"pools: {one.id} cannot carry that"
    if outside(state.horns, range(p.FACES + 1)):
        yield "horns: more gems than Horns can hold"
    for owner, x, y, gems in state.springs:
        wide, deep = state.terms.table
        there = x in range(-SLACK, wide + SLACK + 1) and y in range(-SLACK, deep + SLACK + 1)
        if owner not in range(len(state.places)) or gems not in range(SPRING.gems + 1):
            yield "springs: a Source that is none"
        elif not there:
            yield "springs: a Source beside the table"


def _magic(state: RagNarok) -> Iterator[str]:
    fighters = range(len(state.places))
    for name in ("stored", "casts"):
        if outside((one for one, _ in getattr(state, name)), fighters):
            yield f"{name}: nobody's"
    if any(n not in fighters or state.places[n] is None for pair in state.stored for n in pair):
        yield "stored: on nobody"
    if outside((*state.chanted, *state.helped), fighters):
        yield "chanted: fighters that are none"
    for kind, _, _, heading, _ in state.conjured:
        if kind not in t.CONJURING or heading not in range(360):
            yield "conjured: a thing that no spell makes"


def _councils(state: RagNarok) -> Iterator[str]:
    for council in state.councils:
        if council.ritual not in RITUALS or outside(council.crew, range(len(state.places))):
            yield "councils: a Ritual that is none"
        if not council.members or len(council.members) != len(council.spots):
            yield "councils: a Council without members"
        elif outside(council.members, range(len(state.places))):
            yield "councils: members that are nobody"
        elif not all(state.pools[member] for member in council.members):
            yield "councils: members that are no magicians"


def _casting(state: RagNarok) -> Iterator[str]:
    now = state.casting
    if now is None:
        return
    fighters = range(len(state.places))
    known = now.caster in fighters and now.rival in range(-1, len(fighters))
    if not known or now.spell not in range(len(t.SPELLS) + len(t.RITUALS)):
        yield "casting: nobody casts that"
    elif not state.pools[now.caster] or state.places[now.caster] is None:
        yield "casting: only magicians on the table cast"
    elif any(n not in fighters or state.places[n] is None for n in now.acolytes):
        yield "casting: acolytes that are not there"
    elif now.rival >= 0 and not state.pools[now.rival]:
        yield "casting: only magicians counter"
    if len(now.paid) != len(p.ELEMENTS):
        yield "casting: gems are counted by element"
    if outside((*now.paid, now.extra, now.free, now.result, now.bid, now.lent), range(MANY)):
        yield "casting: gems or dice that cannot be"
    if now.target not in range(-1, len(state.places)):
        yield "casting: at nobody"


magic_checks = (_mana, _magic, _councils, _casting)
