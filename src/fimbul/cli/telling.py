"""What happened and how it ended, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fimbul.cli.words import label, labels_of
from fimbul.kernel import (
    NOBODY,
    Counted,
    Ended,
    Event,
    Moved,
    Placed,
    Removed,
    Result,
    Rolled,
    Rulebook,
    Said,
    Scene,
    Turned,
    named,
)


def told(events: Iterable[Event], seat: int | None, scene: Scene) -> list[str]:
    """The events that a seat may know, a line each, with names in place of seats."""
    names, labels = scene.names(), labels_of(scene)
    seen = [event for event in (event.seen_by(seat) for event in events) if event]
    return [line for event in _gathered(seen) for line in _line(event, names, labels)]


def _gathered(events: Iterable[Event]) -> Iterator[Event]:
    """Dice of one throw as one event, or none if the next one tells what they count."""
    thrown: list[Rolled] = []
    for event in events:
        silent = isinstance(event, Rolled) and not event.words
        if thrown and not (silent and event.seat == thrown[0].seat):
            counts = isinstance(event, Counted) and event.words and event.seat == thrown[0].seat
            yield from () if counts else [_throw(thrown)]
            thrown = []
        if isinstance(event, Rolled) and silent:
            thrown.append(event)
        else:
            yield event
    yield from [_throw(thrown)] if thrown else ()


def _throw(dice: Sequence[Rolled]) -> Event:
    faces = ", ".join(str(die.face) for die in dice)
    who = "" if dice[0].seat == NOBODY else f"{{{dice[0].seat}}} "
    return Said(seat=dice[0].seat, words=f"{who}rolls {faces}")


def _line(event: Event, names: Sequence[str], labels: Mapping[str, str]) -> Iterator[str]:
    words = event.words or _plainly(event, labels)
    if not words:
        return
    if event.seat != NOBODY and "{" not in words and event.seat < len(names):
        words = f"{names[event.seat]}: {words}"
    yield named(words, names)


def _plainly(event: Event, labels: Mapping[str, str]) -> str:
    """Words for an event that brings none; the end of a match is told by its result."""
    match event:
        case Placed(thing=thing, to=to):
            return f"{label(thing, labels)} to {label(to, labels)}"
        case Moved(thing=thing, origin=origin, to=to):
            return f"{label(thing, labels)} from {label(origin, labels)} to {label(to, labels)}"
        case Removed(thing=thing, origin=origin):
            return f"{label(thing, labels)} leaves {label(origin, labels)}"
        case Turned(thing=thing, face=face):
            return f"{label(thing, labels)} is turned {face}"
        case Counted(amount=amount, rule=rule):
            return f"{amount:+d} [{rule}]"
        case Ended() | _:
            return ""


def ending(result: Result, names: Sequence[str], book: Rulebook) -> list[str]:
    """The result in words: who won, why, by which rule, with which scores."""
    lines = [_firsts(result, names), *because(result.because, book)]
    if result.scores:
        scores = zip(names, result.scores, strict=False)
        lines.append("Scores: " + ", ".join(f"{name} {score}" for name, score in scores) + ".")
    if len(result.places) > 2:
        placed = sorted(zip(result.places, names, strict=False))
        lines.append("Places: " + ", ".join(f"{place}. {name}" for place, name in placed) + ".")
    return lines


def _firsts(result: Result, names: Sequence[str]) -> str:
    first = [name for name, place in zip(names, result.places, strict=False) if place == 1]
    if len(first) == 1:
        return f"{first[0]} wins."
    if len(first) == len(names):
        return "A draw."
    return f"{' and '.join(first)} share the first place."


def because(rule: str, book: Rulebook) -> list[str]:
    """The sentence behind a rule id."""
    text = book.sentence(rule)
    return [f"{text} [{rule}]"] if text else [f"[{rule}]"] if rule else []
