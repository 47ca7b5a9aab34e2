"""Hildisvini: a move may push the viking in its way."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import shift
from fimbul.games.ragnarocks.rules.moments import Acting, Power, Steps
from fimbul.games.ragnarocks.rules.sayings import asks
from fimbul.games.ragnarocks.rules.turn import Move, arrived, walk
from fimbul.games.ragnarocks.rules.whereabouts import place, spot
from fimbul.games.ragnarocks.state import Ragnarocks


class Pushing(Move, frozen=True):  # rule: power.hildisvini.push
    """A move that may end with a push: touch the viking in the way."""

    def question(self, state: Ragnarocks) -> str:
        return asks(super().question(state), "{question}, or touch a viking for Hildisvini to push")

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
    title = "Hildisvini"
    sentence = (
        "Your move may push the viking that blocks it one hex on, if that is free, and end on "
        "its hex."
    )
    icon = True
    fateful = True  # a push may set a blocked viking free

    def before_move(self, state: Ragnarocks, owner: int, step: Acting, steps: Steps) -> Steps:
        return [*steps[:-1], Pushing(owner, step.viking)] if step.seat == owner else steps
