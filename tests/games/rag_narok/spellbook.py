"""Magicians for tests: who stands where, gems in their pools, a spell cast from start to end."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.magic.incantation import Chant
from fimbul.games.rag_narok.state import RagNarok, fighter
from tests.games.rag_narok.drawn import ask, battle, options, play, put


def give(state: RagNarok, number: int, **gems: int) -> None:
    """Gems by element, and no others: `darkness=3`."""
    state.fighters[number].pool = tuple(gems.get(name.lower(), 0) for name in p.ELEMENTS)


def gems(state: RagNarok, number: int) -> dict[str, int]:
    found = zip(p.ELEMENTS, state.fighters[number].pool, strict=True)
    return {name.lower(): count for name, count in found if count}


def duel(first: Sequence[str], second: Sequence[str], apart: float = 15) -> RagNarok:
    """Units of both sides in two lines that look at each other, in the incantation phase."""
    state = battle(first, second)
    state.phase = p.SECOND_SHOOTING
    for seat, (y, heading) in enumerate(((10.0, 90), (12.5 + apart, 270))):
        for place, unit in enumerate(state.roster.of(seat)):
            put(state, unit, (66 - 12 * place, y, heading))
    return state


def chant(state: RagNarok, number: int) -> RagNarok:
    """That magician is activated."""
    return ask(state, Chant(fighter(state, number).seat, number))


def cast(state: RagNarok, number: int, spell: str, *things: str) -> RagNarok:
    """That magician casts; then these things are touched."""
    return play(chant(state, number), f"spell:{spell}", *things)


def spells(state: RagNarok, number: int) -> set[str]:
    """What a magician could cast now."""
    found = options(chant(state, number))
    return {thing.partition(":")[2] for thing in found if thing.startswith(("spell:", "ritual:"))}


def named(state: RagNarok, profile: str, nth: int = 0) -> int:
    """A fighter by its card."""
    found = [n for n, one in enumerate(state.roster.fighters) if one.card.id == profile]
    return found[nth]


def id_of(state: RagNarok, number: int) -> str:
    return fighter(state, number).id
