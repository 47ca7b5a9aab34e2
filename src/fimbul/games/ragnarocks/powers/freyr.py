"""Freyr: a runestone is taken away at the end of the turn."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import changed
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep, before_last
from fimbul.games.ragnarocks.rules.sayings import of_hex
from fimbul.games.ragnarocks.rules.whereabouts import place, spot, stones_beside
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Removed


class FreyrRemoval(PowerStep, frozen=True):  # rule: power.freyr.remove
    power, rule = "freyr", "power.freyr.remove"
    words = "Freyr may take a runestone beside {place} away. Pick one, or pass"
    mark = ",x"

    def things(self, state: Ragnarocks) -> list[str]:  # rule: power.freyr.limit
        """Settled and wild land keeps its walls."""
        stones = stones_beside(state, place(state, self.viking))
        return [stone for stone in stones if self.touches_contested_only(state, stone)]

    def touches_contested_only(self, state: Ragnarocks, stone: str) -> bool:
        board = p.board(state.board)  # rule: ruling.freyr-protected
        return all(
            state.hexes[at] == p.STONE or state.land[at] == p.CONTESTED
            for at in board.beside[board.index[f"cell:{spot(state, stone)}"]]
        )

    def use(self, state: Ragnarocks, pick: str) -> None:
        cell = f"cell:{spot(state, pick)}"
        at = p.board(state.board).index[cell]
        state.stones[state.stones.index(at)] = p.OFF
        state.hexes[at] = p.EMPTY  # its hex is contested, like all around it
        if state.supply != p.ENDLESS:
            state.supply += 1
        words = of_hex("takes the stone on {place} away", cell[5:])
        state.events.append(Removed(seat=self.seat, thing=pick, origin=cell, words=words))
        changed(state, self.seat)


class Freyr(Power):
    title = "Freyr"
    sentence = (
        "At the end of your turn you may remove a runestone beside your viking that walls in "
        "contested land only."
    )
    icon = True

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner:
            return steps
        return before_last(steps, FreyrRemoval(owner, step.viking))
