"""Jormungandr: a row of three runestones earns another turn."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.rules.turn import BeginTurn, affordable, can_act
from fimbul.games.ragnarocks.rules.whereabouts import nomads_of
from fimbul.games.ragnarocks.state import Ragnarocks

ROW = 3  # rule: power.jormungandr.extra-turn


class AnotherTurn(PowerStep, frozen=True):  # rule: ruling.additional-turn
    """Touch the viking to take another turn with it."""

    power, rule = "jormungandr", "power.jormungandr.extra-turn"
    words = "Jormungandr has earned another turn. Touch the viking on {place} to take it, or pass"
    mark = "++"
    prelude = True

    def things(self, state: Ragnarocks) -> list[str]:
        able = self.viking in nomads_of(state, self.seat) and affordable(state, self.seat)
        return [self.viking] if able and can_act(state, self.seat, self.viking) else []

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == self.viking:
            state.then(BeginTurn(self.seat, pick))
        else:
            state.then(BeginTurn(state.rival(self.seat)))

    def opens_turn(self) -> bool:
        return True

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "pass" if pick == p.PASS else super().sign(state, pick)


class Jormungandr(Power):
    title = "Jormungandr"
    sentence = (
        "If your runestone completes a line of exactly three, you may take another turn with "
        "that viking."
    )
    icon = True
    words: ClassVar = {"summon": "A row of exactly three earns Jormungandr another turn"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat == owner and completes_line(state, state.last[-1]):
            state.another = step.viking
        return steps

    def next_turn(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        if seat != owner or not state.another:
            return steps
        return [*steps[:-1], AnotherTurn(owner, state.another)]


def completes_line(state: Ragnarocks, at: int) -> bool:  # rule: power.jormungandr.extra-turn
    """Is the runestone there part of an unbroken row of exactly three?"""
    runs = []  # rule: ruling.jormungandr-line
    for ray in p.board(state.board).rays[at]:
        stop = next((n for n, to in enumerate(ray) if state.hexes[to] != p.STONE), len(ray))
        runs.append(stop)
    return any(1 + runs[way] + runs[way + 3] == ROW for way in range(3))
