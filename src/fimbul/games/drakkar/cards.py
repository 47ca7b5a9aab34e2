"""The cards as a card file writes them, and as tables by face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.games.drakkar.parts import (
    BARDL,
    BEER,
    BOARDING,
    KINDS,
    LOKI,
    MOST,
    NONE,
    RAID,
    SABOTAGE,
    THIEF,
    VIKING,
    Loot,
)
from fimbul.kernel import Rulebook, Said, phrase, player


class Pile(Struct, frozen=True, forbid_unknown_fields=True):
    """Loot as a card shows it."""

    goat: int = 0
    weapon: int = 0
    gold: int = 0


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One face, as a card file writes it."""

    kind: str
    name: str = ""
    banner: str = ""
    strength: int = 0
    beer: int = 0
    order: int = 0
    loot: Pile = Pile()


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A double-faced card, as a card file writes it."""

    id: str
    shield: int
    a: Side
    b: Side
    reconstructed: bool = False


class Quest(Struct, frozen=True, forbid_unknown_fields=True):
    """A Quest card, as a card file writes it."""

    id: str
    name: str
    strength: int
    beer: int
    loot: Pile
    tokens: int = 0
    back: str = "team-up"
    reconstructed: bool = False


class Pack(Struct, frozen=True, eq=False):
    """The cards as tables by face, made once. The last entry of the first three answers NONE.

    Two packs are told apart by which they are, so that what is drawn of one is quickly found again.
    """

    kinds: tuple[int, ...]
    strengths: tuple[int, ...]  # of Vikings and Bardl
    barrels: tuple[int, ...]
    needs: tuple[int, ...]  # strength that a Boarding asks for
    orders: tuple[int, ...]  # the number on the banner
    loots: tuple[Loot, ...]
    labels: tuple[str, ...]
    nouns: tuple[str, ...]  # the same within a sentence
    looks: tuple[int, ...]  # faces that look the same have the same number
    quests: tuple[Quest, ...]
    quest_loots: tuple[Loot, ...]
    builds: tuple[tuple[Said, ...], ...]  # by seat and face: what is said, made once
    discards: tuple[tuple[Said, ...], ...]
    wastes: tuple[tuple[Said, ...], ...]
    fizzles: tuple[tuple[Said, ...], ...]
    losses: tuple[tuple[Said, ...], ...]


def loot_of(pile: Pile) -> Loot:
    return pile.goat, pile.weapon, pile.gold


def label_of(side: Side) -> str:
    """The name at the table: what is on the face, with its number if it has one."""
    kind = KINDS.index(side.kind)
    name, strong = side.name or PLAIN[kind], kind in (VIKING, BOARDING)
    bare = name.removesuffix(f" {side.strength}") if strong else name
    known = bare in PLAIN
    label = bare if known else phrase("{name}", name=name)  # an owner's own: not to be translated
    if strong and (known or not name.endswith(str(side.strength))):
        label = phrase("{card} {strength}", card=label, strength=side.strength)
    return phrase("{card} no. {number}", card=label, number=side.order) if kind >= LOKI else label


def noun_of(label: str) -> str:
    """The name as a sentence has it: the Bow, but Viking 2."""
    return phrase("the {card}" if label in ARTICLED else "{card}", card=label)


PLAIN = (
    "Bow", "Stern", "Yggdrasil ship card", "Deck", "Viking", "Beer barrel", "Bardl the Brewer",
    "Odin's Spear", "Loki", "Thief", "Raid", "Boarding", "Sabotage",
)  # fmt: skip
ARTICLED = ("Bow", "Stern", "Yggdrasil ship card", "Deck", "Beer barrel")
FIZZLES = {
    LOKI: "{who} plays {card}, but no rival has any loot",
    THIEF: "{who} plays {card}, but no rival has revealed a yellow card",
    RAID: "{who} plays {card} in vain, without a Viking aboard",
    BOARDING: "{who} plays {card} in vain, without a complete ship",
    SABOTAGE: "{who} plays {card}, but no rival has an empty Bow or Stern",
}


def pack_of(cards: Iterable[Card], quests: Iterable[Quest]) -> Pack:
    """Tables of these cards; they must be sound (`setup`)."""
    in_order = sorted(cards, key=lambda card: card.shield)
    sides = [side for card in in_order for side in (card.a, card.b)]
    kinds = [KINDS.index(side.kind) for side in sides]
    labels = [label_of(side) for side in sides]
    looks = [
        (k, s.strength, s.order, s.loot, n) for k, s, n in zip(kinds, sides, labels, strict=True)
    ]
    nouns = [noun_of(label) for label in labels]
    pairs = list(zip(kinds, sides, strict=True))
    quests = tuple(quests)
    return Pack(
        kinds=(*kinds, NONE),
        strengths=(*(_crew(kind, side) for kind, side in pairs), 0),
        barrels=(*(int(kind in (BEER, BARDL)) for kind in kinds), 0),
        needs=tuple(side.strength for side in sides),
        orders=tuple(side.order for side in sides),
        loots=tuple(loot_of(side.loot) for side in sides),
        labels=tuple(labels),
        nouns=tuple(nouns),
        looks=tuple(looks.index(look) for look in looks),
        quests=quests,
        quest_loots=tuple(loot_of(quest.loot) for quest in quests),
        builds=_said(["{who} builds {card}"] * len(kinds), nouns),
        discards=_said(["{who} discards {card}"] * len(kinds), nouns),
        wastes=_said(["{who} has no place for {card} and discards it"] * len(kinds), nouns),
        fizzles=_said([FIZZLES.get(kind, "") for kind in kinds], labels),
        losses=_said(["{who} loses {card}"] * len(kinds), nouns),
    )


def _said(templates: Sequence[str], labels: Sequence[str]) -> tuple[tuple[Said, ...], ...]:
    told = list(zip(templates, labels, strict=True))
    return tuple(
        tuple(
            Said(seat=seat, words=phrase(template, who=player(seat), card=card))
            for template, card in told
        )
        for seat in range(MOST)
    )


def _crew(kind: int, side: Side) -> int:  # rule: yellow.viking, yellow.bardl
    """Vikings have one to three helmets, Bardl has one."""
    return side.strength if kind == VIKING else int(kind == BARDL)


def read_book() -> tuple[tuple[Card, ...], tuple[Quest, ...]]:  # rule: ruling.card-content
    """The card tables of the rulebook."""
    tables: Mapping[str, Any] = Rulebook(Path(__file__).with_name("rules.toml")).tables
    cards = msgspec.convert(tables["card"], tuple[Card, ...])
    return cards, msgspec.convert(tables["quest"], tuple[Quest, ...])


OUR_CARDS, OUR_QUESTS = read_book()
OURS = pack_of(OUR_CARDS, OUR_QUESTS)


@lru_cache(maxsize=8)
def own_pack(cards: tuple[Card, ...], quests: tuple[Quest, ...]) -> Pack:
    """The tables of somebody's own card file; what the file leaves out is ours."""
    return pack_of(cards or OUR_CARDS, quests or OUR_QUESTS)
