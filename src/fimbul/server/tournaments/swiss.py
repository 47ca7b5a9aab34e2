"""The Swiss system: those with as many points meet, and nobody meets a rival twice.

From the top of the standings down everybody is given the best rival who leaves a rival to everybody
else, so a round that can be drawn is always drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fimbul.server.tournaments.matching import Matching

Apart = Collection[frozenset[int]]
Round = tuple[list[tuple[int, int]], int | None]  # the pairs, and who has no rival


def swiss_round(
    order: Sequence[int],
    points: Mapping[int, int],
    apart: Apart,
    rested: Collection[int],
) -> Round | None:
    """`order` is the standings; `apart` who has met already, `rested` who was without a rival
    once. None, if no round can be drawn any more."""
    if len(order) % 2 == 0:
        pairs = _pairs(order, points, apart)
        return None if pairs is None else (pairs, None)
    for one in reversed(order):
        if one not in rested:
            pairs = _pairs([other for other in order if other != one], points, apart)
            if pairs is not None:
                return pairs, one
    return None


def _pairs(
    order: Sequence[int], points: Mapping[int, int], apart: Apart
) -> list[tuple[int, int]] | None:
    matching = Matching(order, lambda one, other: frozenset((one, other)) not in apart)
    if not matching.whole or not order:
        return None
    pairs, left = [], list(order)
    while left:
        one = left.pop(0)
        other = matching.fix(one, _wishes(one, left, points))
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _wishes(one: int, left: Sequence[int], points: Mapping[int, int]) -> Iterator[int]:
    """Of those with as many points the first of the lower half, and whoever is nearest to it; then
    whoever has most."""
    alike = [other for other in left if points[other] == points[one]]
    middle = (len(alike) + 1) // 2 - 1
    places = sorted(range(len(alike)), key=lambda place: (abs(place - middle), -place))
    yield from (alike[place] for place in places)
    yield from (other for other in left if points[other] != points[one])
