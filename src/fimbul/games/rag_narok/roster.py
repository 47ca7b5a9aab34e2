"""Two armies as numbered fighters and Units: what never changes during a match."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from fimbul.games.rag_narok import army as armies
from fimbul.games.rag_narok.army import Army, Entry, Troop
from fimbul.games.rag_narok.levy import can_command, category
from fimbul.games.rag_narok.tables import Profile

CALL = "call-of-the-reapers"
REAPERS = Troop("Reapers", (Entry(2, "mid-nor-reaper"),))  # rule: ruling.reapers-summoned


class Fighter(NamedTuple):
    """One figure. Leaders have 1 more Courage or Fear and 1 more Discipline."""

    id: str
    seat: int
    unit: int
    card: Profile
    leader: bool
    ap: int
    group: int  # fighters of one Unit with one profile, Leaders apart
    commands: bool  # may lead the army when its Commander falls
    extras: tuple[str, ...] = ()  # spells, miracles, artefacts it was given

    @property
    def cou(self) -> int | None:  # rule: army.leader-surcharge
        return None if self.card.cou is None else self.card.cou + self.leader

    @property
    def fear(self) -> int | None:
        return None if self.card.fear is None else self.card.fear + self.leader

    @property
    def dis(self) -> int:
        return self.card.dis + self.leader

    @property
    def ordinary(self) -> bool:
        """No Leader, Standard Bearer, Musician or Independent."""
        return not self.leader and self.card.kind == "troop" and not self.card.independent


class Squad(NamedTuple):
    """A Unit as it was bought."""

    id: str
    seat: int
    name: str
    members: tuple[int, ...]  # in the order they stand: troops first, then Independents
    category: int
    ap: int
    summoned: bool = False  # waits beside the table until a miracle calls it


class Group(NamedTuple):
    """Fighters that are handled together in a combat."""  # rule: leader.identical-together

    id: str
    seat: int
    unit: int
    card: Profile
    name: str
    members: tuple[int, ...]


class Roster(NamedTuple):
    armies: tuple[Army, Army]
    fighters: tuple[Fighter, ...]
    units: tuple[Squad, ...]
    groups: tuple[Group, ...]
    bases: tuple[tuple[int, int], ...]
    stands: tuple[tuple[tuple[int, int], bool], ...]  # by fighter: its base, and if Independent
    generals: tuple[int, int]  # the fighters that command each army
    sides: tuple[tuple[int, ...], tuple[int, ...]]  # the Units of each seat
    faithful: tuple[int, ...]

    def of(self, seat: int) -> tuple[int, ...]:
        return self.sides[seat]


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "unit"


@lru_cache(maxsize=256)
def muster(texts: tuple[str, str]) -> Roster:
    """The roster of two armies, given as text."""
    both = armies.read(texts[0]), armies.read(texts[1])
    fighters: list[Fighter] = []
    units: list[Squad] = []
    groups: list[Group] = []
    for seat, army in enumerate(both):
        for troop in army.units:
            _enlist(seat, army, troop, (fighters, units, groups))
        if any(CALL in entry.extras for entry in army.entries()):
            _enlist(seat, army, REAPERS, (fighters, units, groups))
            units[-1] = units[-1]._replace(summoned=True)
    return Roster(
        both,
        tuple(fighters),
        tuple(units),
        tuple(groups),
        tuple(fighter.card.base for fighter in fighters),
        tuple((fighter.card.base, fighter.card.independent) for fighter in fighters),
        (_general(both[0], fighters, 0), _general(both[1], fighters, 1)),
        (_side(units, 0), _side(units, 1)),
        tuple(n for n, one in enumerate(fighters) if one.card.faith is not None),
    )


def _side(units: list[Squad], seat: int) -> tuple[int, ...]:
    return tuple(number for number, unit in enumerate(units) if unit.seat == seat)


def _general(army: Army, fighters: list[Fighter], seat: int) -> int:
    able = [n for n, one in enumerate(fighters) if one.seat == seat and one.commands]
    return next((n for n in able if fighters[n].card.id == army.commander), -1)


def _enlist(
    seat: int,
    army: Army,
    troop: Troop,
    lists: tuple[list[Fighter], list[Squad], list[Group]],
) -> None:
    """Number a Unit's fighters, those who stand in ranks first, Leaders in front."""
    fighters, units, groups = lists
    number, name = len(units), f"{seat}-{slug(troop.name)}"
    if any(unit.id == f"unit:{name}" for unit in units):
        name = f"{name}-{number}"
    first = len(fighters)
    for entry in sorted(troop.entries, key=_standing):
        members = tuple(range(len(fighters), len(fighters) + entry.count))
        label = entry.card.name + (" (Leader)" if entry.leader else "")
        group = len(groups)
        groups.append(Group(f"group:{name}-{group}", seat, number, entry.card, label, members))
        fighters += [
            Fighter(
                f"fighter:{name}-{member - first + 1}", seat, number, entry.card, entry.leader,
                entry.each, group, can_command(entry, army.people), entry.extras,
            )
            for member in members
        ]  # fmt: skip
    members = tuple(range(first, len(fighters)))
    rank = category(troop.entries) or max(entry.card.category for entry in troop.entries)
    units.append(Squad(f"unit:{name}", seat, troop.name, members, rank, troop.cost))


def _standing(entry: Entry) -> tuple[bool, bool]:
    return entry.card.independent, not entry.leader
