"""Blows outside combats, one after the other: shots, magic, machines, stabs."""

from __future__ import annotations

from collections.abc import Iterable

from fimbul.games.rag_narok.ground.field import close_ranks
from fimbul.games.rag_narok.rules.harm import Stroke, pay_for_power, wound
from fimbul.games.rag_narok.rules.sixes import WoundSix
from fimbul.games.rag_narok.rules.steps import RagStep
from fimbul.games.rag_narok.state import RagNarok, owner

STRONGEST = 60  # no sum of what cards give comes near it


class Land(WoundSix, frozen=True):  # rule: melee.wound-roll, test.six-reroll, ruling.reroll-default
    """The wound roll of a blow that goes home."""

    attacker: int = 0  # the Unit whose dice they are
    blows: Stroke = Stroke(0)
    striker: int = -1  # who may have to pay for his power; -1: nobody

    def thrower(self, state: RagNarok) -> int:
        return self.attacker

    def stroke(self, state: RagNarok) -> Stroke:
        return self.blows

    def settle(self, state: RagNarok, caused: int, first: int) -> None:
        wound(state, self.attacker, self.victim, self.blows, (caused, first))
        if self.striker >= 0:
            pay_for_power(state, self.striker, first)

    def fits(self, state: RagNarok) -> bool:
        known = self.attacker in range(len(state.units)) and self.striker < len(state.places)
        sound = self.striker >= -1 and 0 <= self.blows.strength <= STRONGEST
        return known and sound and super().fits(state)


def blows_on(state: RagNarok, attacker: int, victims: Iterable[int], strength: int) -> list[Land]:
    """A blow of a Unit on each of these, in their order."""
    seat, stroke = owner(state, attacker), Stroke(strength)
    return [Land(seat, victim, 0, attacker, stroke) for victim in victims]


class CloseUp(RagStep, frozen=True):
    """Whoever has lost fighters closes ranks."""

    units: tuple[int, ...] = ()  # none: all

    def run(self, state: RagNarok, pick: str | None) -> None:
        for unit in self.units or range(len(state.units)):
            close_ranks(state, unit)

    def fits(self, state: RagNarok) -> bool:
        return all(unit in range(len(state.units)) for unit in self.units)
