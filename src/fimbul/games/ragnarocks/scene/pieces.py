"""How hexes, runestones and vikings are shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.teams import number_of
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Thing, Tone, next_step, phrase

NAMES = ("Ivory", "Red")
TONES: tuple[Tone, Tone] = ("bone", "blood")
EMBLEMS = ("axe", "wolf")
SETTLED_TIP = "{clan}, settled: it stays where it is"
STONE_MORE = "It stays where it is and bars the way. Its hex counts for nobody."
NOMAD_TIP = "{clan}, still free to move"
HELMETS = ("viking-horn", "viking-cone")
# fmt: off
RUNES = (
    "fehu", "uruz", "thurisaz", "ansuz", "raidho", "kenaz", "gebo", "wunjo",
    "hagalaz", "nauthiz", "isa", "jera", "eihwaz", "perthro", "algiz", "sowilo",
    "tiwaz", "berkano", "ehwaz", "mannaz", "laguz", "ingwaz", "dagaz", "othala",
)
# fmt: on
PIECE = 44  # across
SETTLED = ("settled",)
KEPT = 4096  # things that are made once, and shown again and again
BOARDS = 256  # that are drawn once, and shown to everybody who looks


def name_of(state: Ragnarocks, seat: int) -> str:  # rule: team.numbering
    """A seat as the table calls it; the players of a team have numbers."""
    if state.opener != NOBODY:  # rule: ruling.pie
        return "Opener" if seat == state.opener else "Chooser"
    name = NAMES[state.side(seat)]
    if not state.teams:
        return name
    return phrase("{name} {number}", name=name, number=number_of(state, seat))


@cache
def cells(name: str) -> tuple[Thing, ...]:
    board = p.board(name)
    return tuple(
        Thing(
            board.names[at],
            "hex",
            board.spoken(at),
            outline.centre(board, at),
            outline.ACROSS,
            glyph=".",
            kind="space",
        )
        for at in board.cells
    )


@cache
def pieces_of(name: str) -> frozenset[str]:
    """The names of all pieces that may come to lie on a board."""
    board = p.board(name)
    stones = [f"stone:{number}" for number in range(1, len(board.cells) + 1)]
    return frozenset((*board.vikings, *stones))


@cache
def all_of(name: str) -> frozenset[str]:
    """All things of a board: its pieces and its hexes."""
    return pieces_of(name) | {hexagon.id for hexagon in cells(name)}


class Lying(NamedTuple):
    """All that the picture of a board follows from: where that is the same, it is drawn once."""

    board: str
    hexes: bytes
    land: bytes
    where: bytes
    stones: bytes
    last: tuple[int, ...]
    selected: str  # the viking that acts in this turn, once it is selected


def lying(state: Ragnarocks) -> Lying:
    selected = str(getattr(next_step(state), "viking", ""))
    land, where = bytes(state.land), bytes(state.where)
    return Lying(
        *(state.board, bytes(state.hexes), land, where, bytes(state.stones)),
        state.last,
        selected,
    )


@lru_cache(maxsize=BOARDS)
def stones(name: str, lying_at: bytes) -> tuple[Thing, ...]:
    """They stay where they are while a viking is selected and walks."""
    return tuple([stone(name, number, at) for number, at in enumerate(lying_at, 1) if at != p.OFF])


@lru_cache(maxsize=KEPT)
def stone(name: str, number: int, at: int, said: tuple[str, ...] = ()) -> Thing:
    board = p.board(name)
    rune = RUNES[(number - 1) % len(RUNES)]
    return Thing(
        f"stone:{number}",
        f"stone-{rune}",
        phrase("runestone on {place}", place=board.spoken(at)),
        outline.centre(board, at),
        PIECE,
        tone="stone",
        glyph="o",
        said=said,
        more=(STONE_MORE,),
    )


def vikings(on: Lying) -> Iterator[Thing]:
    name, land, selected = on.board, on.land, p.board(on.board).numbers.get(on.selected)
    for number, at in enumerate(on.where):
        if at != p.OFF:
            chosen = number == selected
            said = () if chosen or land[at] == p.CONTESTED else SETTLED
            yield viking(name, number, at, said, chosen)


@lru_cache(maxsize=KEPT)
def viking(
    name: str, number: int, at: int, said: tuple[str, ...] = (), chosen: bool = False, /
) -> Thing:
    board = p.board(name)
    side = p.IVORY if number in board.sides[p.IVORY] else p.RED
    return Thing(
        board.vikings[number],
        HELMETS[side],
        phrase("viking on {place}", place=board.spoken(at)),
        outline.centre(board, at),
        PIECE,
        tone=TONES[side],
        glyph=p.LETTERS[side],
        state=("selected",) if chosen else (),
        tip=phrase(SETTLED_TIP if "settled" in said else NOMAD_TIP, clan=NAMES[side]),
        said=said,
    )
