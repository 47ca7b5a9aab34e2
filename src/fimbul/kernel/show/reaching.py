"""Where things of a board can be brought, as the steps themselves say: nobody writes it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fimbul.kernel.play.play import decision_of, step_of, tried
from fimbul.kernel.play.state import State
from fimbul.kernel.play.step import Step
from fimbul.kernel.show.scene import Reach, Zone


def drawn_on(state: State, seat: int | None, board: Zone) -> Iterator[Reach]:
    """For each piece of a board that this seat may touch: what it may touch there next. Ground
    cannot be drawn anywhere.

    Only for games in which touching such a thing tells nothing that was hidden.
    """
    if seat is None or seat in state.sealed:
        return
    step, decision = step_of(state, seat), decision_of(state, seat)
    if step is None or decision is None:
        return
    kinds = {thing.id: thing.kind for thing in board.things}
    for thing in decision.options:
        if kinds.get(thing, "space") == "space":
            continue
        onto = tuple([other for other in _options_after(state, step, thing) if other in kinds])
        if onto:
            yield Reach(thing, onto=onto)


def _options_after(state: State, step: Step[Any], pick: str) -> Sequence[str]:
    """What the same seat may touch after that pick; nothing, if it is not asked at once."""
    ahead = step.leads(state, pick)
    if ahead is not None:
        return ahead.options(state)
    after = tried(state, step.seat, pick)
    then = None if after is None else decision_of(after, step.seat)
    return () if then is None else then.options
