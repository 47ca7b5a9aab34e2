"""Aegir: a tide that shifts enemy nomads when a turn has created a region."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import OneHex, PowerStep, before_last
from fimbul.games.ragnarocks.rules.whereabouts import free_beside, nomads_of, place, spot
from fimbul.games.ragnarocks.state import Ragnarocks


class AegirChoice(PowerStep, frozen=True):  # rule: power.aegir.tide, ruling.aegir-limits
    """Enemies one after the other, each at most once."""

    turn: int = 0  # the seat whose turn ends
    moved: tuple[str, ...] = ()
    power, rule = "aegir", "power.aegir.tide"
    words = "Aegir may shift enemy nomads one hex each. Pick one, or pass"

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
    words = "Aegir shifts the enemy on {place} one hex. Choose where"
    mark = "-"
    optional = False

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"{super().sign(state, pick)})"


class Aegir(Power):
    title = "Aegir"
    sentence = (
        "When a turn that created a region ends, whoever's it was, you may shift enemy nomads "
        "one hex each."
    )
    icon = True

    def turn_end(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return before_last(steps, AegirChoice(owner, turn=step.seat))
