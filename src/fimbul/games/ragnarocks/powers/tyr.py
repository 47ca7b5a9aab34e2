"""Tyr: after its move the viking swaps places with another."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.rules.whereabouts import beside, place, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Moved, phrase


class TyrSwap(PowerStep, frozen=True):  # rule: power.tyr.swap
    power, rule = "tyr", "power.tyr.swap"
    words = "Tyr may swap the viking on {place} with one beside it. Pick that one, or pass"
    mark = "="
    fateful = True

    def things(self, state: Ragnarocks) -> list[str]:
        everybody = [*vikings_of(state, self.seat), *vikings_of(state, state.rival(self.seat))]
        return beside(state, place(state, self.viking), everybody)

    def use(self, state: Ragnarocks, pick: str) -> None:
        board = p.board(state.board)
        mine, other = board.numbers[self.viking], board.numbers[pick]
        at, to = state.where[mine], state.where[other]
        state.where[mine], state.where[other] = to, at
        state.hexes[at], state.hexes[to] = other, mine
        names, one, two = board.names, board.spoken(at), board.spoken(to)
        words = phrase("{one} and {other} change places", one=one, other=two)
        state.events += (
            Moved(seat=self.seat, thing=self.viking, origin=names[at], to=names[to], words=words),
            Moved(seat=self.seat, thing=pick, origin=names[to], to=names[at]),
        )


class Tyr(Power):
    title = "Tyr"
    sentence = "After its move your viking may swap places with a viking beside it."
    icon = True
    fateful = True  # a swap may leave no hex to summon on

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [TyrSwap(owner, step.viking), *steps] if step.seat == owner else steps
