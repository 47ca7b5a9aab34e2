"""Matches played on without a table."""

from __future__ import annotations

from fimbul.kernel import State
from fimbul.server.match.running import Progress, RunningMatch
from fimbul.server.store.base import ChoiceRow


def play(match: RunningMatch, picks: list[int]) -> list[tuple[State, State]]:
    """Random choices as the table makes them; the states before and after each."""
    steps = []
    for number in picks:
        asked = match.state.open
        if not asked:
            break
        decision = asked[number % len(asked)]
        thing = decision.options[number // 5 % len(decision.options)]
        tried, before = match.attempt(decision.seat, thing), match.state
        revision = len(match.made) + 1
        part = match.part(decision.seat)
        row = ChoiceRow(before.number, decision.seat, part, revision, thing, "person", tried.fixed)
        match.accept(row, tried.after, Progress(revision, (0,) * before.seats))
        steps.append((before, tried.after))
    return steps
