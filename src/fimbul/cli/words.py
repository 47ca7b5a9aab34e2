"""What a typed word means: which thing on the table, which choices in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from fimbul.kernel import Scene, phrase

MOST_NAMES = 8  # so many names fit into one sentence
MOST_LINES = 4  # so many groups of names have a line each


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
        return phrase("Did you mean {names}?", names=_either(near))
    return "Type `options` to see what may be touched, `help` for everything else."


def meanings(things: Sequence[str], labels: Mapping[str, str]) -> str:
    """Several things that one word fits."""
    names = [label(thing, labels) for thing in things]
    if len(set(names)) < len(names):
        names = list(things)
    return _either(names)


def grouped(
    shown: Sequence[str], labels: Mapping[str, str], options: Sequence[str] = ()
) -> list[str]:
    """Options by name, those that differ in their last word together: viking on a3, b4."""
    return [", ".join(names) for names in typed(shown, labels, options or shown)]


def packed(groups: Sequence[str], width: int) -> list[str]:
    """Several short groups in a line, where there are many."""
    if len(groups) <= MOST_LINES:
        return list(groups)
    lines = [groups[0]]
    for group in groups[1:]:
        longer = f"{lines[-1]} | {group}"
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(group)
    return lines


def typed(
    shown: Sequence[str], labels: Mapping[str, str], options: Sequence[str]
) -> list[list[str]]:
    """The same, name by name: each of them, typed alone, means that one of all the options."""
    called = _own_names(options, labels)
    known = Counter(
        token
        for option in options
        for token in _tokens(f"{label(option, labels)} {option.partition(':')[2]}".casefold())
    )
    groups: dict[str, list[str]] = {}
    lines: list[list[str]] = []
    for option in shown:
        head, _, last = called[option].rpartition(" ")
        if head not in groups:
            groups[head] = [called[option]]
            lines.append(groups[head])
        elif known[last.casefold()] == 1:  # one token, and nobody else's
            groups[head].append(last)
        else:
            lines.append([called[option]])
    return lines


def _own_names(options: Sequence[str], labels: Mapping[str, str]) -> dict[str, str]:
    """Their labels; those that share one are called by their names on the table."""
    times = Counter(label(option, labels).casefold() for option in options)
    return {
        option: mine
        if times[(mine := label(option, labels)).casefold()] == 1
        else option.partition(":")[2] or option
        for option in options
    }


def _tokens(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _either(names: Sequence[str]) -> str:
    *most, last = [f"`{name}`" for name in names[:MOST_NAMES]]
    if len(names) > MOST_NAMES:
        return f"{', '.join([*most, last])} ..."
    return phrase("{names} or {last}", names=", ".join(most), last=last) if most else last
