"""From the table to the scene: its millimetres count downwards, its degrees clockwise."""

from __future__ import annotations

from fimbul.games.rag_narok.army.roster import Fighter
from fimbul.games.rag_narok.measure.geometry import Point, Shape
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.state import RagNarok

MM = CM // 10  # a table is measured in hundredths of a centimetre
KIND_ART = {"character": "hero", "standard": "banner", "musician": "horn", "machine": "machine"}


def at(state: RagNarok, point: Point) -> Point:
    return point[0] // MM, (state.terms.table[1] - point[1]) // MM


def outlined(state: RagNarok, shape: Shape) -> tuple[Point, ...]:
    return tuple(at(state, point) for point in shape)


def turn_of(heading: int) -> int:
    """Degrees clockwise from straight up."""
    return (90 - heading) % 360


def art_of(one: Fighter) -> str:
    if one.card.weapon is not None and one.card.kind == "troop":
        return "shooter"
    return "leader" if one.leader else KIND_ART.get(one.card.kind, "fighter")
