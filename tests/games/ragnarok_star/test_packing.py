"""What is packed into integers: one place packs, the numbers stay as stored tables know them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fimbul.games.ragnarok_star import GAME
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state import packing
from fimbul.games.ragnarok_star.state.packing import (
    KEPT,
    LODGES,
    MARKS,
    SENT,
    SPELLS,
    THEFTS,
    WISHES,
    Kept,
    Lodge,
    Sent,
    Spell,
    Theft,
    Wish,
    packed_mark,
    renumbered,
    with_tick,
)

Record = Wish | Theft | Kept | Sent | Spell


@pytest.mark.parametrize(
    ("record", "table", "stored"),
    [
        (Wish(3, 2), WISHES, 26),
        (Theft(1, p.LADY), THEFTS, 6),
        (Theft(1, p.LADY, bold=True), THEFTS, 70),
        (Kept(5), KEPT, 5),
        (Kept(5, 3), KEPT, 261),
        (Sent(2, 1), SENT, 9),
        (Spell(1, True), SPELLS, 3),
    ],
)
def test_picks_are_stored_as_they_always_were(
    record: Record, table: dict[int, Record], stored: int
) -> None:
    assert record.pack() == stored
    assert table[stored] == record
    assert all(record.pack() == packed for packed, record in table.items())


def test_marks_are_stored_as_they_always_were() -> None:
    mark = packed_mark(2, p.FLY, 3)
    assert (mark, packed_mark(2, p.FLY)) == (1048, 1040)
    assert with_tick(mark, 0) == 1049
    assert renumbered(mark, 5) == packed_mark(5, p.FLY, 3)
    assert MARKS[mark] == packing.ProgramMark(1048, 2, p.FLY, (3,), 3, 0, 1, lacks_tick=False)
    assert [MARKS[written].lacks_tick for written in (1040, packed_mark(1, p.BOY1))] == [
        True,
        False,
    ]


def test_two_ticks_lead_nowhere() -> None:
    two = MARKS[with_tick(packed_mark(2, p.FLY, 3), 0)]
    assert (two.ticked, two.to) == ((0, 3), p.NONE)


def test_lodges_are_stored_as_they_always_were() -> None:
    lodge = Lodge((True, False, True, False), 2)
    assert (lodge.pack(), LODGES[37], lodge.fans) == (37, lodge, 4)
    assert [lodge.pack() for lodge in LODGES] == list(range(48))


def test_flat_lists_are_laid_out_as_they_always_were() -> None:
    assert packing.COLUMN[2][p.MAN] == packing.CROWD[2][p.MAN] == 11
    assert packing.SEAT_AND_FAN[11] == packing.ISLAND_AND_FAN[11] == (2, p.MAN)
    assert (packing.PLANNED[1][1], packing.PLANNED[3][6]) == (6, 23)
    assert list(range(24))[packing.AT_NUMBER[2]] == [1, 7, 13, 19]
    assert packing.COUNTER[1][p.SCARED] == 2 * p.COUNTS - 1


def shifts(path: Path) -> list[int]:
    """The lines that take bits apart."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    apart = (ast.LShift, ast.RShift)
    return [
        node.lineno for node in tree if isinstance(node, ast.BinOp) and isinstance(node.op, apart)
    ]


def test_nothing_else_takes_bits_apart() -> None:
    found = {path.name: lines for path in GAME.folder.rglob("*.py") if (lines := shifts(path))}
    assert set(found) == {"packing.py"}, found
