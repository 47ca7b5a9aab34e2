"""What one seat knows at its decision: the only thing a bot is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fimbul.kernel import (
    Decision,
    Dice,
    Game,
    IllegalChoice,
    Scene,
    State,
    decision_of,
    named,
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
        decision=decision,
        scene=lambda: game.scene(kept, seat),
        dream=lambda dice: game.imagine(kept, seat, dice),
    )
