"""Words and text: how many of what there are, and a scene for terminals, tests and `print`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from fimbul.kernel.show.scene import Point, Tone, Zone


def counted(number: int, one: str, many: str = "", *, none: str = "0") -> str:
    """`1 point`, `2 points`, `3 hexes`; `many` where no rule makes the plural, `none` for 0."""
    many = many or f"{one}{'es' if one.endswith('x') else 's'}"
    return f"{number or none} {one if number == 1 else many}"


class Cell(Struct, frozen=True):
    """One drawn spot of a board in text."""

    glyph: str
    tone: Tone
    thing: str  # its id, or nothing for a caption


def zone_cells(zone: Zone) -> dict[Point, Cell]:
    """A board as characters by (line, column): captions first, things in order over them."""
    left, top = zone.box[0], zone.box[1]
    across, down = zone.grain

    def spot(at: Point) -> Point:
        return (at[1] - top) // down, (at[0] - left) // across

    cells: dict[Point, Cell] = {}
    for mark in zone.marks:
        if mark.kind == "caption":
            line, column = spot(mark.points[0])
            for shift, letter in enumerate(mark.text):
                cells[line, column + shift] = Cell(letter, mark.tone, "")
    for thing in zone.things:
        if thing.glyph:
            cells[spot(thing.at)] = Cell(thing.glyph, thing.tone, thing.id)
    return cells


def zone_lines(zone: Zone) -> Iterator[str]:
    """One zone in plain text: a board as characters, anything else as a list of names."""
    if zone.kind == "board":
        cells = zone_cells(zone)
        for line in range(max((at[0] for at in cells), default=-1) + 1):
            columns = [at[1] for at in cells if at[0] == line]
            yield "".join(
                cells[line, column].glyph if (line, column) in cells else " "
                for column in range(max(columns, default=-1) + 1)
            )
    elif zone.things:
        names = ", ".join(f"{thing.label} {thing.badge}".strip() for thing in zone.things)
        yield f"{zone.title or zone.id}: {names}"
