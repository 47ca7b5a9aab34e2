"""Boards and pieces: every number of the rulebook, once.

A hex is a number: row times width plus the number in its name. Column 0 of every row lies off
the board, so one step in any direction from a hex is a hex or lands off the board, never on the
far side. That is also why a whole board can be read as one binary number (see `bits`).
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from msgspec import Struct

IVORY, RED = 0, 1  # the two sides
COLOURS = ("ivory", "red")
TEAMS = ("the ivory team", "the red team")
LETTERS = "ir"

EMPTY, RIM, STONE = 0, 254, 255  # what a hex holds; a viking is held by its number, from 1
OFF = 255  # where a viking is that stands on no hex
CONTESTED, WILD = 0, 3  # whose a hex is; settled land: the side + 1
SETTLED = (IVORY + 1, RED + 1)

RUNESTONES = 40  # rule: setup.supply, ruling.supply
UNLIMITED = 0  # as a setup writes it
ENDLESS = -1  # as a state counts it
STALL_LIMIT = 20  # rule: ruling.stall
MOST_STONES, MOST_STALLED = 200, 200  # that a setup may ask for: more than any board has hexes
SKIPS_TO_END = 2  # rule: ruling.end-test
MOST_PLAYERS = 6  # rule: team.size
FIRST = "ivory"  # rule: ruling.first-player
CHOICES_A_TURN = 3  # rule: turn.three-steps
CHOICES_WITH_POWERS = 16  # no turn takes more, whatever they are: its way, a stone, shifts
SUPPLY = "stock:runestones"
PASS = "button:pass"
NO_POWER = "none"
ANY_POWER = "random"
DRAFT = "draft"
OFFERED = 2  # rule: adv.ivory-offers-two
COMMANDS = 2  # rule: power.odin.setup
TAKE_BACK = "button:take-back"
PLAY = ("button:play-ivory", "button:play-red")
LOT, PIE = "lot", "pie"  # who plays which colour
OPENING_TURNS = 2  # rule: ruling.pie
LAST_STONES = 10  # runestones left: from here on the table warns of the end
WARNED = (10, 5, 1, 0)  # runestones left: the log tells it
ONLY_AT_THE_TABLE = ("board", "tree-stand")  # rule: setup.stand

IVORY_GAP, RED_GAP = 1, 3  # rule: setup.ivory-start, setup.red-start, ruling.middle-three
MIDDLE_ROWS = 3  # rows beyond p + q that every board of the family has

# E, NE, NW, W, SW, SE as (rows, numbers), counter-clockwise.
WAYS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # rule: ruling.coordinates


class BoardPlan(Struct, frozen=True):
    """What tells one board of the family from another; all else is worked out."""

    name: str
    p: int
    q: int
    edge: int = 5  # rule: setup.board-shape
    stones: int = RUNESTONES


PLANS = {  # rule: ruling.board-shape, ruling.two-sides
    "midgard86": BoardPlan("Midgard", 3, 4),
    "midgard86-mirror": BoardPlan("Midgard, other side up", 4, 3),  # rule: setup.board-side
    "sym75": BoardPlan("Symmetric, small", 3, 3),
    "sym98": BoardPlan("Symmetric, large", 4, 4),
    "sym54": BoardPlan("Symmetric, quick game", 2, 2),
    "grand164": BoardPlan("Grand board (unofficial)", 5, 6, edge=7, stones=UNLIMITED),
}
DEFAULT_BOARD = "midgard86"


class Board(Struct, frozen=True, eq=False):
    """One board's geometry. Lists are by hex, and empty where there is none."""

    id: str
    plan: BoardPlan
    rows: tuple[range, ...]  # the hexes of each row, from ivory's edge
    cells: tuple[int, ...]  # all of them in that order
    width: int  # hexes from one row to the next
    names: tuple[str, ...]  # "cell:a3"
    places: tuple[str, ...]  # "a3", as players say it
    index: dict[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]  # six lines of hexes, nearest first
    beside: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]  # all six neighbours, hex 0 for each that is missing
    bits: tuple[int, ...]
    starts: tuple[tuple[int, ...], tuple[int, ...]]
    sides: tuple[range, range]  # the vikings of ivory, of red
    vikings: tuple[str, ...]  # "viking:ivory-1", by number
    numbers: dict[str, int]

    def spoken(self, at: int) -> str:
        """The hex as players say it."""
        return self.places[at]

    def side_of(self, viking: int) -> int:
        return IVORY if viking in self.sides[IVORY] else RED

    def on_edge(self, at: int) -> bool:  # rule: ruling.unoccupied
        return len(self.beside[at]) < 6

    def blank(self) -> bytearray:
        """A board with nothing on it, the rim around it."""
        return bytearray(EMPTY if name else RIM for name in self.names)


@cache
def board(name: str) -> Board:
    """The board of that name, worked out when first asked for."""
    plan = PLANS[name]
    spans = [_span(plan, row) for row in range(plan.p + plan.q + MIDDLE_ROWS)]
    width = max(high for _, high in spans) + 1
    rows = tuple(
        range(row * width + low, row * width + high + 1) for row, (low, high) in enumerate(spans)
    )
    size = width * len(rows)
    cells = tuple(at for row in rows for at in row)
    on = frozenset(cells)
    names = tuple(f"cell:{_name(at, width)}" if at in on else "" for at in range(size))
    rays = tuple(tuple(_ray(at, way, width, on) for way in WAYS) for at in range(size))
    starts = (tuple(rows[0][IVORY_GAP:-IVORY_GAP]), tuple(rows[-1][RED_GAP:-RED_GAP]))
    count = len(starts[IVORY])  # rule: setup.three-vikings
    vikings = ("", *(f"viking:{c}-{n}" for c in COLOURS for n in range(1, count + 1)))
    return Board(
        id=name,
        plan=plan,
        rows=rows,
        cells=cells,
        width=width,
        names=names,
        places=tuple(name.removeprefix("cell:") for name in names),
        index={cell: at for at, cell in enumerate(names) if cell},
        rays=rays,
        beside=tuple(tuple(ray[0] for ray in six if ray) for six in rays),
        around=tuple(tuple(ray[0] if ray else 0 for ray in six) for six in rays),
        bits=tuple(1 << size - 1 - at if at in on else 0 for at in range(size)),
        starts=starts,
        sides=(range(1, count + 1), range(count + 1, 2 * count + 1)),
        vikings=vikings,
        numbers={viking: number for number, viking in enumerate(vikings) if viking},
    )


def _span(plan: BoardPlan, row: int) -> tuple[int, int]:
    """The lowest and the highest number in a row."""
    low = 1 + max(0, row - plan.q - MIDDLE_ROWS)
    return low, plan.edge + min(row, plan.p + MIDDLE_ROWS)


def _name(at: int, width: int) -> str:  # rule: ruling.coordinates
    return f"{ascii_lowercase[at // width]}{at % width}"


def _ray(at: int, way: tuple[int, int], width: int, on: frozenset[int]) -> tuple[int, ...]:
    """The hexes from here on in one direction, up to the rim."""
    step, line = way[0] * width + way[1], []  # rule: ruling.orientation
    to = at + step if at in on else -1
    while to in on:
        line.append(to)
        to += step
    return tuple(line)
