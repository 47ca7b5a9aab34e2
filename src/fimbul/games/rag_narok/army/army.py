"""Armies: what a player brings, as one value, as text, and what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, structs

from fimbul.games.rag_narok.army import own_cards, printed
from fimbul.games.rag_narok.army.own_cards import Cards
from fimbul.games.rag_narok.army.printed import Own
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.kernel import did_you_mean, foreign_tables, mistyped, phrase

ENTRY = re.compile(r"(\d{1,3})\s+([a-z0-9-]+)(\s+leader)?\s*(?:with\s+(.*))?")
BUDGET = re.compile(r"[0-9]{1,5}")
HEADS = ("people", "budget", "commander")
WANTED = {"commander": "army.commander"}  # the rules that ask for a head
MISSING = {
    "people": "the army does not name its people",
    "budget": "the army does not name its budget",
    "commander": "the army does not name its commander",
}
LONGEST = 4000  # characters of an army's text
LONGEST_ROWS = 40_000  # characters of all that an owner wrote after it
ROWS = re.compile(r"^\[\[", re.MULTILINE)
MARK = "\ufeff"  # some editors begin a file with it


@lru_cache(maxsize=1024)  # owners write what they like
def _fitted(card: Profile) -> Profile:  # rule: ruling.boiler-equipment
    """A card with an accelerator, which gives it a Boiler."""
    if "boiler/MOV" in card.skills:
        return card
    return structs.replace(card, skills=(*card.skills, "boiler/MOV"))


class Enlisted(Struct, frozen=True):
    """A number of equal fighters of one Unit; `extras` are bought for each of them."""

    count: int
    profile: str
    leader: bool = False
    extras: tuple[str, ...] = ()
    own: Profile | None = None  # as an owner of the printed card has it
    cards: Cards = ()  # the same for its extras

    @property
    def card(self) -> Profile:
        plain = self.own or t.PROFILES[self.profile]
        return _fitted(plain) if "accelerator" in self.extras else plain

    @property
    def each(self) -> int:  # rule: army.budget, army.leader-surcharge
        """What one of them costs."""
        surcharge = t.CONSTANTS["leader_surcharge_by_category"][self.card.category - 1]
        dear = {own.id: own.card.ap for own in self.cards}
        extras = sum(dear.get(extra, price(extra, self.card)) for extra in self.extras)
        return self.card.ap + self.leader * int(surcharge) + extras

    @property
    def cost(self) -> int:
        return self.count * self.each


class Troop(Struct, frozen=True):
    """A Unit on paper."""

    name: str
    entries: tuple[Enlisted, ...]

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
    cards: Cards = ()  # an owner's cards that somebody in it can use

    @property
    def cost(self) -> int:
        return sum(unit.cost for unit in self.units)

    def entries(self) -> Iterator[Enlisted]:
        for unit in self.units:
            yield from unit.entries


def price(extra: str, bearer: Profile | None = None) -> int:
    """What a spell, Ritual, miracle, Communion, artefact or module costs."""
    horns = extra == "horns-of-damnation"  # rule: horns.cost-17
    if horns and bearer and extra in bearer.artefacts:
        return 0
    return PRICES.get(extra, 0)


PRICES: dict[str, int] = {  # of all that a fighter can be given
    row.id: row.ap
    for table in (t.SPELLS, t.RITUALS, t.MIRACLES, t.COMMUNIONS, t.ARTEFACTS, t.MODULES)
    for row in table.values()
}


def is_known(extra: str) -> bool:
    return extra in PRICES


def write(army: Army) -> str:
    """An army as text that can be sent and read again."""
    lines = [army.name, f"people {army.people}", f"budget {army.budget}"]
    lines.append(f"commander {army.commander}")
    own = {entry.own for entry in army.entries() if entry.own is not None}
    rows = (*printed.write(own), *own_cards.write(army.cards))
    return "\n".join([*lines, *unit_lines(army.units), *rows]) + "\n"


def with_own(army: Army, own: Own, cards: Cards = ()) -> Army:  # rule: ruling.own-profiles
    """The army with these profiles and cards in place of ours."""
    if not own and not cards:
        return army
    profiles = {card.id: card for card in own}
    units = tuple(
        structs.replace(
            unit, entries=tuple(_with_own(entry, profiles, cards) for entry in unit.entries)
        )
        for unit in army.units
    )
    found = {known for unit in units for entry in unit.entries for known in _known(entry)}
    kept = {card.id: card for card in (*army.cards, *cards) if card.id in found}
    return structs.replace(army, units=units, cards=tuple(kept[name] for name in sorted(kept)))


def _with_own(entry: Enlisted, profiles: Mapping[str, Profile], cards: Cards) -> Enlisted:
    kept = {card.id: card for card in (*entry.cards, *cards) if card.id in entry.extras}
    return structs.replace(
        entry,
        own=profiles.get(entry.profile, entry.own),
        cards=tuple(kept[name] for name in sorted(kept)),
    )


def _known(entry: Enlisted) -> tuple[str, ...]:
    """All that somebody knows or bears: bought, or named on its card, as with Familiars."""
    card = entry.card
    given = (*card.spells, *card.rituals, *card.miracles, *card.communions, *card.artefacts)
    return (*entry.extras, *given)


def unit_lines(units: Iterable[Troop]) -> Iterator[str]:
    for unit in units:
        yield from ("", unit.name)
        for entry in unit.entries:
            leader = " leader" if entry.leader else ""
            extras = f" with {', '.join(entry.extras)}" if entry.extras else ""
            yield f"{entry.count} {entry.profile}{leader}{extras}"


class Fault(NamedTuple):
    """Why a text is no army: what is wrong, in which line, and which rule it breaks."""

    text: str
    line: int = 0  # 0: in none
    rule: str = ""

    @property
    def words(self) -> str:
        told = "line {line}: {fault}"
        return phrase(told, line=self.line, fault=self.text) if self.line else self.text


def fault(told: str, line: int = 0, /, **parts: str | int) -> Fault:
    return Fault(phrase(told, **parts), line)


def unknown(told: str, word: str, known: Iterable[str], line: int = 0) -> Fault:
    """A name that there is not, and which may be meant."""
    return fault(told, line, word=word, perhaps=did_you_mean(word, known))


class BadArmy(ValueError):
    """A text that is no army: every line that cannot be read, and why."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults, self.problems = faults, [fault.words for fault in faults]
        super().__init__("; ".join(self.problems))


def read(text: str) -> Army:
    """The army of a text; BadArmy names every line that cannot be read."""
    text, rows = _parted(text)
    if len(text) > LONGEST:
        raise BadArmy([fault("an army's text has at most {most} characters", most=LONGEST)])
    blocks = _blocks(text.removeprefix(MARK))
    own, cards, wrong = _owned(rows)
    faults = [Fault(problem) for problem in wrong]
    heads = _heads(blocks[0] if blocks else [], faults)
    units = tuple(_unit(block, faults) for block in blocks[1:])
    if not units:
        faults.append(Fault("there is no Unit: a name, then a line for each kind of fighter"))
    if faults:
        raise BadArmy(faults)
    people, budget, commander = heads["people"], int(heads["budget"]), heads["commander"]
    return with_own(Army(heads["name"], people, budget, commander, units), own, cards)


def _parted(text: str) -> tuple[str, str]:
    """The army itself, and the rows of an owner after it."""
    found = ROWS.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def _owned(text: str) -> tuple[Own, Cards, list[str]]:
    """An owner's profiles and cards, and what is wrong with them."""
    if len(text) > LONGEST_ROWS:
        long = phrase("the cards of an army have at most {most} characters", most=LONGEST_ROWS)
        return (), (), [long]
    try:
        tables = foreign_tables(text, Decimal)
    except ValueError as wrong:
        return (), (), [phrase("the cards cannot be read: {wrong}", wrong=mistyped(wrong))]
    own, amiss = printed.read_rows(tables.get("unit", []))
    cards, wrong_cards = own_cards.read_tables(tables)
    return own, cards, [*amiss, *wrong_cards]


def _blocks(text: str) -> list[list[tuple[int, str]]]:
    """The numbered lines between blank ones."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _heads(block: list[tuple[int, str]], faults: list[Fault]) -> dict[str, str]:
    heads = {"name": block[0][1] if block else "", "people": "", "budget": "0", "commander": ""}
    for number, line in block[1:]:
        word, _, value = line.partition(" ")
        if word not in HEADS:
            known = ", ".join(HEADS)
            faults.append(fault("'{word}' is none of {known}", number, word=word, known=known))
        elif word == "budget" and not BUDGET.fullmatch(value.strip()):
            faults.append(fault("a budget is a number of AP, not '{value}'", number, value=value))
        else:
            heads[word] = value.strip()
    missing = [word for word in HEADS if not heads[word] or heads[word] == "0"]
    faults += [Fault(MISSING[word], 1, WANTED.get(word, "")) for word in missing]
    if heads["people"] and heads["people"] not in t.PEOPLES:
        faults.append(unknown("there is no people '{word}'{perhaps}", heads["people"], t.PEOPLES))
    return heads


def _unit(block: list[tuple[int, str]], faults: list[Fault]) -> Troop:
    (first, name), *lines = block
    found = ENTRY.fullmatch(name)
    if found and found[2] in t.PROFILES:  # they would be lost
        faults.append(fault("the name of the Unit is missing before '{row}'", first, row=name))
    entries = [_entry(number, line, faults) for number, line in lines]
    if not entries:
        empty = phrase("the Unit '{unit}' has no fighters", unit=name)
        faults.append(Fault(empty, first, "unit.min-max"))
    return Troop(name, tuple(entry for entry in entries if entry))


def _entry(number: int, line: str, faults: list[Fault]) -> Enlisted | None:
    found = ENTRY.fullmatch(line)
    if not found or not int(found[1]):
        faults.append(fault("'{row}' is not 'count profile [leader] [with ...]'", number, row=line))
        return None
    if found[2] not in t.PROFILES:
        faults.append(
            unknown("there is no profile '{word}'{perhaps}", found[2], t.PROFILES, number)
        )
        return None
    extras = tuple(extra.strip() for extra in (found[4] or "").split(",") if extra.strip())
    faults += [
        unknown("there is nothing named '{word}'{perhaps}", extra, PRICES, number)
        for extra in extras
        if not is_known(extra)
    ]
    return Enlisted(int(found[1]), found[2], bool(found[3]), extras)


def _listed(listed: t.ListedArmy) -> Army:
    """A ready army of the book: its Leaders are troops, its options go to whoever uses them."""
    wanted = [re.sub(r" \(.*", "", option) for option in listed.options]
    units = []
    for unit in listed.units:
        entries: list[Enlisted] = []
        leaders = unit.leaders
        for line in unit.fighters:
            count, profile = int(line.split()[0]), line.split()[1]
            mine = tuple(extra for extra in wanted if _suits(extra, t.PROFILES[profile]))
            wanted = [extra for extra in wanted if extra not in mine]
            if leaders and t.PROFILES[profile].kind == "troop" and not mine and count > 1:
                entries.append(Enlisted(leaders, profile, True))
                count, leaders = count - leaders, 0
            extras = tuple("compressor" if extra == "2 compressors" else extra for extra in mine)
            entries.append(Enlisted(count, profile, False, extras))
        units.append(Troop(unit.name, tuple(entries)))
    assert not wanted, f"{listed.id}: nobody can use {wanted}"
    return Army(listed.name, listed.people, listed.budget, listed.commander, tuple(units))


def _suits(extra: str, card: Profile) -> bool:
    if extra == "2 compressors":
        return "compressor" in card.options
    if extra in (*card.spells, *card.rituals, *card.miracles, *card.communions, *card.artefacts):
        return True
    spell = t.SPELLS.get(extra)
    return spell is not None and card.power is not None and spell.path in card.paths


READY = {name: _listed(listed) for name, listed in t.LISTED_ARMIES.items()}
