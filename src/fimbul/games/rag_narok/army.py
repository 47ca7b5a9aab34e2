"""Armies: what a player brings, as one value, as text, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct, structs

from fimbul.games.rag_narok import printed
from fimbul.games.rag_narok import tables as t
from fimbul.games.rag_narok.printed import Own
from fimbul.games.rag_narok.tables import Profile
from fimbul.kernel.errors import did_you_mean

ENTRY = re.compile(r"(\d{1,3})\s+([a-z0-9-]+)(\s+leader)?\s*(?:with\s+(.*))?")
BUDGET = re.compile(r"[0-9]{1,5}")
HEADS = ("people", "budget", "commander")
EQUIPMENT = {"compressor": 1, "accelerator": 3}  # modules that only some cards offer
LONGEST = 4000  # characters of an army's text
MARK = "\ufeff"  # with which some editors begin a file


@cache
def _fitted(card: Profile) -> Profile:
    """A card with an accelerator, which gives it a Boiler."""  # rule: ruling.boiler-equipment
    if "boiler/MOV" in card.skills:
        return card
    return structs.replace(card, skills=(*card.skills, "boiler/MOV"))


class Entry(Struct, frozen=True):
    """So many equal fighters of one Unit; `extras` are bought for each of them."""

    count: int
    profile: str
    leader: bool = False
    extras: tuple[str, ...] = ()
    own: Profile | None = None  # as an owner of the printed card has it

    @property
    def card(self) -> Profile:
        plain = self.own or t.PROFILES[self.profile]
        return _fitted(plain) if "accelerator" in self.extras else plain

    @property
    def each(self) -> int:
        """What one of them costs."""  # rule: army.budget, army.leader-surcharge
        surcharge = t.CONSTANTS["leader_surcharge_by_category"][self.card.category - 1]
        extras = sum(price(extra, self.card) for extra in self.extras)
        return self.card.ap + self.leader * int(surcharge) + extras

    @property
    def cost(self) -> int:
        return self.count * self.each


class Troop(Struct, frozen=True):
    """A Unit on paper."""

    name: str
    entries: tuple[Entry, ...]

    @property
    def cost(self) -> int:  # rule: unit.leader-cost-counts
        return sum(entry.cost for entry in self.entries)

    @property
    def fighters(self) -> int:
        return sum(entry.count for entry in self.entries)


class Army(Struct, frozen=True):
    """All that one side brings to the table."""

    name: str
    people: str
    budget: int
    commander: str
    units: tuple[Troop, ...]

    @property
    def cost(self) -> int:
        return sum(unit.cost for unit in self.units)

    def entries(self) -> Iterator[Entry]:
        for unit in self.units:
            yield from unit.entries


def price(extra: str, bearer: Profile | None = None) -> int:
    """What a spell, Ritual, miracle, Communion, artefact or module costs."""
    if extra == "horns-of-damnation":  # rule: horns.cost-17
        included = "horns-of-damnation" in bearer.artefacts if bearer else False
        return 0 if included else int(t.CONSTANTS["horns_ap"])
    for table in (t.SPELLS, t.RITUALS, t.MIRACLES, t.COMMUNIONS, t.ARTEFACTS):
        if extra in table:
            return int(table[extra].ap)
    return EQUIPMENT.get(extra, 0)


TABLES = (t.SPELLS, t.RITUALS, t.MIRACLES, t.COMMUNIONS, t.ARTEFACTS, EQUIPMENT)
EXTRAS = frozenset(extra for table in TABLES for extra in table)  # that a fighter can be given


def is_known(extra: str) -> bool:
    return extra in EXTRAS


def write(army: Army) -> str:
    """An army as text that can be sent and read again."""
    lines = [army.name, f"people {army.people}", f"budget {army.budget}"]
    lines.append(f"commander {army.commander}")
    own = {entry.own for entry in army.entries() if entry.own is not None}
    return "\n".join([*lines, *unit_lines(army.units), *printed.write(own)]) + "\n"


def with_own(army: Army, own: Own) -> Army:
    """The army with these profiles in place of ours."""  # rule: ruling.own-profiles
    cards = {card.id: card for card in own}
    if not cards:
        return army
    units = tuple(
        structs.replace(
            unit,
            entries=tuple(
                structs.replace(entry, own=cards.get(entry.profile, entry.own))
                for entry in unit.entries
            ),
        )
        for unit in army.units
    )
    return structs.replace(army, units=units)


def unit_lines(units: Iterable[Troop]) -> Iterator[str]:
    for unit in units:
        yield from ("", unit.name)
        for entry in unit.entries:
            leader = " leader" if entry.leader else ""
            extras = f" with {', '.join(entry.extras)}" if entry.extras else ""
            yield f"{entry.count} {entry.profile}{leader}{extras}"


class BadArmy(ValueError):
    """A text that is no army: every line that cannot be read, and why."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def read(text: str) -> Army:
    """The army of a text; BadArmy tells of every line that cannot be read."""
    text, begins, rows = text.partition(printed.BEGIN)
    if len(text) > LONGEST:
        raise BadArmy([f"an army's text has at most {LONGEST} characters"])
    blocks = _blocks(text.removeprefix(MARK))
    own, problems = printed.read_text(begins + rows)
    heads = _heads(blocks[0] if blocks else [], problems)
    units = tuple(_unit(block, problems) for block in blocks[1:])
    if not units:
        problems.append("there is no Unit: a name, then a line for each kind of fighter")
    if problems:
        raise BadArmy(problems)
    people, budget, commander = heads["people"], int(heads["budget"]), heads["commander"]
    return with_own(Army(heads["name"], people, budget, commander, units), own)


def _blocks(text: str) -> list[list[tuple[int, str]]]:
    """The numbered lines between blank ones."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _heads(block: list[tuple[int, str]], problems: list[str]) -> dict[str, str]:
    heads = {"name": block[0][1] if block else "", "people": "", "budget": "0", "commander": ""}
    for number, line in block[1:]:
        word, _, value = line.partition(" ")
        if word not in HEADS:
            problems.append(f"line {number}: {word!r} is none of {', '.join(HEADS)}")
        elif word == "budget" and not BUDGET.fullmatch(value.strip()):
            problems.append(f"line {number}: a budget is a number of AP, not {value!r}")
        else:
            heads[word] = value.strip()
    missing = [word for word in HEADS if not heads[word] or heads[word] == "0"]
    problems += [f"line 1: the army says nothing of its {word}" for word in missing]
    if heads["people"] and heads["people"] not in t.PEOPLES:
        people = heads["people"]
        problems.append(f"people: there are no {people!r}{did_you_mean(people, t.PEOPLES)}")
    return heads


def _unit(block: list[tuple[int, str]], problems: list[str]) -> Troop:
    (first, name), *lines = block
    found = ENTRY.fullmatch(name)
    if found and found[2] in t.PROFILES:  # they would be lost
        problems.append(f"line {first}: the name of the Unit is missing before {name!r}")
    entries = [_entry(number, line, problems) for number, line in lines]
    if not entries:
        problems.append(f"line {first}: the Unit {name!r} has no fighters")
    return Troop(name, tuple(entry for entry in entries if entry))


def _entry(number: int, line: str, problems: list[str]) -> Entry | None:
    found = ENTRY.fullmatch(line)
    if not found or not int(found[1]):
        problems.append(f"line {number}: {line!r} is not 'count profile [leader] [with ...]'")
        return None
    if found[2] not in t.PROFILES:
        perhaps = did_you_mean(found[2], t.PROFILES)
        problems.append(f"line {number}: there is no profile {found[2]!r}{perhaps}")
        return None
    extras = tuple(extra.strip() for extra in (found[4] or "").split(",") if extra.strip())
    unknown = [extra for extra in extras if not is_known(extra)]
    problems += [
        f"line {number}: there is nothing named {extra!r}{did_you_mean(extra, EXTRAS)}"
        for extra in unknown
    ]
    return Entry(int(found[1]), found[2], bool(found[3]), extras)


def _listed(listed: t.ListedArmy) -> Army:
    """A ready army of the book: its Leaders are troops, its options go to whoever uses them."""
    wanted = [re.sub(r" \(.*", "", option) for option in listed.options]
    units = []
    for unit in listed.units:
        entries: list[Entry] = []
        leaders = unit.leaders
        for line in unit.fighters:
            count, profile = int(line.split()[0]), line.split()[1]
            mine = tuple(extra for extra in wanted if _suits(extra, t.PROFILES[profile]))
            wanted = [extra for extra in wanted if extra not in mine]
            if leaders and t.PROFILES[profile].kind == "troop" and not mine and count > 1:
                entries.append(Entry(leaders, profile, True))
                count, leaders = count - leaders, 0
            extras = tuple("compressor" if extra == "5 compressors" else extra for extra in mine)
            entries.append(Entry(count, profile, False, extras))
        units.append(Troop(unit.name, tuple(entries)))
    assert not wanted, f"{listed.id}: nobody can use {wanted}"
    return Army(listed.name, listed.people, listed.budget, listed.commander, tuple(units))


def _suits(extra: str, card: Profile) -> bool:
    if extra == "5 compressors":
        return any(option.startswith("compressor") for option in card.options)
    if extra in (*card.spells, *card.rituals, *card.miracles, *card.communions, *card.artefacts):
        return True
    spell = t.SPELLS.get(extra)
    return spell is not None and card.power is not None and spell.path in card.paths


READY = {name: _listed(listed) for name, listed in t.LISTED_ARMIES.items()}
