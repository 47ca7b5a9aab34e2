"""What a learner is told: hexes, vikings, stones and cards by name, and what lies where."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import POWERS
from fimbul.games.ragnarocks.rules.turn import Move
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import LearningLore, capped, marked, next_step

CARD = {name: number for number, name in enumerate(POWERS, start=1)}  # 0: no power
COUNTED = 5  # numbers of what lies on cards
BUTTONS = (p.PASS, p.TAKE_BACK, *p.PLAY)


def things(setup: RagnarocksSetup) -> tuple[str, ...]:
    """Stones and cards count only where powers do."""
    board = p.board(setup.board)
    plain = (*(board.names[at] for at in board.cells), *board.vikings[1:], *BUTTONS)
    if set(setup.named_powers) == {p.NO_POWER}:
        return plain
    stones = (f"stone:{number}" for number in range(1, len(board.cells) + 1))
    return (*plain, *stones, *(f"power:{name}" for name in POWERS))


@cache
def _tables(board: str, side: int) -> tuple[bytes, ...]:
    """From what a hex holds, or whose it is, to 1 or 0: mine and theirs."""
    ours, theirs = p.board(board).sides[side], p.board(board).sides[1 - side]
    return (
        bytes(held in ours for held in range(256)),
        bytes(held in theirs for held in range(256)),
        bytes(held == p.STONE for held in range(256)),
        bytes(owner == p.SETTLED[side] for owner in range(256)),
        bytes(owner == p.SETTLED[1 - side] for owner in range(256)),
    )


@cache
def _only(viking: int) -> bytes:
    return bytes(held == viking for held in range(256))


def features(state: Ragnarocks, seat: int) -> bytes:
    """Hex by hex, rows with what lies beyond them: my vikings, theirs, stones, my land, theirs, the
    viking that is moved; then counters and cards."""
    hexes, land = state.hexes, state.land
    mine, theirs, stones, ours, lost = _tables(state.board, state.side(seat))
    return b"".join(
        (
            hexes.translate(mine),
            hexes.translate(theirs),
            hexes.translate(stones),
            land.translate(ours),
            land.translate(lost),
            hexes.translate(_only(_chosen(state, seat))),
            _counters(state, seat),
            _cards(state, seat),
        )
    )


def _chosen(state: Ragnarocks, seat: int) -> int:
    """The number of the viking that this seat has chosen and now moves; one that nobody has, if
    none."""
    step = next_step(state)
    if isinstance(step, Move) and step.seat == seat:
        return p.board(state.board).numbers[step.viking]
    return p.RIM - 1


def _counters(state: Ragnarocks, seat: int) -> bytes:
    """A supply without end tells 255."""
    left = p.OFF if state.supply == p.ENDLESS else capped(state.supply)
    return bytes((state.side(seat), left, state.skips, capped(state.stall), len(state.home)))


def _cards(state: Ragnarocks, seat: int) -> bytes:
    """Powers by seat from mine on, what lies on cards, and Odin's hand where it is mine."""
    if not state.powers:  # none at all, or none yet
        return bytes(2 * state.seats + COUNTED + len(CARD) + 1)
    powers = [CARD.get(state.powers[other], 0) for other in state.around(seat)]
    lent = [CARD.get(name, 0) for name in state.borrowed] or [0] * state.seats
    odin = "odin" in state.powers and state.powers.index("odin") == seat
    hand = marked([CARD[name] for name in state.hand] if odin else [], len(CARD) + 1)
    told = (state.waiting, capped(state.hoard), capped(state.debt), state.spent, state.used)
    return bytes((*powers, *lent, *told)) + hand


LEARNING = LearningLore(things=things, features=features)
