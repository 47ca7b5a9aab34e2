"""The cards as a card file writes them, and as tables by face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    LAST,
    LOKI,
    MOST,
    NONE,
    VIKING,
    Loot,
)
from fimbul.kernel import Rulebook, Said, Turned


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
    marks: tuple[str, ...]  # says so where a face is not as printed
    looks: tuple[int, ...]  # faces that look the same have the same number
    quests: tuple[Quest, ...]
    quest_loots: tuple[Loot, ...]
    reveals: tuple[tuple[Turned, ...], ...]  # by seat and face: what is said, made once
    builds: tuple[tuple[Said, ...], ...]
    discards: tuple[tuple[Said, ...], ...]
    fizzles: tuple[tuple[Said, ...], ...]


def loot_of(pile: Pile) -> Loot:
    return pile.goat, pile.weapon, pile.gold


def label_of(side: Side) -> str:
    """The name at the table: what is on the face, with its number if it has one."""
    kind = KINDS.index(side.kind)
    name = side.name or PLAIN[kind]
    if kind in (VIKING, BOARDING) and not name.endswith(str(side.strength)):
        name = f"{name} {side.strength}"
    return f"{name} #{side.order}" if kind >= LOKI else name


PLAIN = (
    "Bow", "Stern", "Yggdrasil ship card", "Deck", "Viking", "Beer barrel", "Bardl the Brewer",
    "Odin's Spear", "Loki", "Thief", "Raid", "Boarding", "Sabotage",
)  # fmt: skip


def pack_of(cards: Iterable[Card], quests: Iterable[Quest]) -> Pack:
    """Tables of these cards; they must be sound (`setup`)."""
    in_order = sorted(cards, key=lambda card: card.shield)
    sides = [side for card in in_order for side in (card.a, card.b)]
    kinds = [KINDS.index(side.kind) for side in sides]
    labels = [label_of(side) for side in sides]
    looks = [
        (k, s.strength, s.order, s.loot, n) for k, s, n in zip(kinds, sides, labels, strict=True)
    ]
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
        marks=tuple(_mark(card.reconstructed) for card in in_order for _ in "ab"),
        looks=tuple(looks.index(look) for look in looks),
        quests=quests,
        quest_loots=tuple(loot_of(quest.loot) for quest in quests),
        reveals=tuple(_reveals(seat, labels) for seat in range(MOST)),
        builds=_said("builds: {}", labels),
        discards=_said("discards {}", labels),
        fizzles=_said("discards {} without effect", labels),
    )


def _reveals(seat: int, labels: Iterable[str]) -> tuple[Turned, ...]:
    words = f"{{{seat}}} reveals"
    return tuple(
        Turned(seat=seat, thing=LAST[seat], face=label, words=f"{words} {label}")
        for label in labels
    )


def _said(words: str, labels: Iterable[str]) -> tuple[tuple[Said, ...], ...]:
    told = [words.format(label) for label in labels]
    return tuple(
        tuple(Said(seat=seat, words=f"{{{seat}}} {words}") for words in told)
        for seat in range(MOST)
    )


def _mark(reconstructed: bool) -> str:
    return " (reconstructed)" if reconstructed else ""


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
