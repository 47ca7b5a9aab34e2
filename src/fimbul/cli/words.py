"""What a typed word means: which thing on the table, which choices in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby

from fimbul.kernel import Decision, Scene

SHOWN = 8  # so many names fit into one sentence


def labels_of(scene: Scene) -> dict[str, str]:
    """What the things of a scene are called."""
    return {thing.id: thing.label for thing in scene.things()}


def label(thing: str, labels: Mapping[str, str]) -> str:
    return labels.get(thing) or thing.partition(":")[2] or thing


def matching(word: str, things: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """The things that a word may mean: those that it fits best, or none.

    Best to worst: the id, the name in the id, the whole label, words of the label or name, the
    beginning of such a word. Only letters may stand for a beginning: `a1` never means `a11`.
    """
    said = word.strip().casefold()
    pieces = _tokens(said)
    beginning = said.isalpha() and len(said) > 1
    tiers: list[list[str]] = [[], [], [], [], []]
    for thing in things:
        name, called = thing.casefold(), label(thing, labels).casefold()
        known = _tokens(called) | _tokens(name.partition(":")[2])
        fits = (
            said == name,
            said == name.partition(":")[2],
            said == called,
            bool(pieces) and pieces <= known,
            beginning and any(token.startswith(said) for token in known),
        )
        for tier, fit in zip(tiers, fits, strict=True):
            if fit:
                tier.append(thing)
    return next((tier for tier in tiers if tier), [])


def exactly(line: str, things: Iterable[str], labels: Mapping[str, str]) -> str | None:
    """The one thing whose id, name or label is this whole line."""
    said = line.strip().casefold()
    found = [
        thing
        for thing in things
        if said
        in (thing.casefold(), thing.casefold().partition(":")[2], label(thing, labels).casefold())
    ]
    return found[0] if len(found) == 1 else None


def nearest(word: str, things: Sequence[str], labels: Mapping[str, str]) -> str:
    """A tail for a sentence about an unknown word."""
    called = [label(thing, labels).casefold() for thing in things]
    names = [*called, *(name.rpartition(" ")[2] for name in called)]
    names += [thing.casefold().partition(":")[2] for thing in things]
    near = get_close_matches(word.casefold(), dict.fromkeys(names), n=3)
    if near:
        return f"Did you mean {_either(near)}?"
    return "Type `options` to see what may be touched, `help` for everything else."


def meanings(things: Sequence[str], labels: Mapping[str, str]) -> str:
    """Several things that one word fits."""
    names = [label(thing, labels) for thing in things]
    if len(set(names)) < len(names):
        names = list(things)
    return _either(names)


def grouped(decision: Decision, labels: Mapping[str, str]) -> list[str]:
    """The options by name, those that differ in their last word together: viking on a3, b4."""
    split = [label(option, labels).rpartition(" ") for option in decision.options]
    order = {head: place for place, (head, _, _) in reversed(list(enumerate(split)))}
    ranked = sorted(split, key=lambda parts: order[parts[0]])
    return [
        f"{head} {', '.join(last for _, _, last in parts)}".strip()
        for head, parts in groupby(ranked, key=lambda parts: parts[0])
    ]


def _tokens(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _either(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:SHOWN]]
    more = ["..."] if len(names) > SHOWN else []
    return " or ".join([*shown, *more])
