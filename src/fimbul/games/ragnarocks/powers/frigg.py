"""Frigg: a viking is shifted, and her opponent is paid for it."""

from __future__ import annotations

from fimbul.games.ragnarocks.rules.deeds import take_stone
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import OneHex
from fimbul.games.ragnarocks.rules.sayings import number_of, scored
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Counted

OWED = ("+{count} point", "+{count} points")


class FriggStep(OneHex, frozen=True):  # rule: power.frigg.relocate, ruling.selected
    power, rule = "frigg", "power.frigg.relocate"
    words = "Frigg may shift the viking on {place} one hex and pays a point. Choose where, or pass"

    def things(self, state: Ragnarocks) -> list[str]:  # rule: ruling.frigg-once
        """Once a turn, and only if a runestone is left for the summon."""
        poor = state.supply in (0, 1)  # rule: ruling.frigg-supply, power.frigg.not-first-turn
        if state.used or poor or self.seat in state.newcomers:
            return []
        return super().things(state)

    def use(self, state: Ragnarocks, pick: str) -> None:
        take_stone(state)
        state.debt += 1
        state.used = True
        super().use(state, pick)


class Frigg(Power):
    title = "Frigg"
    sentence = (
        "Not in your first turn: before or after its move your viking may shift one hex. Your "
        "opponent gains a point."
    )

    def on_rivals_card(self, state: Ragnarocks) -> str:
        return number_of(OWED, state.debt) if state.debt else ""

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [FriggStep(owner, step.viking), *steps] if step.seat == owner else steps

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [FriggStep(owner, step.viking), *steps] if step.seat == owner else steps

    def score(self, state: Ragnarocks, owner: int, seat: int, points: int) -> int:
        """Her opponent is paid."""
        if seat == owner or not state.debt:  # rule: power.frigg.score
            return points
        words = scored("{who} scores {points} for the runestones that Frigg paid", seat, state.debt)
        paid = Counted(seat=seat, amount=state.debt, rule="power.frigg.score", words=words)
        state.events.append(paid)
        return points + state.debt
