"""Fenrir: two wolves, and a win for standing beside an enemy."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks.rules.moments import Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import LeaveOut, before_last
from fimbul.games.ragnarocks.rules.scoring import win
from fimbul.games.ragnarocks.rules.whereabouts import beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class FenrirStart(LeaveOut, frozen=True):  # rule: power.fenrir.setup
    power, rule = "fenrir", "power.fenrir.setup"
    words = "Fenrir starts with two vikings. Pick the one that stays out of the match"


class Fenrir(Power):
    title = "Fenrir"
    sentence = (
        "You start with two vikings. If one of them stands beside an enemy when your turn "
        "begins, you win at once."
    )
    words: ClassVar = {
        "move": "Fenrir wins if a viking of yours is beside an enemy when your next turn begins"
    }
    deadly = True  # it stands beside an enemy, however it got there

    def setup(self, state: Ragnarocks, owner: int, steps: Steps) -> Steps:
        return before_last(steps, FenrirStart(owner))

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """Before anything else in the turn, even if it would have to be skipped."""
        enemies = vikings_of(state, state.rival(owner))  # rule: power.fenrir.win
        wolves = [place(state, viking) for viking in vikings_of(state, owner)]
        if seat == owner and any(beside(state, at, enemies) for at in wolves):
            win(state, owner, "power.fenrir.win")
            return []
        return steps
