"""What a study has found: rates with intervals, strengths, pairs, seats, lengths, things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import mean, median

from msgspec import Struct

from fimbul.arena.looking import LookedAt
from fimbul.arena.ranking import FirstRate, deviations_for, place_parts, rank_seats, wilson
from fimbul.arena.strengths import Strength, strengths
from fimbul.arena.study import BalanceStudy

RARELY, NEARLY_ALWAYS = 0.02, 0.9  # of the times that it could be touched
OFTEN_ENOUGH = 30  # times offered, before anything is said of a thing


class EntryRate(Struct, frozen=True):
    """How often a value came first, at whatever seat."""

    name: str
    played: int
    rate: float
    low: float
    high: float


class ThingWorth(Struct, frozen=True):
    """How often a thing was picked where it could be, and how those did who picked it."""

    name: str
    offered: int
    picked: float  # the share of the offers
    played: int  # matches and seats that picked it
    rate: float
    low: float
    high: float
    remark: str  # what a designer should look at; mostly nothing


class HeldThing(Struct, frozen=True):
    """A thing that seats had when all was over: who had it, and how those did."""

    name: str
    held: int  # matches and seats
    by_first: float  # the share of the first seat in that
    first_low: float
    first_high: float
    rate: float  # how often who had it came first
    low: float
    high: float


class Spread(Struct, frozen=True):
    """The middle of a count, and how far it goes."""

    mean: float
    median: float
    least: int
    most: int


class Findings(Struct, frozen=True):
    """All of it, to be told as a page or as text."""

    matches: int
    seconds: float  # of play
    drawn: int  # matches with a shared first place
    seats: tuple[FirstRate, ...]
    plates: tuple[str, ...]  # what seats are called, if each is called the same in every match
    choices: Spread
    turns: Spread
    margins: Spread
    lead_changes: Spread
    because: tuple[tuple[str, int], ...]  # the rules that ended matches, the most frequent first
    entries: tuple[EntryRate, ...]  # the best first
    strengths: tuple[Strength, ...]
    pairs: tuple[tuple[str, str, int, float], ...]  # who met whom, how often, the first one's share
    things: tuple[ThingWorth, ...]
    held: tuple[HeldThing, ...]


def findings(study: BalanceStudy, looked: Sequence[LookedAt]) -> Findings:
    matches = [one.match for one in looked]
    duels = _duels(study, looked)
    return Findings(
        matches=len(matches),
        seconds=sum(one.seconds for one in matches),
        drawn=sum(one.places.count(1) > 1 for one in matches),
        seats=tuple(rank_seats(matches)),
        plates=_plates(looked),
        choices=_spread([one.choices for one in matches]),
        turns=_spread([one.turns for one in looked]),
        margins=_spread([one.margin for one in looked]),
        lead_changes=_spread([one.lead_changes for one in looked]),
        because=_reasons([one.because for one in matches]),
        entries=_entries(looked) if study.vary else (),
        strengths=tuple(strengths(duels)),
        pairs=_pairs(duels),
        things=_things(looked, study.seats),
        held=_held(looked),
    )


def _plates(looked: Sequence[LookedAt]) -> tuple[str, ...]:
    named = {one.plates for one in looked}
    return named.pop() if len(named) == 1 else ()


def _spread(numbers: Sequence[int]) -> Spread:
    if not numbers:
        return Spread(0.0, 0.0, 0, 0)
    return Spread(mean(numbers), median(numbers), min(numbers), max(numbers))


def _reasons(reasons: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = defaultdict(int)
    for reason in reasons:
        counts[reason] += 1
    return tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


def _entries(looked: Iterable[LookedAt]) -> tuple[EntryRate, ...]:
    """How each value did. Where the whole table has one value, its first seat stands for it."""
    parts: dict[str, list[float]] = defaultdict(list)
    for one in looked:
        shares = place_parts(one.match)
        alone = len(set(one.entries)) == 1
        for name, share in list(zip(one.entries, shares, strict=True))[: 1 if alone else None]:
            parts[name].append(share)
    found = [_entry(name, shares) for name, shares in parts.items()]
    return tuple(sorted(found, key=lambda one: (-one.rate, one.name)))


def _entry(name: str, shares: list[float]) -> EntryRate:
    low, high = wilson(sum(shares), len(shares))
    return EntryRate(name, len(shares), sum(shares) / len(shares), low, high)


def _duels(study: BalanceStudy, looked: Iterable[LookedAt]) -> list[tuple[str, str, float]]:
    """Duels between two seats with values of their own; otherwise there are none."""
    if not (study.vary and study.vary.seats):
        return []
    return [(one.entries[0], one.entries[1], place_parts(one.match)[0]) for one in looked]


def _pairs(duels: Iterable[tuple[str, str, float]]) -> tuple[tuple[str, str, int, float], ...]:
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one, other, share in duels:
        shares[one, other].append(share)
        shares[other, one].append(1 - share)
    return tuple(
        (one, other, len(found), sum(found) / len(found))
        for (one, other), found in sorted(shares.items())
    )


def _things(looked: Iterable[LookedAt], seats: int) -> tuple[ThingWorth, ...]:
    offered: dict[str, int] = defaultdict(int)
    picked: dict[str, int] = defaultdict(int)
    parts: dict[str, list[float]] = defaultdict(list)
    for one in looked:
        shares = place_parts(one.match)
        for seat, things in enumerate(one.things):
            for thing, counts in things.items():
                offered[thing] += counts.offered
                picked[thing] += counts.picked
                if counts.picked:
                    parts[thing].append(shares[seat])
    reach = deviations_for(len(offered))
    found = [
        _worth(thing, offered[thing], picked[thing], parts[thing], (1 / seats, reach))
        for thing in offered
    ]
    return tuple(sorted(found, key=lambda one: (-one.rate, one.name)))


def _worth(
    thing: str, offered: int, picked: int, parts: list[float], fair_and_reach: tuple[float, float]
) -> ThingWorth:
    """The interval told is that of this thing alone; a remark wants one that holds for all."""
    share, won, (fair, reach) = picked / offered, sum(parts), fair_and_reach
    low, high = wilson(won, len(parts))
    rate, sure = won / len(parts) if parts else 0.0, wilson(won, len(parts), reach)
    remark = _remark(offered, share, sure, fair) if offered >= OFTEN_ENOUGH else ""
    return ThingWorth(thing, offered, share, len(parts), rate, low, high, remark)


def _held(looked: Iterable[LookedAt]) -> tuple[HeldThing, ...]:
    parts: dict[str, list[float]] = defaultdict(list)
    first: dict[str, int] = defaultdict(int)
    for one in looked:
        shares = place_parts(one.match)
        for seat, names in enumerate(one.held):
            for name in names:
                parts[name].append(shares[seat])
                first[name] += seat == 0
    found = [_one_held(name, shares, first[name]) for name, shares in parts.items()]
    return tuple(sorted(found, key=lambda one: (-one.by_first, one.name)))


def _one_held(name: str, shares: list[float], first: int) -> HeldThing:
    count, won = len(shares), sum(shares)
    return HeldThing(
        name, count, first / count, *wilson(first, count), won / count, *wilson(won, count)
    )


def _remark(offered: int, share: float, interval: tuple[float, float], fair: float) -> str:
    if share <= RARELY:
        return f"hardly ever picked of {offered} offers"
    if share >= NEARLY_ALWAYS:
        return "picked nearly whenever it is offered"
    if interval[0] > fair:
        return "wins more than its share"
    return "wins less than its share" if interval[1] < fair else ""
