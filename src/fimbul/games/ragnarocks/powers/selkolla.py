"""Selkolla: from edge to edge instead of a move."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.sayings import asks, of_hex
from fimbul.games.ragnarocks.rules.turn import Move
from fimbul.games.ragnarocks.rules.whereabouts import free_contested, named, place, spot
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import phrase, sentence

TRAVEL = "Selkolla takes the viking on {place} to another hex of the edge. Choose where"


class EdgeMove(Move, frozen=True):  # rule: power.selkolla.relocate, ruling.selkolla-move
    """To any free contested hex of the edge."""

    def ask(self, state: Ragnarocks) -> str:
        return of_hex(TRAVEL, spot(state, self.viking))

    def ways(self, state: Ragnarocks) -> list[str]:
        board = p.board(state.board)
        return named(state, [at for at in free_contested(state) if board.on_edge(at)])

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"~{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.selkolla.relocate", phrase(
            "This way does not lead there. {question}", question=sentence(self.ask(state))
        )


class MoveOrTravel(Move, frozen=True):
    """A hex in a straight line, or the card: then any hex of the edge."""

    def question(self, state: Ragnarocks) -> str:
        words = "{question}, or touch Selkolla's card to travel along the edge"
        return asks(super().question(state), words)

    def ways(self, state: Ragnarocks) -> list[str]:
        travels = EdgeMove(self.seat, self.viking).ways(state)
        return [*super().ways(state), *(["power:selkolla"] if travels else [])]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick == "power:selkolla":
            state.then(EdgeMove(self.seat, self.viking))
        else:
            super().run(state, pick)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return "" if pick.startswith("power:") else super().sign(state, pick)


class Selkolla(Power):
    title = "Selkolla"
    sentence = (
        "Instead of moving, your viking may travel from edge to contested edge. Your runestones "
        "must fall beside it."
    )
    icon = True
    words: ClassVar = {"summon": "Selkolla's runestones must fall beside the viking"}
    fateful = True  # on the edge it may find no hex to summon on

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        on_edge = p.board(state.board).on_edge(place(state, step.viking))
        if step.seat != owner or not on_edge:
            return steps
        return [*steps[:-1], MoveOrTravel(owner, step.viking)]

    def aim(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        if step.seat != owner:  # rule: power.selkolla.adjacent, adv.must-and-cannot
            return cells
        around = p.board(state.board).beside[place(state, step.viking)]
        return [at for at in cells if at in around]
