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
    Said,
    Scene,
    Turned,
    named,
    phrase,
    player,
)
from fimbul.words import Teller


def told(events: Iterable[Event], seat: int | None, scene: Scene, teller: Teller) -> list[str]:
    """The events that a seat may know, a line each, with names in place of seats."""
    names, labels = scene.names(), labels_of(scene)
    seen = [event for event in (event.seen_by(seat) for event in events) if event]
    return [line for event in _gathered(seen) for line in _line(event, names, labels, teller)]


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
    seat = dice[0].seat
    nobody = phrase("rolls {faces}", faces=faces)
    somebody = phrase("{who} rolls {faces}", who=player(seat), faces=faces)
    return Said(seat=seat, words=nobody if seat == NOBODY else somebody)


def _line(
    event: Event, names: Sequence[str], labels: Mapping[str, str], teller: Teller
) -> Iterator[str]:
    words = teller.tell(event.words or _plainly(event, labels))
    if not words:
        return
    if event.seat != NOBODY and "{" not in words and event.seat < len(names):
        words = teller.tell(phrase("{who}: {what}", who=names[event.seat], what=words))
    yield named(words, names)


def _plainly(event: Event, labels: Mapping[str, str]) -> str:
    """Words for an event that brings none; the end of a match is told by its result."""
    match event:
        case Placed(thing=thing, to=to):
            return phrase("{thing} to {to}", thing=label(thing, labels), to=label(to, labels))
        case Moved(thing=thing, origin=origin, to=to):
            way = {"origin": label(origin, labels), "to": label(to, labels)}
            return phrase("{thing} from {origin} to {to}", thing=label(thing, labels), **way)
        case Removed(thing=thing, origin=origin):
            left = label(origin, labels)
            return phrase("{thing} leaves {origin}", thing=label(thing, labels), origin=left)
        case Turned(thing=thing, face=face):
            return phrase("{thing} is turned {face}", thing=label(thing, labels), face=face)
        case Counted(amount=amount):
            return f"{amount:+d}"
        case Ended() | _:
            return ""


def ending(result: Result, names: Sequence[str], teller: Teller) -> list[str]:
    """The result in words: who won, why, by which rule, with which scores."""
    lines = [_firsts(result, names, teller), *because(result.because, teller)]
    if result.scores:
        scores = zip(names, result.scores, strict=False)
        listed = ", ".join(f"{name} {score}" for name, score in scores)
        lines.append(teller.tell(phrase("Scores: {scores}.", scores=listed)))
    if len(result.places) > 2:
        placed = sorted(zip(result.places, names, strict=False))
        listed = ", ".join(f"{place}. {name}" for place, name in placed)
        lines.append(teller.tell(phrase("Places: {places}.", places=listed)))
    return lines


def _firsts(result: Result, names: Sequence[str], teller: Teller) -> str:
    first = [name for name, place in zip(names, result.places, strict=False) if place == 1]
    if len(first) == 1:
        return teller.tell(phrase("{who} wins.", who=first[0]))
    if len(first) == len(names):
        return teller.tell("A draw.")
    shared = phrase(
        "{first} and {last} share the first place.", first=", ".join(first[:-1]), last=first[-1]
    )
    return teller.tell(shared)


def because(rule: str, teller: Teller) -> list[str]:
    """The sentence behind a rule id, and what the rule is called."""
    text = teller.sentence(rule)
    return [f"{text} ({teller.title(rule)})"] if text else []
