"""What spells leave standing on the table: veils that hide, walls that block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.crossing import inside
from fimbul.games.rag_narok.measure.geometry import Place, Point, Shape, base, clash, disc

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok

SPELLS = tuple(t.SPELLS.values())
WALLS = frozenset(n for n in t.CONJURING if SPELLS[n].deeds.high)


def area(card: t.Spell, at: Place) -> Shape:
    """What a spell's card covers there, its long side across the heading."""
    deeds = card.deeds
    return disc(at[:2], deeds.across) if deeds.across else base(at, (deeds.wide, deeds.deep))


def standing_areas(state: RagNarok) -> list[tuple[int, Shape]]:
    """Every conjured thing: its formula and its shape."""
    found = state.magic.conjured
    return [(kind, area(SPELLS[kind], (x, y, turn))) for kind, x, y, turn, _ in found]


def walls(state: RagNarok) -> list[Shape]:
    return [shape for kind, shape in standing_areas(state) if kind in WALLS]


def is_walled(state: RagNarok, shape: Shape) -> bool:  # rule: unalterable.environment
    """Whether a Wall of Earth stands in the way, whoever cast it."""
    return bool(state.magic.conjured) and any(clash(shape, wall) for wall in walls(state))


def is_veiled(state: RagNarok, start: Point, end: Point) -> bool:
    """Whether mist or soot hides one point from the other."""
    veils = [shape for kind, shape in standing_areas(state) if kind not in WALLS]
    return any(inside(start, end, veil) is not None for veil in veils)
