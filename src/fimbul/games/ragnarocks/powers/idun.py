"""Idun: the first settled region of the match wins."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Power, Steps
from fimbul.games.ragnarocks.rules.regions import survey
from fimbul.games.ragnarocks.rules.scoring import win
from fimbul.games.ragnarocks.state import Ragnarocks

LARGE_REGION = 6  # hexes  # rule: power.idun.win


class Idun(Power):
    title = "Idun"
    sentence = (
        "You win if the first settled region of the match is yours, has 6 or more hexes, and "
        "comes alone."
    )
    words: ClassVar = {
        "summon": "Idun wins with the first settled region of the match, if it is yours, comes "
        "alone and has 6 hexes or more"
    }
    once = True

    def on_card(self, state: Ragnarocks) -> str:
        return "spent" if state.spent else ""

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        """A position may already hold settled land: then the first region has been settled."""
        if any(settled in state.land for settled in p.SETTLED):
            state.spent = True
        return steps

    def changed(self, state: Ragnarocks, owner: int) -> None:  # rule: power.idun.win
        """The first settled region of the match decides; several at once, or a small one, do not.

        It is looked for after every single change of the board.
        """
        if state.spent or state.result is not None:  # rule: power.idun.lost, ruling.idun-moment
            return
        settled = [region for region in survey(state) if region.status in p.SETTLED]
        if not settled:
            return
        first, mine = settled[0], p.SETTLED[state.side(owner)]
        if len(settled) == 1 and first.status == mine and len(first.cells) >= LARGE_REGION:
            win(state, owner, "power.idun.win")
        else:
            state.spent = True
