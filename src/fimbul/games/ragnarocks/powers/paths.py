"""Powers that change the way of the selected viking itself."""

from __future__ import annotations

from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.deeds import shift, slides
from fimbul.games.ragnarocks.powers import Acting, Power, Steps
from fimbul.games.ragnarocks.powers.steps import (
    PowerStep,
    free_contested,
    named,
    place,
    spot,
    stones_beside,
)
from fimbul.games.ragnarocks.rules import Move, arrived, walk
from fimbul.games.ragnarocks.state import Ragnarocks


class Sleipnir(Power):
    words: ClassVar = {"move": "it may jump over a runestone beside it"}
    fateful = True  # it may land where nothing can be summoned

    def reach(self, state: Ragnarocks, owner: int, step: Acting, cells: list[int]) -> list[int]:
        """Also the hex behind a runestone beside it, if nobody has settled there."""
        if step.seat != owner:  # rule: power.sleipnir.jump, ruling.fafnir-status
            return cells
        rays = p.board(state.board).rays[place(state, step.viking)]
        jumps = [
            ray[1]
            for ray in rays
            if len(ray) > 1
            and state.hexes[ray[0]] == p.STONE
            and not state.hexes[ray[1]]
            and state.land[ray[1]] not in p.SETTLED
        ]
        return cells + jumps


class Pushing(Move, frozen=True):  # rule: power.hildisvini.push
    """A move that may end with a push: touch the viking in the way."""

    def ask(self, state: Ragnarocks) -> str:
        return f"{super().ask(state)}, or push a viking (Hildisvini)"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [*super().ways(state), *self.pushed(state)]

    def pushed(self, state: Ragnarocks) -> dict[str, int]:
        """The vikings that can be pushed, and where to."""
        board, found = p.board(state.board), {}
        for ray in board.rays[place(state, self.viking)]:
            stop = next((n for n, at in enumerate(ray) if state.hexes[at]), len(ray))
            free = len(ray) > stop + 1 and not state.hexes[ray[stop + 1]]
            if free and state.hexes[ray[stop]] < p.RIM:
                found[board.vikings[state.hexes[ray[stop]]]] = ray[stop + 1]
        return found

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick is None or not pick.startswith("viking:"):
            super().run(state, pick)
            return
        to = place(state, pick)  # rule: ruling.hildisvini-after-push
        shift(state, self.seat, pick, self.pushed(state)[pick])
        walk(state, self, to)
        arrived(state, self)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        pushes = pick.startswith("viking:")
        return f">{spot(state, pick)}" if pushes else super().sign(state, pick)


class Hildisvini(Power):
    fateful = True  # a push may set a blocked viking free

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [*steps[:-1], Pushing(owner, step.viking)] if step.seat == owner else steps


class FafnirPerch(PowerStep, frozen=True):  # rule: power.fafnir.origin, ruling.fafnir-compulsory
    power, rule = "fafnir", "power.fafnir.origin"
    words = "choose the runestone beside {place} where its move begins"
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
        return f"Fafnir: move in a straight line from the runestone on {self.start}"

    def ways(self, state: Ragnarocks) -> list[str]:  # rule: power.fafnir.limit
        board, hexes = p.board(state.board), state.hexes.copy()
        hexes[place(state, self.viking)] = p.EMPTY
        line = slides(board, hexes, board.index[f"cell:{self.start}"])
        return named(state, [at for at in line if state.land[at] == p.CONTESTED])

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"-{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.fafnir.origin", f"That is not where this move can end. {self.ask(state)}."


class Fafnir(Power):
    fateful = True  # the only runestone beside it may lead nowhere

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        if step.seat != owner or not stones_beside(state, place(state, step.viking)):
            return steps
        return [*steps[:-1], FafnirPerch(owner, step.viking)]


class EdgeMove(Move, frozen=True):  # rule: power.selkolla.relocate, ruling.selkolla-move
    """To any free contested hex of the edge."""

    def ask(self, state: Ragnarocks) -> str:
        return f"Selkolla: put {spot(state, self.viking)} on another hex of the edge"

    def ways(self, state: Ragnarocks) -> list[str]:
        board = p.board(state.board)
        return named(state, [at for at in free_contested(state) if board.on_edge(at)])

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"~{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return "power.selkolla.relocate", f"That cannot be chosen. {self.ask(state)}."


class MoveOrTravel(Move, frozen=True):
    """A hex in a straight line, or the card: then any hex of the edge."""

    def ask(self, state: Ragnarocks) -> str:
        return f"{super().ask(state)}, or touch Selkolla's card to travel along the edge"

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
    words: ClassVar = {"summon": "beside the viking only"}
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
