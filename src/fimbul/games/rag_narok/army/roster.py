"""Two armies as numbered fighters and Units: what never changes during a match."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army.army import Army, Enlisted, Troop
from fimbul.games.rag_narok.army.levy import can_command, category
from fimbul.games.rag_narok.army.own_cards import OwnCard
from fimbul.games.rag_narok.measure.tables import MIRACLES, SKILLS, Profile
from fimbul.games.rag_narok.parts import GEMS_PER_POWER
from fimbul.kernel import phrase

CALL, TOAD = "call-of-the-reapers", SKILLS["mana-source"].deeds
SUMMONED = MIRACLES[CALL].deeds.summons
REAPERS = Troop("Reapers", (Enlisted(SUMMONED, "mid-nor-reaper"),))  # rule: ruling.reapers-summoned


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
    extras: tuple[str, ...] = ()  # spells, miracles, artefacts and modules bought for it

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


def capacity(one: Fighter) -> int:  # rule: mana.pool-limit, mana.capacity
    """The most gems somebody can carry."""
    if one.card.power is None:
        return TOAD.gems if one.card.has("mana-source") else 0
    return GEMS_PER_POWER * one.card.power


class Squad(NamedTuple):
    """A Unit as it was bought."""

    id: str
    seat: int
    name: str
    members: tuple[int, ...]  # in the order they stand: troops first, then Independents
    category: int
    ap: int
    summoned: bool = False  # waits beside the table until a miracle calls it


class Group(NamedTuple):  # rule: leader.identical-together
    """Fighters that are handled together in a combat."""

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
    stands: tuple[tuple[tuple[int, int], int], ...]  # by fighter: its base, and how it stands
    generals: tuple[int, int]  # the fighters that command each army
    sides: tuple[tuple[int, ...], tuple[int, ...]]  # the Units of each seat
    faithful: tuple[int, ...]
    cards: tuple[Mapping[str, OwnCard], Mapping[str, OwnCard]] = ({}, {})  # an owner's, by seat

    def of(self, seat: int) -> tuple[int, ...]:
        return self.sides[seat]


Homes = tuple[tuple[int, ...], tuple[int, ...]]  # Units by fighter, and new Units' parents
AS_BOUGHT: Homes = ((), ())
NUMERALS = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
CLOSE = 2  # how somebody stands: 0 in ranks, 1 beside them, 2 close to the one before


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "unit"


def _muster(texts: tuple[str, str]) -> Roster:
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
        tuple((fighter.card.base, _how(fighter.card)) for fighter in fighters),
        (_general(both[0], fighters, 0), _general(both[1], fighters, 1)),
        (_side(units, 0), _side(units, 1)),
        tuple(n for n, one in enumerate(fighters) if one.card.faith is not None),
        (_own(both[0]), _own(both[1])),
    )


def _own(army: Army) -> Mapping[str, OwnCard]:  # rule: ruling.own-profiles
    """The cards that differ from ours for an army's owner."""
    return {own.id: own for own in army.cards}


class _Rosters(dict[tuple[str, str], Roster]):
    """Rosters by their armies, kept because each choice looks them up about fifty times."""

    def __missing__(self, texts: tuple[str, str]) -> Roster:
        if len(self) >= MOST_ROSTERS:
            self.clear()
        self[texts] = found = _muster(texts)
        return found


MOST_ROSTERS = 256
ROSTERS = _Rosters()
muster: Callable[[tuple[str, str]], Roster] = ROSTERS.__getitem__  # of two armies, as text


@lru_cache(maxsize=1 << 10)
def settled(texts: tuple[str, str], changes: Homes) -> Roster:
    """The roster after Units divided or joined.

    New Units and groups have numbers after those that were bought.
    """
    plain = muster(texts)
    homes, parents = changes
    if not homes:
        return plain
    units = list(plain.units)
    count = len(units) + len(parents)
    crews = [tuple(n for n, home in enumerate(homes) if home == unit) for unit in range(count)]
    for parent in parents:
        name = _parted(plain, units, parent, crews[len(units)])
        thing = f"unit:{units[parent].seat}-{slug(f'{units[parent].name} {len(units) + 1}')}"
        units.append(units[parent]._replace(id=thing, name=name, summoned=False))
    fighters, groups = _regrouped(plain, homes)
    whole = [
        unit._replace(
            members=crew,
            ap=sum(fighters[n].ap for n in crew),
            category=_rank([Enlisted(1, fighters[n].card.id, own=fighters[n].card) for n in crew])
            or unit.category,
        )
        for unit, crew in zip(units, crews, strict=True)
    ]
    return plain._replace(
        fighters=tuple(fighters),
        units=tuple(whole),
        groups=tuple(groups),
        sides=(_side(units, 0), _side(units, 1)),
    )


def _parted(plain: Roster, units: Sequence[Squad], parent: int, crew: Sequence[int]) -> str:
    """What people call a part of a Unit: whoever is alone by his own name, others as detached."""
    alone = plain.fighters[crew[0]].card.name if len(crew) == 1 else ""
    name = alone or phrase("Detached {unit}", unit=units[parent].name)
    taken = {one.name for one in units if one.seat == units[parent].seat}
    others = (phrase("{unit} {number}", unit=name, number=one) for one in NUMERALS)
    return next((one for one in (name, *others) if one not in taken), name)


def _regrouped(plain: Roster, homes: tuple[int, ...]) -> tuple[list[Fighter], list[Group]]:
    """Fighters and groups by the Units they are in now."""
    groups = list(plain.groups)
    fighters: list[Fighter] = []
    known = {_kind(plain.fighters[one.members[0]], one.unit): n for n, one in enumerate(groups)}
    groups = [group._replace(members=()) for group in groups]
    for number, one in enumerate(plain.fighters):
        key, home = _kind(one, homes[number]), one.group
        if homes[number] != one.unit:
            if key not in known:
                known[key] = len(groups)
                name = f"{groups[home].id}-{homes[number]}"
                groups.append(groups[home]._replace(id=name, unit=homes[number], members=()))
            home = known[key]
        groups[home] = groups[home]._replace(members=(*groups[home].members, number))
        fighters.append(one._replace(unit=homes[number], group=home))
    return fighters, groups


def _alone(card: Profile) -> Enlisted:
    return Enlisted(1, card.id, own=card)


def _kind(one: Fighter, unit: int) -> tuple[int, str, bool, tuple[str, ...]]:
    """What fighters of a Unit share if they are alike and handled together."""
    return unit, one.card.id, one.leader, one.extras  # rule: leader.identical-together


def _how(card: Profile) -> int:
    """Familiars stand close to their magicians, other Independents beside the ranks."""
    return CLOSE if card.kind == "familiar" else int(card.independent)


@lru_cache(maxsize=1 << 10)
def holders(texts: tuple[str, str], skill: str) -> tuple[int, ...]:
    """The fighters with a skill."""
    return tuple(n for n, one in enumerate(muster(texts).fighters) if one.card.has(skill))


@lru_cache(maxsize=1 << 8)
def scouting(texts: tuple[str, str]) -> frozenset[int]:  # rule: setup.scouts
    """The Units made up only of Scouts."""
    roster = muster(texts)
    able = holders(texts, "scout")
    return frozenset(
        number
        for number, unit in enumerate(roster.units)
        if unit.members and all(member in able for member in unit.members)
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
    for entry in _alike(sorted(troop.entries, key=_standing)):
        members = tuple(range(len(fighters), len(fighters) + entry.count))
        label = entry.card.name
        if entry.leader:
            label = phrase("{fighter} (Leader)", fighter=label)
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
    units.append(Squad(f"unit:{name}", seat, troop.name, members, _rank(troop.entries), troop.cost))


def _rank(entries: Sequence[Enlisted]) -> int:
    """The Rank category of a Unit, also of one without troops; 0: of nobody."""
    return category(entries) or max((entry.card.category for entry in entries), default=0)


def _alike(entries: list[Enlisted]) -> list[Enlisted]:  # rule: leader.identical-together
    """Equal fighters of a Unit together, wherever its list has them."""
    counts: Counter[Enlisted] = Counter()
    for entry in entries:
        counts[structs.replace(entry, count=1)] += entry.count
    return [structs.replace(entry, count=count) for entry, count in counts.items()]


def _standing(entry: Enlisted) -> tuple[bool, bool, bool]:
    """Who stands in ranks first, Leaders before others, Familiars beside their magicians."""
    return entry.card.independent, not entry.leader, entry.card.kind == "familiar"
