"""Councils between the start of their Ritual and its end: who is in them, and who stays for it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure.geometry import Point
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, spot_of
from fimbul.games.rag_narok.state.magic import Council


def stay(state: RagNarok, stood: Mapping[int, Point]) -> None:  # rule: skill.scout-ritual
    """Members who were in a Council where they stood or lay remain in it where they stand now."""
    state.magic.councils = tuple(
        [
            structs.replace(
                council,
                spots=tuple(
                    place_of(state, member)[:2] if stood.get(member) == spot else spot
                    for member, spot in zip(council.members, council.spots, strict=True)
                ),
            )
            for council in state.magic.councils
        ]
    )  # rule: ruling.ritual-council


def bound(state: RagNarok) -> set[int]:  # rule: ritual.warmage-no-move, ruling.council-stays
    """The members of all Councils that nothing has broken yet."""
    whole = (council for council in state.magic.councils if _is_whole(state, council))
    return {member for council in whole for member in council.members}


def _is_whole(state: RagNarok, council: Council) -> bool:
    """Whether its Magister lives, and no member has been moved on the table or has fled from it."""
    if state.places[council.members[0]] is None:
        return False
    return all(
        spot_of(state, member)[:2] == spot
        if state.places[member] is not None
        else state.fighters[member].fate != p.FLED
        for member, spot in zip(council.members, council.spots, strict=True)
    )


def is_rooted(state: RagNarok, unit: int) -> bool:  # rule: ritual.warmage-no-move
    """Whether somebody in a Unit takes part in a Ritual: then it does not move in this phase."""
    if not state.magic.councils or state.phase != p.MOVEMENT:
        return False
    return not bound(state).isdisjoint(state.units[unit].ranks)


def is_fixed(state: RagNarok, unit: int) -> bool:  # rule: ruling.council-stays
    """Whether all of a Unit are in a Ritual, or are Familiars of those who are: nobody could go."""
    if not state.magic.councils:
        return False
    tied = bound(state)
    return all(n in tied or fighter(state, n).card.has("familiar") for n in state.units[unit].ranks)
