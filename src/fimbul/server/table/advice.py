"""A hint in words: the best line first, the others by what they are worth, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fimbul.kernel import (
    Counted,
    Fact,
    Game,
    Line,
    Preview,
    State,
    choose,
    decision_of,
    listed,
    seed_with,
)
from fimbul.server.wire.messages import Advice

MOST_LINES = 5  # lines of a hint
FIRST = 3  # picks of a line that are told: a whole program would lie over the table


def advised(lines: Sequence[Line], labels: Mapping[str, str]) -> tuple[Advice, ...]:
    """The line that is advised, then the others by their worth; none twice in the same words.

    A line that seems better than the one advised was hardly looked at: nobody is told of it.
    """
    best, *others = lines
    rest = sorted(others, key=lambda line: -line.value)
    found: dict[str, Advice] = {}
    for line in (best, *(line for line in rest if line.value <= best.value)):
        told = [said(pick, labels) for pick in line.picks[:FIRST]]
        words = listed([*told, "…"] if len(line.picks) > FIRST else told)
        found.setdefault(words, Advice(line.picks[0], words, line.value))
    return tuple(found.values())[:MOST_LINES]


def said(pick: str, labels: Mapping[str, str]) -> str:
    """A thing by its name; what is not on the table yet, by its id."""
    return labels.get(pick) or pick.partition(":")[2].replace("-", " ")


def reason(game: Game[Any], state: State, seat: int, picks: Sequence[str]) -> str:
    """Why, where the game knows it: what the line would score, or what looking at it would tell."""
    gains = [] if game.hides(state) else list(_gains(game, state.clone(), seat, picks))
    if gains:
        return listed(gains, "; ")
    previews = game.scene(state, seat).previews
    return next((looked_at(one) for one in previews if one.thing == picks[0]), "")


def _gains(game: Game[Any], now: State, seat: int, picks: Sequence[str]) -> Iterator[str]:
    """What this seat counts in its turn, if it goes on like this."""
    turn = game.turns(now)
    for pick in picks:
        asked = decision_of(now, seat)
        if asked is None or pick not in asked.options or game.turns(now) > turn:
            return
        unrolled = seed_with(now, seat, pick)
        choose(now, seat, pick)
        if now.seed != unrolled:
            return  # what the dice will say is nobody's to tell
        for event in now.events:
            if isinstance(event, Counted) and event.seat == seat and event.words:
                yield event.words


def looked_at(preview: Preview) -> str:
    """The first thing that a preview says."""
    note = next((note for note in preview.notes if note.seat is None), None)
    if note is None or not preview.outcome.isdecimal():
        facts = [fact.text for fact in note.facts[:1]] if note else []
        return preview.outcome or (listed([note.title, *facts], " · ") if note else "")
    return listed([_counted(fact) for fact in note.facts], ", ")  # a bare number is no reason


def _counted(fact: Fact) -> str:
    return fact.text if not fact.amount else listed([fact.text, f"{fact.amount:+}"], " ")
