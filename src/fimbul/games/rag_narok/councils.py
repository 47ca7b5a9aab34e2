"""Where the members of Councils stood, when they are set up anew and have not moved."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from fimbul.games.rag_narok.geometry import Point
from fimbul.games.rag_narok.state import RagNarok, place_of


def stay(state: RagNarok, stood: Mapping[int, Point]) -> None:
    """Whoever was in a Council where it stood or lay is in it where it stands now."""
    # rule: skill.scout-ritual, ruling.ritual-council
    state.councils = [
        structs.replace(
            council,
            spots=tuple(
                place_of(state, member)[:2] if stood.get(member) == spot else spot
                for member, spot in zip(council.members, council.spots, strict=True)
            ),
        )
        for council in state.councils
    ]
