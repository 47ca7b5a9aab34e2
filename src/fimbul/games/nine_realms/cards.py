"""The card file: realms, heroes and cards as data. Ours is in rules.toml; owners bring theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct

from fimbul.kit.cards import ID, read_rows, repeated

Kind = Literal[
    "norse_god", "frost_giant", "wonder", "monster", "treasure", "dwarven", "shield_hall"
]
KINDS: tuple[Kind, ...] = (
    "norse_god", "frost_giant", "wonder", "monster", "treasure", "dwarven", "shield_hall"
)  # fmt: skip
WISDOM = KINDS[3:]  # rule: ruling.wisdom-card
COLOURS = dict(  # rule: ruling.colours
    zip(KINDS, ("blue", "white", "purple", "red", "yellow", "brown", "green"), strict=True)
)
SIDES = ("aesir", "jotunn")
REALMS, HEROES = 9, 9  # of heroes: each side  # rule: comp.fifty-four
IN_BOX = {"wonder": 4, "monster": 4, "treasure": 7, "dwarven": 6, "shield_hall": 6}
MOST_STRENGTH, MOST_DICE, MOST_STEPS = 20, 9, 3

NAME = re.compile(r"[^\s{}][^\r\n{}]{0,39}")

R = TypeVar("R", bound=Struct)


class Realm(Struct, frozen=True, omit_defaults=True):
    """A realm card: its icon, and the type of card that the icon favours."""

    id: str
    name: str
    icon: Literal["circle", "square"]
    type: Kind
    colour: str = ""
    effect: str = ""
    reconstructed: bool = False
    basis: str = ""


class Hero(Struct, frozen=True, omit_defaults=True):
    """A Norse God or a Frost Giant; `exchange` is the trickster's power."""

    id: str
    name: str
    side: Literal["aesir", "jotunn"]
    strength: int
    power: Literal["none", "exchange"] = "none"
    type: Kind | Literal[""] = ""
    reconstructed: bool = False
    basis: str = ""


class CunningIcons(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The small icons: only the value that belongs to the kind counts."""

    kind: Literal["none", "dice", "rotate", "match", "plus"] = "none"
    dice: int = 0
    steps: int = 0
    types: tuple[Kind, ...] = ()
    amount: int = 0


class Card(Struct, frozen=True, omit_defaults=True):
    """A card of the common deck."""

    id: str
    name: str
    type: Kind
    strength: int = 0
    dice: int = 0
    cunning: CunningIcons = CunningIcons()
    colour: str = ""
    count: int = 1
    cunning_text: str = ""
    reconstructed: bool = False
    basis: str = ""


class CardFile(Struct, frozen=True, cache_hash=True):
    """The three tables, named as in rules.toml."""

    realm: tuple[Realm, ...]
    hero: tuple[Hero, ...]
    card: tuple[Card, ...]


TABLES: dict[str, type[Struct]] = {"realm": Realm, "hero": Hero, "card": Card}


def read_cards(tables: Mapping[str, Any]) -> tuple[CardFile | None, list[str]]:
    """The card file in those tables, or everything that is wrong with it, a sentence each."""
    problems = [f"there is no table {name!r}" for name in tables if name not in TABLES]
    found: dict[str, tuple[Any, ...]] = {}
    for name, record_type in TABLES.items():
        records, wrong = _read_table(name, record_type, tables.get(name))
        found[name] = tuple(records)
        problems += wrong
    if problems:
        return None, problems
    file = CardFile(**found)
    problems = list(card_problems(file))
    return (None, problems) if problems else (file, [])


def _read_table(name: str, record_type: type[R], table: Any) -> tuple[list[R], list[str]]:
    if not isinstance(table, list | tuple):
        return [], [f"{name}: a list of records is needed"]
    return read_rows(table, record_type, name)


def card_problems(file: CardFile) -> Iterator[str]:  # rule: comp.fifty-four
    """What keeps a well-formed card file from being played."""
    yield from _names(file)
    yield from _realm_problems(file.realm)
    yield from _hero_problems(file.hero)
    yield from _deck_problems(file.card)


def _names(file: CardFile) -> Iterator[str]:
    tables: dict[str, tuple[Realm | Hero | Card, ...]] = {
        "realm": file.realm, "hero": file.hero, "card": file.card
    }  # fmt: skip
    for table, records in tables.items():
        for number, record in enumerate(records, start=1):
            if not ID.fullmatch(record.id) or len(record.id) > 40:
                yield f"{table} {number}: {record.id!r} is no id (a-z, 0-9 and hyphens)"
            if not NAME.fullmatch(record.name):
                yield f"{table} {number}: {record.name!r} is no name (1 to 40 letters, no braces)"
        yield from repeated([record.id for record in records], table)


def _realm_problems(realms: Iterable[Realm]) -> Iterator[str]:
    realms = tuple(realms)
    if len(realms) != REALMS:
        yield f"realm: {REALMS} are needed, not {len(realms)}"
    for realm in realms:
        if realm.icon == "square" and realm.type not in WISDOM:
            yield f"realm {realm.id}: a square favours one of {', '.join(WISDOM)}"
        yield from _colour_problem("realm", realm)


def _colour_problem(table: str, record: Realm | Card) -> Iterator[str]:
    if record.colour not in ("", COLOURS[record.type]):
        yield f"{table} {record.id}: {record.type} is {COLOURS[record.type]}, not {record.colour}"


def _hero_problems(heroes: tuple[Hero, ...]) -> Iterator[str]:
    for side, kind in zip(SIDES, KINDS, strict=False):
        mine = [hero for hero in heroes if hero.side == side]
        if len(mine) != HEROES:
            yield f"hero: {HEROES} of the {side} are needed, not {len(mine)}"
        if (tricksters := sum(hero.power == "exchange" for hero in mine)) != 1:
            yield f"hero: one of the {side} has the power exchange, not {tricksters}"
        for hero in mine:
            yield from _range(f"hero {hero.id}: strength", hero.strength, 0, MOST_STRENGTH)
            if hero.type not in ("", kind):
                yield f"hero {hero.id}: a hero of the {side} is a {kind}"


def _deck_problems(cards: tuple[Card, ...]) -> Iterator[str]:
    counted = Counter[str](card.type for card in cards)
    for kind, needed in IN_BOX.items():
        if counted[kind] != needed:
            yield f"card: {needed} of type {kind} are needed, not {counted[kind]}"
    for card in cards:
        if card.type not in IN_BOX:
            yield f"card {card.id}: {card.type} is a type of heroes"
            continue
        if card.count != 1:
            yield f"card {card.id}: every card is in the box once"
        yield from _colour_problem("card", card)
        yield from _icon_problems(card)
        for problem in CUNNING_OF[card.type](card.cunning):
            yield f"card {card.id}: {problem}"


def _icon_problems(card: Card) -> Iterator[str]:
    if card.type == "wonder":  # rule: card.wonder-strength, ruling.wonder-no-dice
        yield from _range(f"card {card.id}: strength", card.strength, 0, MOST_STRENGTH)
        yield from _range(f"card {card.id}: dice", card.dice, 0, 0)
    else:
        yield from _range(f"card {card.id}: strength", card.strength, 0, 0)
        yield from _range(f"card {card.id}: dice", card.dice, 1, MOST_DICE)


def _range(what: str, value: int, least: int, most: int) -> Iterator[str]:
    if not least <= value <= most:
        yield f"{what} is {value}, but must be {least if least == most else f'{least} to {most}'}"


def _of_kind(cunning: CunningIcons, kind: str, **allowed: tuple[int, int]) -> Iterator[str]:
    """Only this kind of CunningIcons, with these numbers."""
    if cunning.kind != kind:
        yield f"its CunningIcons is of kind {kind}, not {cunning.kind}"
        return
    for name in ("dice", "steps", "amount"):
        yield from _range(
            f"its CunningIcons {name}", getattr(cunning, name), *allowed.get(name, (0, 0))
        )
    if cunning.types and kind != "match":
        yield "its CunningIcons has no types"


def _matches(cunning: CunningIcons) -> Iterator[str]:  # rule: ruling.dwarven-icons
    yield from _of_kind(cunning, "match")
    types = set(cunning.types)
    if cunning.kind == "match" and not (types and types <= set(WISDOM)):
        yield f"its CunningIcons needs types among {', '.join(WISDOM)}"
    if len(types) < len(cunning.types):
        yield "its CunningIcons names a type twice"


CUNNING_OF: dict[str, Callable[[CunningIcons], Iterator[str]]] = {  # rule: ruling.caption-columns
    "wonder": lambda cunning: _of_kind(cunning, "none"),  # rule: card.wonder-no-cunning
    "monster": lambda cunning: _of_kind(cunning, "dice", dice=(1, MOST_DICE)),
    "treasure": lambda cunning: _of_kind(cunning, "rotate", steps=(1, MOST_STEPS)),
    "dwarven": _matches,
    "shield_hall": lambda cunning: _of_kind(cunning, "plus", amount=(1, MOST_STRENGTH)),
}
