"""How hexes, runestones and vikings are shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.teams import number_of
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Thing, Tone, next_step

NAMES = ("Ivory", "Red")
TONES: tuple[Tone, Tone] = ("bone", "blood")
EMBLEMS = ("axe", "wolf")
HELMETS = ("viking-horn", "viking-cone")
# fmt: off
RUNES = (
    "fehu", "uruz", "thurisaz", "ansuz", "raidho", "kenaz", "gebo", "wunjo",
    "hagalaz", "nauthiz", "isa", "jera", "eihwaz", "perthro", "algiz", "sowilo",
    "tiwaz", "berkano", "ehwaz", "mannaz", "laguz", "ingwaz", "dagaz", "othala",
)
# fmt: on
PIECE = 44  # across
KEPT = 4096  # things that are made once, and shown again and again


def name_of(state: Ragnarocks, seat: int) -> str:  # rule: team.numbering
    """A seat as the table calls it; the players of a team have numbers."""
    if state.opener != NOBODY:  # rule: ruling.pie
        return "Opener" if seat == state.opener else "Chooser"
    name = NAMES[state.side(seat)]
    return f"{name} {number_of(state, seat)}" if state.teams else name


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


def stones(state: Ragnarocks) -> list[Thing]:
    name = state.board
    return [stone(name, number, at) for number, at in enumerate(state.stones, 1) if at != p.OFF]


@lru_cache(maxsize=KEPT)
def stone(name: str, number: int, at: int) -> Thing:
    board = p.board(name)
    rune = RUNES[(number - 1) % len(RUNES)]
    return Thing(
        f"stone:{number}",
        f"stone-{rune}",
        f"runestone on {board.spoken(at)}",
        outline.centre(board, at),
        PIECE,
        tone="stone",
        glyph="o",
    )


def vikings(state: Ragnarocks) -> Iterator[Thing]:
    selected = selected_viking(state)
    for number, at in enumerate(state.where):
        if at != p.OFF:
            settled = ("settled",) if state.land[at] != p.CONTESTED else ()
            chosen = p.board(state.board).vikings[number] == selected
            yield viking(state.board, number, at, () if chosen else settled, chosen=chosen)


def selected_viking(state: Ragnarocks) -> str:
    """The viking that acts in this turn, once it is selected."""
    return str(getattr(next_step(state), "viking", ""))


@lru_cache(maxsize=KEPT)
def viking(
    name: str, number: int, at: int, said: tuple[str, ...] = (), *, chosen: bool = False
) -> Thing:
    board = p.board(name)
    side = p.IVORY if number in board.sides[p.IVORY] else p.RED
    return Thing(
        board.vikings[number],
        HELMETS[side],
        f"viking on {board.spoken(at)}",
        outline.centre(board, at),
        PIECE,
        tone=TONES[side],
        glyph=p.LETTERS[side],
        state=("selected",) if chosen else (),
        tip=f"{NAMES[side]}, {'settled' if 'settled' in said else 'nomadic'}",
        said=said,
    )
