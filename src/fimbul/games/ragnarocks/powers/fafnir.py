"""Fafnir: beside runestones a move begins on top of one."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import slides
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.power_steps import PowerStep
from fimbul.games.ragnarocks.rules.sayings import of_hex
from fimbul.games.ragnarocks.rules.turn import Move
from fimbul.games.ragnarocks.rules.whereabouts import named, place, spot, stones_beside
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import phrase, sentence

FROM_STONE = "Fafnir moves in a straight line from the runestone on {place}. Choose where"


class FafnirPerch(PowerStep, frozen=True):  # rule: power.fafnir.origin, ruling.fafnir-compulsory
    power, rule = "fafnir", "power.fafnir.origin"
    words = "Fafnir moves from the top of a runestone. Pick one beside {place}"
    mark = "@"
    optional = False
    needed = fateful = True

    def things(self, state: Ragnarocks) -> list[str]:
        return stones_beside(state, place(state, self.viking))

    def use(self, state: Ragnarocks, pick: str) -> None:
        state.then(FafnirMove(self.seat, self.viking, spot(state, pick)))


class FafnirMove(Move, frozen=True):
    """From the top of a runestone; the viking is lifted, so its own hex is free."""

    start: str

    def ask(self, state: Ragnarocks) -> str:
        return of_hex(FROM_STONE, self.start)

    def ways(self, state: Ragnarocks) -> list[str]:  # rule: power.fafnir.limit
        board, hexes = p.board(state.board), state.hexes.copy()
        hexes[place(state, self.viking)] = p.EMPTY
        line = slides(board, hexes, board.index[f"cell:{self.start}"])
        return named(state, [at for at in line if state.land[at] == p.CONTESTED])

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"-{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.fafnir.origin", phrase(
            "This move cannot end there. {question}", question=sentence(self.ask(state))
        )


class Fafnir(Power):
    title = "Fafnir"
    sentence = (
        "Beside runestones your viking must move from the top of one, and never into settled or "
        "wild land."
    )
    icon = True
    fateful = True  # the only runestone beside it may lead nowhere

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not stones_beside(state, place(state, step.viking)):
            return steps
        return [*steps[:-1], FafnirPerch(owner, step.viking)]
