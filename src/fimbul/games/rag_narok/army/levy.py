"""Whether an army may take the field: every problem at once, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fimbul.games.rag_narok.army.army import Army, Enlisted, Troop
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.measure.tables import Profile
from fimbul.kernel import phrase

ARTILLERY = ("light-artillery", "light-artillery-area", "heavy-artillery")
MIXED_MOST = 6  # fighters in a Unit that mixes cavalry and foot
CAVALRY = (25, 50)  # the base of a mounted model, in millimetres
RITUALS_BY_RANK = {"Initiate": 1, "Adept": 2, "Master": 3}
COMMUNIONS_BY_RANK = {"Devout": 1, "Zealot": 2, "Dean": 3}
ORC_PATH = "instinctive-magic"  # of orc warrior-mages, and so of all orc magicians
HOSTS = {"lunatics": "wolfen", "hyperians": "cynwall"}  # Characters welcome without their troops


SPELLS_MOST = "{fighter} has {count} spells, and may own {most}"
RITUALS_MOST = "{fighter} has {count} Rituals, and may own {most}"
MIRACLES_MOST = "{fighter} has {count} miracles, and may own {most}"
COMMUNIONS_MOST = "{fighter} has {count} Communions, and may own {most}"
ARTEFACTS_MOST = "{fighter} has {count} artefacts, and may own {most}"


class Problem(NamedTuple):
    rule: str
    text: str


def over(rule: str, told: str, cost: int, most: int) -> Problem:
    """The problem of too many AP for something."""
    return Problem(rule, phrase(told, cost=cost, most=most))


def of_unit(rule: str, told: str, unit: Troop, many: int = 0) -> Problem:
    return Problem(rule, phrase(told, unit=unit.name, **({"many": many} if many else {})))


def of_fighter(rule: str, told: str, card: Profile, **parts: str | int) -> Problem:
    return Problem(rule, phrase(told, fighter=card.name, **parts))


def too_many(rule: str, told: str, card: Profile, most: int, count: int) -> Problem:
    return of_fighter(rule, told, card, count=count, most=most)


def called(extra: str) -> str:
    """What something is called that a fighter may own."""
    tables = (t.SPELLS, t.RITUALS, t.MIRACLES, t.COMMUNIONS, t.ARTEFACTS, t.MODULES)
    return next((str(table[extra].name) for table in tables if extra in table), extra)


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
        yield over("army.budget", "the army costs {cost} of {most} AP", army.cost, army.budget)
    characters = _cost(entry for entry in army.entries() if entry.card.kind == "character")
    most = share(army, "characters")  # rule: army.characters-50
    if characters > most:
        yield over("army.characters-50", "Characters cost {cost} of {most} AP", characters, most)
    machines = _cost(entry for entry in army.entries() if is_machine(entry.card))
    most = share(army, "machines")  # rule: army.machines-25
    if machines > most:
        yield over("army.machines-25", "War Machines cost {cost} of {most} AP", machines, most)
    named = Counter(
        entry.profile
        for entry in army.entries()
        if entry.card.kind == "character"
        for _ in range(entry.count)
    )
    for profile, count in named.items():  # rule: army.unique
        if count > 1:
            told = "{fighter} is taken {count} times, and there is only one"
            name = t.PROFILES[profile].name
            yield Problem("army.unique", phrase(told, fighter=name, count=count))


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
    for name, told, entries in (
        ("allies", "Allies cost {cost} of {most} AP", allies),
        ("mercenaries", "Mercenaries cost {cost} of {most} AP", hired),
    ):
        cost = _cost(entries)
        most = share(army, name)  # rule: army.allies-25, ruling.allied-share
        if cost > most:
            yield over("army.allies-25", told, cost, most)
    for entry in allies:
        yield from _ally(army, entry, allies)


def _ally(army: Army, entry: Enlisted, allies: list[Enlisted]) -> Iterator[Problem]:
    card = entry.card  # rule: army.hyperians-cynwall
    paths = {t.PEOPLES[army.people].alliance, t.PEOPLES[card.people].alliance}
    if len(paths) > 1 and "any" not in paths:
        yield of_fighter("army.allies-25", "{fighter} follows another Alliance Path", card)
    troops = any(ally.card.people == card.people and ally.card.kind == "troop" for ally in allies)
    welcome = HOSTS.get(card.people) == army.people
    if card.kind == "character" and not troops and not welcome:  # rule: army.lunatics-wolfen
        told = "{fighter} comes only with troops of the same people"
        yield of_fighter("army.allies-25", told, card)


def can_command(entry: Enlisted, people: str) -> bool:  # rule: army.commander
    """A Character with Command of the main people, or a Leader of it."""
    card = entry.card
    commander = card.kind == "character" and card.has("command")
    return card.people == people and (commander or entry.leader)


def _command(army: Army) -> Iterator[Problem]:
    named = [entry for entry in army.entries() if entry.profile == army.commander]
    if not named:
        yield Problem("army.commander", _absent(army.commander))
        return
    if not any(can_command(entry, army.people) for entry in named):
        told = "{fighter} cannot command this army"
        yield of_fighter("army.commander", told, named[0].card)
    true_commanders = [
        entry
        for entry in army.entries()
        if entry.card.kind == "character" and can_command(entry, army.people)
    ]
    if true_commanders and all(entry.card.kind != "character" for entry in named):
        yield Problem("army.commander", "a Leader commands only where no Character with Command is")


def _absent(name: str) -> str:
    """The problem that the fighter named as commander is not in the army, or does not exist at
    all."""
    card = t.PROFILES.get(name)
    return phrase("{fighter} is not in the army to command it", fighter=card.name if card else name)


def _unit(unit: Troop) -> Iterator[Problem]:
    least, most = t.CONSTANTS["unit_min_ap"], t.CONSTANTS["unit_max_fighters"]
    if unit.cost < least:  # rule: unit.min-max, unit.single-troop-50ap, leader.alone-50ap
        yield of_unit("unit.min-max", "{unit}: a Unit costs at least {many} AP", unit, least)
    if unit.fighters > most:  # rule: leader.unit-of-leaders, unit.gravekeeper-leader-alone
        yield of_unit("unit.min-max", "{unit} has more than {many} fighters", unit, most)
    for kind, told in (
        ("standard", "{unit} has more than one Standard Bearer"),
        ("musician", "{unit} has more than one Musician"),
    ):
        if sum(entry.count for entry in unit.entries if entry.card.kind == kind) > 1:
            yield of_unit("unit.min-max", told, unit)
    if len({entry.card.people for entry in unit.entries}) > 1:  # rule: unit.one-people
        yield of_unit("unit.one-people", "{unit} has fighters of more than one people", unit)
    yield from _bases(unit)
    familiars = sum(entry.count for entry in unit.entries if entry.card.has("familiar"))
    magicians = sum(entry.count for entry in unit.entries if entry.card.power is not None)
    if familiars > magicians:  # rule: familiar.same-unit
        yield of_unit("familiar.same-unit", "{unit} has a Familiar without its magician", unit)


def _bases(unit: Troop) -> Iterator[Problem]:  # rule: unit.mixed
    """Troops share a kind of base, except for small mixes of cavalry and foot."""
    bases = {entry.card.base_mm for entry in unit.entries if not entry.card.independent}
    foot = bases - {CAVALRY}
    if len(foot) > 1 or (foot and foot < bases and unit.fighters > MIXED_MOST):
        yield of_unit("unit.mixed", "the troops of {unit} stand on different bases", unit)


def category(entries: Iterable[Enlisted]) -> int:
    """The Rank category of a Unit: that of its troops with the most DF."""
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
    """Whether none of the fighters that a Leader would lead is Undead."""
    led = [entry.card for entry in unit.entries if entry.card is not leader]
    return bool(led) and not any(card.has("undead") for card in led)


def _leader(unit: Troop, entry: Enlisted) -> Iterator[Problem]:  # rule: leader.unlimited
    """Any number of Leaders, each fit to lead that Unit."""
    card = entry.card
    if entry.leader and not may_lead(card):
        rule = "leader.undead-excluded" if card.has("undead") else "leader.excluded"
        yield of_fighter(rule, "{fighter} cannot become a Leader", card)
    elif entry.leader and card.has("undead") and not is_warrior(card) and _is_living(unit, card):
        told = "{fighter} leads only Undead, not {unit}"
        yield of_fighter("leader.excluded", told, card, unit=unit.name)
    leads = entry.leader or card.kind == "character"  # rule: leader.category-limit
    if leads and not is_warrior(card) and card.category < category(unit.entries):
        told = (
            "{fighter} is of a lower Rank category than {unit}"  # rule: leader.warrior-any-category
        )
        yield of_fighter("leader.category-limit", told, card, unit=unit.name)


def entry_problems(entry: Enlisted) -> Iterator[Problem]:
    """What is wrong with what a fighter owns."""
    card, extras = entry.card, entry.extras
    if card.has("unalterable") and extras:  # rule: unalterable.no-equipment
        told = "{fighter} can have no equipment but what its card offers"
        yield of_fighter("unalterable.no-equipment", told, card)  # rule: unalterable.fixed-profile
        return  # rule: tank.no-optional-equipment
    for extra, count in Counter(extras).items():
        if count > 1:  # rule: spell.no-duplicates
            told = "{fighter} has {extra} {count} times"
            yield of_fighter("spell.no-duplicates", told, card, extra=called(extra), count=count)
    for extra in extras:
        if extra in t.MODULES and extra not in card.options:
            told = "{fighter} cannot have {extra}"
            yield of_fighter("army.artefact-limit", told, card, extra=called(extra))
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
            told = "{spell} cannot be used. {effect}"
            yield Problem(rule, phrase(told, spell=spell.name, effect=spell.effect))
    for spell in (*spells, *rituals):
        if not may_own(card, spell):  # rule: spell.allowed-paths, spell.mixed-paths
            told = "{fighter} cannot own {extra}"
            yield of_fighter("spell.allowed-paths", told, card, extra=spell.name)
    power = card.power or 0
    free = card.rituals_max is not None  # rule: warmage.questor-two-rituals, ruling.lost-question
    most = card.rituals_max if free else RITUALS_BY_RANK.get(card.rank, 0)
    counted = len(spells) + (0 if free else len(rituals))  # rule: ruling.source-page-gaps
    if counted > power:  # rule: army.spell-limit
        yield too_many("army.spell-limit", SPELLS_MOST, card, power, counted)
    if len(rituals) > (most or 0):
        yield too_many("army.spell-limit", RITUALS_MOST, card, most or 0, len(rituals))


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
            told = phrase("{miracle} cannot be used here", miracle=miracle.name)
            yield Problem("miracle.odnir-unusable", told)
    aspects = card.faith or (0, 0, 0)
    cults = (t.PEOPLES[card.people].cult, "Universal")
    for prayer in (*miracles, *communions):
        low = any(mine < due for mine, due in zip(aspects, prayer.aspects, strict=True))
        if low:
            told = "the aspects of {fighter} are too low for {extra}"
            yield of_fighter("army.miracle-limit", told, card, extra=prayer.name)
        if prayer.cult not in cults:  # rule: monk.communion-cult
            rule = "monk.communion-cult" if prayer in communions else "army.miracle-limit"
            told = "{fighter} does not follow the cult of {extra}"
            yield of_fighter(rule, told, card, extra=prayer.name)
    if len(miracles) > sum(aspects):  # rule: communion.not-miracle-limit, communion.number-by-rank
        allowed = sum(aspects)  # rule: army.miracle-limit
        yield too_many("army.miracle-limit", MIRACLES_MOST, card, allowed, len(miracles))
    most = card.communions_max or COMMUNIONS_BY_RANK.get(card.rank, 0)
    if len(communions) > most:  # rule: monk.may-own-communions, monk.oracle-two-communions
        yield too_many("communion.number-by-rank", COMMUNIONS_MOST, card, most, len(communions))


def _artefacts(entry: Enlisted) -> Iterator[Problem]:
    card = entry.card
    worn = [t.ARTEFACTS[extra] for extra in entry.extras if extra in t.ARTEFACTS]
    for artefact in worn:  # rule: warmage.artefact
        if card.kind != "character" and not artefact.non_character:
            told = phrase("{extra} is for Characters only", extra=artefact.name)
            yield Problem("warmage.artefact", told)
        elif not _may_wear(entry, artefact):
            told = phrase("{extra} is reserved for others", extra=artefact.name)
            yield Problem("army.artefact-limit", told)
    if card.kind == "character" and len(worn) > card.category:  # rule: army.artefact-limit
        yield too_many("army.artefact-limit", ARTEFACTS_MOST, card, card.category, len(worn))


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
