"""The data of the rulebook, read once and checked: profiles, peoples, orders, spells, scenarios.

Lengths are whole hundredths of a centimetre from here on; no floating point passes this file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from fimbul.games.rag_narok.measure.deeds import NOTHING, Deed, Duration, Stakes
from fimbul.kernel import DEEDS, phrase, readable

CM = 100  # hundredths of a centimetre  # rule: ruling.fixed-point
Size = Literal["Small", "Normal", "Large", "Very Large"]
SIZES: tuple[Size, ...] = ("Small", "Normal", "Large", "Very Large")  # rule: size.four-categories
Kind = Literal["troop", "standard", "musician", "character", "familiar", "machine"]
T = TypeVar("T")
NAMES = {  # rule: ruling.glossary
    "MOV": "mov", "MOV_flight": "mov_flight", "INI": "ini", "ATT": "att", "STR": "strength",
    "DEF": "defence", "RES": "res", "COU": "cou", "FEAR": "fear", "DIS": "dis", "AIM": "aim",
    "POW": "power", "FAI": "faith", "AP": "ap", "DF": "df", "CAD": "aspects",
}  # fmt: skip


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=None):
    """One entry of a table; what it says about its own source is not needed in play."""

    id: str
    name: str = ""
    reconstructed: bool = False
    faq: str = ""
    note: str = ""


class Card(Row, frozen=True, kw_only=True):
    """An entry that does something."""

    deeds: Deed = NOTHING


class People(Row, frozen=True, kw_only=True):
    alliance: str
    cult: str


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """Ranges are in hundredths of a centimetre."""

    name: str
    strength: int
    short: int
    medium: int
    long: int


class Profile(Row, frozen=True, kw_only=True):  # rule: char.list, ruling.profile-numbers
    """A fighter's card. Dice, wounds and DF already hold the bonuses of Characters and skills."""

    people: str
    kind: Kind
    rank: str
    category: int
    size: Size
    base_mm: tuple[int, int]
    mov: int
    mov_flight: int = 0
    ini: int
    att: int
    strength: int
    defence: int
    res: int
    cou: int | None = None
    fear: int | None = None
    dis: int = 0  # a missing Discipline counts as 0
    aim: int | None = None
    weapon: Weapon | None = None
    power: int | None = None
    elements: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    faith: tuple[int, int, int] | None = None
    aura: int = 0
    dice: int
    wounds: int
    df: int
    skills: tuple[str, ...]
    ap: int
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    rituals: tuple[str, ...] = ()
    miracles: tuple[str, ...] = ()
    communions: tuple[str, ...] = ()
    artefacts: tuple[str, ...] = ()
    rituals_max: int | None = None
    communions_max: int | None = None
    crew: int = 0
    size_on_card: bool = True
    mercenary: bool = False
    origin: str = ""
    affiliation: str = ""
    alliance: str = ""

    def has(self, skill: str) -> bool:
        return skill in skill_names(self.skills)

    def rating(self, skill: str) -> int:
        """The X of a skill written Skill/X; 0 without it."""
        return skill_ratings(self.skills).get(skill, 0)

    @property
    def base(self) -> tuple[int, int]:  # rule: ruling.bases
        """Width and depth of the base in hundredths of a centimetre."""
        return self.base_mm[0] * 10, self.base_mm[1] * 10

    @property
    def independent(self) -> bool:  # rule: unit.independents, toad.independent
        """Characters, magicians, faithful, Familiars and the Battle Toad."""
        magic = self.power is not None or self.faith is not None  # rule: familiar.independent
        return self.kind in ("character", "familiar") or magic


@lru_cache(maxsize=4096)
def skill_names(skills: tuple[str, ...]) -> frozenset[str]:
    """Skills without their numbers."""
    return frozenset(skill.partition("/")[0] for skill in skills)


@lru_cache(maxsize=4096)
def skill_ratings(skills: tuple[str, ...]) -> dict[str, int]:
    """The numbers of skills that have one."""
    parts = [skill.partition("/") for skill in reversed(skills)]  # of two, the first counts
    return {name: int(rating) for name, _, rating in parts if rating.isdecimal()}


class OrderCard(Card, frozen=True, kw_only=True):
    family: Literal["action", "reaction"]
    phase: str
    effect: str
    may_shoot_after: bool
    named_by_faq: bool


class Manoeuvre(Card, frozen=True, kw_only=True):
    test: str
    when: str
    orders: tuple[str, ...]


class Skill(Card, frozen=True, kw_only=True):
    kind: Literal["active", "passive"]
    effect: str


class Mood(Card, frozen=True, kw_only=True):
    effect: str
    ends: str


class Priced(Card, frozen=True, kw_only=True):
    """A card that is bought for somebody."""

    ap: int


class Spell(Priced, frozen=True, kw_only=True):
    """A spell or a Ritual."""

    elements: tuple[str, ...]
    path: str
    cost: str
    difficulty: int
    range: str
    area: str
    duration: Duration = ""
    frequency: str = ""
    variable_cost: bool = False
    effect: str
    reserved: str = ""
    usable: bool = True


class Miracle(Priced, frozen=True, kw_only=True):
    """A miracle or a Communion."""

    cult: str
    aspects: tuple[int, int, int]
    fervour: int
    difficulty: int
    range: str
    area: str
    duration: Duration
    min_disciples: int = 0
    effect: str
    usable: bool = True


class Artefact(Priced, frozen=True, kw_only=True):
    reserved: str
    non_character: bool
    effect: str


class Module(Row, frozen=True, kw_only=True):
    ap: int
    effect: str


class Terrain(Card, frozen=True, kw_only=True):
    height: int
    footprint: str
    movement: str
    sight: str


class ListedUnit(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    fighters: tuple[str, ...]
    leaders: int
    cost: int


class ListedArmy(Row, frozen=True, kw_only=True):
    people: str
    budget: int
    cost: int
    commander: str
    units: tuple[ListedUnit, ...]
    options: tuple[str, ...]


class Scenario(Row, frozen=True, kw_only=True):
    table: tuple[int, int]
    budget: int
    turns: int
    minutes: int
    deployment: int
    armies: tuple[str, ...]
    terrain: tuple[str, ...]
    setup: str
    victory: str
    deeds: Stakes


class WoundRow(Struct, frozen=True, forbid_unknown_fields=True):
    line: int
    difference_from: int
    difference_to: int
    wounds: tuple[int, ...]
    note: str
    reconstructed: bool


FARTHEST = 10**9  # hundredths of a centimetre


def hundredths(value: Any) -> int:
    """Centimetres, as the book writes them, in hundredths; anything finer is a mistake."""
    exact = Decimal(str(value)) * CM
    if not abs(exact) < FARTHEST:  # to write 1e999999 out would take minutes
        raise ValueError(f"{value} cm is no length")
    if exact != int(exact):
        raise ValueError(f"{value} cm is finer than a hundredth")
    return int(exact)


LENGTHS = {"MOV", "MOV_flight", "aura", "height_cm", "deployment_cm"}
RENAMED = {"height_cm": "height", "deployment_cm": "deployment", "table_cm": "table"}


def row_of(raw: dict[str, Any]) -> dict[str, Any]:
    """An entry with our names and lengths."""
    row: dict[str, Any] = {DEEDS: _deeds(raw[DEEDS])} if DEEDS in raw else {}
    for key, value in readable(raw).items():
        name = NAMES.get(key) or RENAMED.get(key, key)
        row[name] = hundredths(value) if key in LENGTHS else value
    if "table_cm" in raw:
        row["table"] = [hundredths(side) for side in raw["table_cm"]]
    if "weapon" in raw:
        gun = raw["weapon"]
        ranges = {name: hundredths(gun[name]) for name in ("short", "medium", "long")}
        row["weapon"] = {"name": gun["name"], "strength": gun["STR"], **ranges}
    return row


def _deeds(raw: dict[str, Any]) -> dict[str, Any]:
    """What a card does, with our names and lengths."""
    deeds: dict[str, Any] = {}
    for key, value in raw.items():
        name = key.removesuffix("_cm")
        deeds[name] = _lengths(value) if name != key else value
    added = {
        NAMES[key]: hundredths(v) if key in LENGTHS else v for key, v in raw.get("adds", {}).items()
    }
    return {**deeds, "adds": added} if added else deeds


def _lengths(value: Any) -> Any:
    return [hundredths(one) for one in value] if isinstance(value, list) else hundredths(value)


def _table(name: str, kind: type[T]) -> dict[str, T]:
    rows = [msgspec.convert(row_of(raw), kind) for raw in BOOK[name]]
    table = {raw["id"]: row for raw, row in zip(BOOK[name], rows, strict=True)}
    assert len(table) == len(rows), f"{name}: an id occurs twice"
    return table


def parse(text: str) -> dict[str, Any]:
    """Tables as the book and an owner's file write them; lengths stay exact."""
    return tomllib.loads(text, parse_float=Decimal)


BOOK = parse((Path(__file__).parents[1] / "rules.toml").read_text(encoding="utf-8"))
CONSTANTS: dict[str, Any] = BOOK["constants"]
PEOPLES = _table("people", People)
PROFILES = _table("unit", Profile)  # rule: ruling.same-things-two-names
ORDERS = _table("order", OrderCard)
MANOEUVRES = _table("manoeuvre", Manoeuvre)
SKILLS = _table("skill", Skill)
MOODS = _table("state", Mood)
SPELLS = _table("spell", Spell)
RITUALS = _table("ritual", Spell)
CONJURING = [n for n, card in enumerate(SPELLS.values()) if card.deeds.touches == "spot"]
MIRACLES = _table("miracle", Miracle)
COMMUNIONS = _table("communion", Miracle)
ARTEFACTS = _table("artefact", Artefact)
MODULES = _table("module", Module)
TERRAINS = _table("terrain", Terrain)
LISTED_ARMIES = _table("army", ListedArmy)
SCENARIOS = _table("scenario", Scenario)
WOUND_ROWS = [msgspec.convert(raw, WoundRow) for raw in BOOK["wound_row"]]

CATEGORIES = {  # rule: rank.categories
    **dict.fromkeys(("Irregular", "Regular", "Initiate", "Devout"), 1),
    **dict.fromkeys(("Veteran", "Special", "Elite", "Adept", "Zealot"), 2),
    **dict.fromkeys(("Living Legend", "Master", "Dean", "Major Ally"), 3),
}


def wound_levels(profile: Profile) -> int:  # rule: wounds.by-size, wounds.warrior-skill-extra
    """What Size, Character status and the warrior skills give; machines have their card."""
    table = CONSTANTS["wound_levels"]  # rule: wounds.large-warrior-mage-five
    levels: int = table[profile.size]  # rule: wounds.warrior-skills-no-stack, ruling.very-large-df
    if profile.kind == "character":
        skills = [
            SKILLS[name].deeds.wounds
            for name in ("warrior-mage", "warrior-monk")
            if profile.has(name)
        ]
        levels += table["character_bonus"] + max(skills, default=0)
    return levels


def combat_dice(profile: Profile) -> int:  # rule: dice.by-size
    table = CONSTANTS["combat_dice"]
    return int(table[profile.size]) + (profile.kind == "character") * int(table["character_bonus"])


def problems() -> Sequence[str]:
    """What is wrong with the tables themselves; a test keeps this empty."""
    cards = PROFILES.values()
    return [f"{card.id}: {problem}" for card in cards for problem in profile_problems(card)]


def profile_problems(profile: Profile) -> Iterator[str]:
    """What no profile can say."""
    told: dict[str, tuple[Any, Any]] = {
        "category": (profile.category, CATEGORIES.get(profile.rank)),
        "DF": (profile.df, CONSTANTS["domination_factor"][profile.size]),
        "people": (profile.people in PEOPLES, True),
        "courage or fear": ((profile.cou is None) + (profile.fear is None), 1),
    }  # rule: df.by-size
    if profile.kind != "machine":
        told["wounds"] = (profile.wounds, wound_levels(profile))
        told["dice"] = (profile.dice, combat_dice(profile))
    for what, (said, due) in told.items():
        if said != due:
            words = {"what": what, "said": str(said), "due": str(due)}
            yield phrase("{what}: {said}, where the rules have {due}", **words)
    unknown = {skill.partition("/")[0] for skill in profile.skills} - set(SKILLS)
    yield from (phrase("there is no skill {skill}", skill=skill) for skill in sorted(unknown))
