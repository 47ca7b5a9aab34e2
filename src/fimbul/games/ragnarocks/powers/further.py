"""Powers that move the selected viking once more."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    MoveAgain,
    beside,
    nomads_of,
    place,
    vikings_of,
)
from fimbul.games.ragnarocks.rules import EndTurn, OpenSummon
from fimbul.games.ragnarocks.state import Ragnarocks


class GerdMove(MoveAgain, frozen=True):  # rule: power.gerd.extra-move, ruling.gerd-compulsory
    power, rule = "gerd", "power.gerd.extra-move"
    words = "move again with {place}"
    optional = False


class Gerd(Power):
    words: ClassVar = {"summon": "beside another of yours, and this one moves again"}

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        friends = [viking for viking in vikings_of(state, owner) if viking != step.viking]
        if step.seat != owner or not beside(state, state.last[-1], friends):
            return steps
        return [GerdMove(owner, step.viking), *steps]  # rule: ruling.settled-mid-turn


class BlodughofiMove(MoveAgain, frozen=True):  # rule: power.blodughofi.again
    power, rule = "blodughofi", "power.blodughofi.again"
    words = "move again with {place}, or pass"


class Blodughofi(Power):
    words: ClassVar = {"summon": "beside the viking only; beside an enemy, and it may move again"}

    def aim(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        if step.seat != owner:  # rule: power.blodughofi.adjacent
            return cells
        around = p.board(state.board).beside[place(state, step.viking)]
        return [at for at in cells if at in around]

    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        enemies = vikings_of(state, state.rival(owner))  # rule: ruling.blodughofi-enemy
        if step.seat != owner or not beside(state, state.last[-1], enemies):
            return steps
        return [BlodughofiMove(owner, step.viking), *steps]


class RatatoskrMove(MoveAgain, frozen=True):  # rule: power.ratatoskr.back
    power, rule = "ratatoskr", "power.ratatoskr.back"
    words = "run back with {place}, or pass"

    def things(self, state: Ragnarocks) -> list[str]:
        """The hexes of the one line that leads back."""  # rule: ruling.ratatoskr-first-move
        if len(state.last) < 3:
            return []
        board, (origin, to) = p.board(state.board), state.last[:2]
        line = next((ray for ray in board.rays[to] if origin in ray), ())
        return [name for name in super().things(state) if board.index[name] in line]


class Ratatoskr(Power):
    def after_summon(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [RatatoskrMove(owner, step.viking), *steps] if step.seat == owner else steps


class NjordMove(MoveAgain, frozen=True):  # rule: power.njord.second-move
    power, rule = "njord", "power.njord.second-move"
    words = "sail on with {place}, or pass"


class Njord(Power):
    words: ClassVar = {"move": "alone to the edge, and it may sail on"}

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        """If it is the only nomad of its owner on the edge."""  # rule: ruling.njord-others
        board = p.board(state.board)
        coast = {
            viking
            for viking in {*nomads_of(state, owner), step.viking}
            if board.on_edge(place(state, viking))
        }
        if step.seat != owner or coast != {step.viking}:
            return steps
        return [NjordMove(owner, step.viking), *steps]


class GullinburstiMove(MoveAgain, frozen=True):
    power, rule = "gullinbursti", "power.gullinbursti.move-again"
    words = "move {place} again instead of summoning"
    optional = False

    def use(self, state: Ragnarocks, pick: str) -> None:
        super().use(state, pick)
        if state.result is None:
            state.then(EndTurn(self.seat, self.viking))


class SummonOrMove(OpenSummon, frozen=True):  # rule: power.gullinbursti.move-again
    """A runestone's hex, or the card: then the viking moves again instead."""

    def ask(self, state: Ragnarocks) -> str:
        return f"{super().ask(state)}, or touch Gullinbursti's card to move again"

    def ways(self, state: Ragnarocks) -> list[str]:
        more = GullinburstiMove(self.seat, self.viking).things(state)
        return [*super().ways(state), *(["power:gullinbursti"] if more else [])]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == "power:gullinbursti":
            state.then(GullinburstiMove(self.seat, self.viking))
        else:
            super().run(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "" if pick.startswith("power:") else super().sign(state, pick)


class Gullinbursti(Power):
    def price(self, state: Ragnarocks, owner: int, seat: int, stones: int) -> int:
        return 0 if seat == owner else stones

    def after_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner:
            return steps
        return [*steps[:-1], SummonOrMove(owner, step.viking)]
