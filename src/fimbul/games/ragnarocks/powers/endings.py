"""Powers that shift vikings when a turn ends."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import shift
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    OneHex,
    PowerStep,
    before_last,
    free_beside,
    named,
    nomads_of,
    place,
    spot,
    vikings_of,
)
from fimbul.games.ragnarocks.state import Ragnarocks


class ManiChoice(PowerStep, frozen=True):  # rule: power.mani.step, ruling.mani-any-viking
    power, rule = "mani", "power.mani.step"
    words = "choose a viking to step one hex, or pass"
    mark = ","

    def things(self, state: Ragnarocks) -> list[str]:
        mine = vikings_of(state, self.seat)
        return [viking for viking in mine if free_beside(state, place(state, viking))]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(ManiStep(self.seat, pick))


class ManiStep(OneHex, frozen=True):
    power, rule = "mani", "power.mani.step"
    words = "step one hex with {place}"
    mark = "-"
    optional = False


class Mani(Power):
    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, ManiChoice(owner)) if step.seat == owner else steps


# -- Aegir -------------------------------------------------------------------------------------


class AegirChoice(PowerStep, frozen=True):  # rule: power.aegir.tide, ruling.aegir-limits
    """Enemies one after the other, each at most once."""

    turn: int = 0  # the seat whose turn ends
    moved: tuple[str, ...] = ()
    power, rule = "aegir", "power.aegir.tide"
    words = "choose an enemy nomad to shift one hex, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        if not state.created:
            return []
        enemies = nomads_of(state, state.rival(self.seat))
        return [
            nomad
            for nomad in enemies
            if nomad not in self.moved and free_beside(state, place(state, nomad))
        ]

    def use(self, state: Ragnarocks, pick: str) -> None:
        more = AegirChoice(self.seat, turn=self.turn, moved=(*self.moved, pick))
        state.then(AegirStep(self.seat, pick), more)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        if pick == p.PASS:
            return ""
        lead = "" if self.moved else "," if self.turn == self.seat else "|"
        return f"{lead}({spot(state, pick)}"


class AegirStep(OneHex, frozen=True):
    power, rule = "aegir", "power.aegir.tide"
    words = "shift the enemy on {place} one hex"
    mark = "-"
    optional = False

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"{super().sign(state, pick)})"


class Aegir(Power):
    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, AegirChoice(owner, turn=step.seat))


# -- Heimdallr ---------------------------------------------------------------------------------


class HeimdallrChoice(PowerStep, frozen=True):
    power, rule = "heimdallr", "power.heimdallr.relocate"
    words = "choose a viking that has just settled to call away, or pass"
    mark = ","

    def things(self, state: Ragnarocks) -> list[str]:
        """Nomads when the turn began, settled now."""  # rule: power.heimdallr.relocate
        if not targets(state):
            return []
        numbers, nomads = p.board(state.board).numbers, nomads_of(state, self.seat)
        mine = [one for one in vikings_of(state, self.seat) if numbers[one] in state.nomads]
        return [viking for viking in mine if viking not in nomads]

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(HeimdallrMove(self.seat, pick))


class HeimdallrMove(PowerStep, frozen=True):
    power, rule = "heimdallr", "power.heimdallr.relocate"
    words = "put {place} on a hex that was not settled when the turn began"
    mark = "~"
    optional = False

    def things(self, state: Ragnarocks) -> list[str]:
        return named(state, targets(state))

    def use(self, state: Ragnarocks, pick: str) -> None:
        shift(state, self.seat, self.viking, p.board(state.board).index[pick])


def targets(state: Ragnarocks) -> list[int]:
    # rule: ruling.heimdallr-targets, ruling.sample-heimdallr
    if len(state.dawn) != len(state.hexes):
        return []
    return [
        at
        for at in p.board(state.board).cells
        if not state.hexes[at] and state.dawn[at] not in p.SETTLED
    ]


class Heimdallr(Power):
    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        numbers = p.board(state.board).numbers
        if seat == owner:
            state.dawn = bytes(state.land)
            state.nomads = tuple(numbers[viking] for viking in nomads_of(state, owner))
        return steps

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, HeimdallrChoice(owner)) if step.seat == owner else steps
