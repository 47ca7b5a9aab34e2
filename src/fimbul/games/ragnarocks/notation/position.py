"""Position strings: `3rrr3/10/11/11/10/9/8/7/6/1iii1 i 40`, both ways.

Rows from red's edge to ivory's edge, numbers for empty hexes, then the side to move and the
runestones left. More fields may follow: `skips=1`, `stall=3`, what lies on cards, and in a team
game which player of each side has the turn or had its last one, `ivory=2 red=1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from fimbul.games.ragnarocks import parts as p
from fimbul.kernel import phrase, quoted

TOKEN = re.compile(r"[1-9]\d{0,2}|[iro]")
COUNTS = ("skips", "stall", "ivory", "red")
POWER_FIELDS = {
    "thor": r"[1-9]\d?",  # runestones on the card
    "frigg": r"[1-9]\d?",  # points owed to her opponent
    "wait": "[ir]",  # the colour of the waiting viking
    "idun": "spent",
}
CARD_OF = {"wait": "ask"}  # the power whose field has another name
STONE_LETTER = "o"
NEEDED = "needs the rows, the side to move (i or r) and the runestones left"


class Position(Struct):
    """What a position string says. `stones` counts what is left in the supply."""

    vikings: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    runestones: list[int] = field(default_factory=list)
    side: int = p.IVORY
    stones: int = 0
    skips: int = 0
    stall: int = 0
    thor: int = 0
    frigg: int = 0
    wait: str = ""
    idun: str = ""
    ivory: int = 0  # in a team game, the number of the player whose turn it is, or was last
    red: int = 0

    @property
    def total(self) -> int:
        """All runestones that it mentions."""
        return len(self.runestones) + self.stones + self.thor + self.frigg

    @property
    def cards(self) -> list[str]:
        """The powers whose state it gives."""
        return [CARD_OF.get(name, name) for name in POWER_FIELDS if getattr(self, name)]


def start_position(board: p.Board, side: int, stones: int) -> Position:
    ivory, red = board.starts
    return Position((list(ivory), list(red)), side=side, stones=stones)


def read_position(board: p.Board, text: str) -> tuple[Position, list[str]]:
    """The position in that text, and a sentence for everything that is wrong with it."""
    position = Position()
    land, *fields = text.split(" ")
    if len(fields) < 2:
        return position, [NEEDED]
    side, stones, *counts = fields
    problems = list(_read_rows(board, position, land))
    if not problems and not all(position.vikings):
        problems.append("each colour needs a viking on the board")
    problems += _too_many_vikings(board, position)
    if len(side) == 1 and side in p.LETTERS:
        position.side = p.LETTERS.index(side)
    else:
        problems.append(phrase("the side to move is i or r, not {given}", given=quoted(side)))
    if stones.isascii() and stones.isdecimal() and len(stones) < 4:
        position.stones = int(stones)
    else:
        words = "the runestones left must be a number from 0 to 999, not {given}"
        problems.append(phrase(words, given=quoted(stones)))
    problems += _read_counts(position, counts)
    return position, problems


def _read_rows(board: p.Board, position: Position, land: str) -> Iterator[str]:
    rows = land.split("/")
    if len(rows) != len(board.rows):
        words, name = "the board {name} has {count} rows, not {given}", board.plan.name
        yield phrase(words, name=name, count=len(board.rows), given=len(rows))
        return
    for cells, row in zip(reversed(board.rows), rows, strict=True):
        name = board.spoken(cells[0])[0]
        tokens = TOKEN.findall(row)
        if "".join(tokens) != row:
            words = "row {name} may hold i, r, o and numbers of empty hexes, not {given}"
            yield phrase(words, name=name, given=quoted(row))
            continue
        length = sum(int(token) if token.isdecimal() else 1 for token in tokens)
        if length != len(cells):
            words = "row {name} has {count} hexes, not {given}"
            yield phrase(words, name=name, count=len(cells), given=length)
            continue
        _place(position, cells[0], tokens)


def _place(position: Position, at: int, tokens: list[str]) -> None:
    for token in tokens:
        if token == STONE_LETTER:
            position.runestones.append(at)
        elif token in p.LETTERS:
            position.vikings[p.LETTERS.index(token)].append(at)
        at += int(token) if token.isdecimal() else 1


def _too_many_vikings(board: p.Board, position: Position) -> Iterator[str]:
    for colour, side, vikings in zip(p.COLOURS, board.sides, position.vikings, strict=True):
        if len(vikings) > len(side):
            words = "{colour} has {count} vikings, but only {most} play on this board"
            yield phrase(words, colour=colour, count=len(vikings), most=len(side))


def _read_counts(position: Position, counts: list[str]) -> Iterator[str]:
    given: set[str] = set()
    for count in counts:
        name, _, value = count.partition("=")
        if name in given:
            yield phrase("{name} is given twice", name=name)
        elif name in POWER_FIELDS and re.fullmatch(POWER_FIELDS[name], value, re.ASCII):
            setattr(position, name, int(value) if value.isdecimal() else value)
        elif name not in COUNTS or not re.fullmatch(r"\d{1,3}", value, re.ASCII):
            words = "after the runestones left comes skips=1 or stall=3, not {given}"
            yield phrase(words, given=quoted(count))
        else:
            setattr(position, name, int(value))
        given.add(name)


def write_position(board: p.Board, position: Position) -> str:
    """The same position as text."""
    held = dict.fromkeys(position.runestones, STONE_LETTER)
    for letter, vikings in zip(p.LETTERS, position.vikings, strict=True):
        held |= dict.fromkeys(vikings, letter)
    rows = "/".join(_row_text(row, held) for row in reversed(board.rows))
    names = (*POWER_FIELDS, *COUNTS)
    counts = [f" {name}={count}" for name in names if (count := getattr(position, name))]
    return f"{rows} {p.LETTERS[position.side]} {position.stones}{''.join(counts)}"


def _row_text(row: range, held: dict[int, str]) -> str:
    drawn = "".join(held.get(at, ".") for at in row)
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), drawn)
