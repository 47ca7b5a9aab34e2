"""What has changed in a list, and a list as it was changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import TypeVar

from fimbul.server.wire.changes import NONE_KEPT

T = TypeVar("T")
Places = tuple[tuple[str, int], ...]
NOWHERE: Places = ()


def between(old: Sequence[T], new: Sequence[T]) -> tuple[tuple[T, ...] | None, tuple[int, int]]:
    """A change of marks, which have no ids: those at the beginning and the end stay if they are
    equal."""
    if old == new:
        return None, NONE_KEPT
    front = _alike(old, new)
    shorter = min(len(old), len(new)) - front
    back = min(_alike(old[::-1], new[::-1]), shorter)
    return tuple(new[front : len(new) - back]), (front, back) if front or back else NONE_KEPT


def applied_between(
    before: tuple[T, ...], news: tuple[T, ...] | None, kept: tuple[int, int]
) -> tuple[T, ...]:
    if news is None:
        return before
    front, back = kept
    return (*before[:front], *news, *before[len(before) - back :])


def picked(old: Sequence[T], news: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[int, ...]]:
    """Of what lies in between, all that is new, and which they are in order: those of before are
    counted first. No order, if all of them are new."""
    known = {one: n for n, one in enumerate(old)}
    fresh = tuple([one for one in news if one not in known])
    if len(fresh) == len(news):
        return news, ()
    numbers = iter(range(len(old), len(old) + len(fresh)))
    return fresh, tuple([known[one] if one in known else next(numbers) for one in news])


def _alike(one: Sequence[T], other: Sequence[T]) -> int:
    """How many are the same from the beginning. Most are one and the same object."""
    shorter = min(len(one), len(other))
    others = compress(range(shorter), map(is_not, one, other))
    return next((n for n in others if one[n] != other[n]), shorter)


def elsewhere(lying: Iterable[str], new: list[str]) -> Places:
    """The fewest to lay elsewhere: so they lie, but for what is gone, and so they should."""
    here = set(new)
    stay = [name for name in lying if name in here]
    if stay == new:
        return NOWHERE
    rank = {name: n for n, name in enumerate(stay)}
    ranks = [rank[name] for name in new]
    rising = _rising(ranks)
    return tuple([(new[n], n) for n, at in enumerate(ranks) if at not in rising])


def _rising(numbers: Sequence[int]) -> set[int]:
    """The longest run of rising numbers, others in between left out."""
    lowest: list[int] = []  # the lowest number that a run of that length can end with
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(lowest, number)
        before[number] = lowest[length - 1] if length else None
        lowest[length : length + 1] = [number]
    found, last = set[int](), lowest[-1] if lowest else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found


def laid(lying: dict[str, T], places: Places) -> tuple[T, ...]:
    """All of them, some elsewhere in the list."""
    moved = [(at, lying.pop(name)) for name, at in places]
    order = list(lying.values())
    for at, one in moved:
        order.insert(at, one)
    return tuple(order)
