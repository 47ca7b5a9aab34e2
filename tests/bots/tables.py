"""Tables for bots to sit at: every game there is, Wager, and odd variants of both kinds of lore."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

import fimbul
from fimbul.games.brandub import parts as p
from fimbul.games.brandub.rules import Turn
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import Dice, Game, Lore, State, choose, settle
from tests import wager

S = TypeVar("S", bound=State)

WAGER = wager.GAME
BRANDUB = fimbul.game("brandub")
BLIND_BRANDUB = replace(BRANDUB, lore=Lore())
BLIND_WAGER = replace(WAGER, lore=Lore(redeal=WAGER.lore.redeal))
OPEN_WAGER = replace(WAGER, lore=Lore(value=WAGER.lore.value))  # sealed rows, but no secrets
TABLES: dict[str, Game[Any]] = {
    **{name: fimbul.game(name) for name in fimbul.game_names()},
    "wager": WAGER,
    "blind brandub": BLIND_BRANDUB,
    "blind wager": BLIND_WAGER,
    "open wager": OPEN_WAGER,
}


def moments(game: Game[S], seed: int, most: int = 40) -> Iterator[tuple[S, int]]:
    """States of a random match, each with a seat that is asked there."""
    state, dice = game.new(seed=seed), Dice(seed)
    for _ in range(most):
        if not state.open:
            return
        decision = state.open[dice.roll(len(state.open))]
        yield state, decision.seat
        choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])


def brandub(seat: int, **squares: str) -> Brandub:
    """A drawn moment of Brandub: which pieces stand where, and whose turn it is."""
    state = Brandub(board=bytearray(49), where=bytearray([p.GONE] * 14))
    for side, pieces in (("raiders", p.RAIDERS), ("guards", p.GUARDS), ("king", (p.KING,))):
        for piece, square in zip(pieces, squares.get(side, "").split(), strict=False):
            at = p.INDEX[f"cell:{square}"]
            state.board[at], state.where[piece] = piece, at
    state.then(Turn(seat))
    settle(state)
    return state
