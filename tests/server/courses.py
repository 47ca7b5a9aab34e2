"""Matches played on without a table."""

from __future__ import annotations

from fimbul.kernel import State
from fimbul.server.course import Course, Pace
from fimbul.server.store import ChoiceRow


def play(course: Course, picks: list[int]) -> list[tuple[State, State]]:
    """Random choices as the table makes them; the states before and after each."""
    steps = []
    for number in picks:
        asked = course.state.open
        if not asked:
            break
        decision = asked[number % len(asked)]
        thing = decision.options[number // 5 % len(decision.options)]
        tried, before = course.attempt(decision.seat, thing), course.state
        revision = len(course.made) + 1
        part = course.part(decision.seat)
        row = ChoiceRow(before.number, decision.seat, part, revision, thing, "person", tried.fixed)
        course.accept(row, tried.after, Pace(revision, (0,) * before.seats))
        steps.append((before, tried.after))
    return steps
