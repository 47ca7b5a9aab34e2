"""Powers that change whose turn it is, or who acts in it."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import lay_stone, shift, take_stone
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    MoveAgain,
    PowerStep,
    free_beside,
    nomads_of,
    place,
    spot,
)
from fimbul.games.ragnarocks.rules import BeginTurn, EndTurn, affordable, can_act, skip
from fimbul.games.ragnarocks.state import Ragnarocks


class DainChoice(PowerStep, frozen=True):  # rule: power.dain.move-all, ruling.dain-order
    """Nomads one after the other, until none is left that can move."""

    moved: tuple[str, ...] = ()
    power, rule = "dain", "power.dain.move-all"
    words = "choose the nomad that moves next"
    optional = False

    def things(self, state: Ragnarocks) -> list[str]:
        if not state.supply:
            return []
        nomads = [nomad for nomad in nomads_of(state, self.seat) if nomad not in self.moved]
        return [nomad for nomad in nomads if free_beside(state, place(state, nomad))]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick is not None:
            more = DainChoice(self.seat, moved=(*self.moved, pick))
            state.then(DainMove(self.seat, pick), more)
        elif self.moved:
            state.then(EndTurn(self.seat))
        else:
            skip(state, self.seat)

    def opens_turn(self) -> bool:
        return not self.moved

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"{'&' if self.moved else ''}{spot(state, pick)}"


class DainMove(MoveAgain, frozen=True):  # rule: power.dain.trail
    """A runestone is left where the viking stood. There is no other summon."""

    power, rule = "dain", "power.dain.trail"
    words = "move {place}; a runestone stays behind"
    optional = False

    def use(self, state: Ragnarocks, pick: str) -> None:
        at, to = place(state, self.viking), p.board(state.board).index[pick]
        state.last = (at, to)
        shift(state, self.seat, self.viking, to)
        if state.result is None:
            take_stone(state)
            lay_stone(state, self.seat, at)


class Dain(Power):
    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        return [*steps[:-1], DainChoice(owner)] if seat == owner else steps


# -- Jormungandr -------------------------------------------------------------------------------


class AnotherTurn(PowerStep, frozen=True):
    """Touch the viking to take another turn with it."""  # rule: ruling.additional-turn

    power, rule = "jormungandr", "power.jormungandr.extra-turn"
    words = "take another turn with {place}, or pass"
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
    words: ClassVar = {"summon": "a row of exactly three earns another turn"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat == owner and completes_line(state, state.last[-1]):
            state.another = step.viking
        return steps

    def next_turn(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        if seat != owner or not state.another:
            return steps
        return [*steps[:-1], AnotherTurn(owner, state.another)]


def completes_line(state: Ragnarocks, at: int) -> bool:
    """Is the runestone there part of an unbroken row of exactly three?"""
    # rule: power.jormungandr.extra-turn, ruling.jormungandr-line
    runs = []
    for ray in p.board(state.board).rays[at]:
        stop = next((n for n, to in enumerate(ray) if state.hexes[to] != p.STONE), len(ray))
        runs.append(stop)
    return any(1 + runs[way] + runs[way + 3] == p.LINE for way in range(3))
