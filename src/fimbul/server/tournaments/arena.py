"""An arena: whoever is free plays the next who is free, those with like points first."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

Apart = Collection[frozenset[int]]


class Free(Struct, frozen=True):
    """Somebody who waits for their next match."""

    number: int
    points: int  # in this arena
    strength: float  # by their rating
    since: int  # since when they are free
    bot: bool = False
    last: frozenset[int] = frozenset()  # whom they met last


def arena_tables(waiting: Sequence[Free], seats: int, apart: Apart = ()) -> list[tuple[int, ...]]:
    """Tables for all who can be seated now. Bots play with people and not among themselves."""
    line = sorted(_served(waiting, seats), key=_rank)
    taken: set[int] = set()
    groups = []
    for place, one in enumerate(line):
        if one.number in taken:
            continue
        company = [other for other in line[place + 1 :] if other.number not in taken]
        group = _company(one, company, seats, apart)
        if group is not None:
            taken |= {member.number for member in group}
            groups.append(tuple(member.number for member in group))
    return groups


def _rank(one: Free) -> tuple[int, float, int, int]:
    return -one.points, -one.strength, one.since, one.number


def _served(waiting: Sequence[Free], seats: int) -> Sequence[Free]:
    """Where not all can sit down, those wait who came last; of bots rather one than a person."""
    over = len(waiting) % seats
    by_time = sorted(waiting, key=lambda one: (one.bot, one.since, one.number))
    return by_time[: len(by_time) - over] if len(by_time) > seats else by_time


def _company(one: Free, company: Sequence[Free], seats: int, apart: Apart) -> list[Free] | None:
    """Rivals who were not met last, if there are enough of them."""
    fresh = _filled(
        [one], [other for other in company if other.number not in one.last], seats, apart
    )
    return fresh or _filled([one], company, seats, apart)


def _filled(
    group: list[Free], company: Sequence[Free], seats: int, apart: Apart
) -> list[Free] | None:
    for other in company:
        last = len(group) == seats - 1
        if last and other.bot and all(member.bot for member in group):
            continue
        if not any(frozenset((member.number, other.number)) in apart for member in group):
            group.append(other)
        if len(group) == seats:
            return group
    return None
