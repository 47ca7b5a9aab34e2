"""Random play through the public API: choices in place, choices on clones, whole playouts."""

from __future__ import annotations

from typing import Any

import fimbul
from benchmarks.figure import Figure, rate
from fimbul.kernel import Dice, Game, State


def choose_any(state: State, dice: Dice) -> None:
    decision = state.open[0]
    fimbul.choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])


class Random:
    """Random matches of one game, each figure with a method of its own."""

    def __init__(self, name: str, **options: int) -> None:
        self.game: Game[Any] = fimbul.game(name)
        self.setup, self.dice = self.game.setup(**options), Dice(1)
        self.state: State = self.game.new(self.setup, 1)

    def choices(self) -> int:
        """One match, counted in choices; dealing is part of it."""
        state, made = self.game.new(self.setup, self.dice.roll(2**32)), 0
        while decisions := state.open:
            seat, options = decisions[0].seat, decisions[0].options
            fimbul.choose(state, seat, options[self.dice.roll(len(options))])
            made += 1
        return made

    def playouts(self) -> int:
        return min(1, self.choices())

    def clones(self) -> int:
        """A choice on a clone, as a search makes it."""
        self.state = (self.state if self.state.open else self.game.new(self.setup, 1)).clone()
        choose_any(self.state, self.dice)
        return 1


BRANDUB, RAGNAROCKS = Random("brandub"), Random("ragnarocks")
REALMS, DRAKKAR = Random("nine_realms"), Random("drakkar", seats=4)
STAR = Random("ragnarok_star")
NAROK = Random("rag_narok")
FIGURES = (
    Figure("brandub, random play", "choices/s", lambda s: rate(BRANDUB.choices, s), 100_000),
    Figure("brandub, clone + choose", "choices/s", lambda s: rate(BRANDUB.clones, s), 50_000),
    Figure("ragnarocks, random play", "choices/s", lambda s: rate(RAGNAROCKS.choices, s)),
    Figure("ragnarocks, playouts", "matches/s", lambda s: rate(RAGNAROCKS.playouts, s), 500),
    Figure("nine_realms, random play", "choices/s", lambda s: rate(REALMS.choices, s), 60_000),
    Figure("drakkar, random play", "choices/s", lambda s: rate(DRAKKAR.choices, s), 60_000),
    Figure("ragnarok_star, random play", "choices/s", lambda s: rate(STAR.choices, s), 50_000),
    Figure("rag_narok, random play", "choices/s", lambda s: rate(NAROK.choices, s), 5_000),
    Figure("rag_narok, clone + choose", "choices/s", lambda s: rate(NAROK.clones, s), 1_000),
)
