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
    choose,
    decision_of,
    named,
    onward,
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
        decision=asked_of_bots(state, decision),
        scene=lambda: game.scene(kept, seat),
        dream=lambda dice: game.imagine(kept, seat, dice),
    )


def follows(before: Outlook, option: str, now: Outlook) -> bool:
    """Whether this decision is the next of the same seat, with nothing unforeseen in between."""
    seat = now.seat
    if before.game is not now.game or before.seat != seat:
        return False
    dream = before.dream(Dice())
    choose(dream, seat, option)
    asked = decision_of(dream, seat)
    if asked is None or asked_of_bots(dream, asked) != now.decision:
        return False
    if not now.game.hides(dream):
        return dream == now.dream(Dice())
    return now.game.scene(dream, seat) == now.scene()


def asked_of_bots(state: State, decision: Decision) -> Decision:
    """What a bot is asked: not whether it takes its last pick back, nor what only time takes.
    It plays on, and always answers in time."""
    options, timing = onward(state, decision), timing_of(state, decision.seat)
    if timing is not None:
        options = [option for option in options if option not in (timing.late, timing.apart)]
    if len(options) == len(decision.options):
        return decision
    return structs.replace(decision, options=tuple(options))
