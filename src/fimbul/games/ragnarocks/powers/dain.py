"""Dain, Dvalin, Duneyr and Duratror: all nomads move, and each leaves a runestone."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import lay_stone, shift, take_stone
from fimbul.games.ragnarocks.rules.moments import Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import MoveAgain, PowerStep
from fimbul.games.ragnarocks.rules.turn import EndTurn, skip
from fimbul.games.ragnarocks.rules.whereabouts import free_beside, nomads_of, place, spot
from fimbul.games.ragnarocks.state import Ragnarocks


class DainChoice(PowerStep, frozen=True):  # rule: power.dain.move-all, ruling.dain-order
    """Nomads one after the other, until none is left that can move."""

    moved: tuple[str, ...] = ()
    power, rule = "dain", "power.dain.move-all"
    words = "Dain and his brothers all move, if they can. Pick the nomad that moves next"
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
    words = "Dain leaves a runestone on {place}. Choose where the viking moves"
    optional = False

    def use(self, state: Ragnarocks, pick: str) -> None:
        at, to = place(state, self.viking), p.board(state.board).index[pick]
        state.last = (at, to)
        shift(state, self.seat, self.viking, to)
        if state.result is None:
            take_stone(state)
            lay_stone(state, self.seat, at)


class Dain(Power):
    title = "Dain, Dvalin, Duneyr and Duratror"
    sentence = (
        "All your nomads that can must move, and each leaves a runestone where it stood: your "
        "only summons."
    )
    icon = True

    def turn_start(self, state: Ragnarocks, owner: int, seat: int, steps: Steps) -> Steps:
        return [*steps[:-1], DainChoice(owner)] if seat == owner else steps
