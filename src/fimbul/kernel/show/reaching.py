"""Where things of a board can be brought, as the steps themselves say: nobody writes it again."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

from fimbul.kernel.play.play import decision_of, step_of, tried
from fimbul.kernel.play.state import State
from fimbul.kernel.play.step import Step
from fimbul.kernel.show.scene import Reach


def drawn_on(
    state: State, seat: int | None, pieces: Container[str], ground: frozenset[str]
) -> Iterator[Reach]:
    """For each of these pieces that this seat may touch: where on this ground it may touch next.

    Only for games in which touching such a thing tells nothing that was hidden.
    """
    if seat is None or seat in state.sealed:
        return
    decision = decision_of(state, seat)
    step = step_of(state, seat) if decision is not None else None
    if decision is None or step is None:
        return
    for thing in decision.options:
        if thing not in pieces:
            continue
        onto = _options_after(state, step, thing)
        if not ground.issuperset(onto):
            onto = [other for other in onto if other in ground]
        if onto:
            yield Reach(thing, onto=tuple(onto))


def _options_after(state: State, step: Step[Any], pick: str) -> Sequence[str]:
    """What the same seat may touch after that pick; nothing, if it is not asked at once."""
    ahead = step.leads(state, pick)
    if ahead is not None:
        return ahead.options(state)
    after = tried(state, step.seat, pick)
    then = None if after is None else decision_of(after, step.seat)
    return () if then is None else then.options
