"""What a learner is told: squares and pieces by name, and where everything stands."""

from __future__ import annotations

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.rules import Walk
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import LearningLore, Setup, next_step

THINGS = (*p.SQUARES, *p.PIECES[1:])


def _plane(*pieces: int) -> bytes:
    """A table that turns a board into 1 where one of these pieces stands, 0 elsewhere."""
    return bytes(piece in pieces for piece in range(256))


RAIDERS, GUARDS, KING = _plane(*p.RAIDERS), _plane(*p.GUARDS), _plane(p.KING)
CHOSEN = [_plane(piece) for piece in range(len(p.PIECES))]
NOTHING = bytes(len(p.SQUARES))


def things(setup: Setup) -> tuple[str, ...]:
    return THINGS


def features(state: Brandub, seat: int) -> bytes:
    """Square by square: raiders, guards with their king, the king, the piece that walks now; then
    whose eyes these are, and the turns since the last capture."""
    board, step, chosen = state.board, next_step(state), NOTHING
    if isinstance(step, Walk) and step.seat == seat:
        chosen = bytes(board.translate(CHOSEN[p.NUMBER[step.piece]]))
    return b"".join(
        (
            board.translate(RAIDERS),
            board.translate(GUARDS),
            board.translate(KING),
            chosen,
            bytes((seat, state.quiet)),
        )
    )


LEARNING = LearningLore(things=things, features=features)
