"""Heimdallr: a viking that has just settled is called away."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import shift
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep, before_last
from fimbul.games.ragnarocks.rules.whereabouts import named, nomads_of, vikings_of
from fimbul.games.ragnarocks.state import Ragnarocks


class HeimdallrChoice(PowerStep, frozen=True):
    power, rule = "heimdallr", "power.heimdallr.relocate"
    words = "Heimdallr may call away a viking that has just settled. Pick one, or pass"
    mark = ","

    def things(self, state: Ragnarocks) -> list[str]:  # rule: power.heimdallr.relocate
        """Nomads when the turn began, settled now."""
        if not targets(state):
            return []
        numbers, nomads = p.board(state.board).numbers, nomads_of(state, self.seat)
        mine = [one for one in vikings_of(state, self.seat) if numbers[one] in state.nomads]
        return [viking for viking in mine if viking not in nomads]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(HeimdallrMove(self.seat, pick))


class HeimdallrMove(PowerStep, frozen=True):
    power, rule = "heimdallr", "power.heimdallr.relocate"
    words = (
        "Heimdallr calls the viking from {place} to a hex that nobody had settled when the turn "
        "began. Choose where"
    )
    mark = "~"
    optional = False

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, targets(state))

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, self.viking, p.board(state.board).index[pick])


def targets(state: Ragnarocks) -> list[int]:  # rule: ruling.heimdallr-targets
    if len(state.dawn) != len(state.hexes):  # rule: ruling.sample-heimdallr
        return []
    return [
        at
        for at in p.board(state.board).cells
        if not state.hexes[at] and state.dawn[at] not in p.SETTLED
    ]


class Heimdallr(Power):
    title = "Heimdallr"
    sentence = (
        "As your turn ends, one viking that settled in it may go to any free hex not settled "
        "when it began."
    )
    icon = True

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        numbers = p.board(state.board).numbers
        if seat == owner:
            state.dawn = bytes(state.land)
            state.nomads = tuple(numbers[viking] for viking in nomads_of(state, owner))
        return steps

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, HeimdallrChoice(owner)) if step.seat == owner else steps
