"""What spells leave standing on the table: veils that hide, walls that block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.crossing import inside
from fimbul.games.rag_narok.geometry import Place, Point, Shape, base, clash, disc
from fimbul.games.rag_narok.tables import CM

if TYPE_CHECKING:
    from fimbul.games.rag_narok.state import RagNarok

SPELLS = tuple(t.SPELLS.values())
WALL = list(t.SPELLS).index("wall-of-earth")
CONJURING = [n for n, card in enumerate(SPELLS) if card.id in ("veil-of-mist", "veil-of-soot")]
CONJURING.append(WALL)
RECTANGLE, ROUND = re.compile(r"(\d+) x (\d+) cm"), re.compile(r"circle of (\d+) cm")


def area(card: t.Spell, at: Place) -> Shape:
    """What a spell's card covers there, its long side across the heading."""
    found = RECTANGLE.search(card.area)
    if found:
        return base(at, (int(found[1]) * CM, int(found[2]) * CM))
    across = ROUND.search(card.area)
    assert across, f"{card.name} covers no area"
    return disc(at[:2], int(across[1]) * CM)


def standing_areas(state: RagNarok) -> list[tuple[int, Shape]]:
    """Every conjured thing: its formula and its shape."""
    return [(kind, area(SPELLS[kind], (x, y, turn))) for kind, x, y, turn, _ in state.conjured]


def walls(state: RagNarok) -> list[Shape]:
    return [shape for kind, shape in standing_areas(state) if kind == WALL]


def is_walled(state: RagNarok, shape: Shape) -> bool:
    """Whether a Wall of Earth stands in the way, of whomever."""  # rule: unalterable.environment
    return bool(state.conjured) and any(clash(shape, wall) for wall in walls(state))


def is_veiled(state: RagNarok, start: Point, end: Point) -> bool:
    """Whether mist or soot hides one point from the other."""
    veils = [shape for kind, shape in standing_areas(state) if kind != WALL]
    return any(inside(start, end, veil) is not None for veil in veils)
