"""From a state of the kernel to a field of the engine, or to a myth where powers are in play."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.engine import field as source
from fimbul.games.ragnarocks.engine.field import Field
from fimbul.games.ragnarocks.engine.moments import KINDS, NAMES, POWERS
from fimbul.games.ragnarocks.engine.myth import Myth
from fimbul.games.ragnarocks.powers.aegir import AegirChoice
from fimbul.games.ragnarocks.powers.dain import DainChoice
from fimbul.games.ragnarocks.powers.fafnir import FafnirMove
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Step

_HEX, _VIKING, _STONE, _CARD, _PASS = range(5)  # what an option's higher bits say

COMPILED = not str(source.__file__).endswith(".py")


@cache
def field_of(board: str) -> Field:
    """One field for each board: every search begins by laying it out afresh."""
    return Field(p.board(board))


def lay(field: Field, state: Ragnarocks, seat: int) -> None:
    """Lay out the table of a match without powers; that seat is about to act, or in mid-turn."""
    field.clear()
    for number, at in enumerate(state.where):
        if number and at != p.OFF:
            field.put_viking(number - 1, at + field.pad)
    for at in state.stones:
        field.put_stone(at + field.pad)
    field.side, field.supply = state.side(seat), state.supply
    field.skips, field.stall, field.stall_limit = state.skips, state.stall, state.stall_limit
    field.zero_move = int(state.zero_move)
    field.begin()


@cache
def myth_of(board: str) -> Myth:
    """The same for matches with powers."""
    return Myth(p.board(board))


def lay_myth(myth: Myth, state: Ragnarocks) -> None:
    """Lay out the table of a match with powers between two seats, at any step of a turn."""
    field = myth.field
    myth.clear()
    for number, at in enumerate(state.where):
        if number and at != p.OFF:
            field.put_viking(number - 1, at + field.pad)
    for at in state.stones:
        if at != p.OFF:
            field.put_stone(at + field.pad)
    myth.remap()
    field.supply, field.zero_move = state.supply, int(state.zero_move)
    field.skips, field.stall, field.stall_limit = state.skips, state.stall, state.stall_limit
    myth.turns, myth.most = state.turns, state.most
    myth.laid, myth.gone = len(state.stones), state.stones.count(p.OFF)
    myth.origin, myth.reached, myth.stone = (
        at + field.pad if at else 0 for at in (*state.last, 0, 0, 0)[:3]
    )
    myth.created, myth.used, myth.spent = int(state.created), int(state.used), int(state.spent)
    myth.newcomers = sum(1 << state.side(seat) for seat in state.newcomers)
    myth.hoard, myth.debt, myth.waiting = state.hoard, state.debt, state.waiting - 1
    lay_cards(myth, state)
    for row in state.agenda:
        lay_step(myth, state, row[0])
    myth.settle()


def lay_cards(myth: Myth, state: Ragnarocks) -> None:
    """Who has which power, and what it remembers."""
    board, pad = p.board(state.board), myth.field.pad
    for seat, name in enumerate(state.powers):
        side = state.side(seat)
        myth.powers[side] = POWERS[name]
        myth.borrow(side, POWERS[state.borrowed[seat]] if state.borrowed else 0)
    for name in state.hand:
        myth.cards[POWERS[name]] = 1
    for name in state.played:
        myth.cards[POWERS[name]] = 2
    myth.another = board.numbers[state.another] - 1 if state.another else -1
    for at, status in enumerate(state.dawn):
        myth.dawn[at + pad] = status
    myth.dawned = int(len(state.dawn) == len(state.hexes))
    myth.dawn_nomads = sum(1 << number - 1 for number in state.nomads)


def lay_step(myth: Myth, state: Ragnarocks, step: Step[Ragnarocks]) -> None:
    """A step of the agenda, with the viking it is about and what else it knows."""
    numbers = p.board(state.board).numbers
    viking = getattr(step, "viking", "") or getattr(step, "only", "")
    extra = 0
    if isinstance(step, FafnirMove):
        extra = p.board(state.board).index[f"cell:{step.start}"] + myth.field.pad
    elif isinstance(step, AegirChoice | DainChoice):
        extra = sum(1 << numbers[moved] - 1 for moved in step.moved)
    number = numbers[viking] - 1 if viking else -1
    myth.push(KINDS[type(step).__name__], state.side(step.seat), number, extra)


def thing_of(state: Ragnarocks, option: int, pad: int) -> str:
    """An option of a myth as the rules name it."""
    board, kind, number = p.board(state.board), option >> 10, option & 1023
    if kind == _HEX:
        return board.names[number - pad]
    if kind == _VIKING:
        return board.vikings[number + 1]
    if kind == _STONE:
        return f"stone:{numbered(state, number - pad)}"
    if kind == _CARD:
        return f"power:{NAMES[number]}"
    return p.PASS if kind == _PASS else p.TAKE_BACK


def numbered(state: Ragnarocks, at: int) -> int:
    """The number of the runestone there, or of one that is laid there next."""
    lies = at if at in state.stones else p.OFF
    return (state.stones.index(lies) if lies in state.stones else len(state.stones)) + 1
