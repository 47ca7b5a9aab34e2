"""Gullinbursti: a second move instead of a runestone."""

from __future__ import annotations

from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain
from fimbul.games.ragnarocks.rules.sayings import asks
from fimbul.games.ragnarocks.rules.turn import EndTurn, OpenSummon
from fimbul.games.ragnarocks.state import Ragnarocks


class GullinburstiMove(MoveAgain, frozen=True):
    power, rule = "gullinbursti", "power.gullinbursti.move-again"
    words = "Gullinbursti moves again from {place} instead of summoning. Choose where"
    optional = False

    def use(self, state: Ragnarocks, pick: str) -> None:
        super().use(state, pick)
        if state.result is None:
            state.then(EndTurn(self.seat, self.viking))


class SummonOrMove(OpenSummon, frozen=True):  # rule: power.gullinbursti.move-again
    """A runestone's hex, or the card: then the viking moves again instead."""

    def question(self, state: Ragnarocks) -> str:
        words = "{question}, or touch Gullinbursti's card to move again"
        return asks(super().question(state), words)

    def ways(self, state: Ragnarocks) -> list[str]:
        more = GullinburstiMove(self.seat, self.viking).things(state)
        return [*super().ways(state), *(["power:gullinbursti"] if more else [])]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == "power:gullinbursti":
            state.then(GullinburstiMove(self.seat, self.viking))
        else:
            super().run(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "" if pick.startswith("power:") else super().sign(state, pick)


class Gullinbursti(Power):
    title = "Gullinbursti"
    sentence = "Instead of summoning, your viking may move once more."
    icon = True
    stoneless = restless = True

    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        return 0 if seat == owner else stones

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner:
            return steps
        return [*steps[:-1], SummonOrMove(owner, step.viking)]
