"""Whether an army may take the field: every problem at once, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fimbul.games.rag_narok.army.army import Army, Enlisted, Troop
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import Profile

ARTILLERY = ("light-artillery", "light-artillery-area", "heavy-artillery")
MIXED_MOST = 6  # fighters in a Unit that mixes cavalry and foot
CAVALRY = (25, 50)  # the base of a mounted model, in millimetres
RITUALS_BY_RANK = {"Initiate": 1, "Adept": 2, "Master": 3}
COMMUNIONS_BY_RANK = {"Devout": 1, "Zealot": 2, "Dean": 3}
ORC_PATH = "instinctive-magic"  # of orc warrior-mages, and so of all orc magicians
HOSTS = {"lunatics": "wolfen", "hyperians": "cynwall"}  # Characters welcome without their troops


class Problem(NamedTuple):
    rule: str
    text: str


def problems(army: Army, shadows: bool = False) -> Iterator[Problem]:
    """Everything that stands in the way; `shadows` says that the opponent agreed to them."""
    yield from _totals(army)
    dark = any(entry.card.people == "shadows" for entry in army.entries())
    if dark and not shadows:  # rule: army.shadows-agreement
        yield Problem("army.shadows-agreement", "Shadows need the opponent's agreement")
    yield from _strangers(army)
    yield from _command(army)
    for unit in army.units:
        yield from unit_problems(unit)
        for entry in unit.entries:
            yield from entry_problems(entry)


def unit_problems(unit: Troop) -> Iterator[Problem]:
    """What keeps these fighters from being one Unit."""
    yield from _unit(unit)
    for entry in unit.entries:
        yield from _leader(unit, entry)


def _cost(entries: Iterable[Enlisted]) -> int:
    return sum(entry.cost for entry in entries)


def share(army: Army, what: str) -> int:
    """The AP that may go into something."""
    return int(army.budget * t.CONSTANTS[f"share_{what}"])


def _totals(army: Army) -> Iterator[Problem]:
    if army.cost > army.budget:  # rule: army.budget
        yield Problem("army.budget", f"the army costs {army.cost} of {army.budget} AP")
    characters = _cost(entry for entry in army.entries() if entry.card.kind == "character")
    most = share(army, "characters")  # rule: army.characters-50
    if characters > most:
        yield Problem("army.characters-50", f"Characters cost {characters} of {most} AP")
    machines = _cost(entry for entry in army.entries() if is_machine(entry.card))
    most = share(army, "machines")  # rule: army.machines-25
    if machines > most:
        yield Problem("army.machines-25", f"War Machines cost {machines} of {most} AP")
    named = Counter(
        entry.profile
        for entry in army.entries()
        if entry.card.kind == "character"
        for _ in range(entry.count)
    )
    for profile, count in named.items():  # rule: army.unique
        if count > 1:
            name = t.PROFILES[profile].name
            yield Problem("army.unique", f"{name} is taken {count} times: there is only one")


def is_machine(card: Profile) -> bool:  # rule: army.artillery-character-both-limits
    """War Machines, and Characters with Artillery in their Rank, count against the quarter."""
    gun = any(map(card.has, ARTILLERY))
    return card.kind == "machine" or (card.kind == "character" and gun)


def _strangers(army: Army) -> Iterator[Problem]:
    """Allies and Mercenaries, each at most a quarter."""
    allies: list[Enlisted] = []
    hired: list[Enlisted] = []
    for entry in army.entries():
        if entry.card.people != army.people:
            (hired if entry.card.mercenary else allies).append(entry)
    for name, entries in (("Allies", allies), ("Mercenaries", hired)):
        cost = _cost(entries)
        most = share(army, name.lower())  # rule: army.allies-25, ruling.allied-share
        if cost > most:
            yield Problem("army.allies-25", f"{name} cost {cost} of {most} AP")
    for entry in allies:
        yield from _ally(army, entry, allies)


def _ally(army: Army, entry: Enlisted, allies: list[Enlisted]) -> Iterator[Problem]:
    card = entry.card  # rule: army.hyperians-cynwall
    paths = {t.PEOPLES[army.people].alliance, t.PEOPLES[card.people].alliance}
    if len(paths) > 1 and "any" not in paths:
        yield Problem("army.allies-25", f"{card.name} follows another Alliance Path")
    troops = any(ally.card.people == card.people and ally.card.kind == "troop" for ally in allies)
    welcome = HOSTS.get(card.people) == army.people
    if card.kind == "character" and not troops and not welcome:  # rule: army.lunatics-wolfen
        yield Problem("army.allies-25", f"{card.name} comes only with troops of his people")


def can_command(entry: Enlisted, people: str) -> bool:  # rule: army.commander
    """A Character with Command of the main people, or a Leader of it."""
    card = entry.card
    commander = card.kind == "character" and card.has("command")
    return card.people == people and (commander or entry.leader)


def _command(army: Army) -> Iterator[Problem]:
    named = [entry for entry in army.entries() if entry.profile == army.commander]
    if not named:
        yield Problem("army.commander", f"no {army.commander} is in the army to command it")
        return
    if not any(can_command(entry, army.people) for entry in named):
        yield Problem("army.commander", f"{named[0].card.name} cannot command this army")
    true_commanders = [
        entry
        for entry in army.entries()
        if entry.card.kind == "character" and can_command(entry, army.people)
    ]
    if true_commanders and all(entry.card.kind != "character" for entry in named):
        yield Problem("army.commander", "a Leader commands only where no Character with Command is")


def _unit(unit: Troop) -> Iterator[Problem]:
    least, most = t.CONSTANTS["unit_min_ap"], t.CONSTANTS["unit_max_fighters"]
    if unit.cost < least:  # rule: unit.min-max, unit.single-troop-50ap, leader.alone-50ap
        yield Problem("unit.min-max", f"{unit.name}: a Unit costs at least {least} AP")
    if unit.fighters > most:  # rule: leader.unit-of-leaders, unit.gravekeeper-leader-alone
        yield Problem("unit.min-max", f"{unit.name}: at most {most} fighters")
    for kind, name in (("standard", "Standard Bearer"), ("musician", "Musician")):
        if sum(entry.count for entry in unit.entries if entry.card.kind == kind) > 1:
            yield Problem("unit.min-max", f"{unit.name}: at most one {name}")
    if len({entry.card.people for entry in unit.entries}) > 1:  # rule: unit.one-people
        yield Problem("unit.one-people", f"{unit.name}: all fighters must be of one people")
    yield from _bases(unit)
    familiars = sum(entry.count for entry in unit.entries if entry.card.has("familiar"))
    magicians = sum(entry.count for entry in unit.entries if entry.card.power is not None)
    if familiars > magicians:  # rule: familiar.same-unit
        yield Problem("familiar.same-unit", f"{unit.name}: a Familiar without its magician")


def _bases(unit: Troop) -> Iterator[Problem]:  # rule: unit.mixed
    """Troops share a kind of base, but for small mixes of cavalry and foot."""
    bases = {entry.card.base_mm for entry in unit.entries if not entry.card.independent}
    foot = bases - {CAVALRY}
    if len(foot) > 1 or (foot and foot < bases and unit.fighters > MIXED_MOST):
        yield Problem("unit.mixed", f"{unit.name}: its troops stand on different bases")


def category(entries: Iterable[Enlisted]) -> int:
    """The Rank category of a Unit: that of its troops with most DF."""
    troops = [entry for entry in entries if not entry.card.independent]
    shares: Counter[int] = Counter()
    for entry in troops:
        shares[entry.card.category] += entry.count * entry.card.df
    return max(shares, key=lambda rank: (shares[rank], rank)) if shares else 0


def may_lead(card: Profile) -> bool:  # rule: leader.undead-excluded, army.leader-surcharge
    """Whether a fighter may be bought as a Leader at all."""
    gifted = card.power is not None or card.faith is not None
    if card.has("undead"):  # rule: leader.undead-exception-precedence, leader.sophet-puppets
        return gifted
    if card.kind in ("standard", "musician", "familiar", "machine") or card.has("construct"):
        return False  # rule: leader.excluded, toad.independent
    return is_warrior(card) or not (gifted or card.kind == "character")


def is_warrior(card: Profile) -> bool:
    return card.has("warrior-mage") or card.has("warrior-monk")


def _is_living(unit: Troop, leader: Profile) -> bool:  # rule: leader.undead-exception-precedence
    """Whether nobody whom he would lead is Undead."""
    led = [entry.card for entry in unit.entries if entry.card is not leader]
    return bool(led) and not any(card.has("undead") for card in led)


def _leader(unit: Troop, entry: Enlisted) -> Iterator[Problem]:  # rule: leader.unlimited
    """Any number of Leaders, each fit to lead that Unit."""
    card = entry.card
    if entry.leader and not may_lead(card):
        rule = "leader.undead-excluded" if card.has("undead") else "leader.excluded"
        yield Problem(rule, f"{unit.name}: {card.name} cannot become a Leader")
    elif entry.leader and card.has("undead") and not is_warrior(card) and _is_living(unit, card):
        yield Problem("leader.excluded", f"{unit.name}: {card.name} leads only Undead")
    leads = entry.leader or card.kind == "character"  # rule: leader.category-limit
    if leads and not is_warrior(card) and card.category < category(unit.entries):
        text = f"{unit.name}: {card.name} is of a lower Rank category than the Unit"
        yield Problem("leader.category-limit", text)  # rule: leader.warrior-any-category


def entry_problems(entry: Enlisted) -> Iterator[Problem]:
    """What is wrong with what a fighter owns."""
    card, extras = entry.card, entry.extras
    if card.has("unalterable") and extras:  # rule: unalterable.no-equipment
        text = f"{card.name} can have no equipment but what its card offers"
        yield Problem("unalterable.no-equipment", text)  # rule: unalterable.fixed-profile
        return  # rule: tank.no-optional-equipment
    for extra, count in Counter(extras).items():
        if count > 1:  # rule: spell.no-duplicates
            yield Problem("spell.no-duplicates", f"{card.name} has {extra} {count} times")
    for extra in extras:
        if extra in t.MODULES and extra not in card.options:
            yield Problem("army.artefact-limit", f"{card.name}: no {extra} is offered for it")
    yield from _spells(card, extras)
    yield from _miracles(card, extras)
    yield from _artefacts(entry)


def _spells(card: Profile, extras: tuple[str, ...]) -> Iterator[Problem]:
    """A magician owns spells of its Paths, Primagic, and spells of elements it masters."""
    spells = [t.SPELLS[extra] for extra in extras if extra in t.SPELLS]
    rituals = [t.RITUALS[extra] for extra in extras if extra in t.RITUALS]
    for spell in spells:
        if not spell.usable:  # rule: unusable.spark-of-life, special.fear-effects-need-df
            unknown = "special.fear-effects-need-df"  # rule: ruling.unusable-in-data
            rule = "unusable.spark-of-life" if spell.id == "spark-of-life" else unknown
            yield Problem(rule, f"{spell.name} cannot be used: {spell.effect}")
    for spell in (*spells, *rituals):
        if not may_own(card, spell):  # rule: spell.allowed-paths, spell.mixed-paths
            yield Problem("spell.allowed-paths", f"{card.name} cannot own {spell.name}")
    power = card.power or 0
    free = card.rituals_max is not None  # rule: warmage.questor-two-rituals, ruling.lost-question
    most = card.rituals_max if free else RITUALS_BY_RANK.get(card.rank, 0)
    counted = len(spells) + (0 if free else len(rituals))  # rule: ruling.source-page-gaps
    if counted > power:  # rule: army.spell-limit
        yield Problem("army.spell-limit", f"{card.name} may own {power} spells, not {counted}")
    if len(rituals) > (most or 0):
        text = f"{card.name} may own {most} Rituals, not {len(rituals)}"
        yield Problem("army.spell-limit", text)


def may_own(card: Profile, spell: t.Spell) -> bool:
    """By Path, by element, or because its card names it; never what is reserved for another."""
    if card.power is None:
        return False
    if spell.deeds.named and spell.id not in card.spells:
        return False
    if spell.path == "primagic":  # rule: orc.primagic
        return True
    if spell.path == "elemental":
        return set(spell.elements) <= set(card.elements)
    if spell.path == ORC_PATH and card.people == "orcs":  # rule: orc.warrior-mage-spells
        return True
    return spell.path in card.paths


def _miracles(card: Profile, extras: tuple[str, ...]) -> Iterator[Problem]:
    miracles = [t.MIRACLES[extra] for extra in extras if extra in t.MIRACLES]
    communions = [t.COMMUNIONS[extra] for extra in extras if extra in t.COMMUNIONS]
    for miracle in miracles:
        if not miracle.usable:  # rule: miracle.odnir-unusable
            yield Problem("miracle.odnir-unusable", f"{miracle.name} cannot be used here")
    aspects = card.faith or (0, 0, 0)
    cults = (t.PEOPLES[card.people].cult, "Universal")
    for prayer in (*miracles, *communions):
        low = any(mine < due for mine, due in zip(aspects, prayer.aspects, strict=True))
        if low:
            yield Problem("army.miracle-limit", f"{card.name}: aspects too low for {prayer.name}")
        if prayer.cult not in cults:  # rule: monk.communion-cult
            rule = "monk.communion-cult" if prayer in communions else "army.miracle-limit"
            yield Problem(rule, f"{card.name} does not follow the cult of {prayer.name}")
    if len(miracles) > sum(aspects):  # rule: communion.not-miracle-limit, communion.number-by-rank
        text = f"{card.name} may own {sum(aspects)} miracles, not {len(miracles)}"
        yield Problem("army.miracle-limit", text)  # rule: army.miracle-limit
    most = card.communions_max or COMMUNIONS_BY_RANK.get(card.rank, 0)
    if len(communions) > most:  # rule: monk.may-own-communions, monk.oracle-two-communions
        text = f"{card.name} may own {most} Communions, not {len(communions)}"
        yield Problem("communion.number-by-rank", text)


def _artefacts(entry: Enlisted) -> Iterator[Problem]:
    card = entry.card
    worn = [t.ARTEFACTS[extra] for extra in entry.extras if extra in t.ARTEFACTS]
    for artefact in worn:  # rule: warmage.artefact
        if card.kind != "character" and not artefact.non_character:
            yield Problem("warmage.artefact", f"{artefact.name} is for Characters only")
        elif not _may_wear(entry, artefact):
            yield Problem("army.artefact-limit", f"{artefact.name} is reserved")
    if card.kind == "character" and len(worn) > card.category:  # rule: army.artefact-limit
        text = f"{card.name} may have {card.category} artefacts, not {len(worn)}"
        yield Problem("army.artefact-limit", text)


def _may_wear(entry: Enlisted, artefact: t.Artefact) -> bool:
    """What each card's reservation, written in words, means."""
    card, undead = entry.card, entry.card.has("undead")
    commands = entry.leader or (card.kind == "character" and card.has("command"))
    boiler = card.people == "dwarves" and card.has("boiler")
    return {
        "black-diamond": card.people == "acheron" and not undead and commands,
        "horns-of-damnation": card.id == "skull-warrior" or (undead and commands),
        "caduceus": boiler,
        "pressure-regulator": boiler,
        "source-of-fire": card.power is not None and "Fire" in card.elements,
    }.get(artefact.id, card.id in artefact.deeds.bearers)
