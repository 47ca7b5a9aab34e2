"""What one seat knows at its decision: the only thing a bot is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from fimbul.kernel import (
    Decision,
    Dice,
    Game,
    IllegalChoice,
    Scene,
    State,
    decision_of,
    default_of,
    named,
    timing_of,
    why,
)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's decision, its scene, and dreams that agree with it.

    The true state lives in the closures of `scene` and `dream`: no attribute leads to it.
    """

    game: Game[Any]
    seat: int
    decision: Decision
    scene: Callable[[], Scene]  # what the seat sees
    dream: Callable[[Dice], State]  # a full state that agrees with it, by `game.imagine`


def outlook(game: Game[Any], state: State, seat: int) -> Outlook:
    """The outlook of a seat that is asked now. It stays as it is when the match moves on."""
    decision = decision_of(state, seat)
    if decision is None:
        rule, reason = why(state, seat, "") or ("", "")
        names = [f"seat {other}" for other in range(state.seats)]
        raise IllegalChoice(seat, "anything", named(reason, names), rule)
    if seat in state.sealed:
        raise IllegalChoice(seat, "anything", "its pick is sealed already.", decision.rule)
    kept = state.clone()
    return Outlook(
        game=game,
        seat=seat,
        decision=_in_time(state, decision),
        scene=lambda: game.scene(kept, seat),
        dream=lambda dice: game.imagine(kept, seat, dice),
    )


def _in_time(state: State, decision: Decision) -> Decision:
    """Where a count can run out, a bot is not asked whether it shall: it always answers in time."""
    timing = timing_of(state, decision.seat)
    if timing is None or not timing.count:
        return decision
    late = default_of(state, decision.seat)
    return structs.replace(
        decision, options=tuple([option for option in decision.options if option != late])
    )
