"""What is in the box, and every number of the rulebook. The cards are read from rules.toml.

A face is a number: twice its card, plus 0 for side a or 1 for side b; `face ^ 1` is the other
side. Cards lie in the order of their shields, so the cards in use are always the first ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.kernel import Rulebook, Said, Turned

NONE = -1  # no card in that place

FEWEST, MOST = 3, 6  # seats
ROUNDS = 3  # rule: game.three-rounds
DECK_SIZE = 10  # rule: brawl.decks-of-ten, setup.ten-per-player
TRICKS = DECK_SIZE  # rule: play.ten-tricks
SHIELDS = {3: 30, 4: 10, 5: 10, 6: 10}  # rule: ruling.shield-counts
CARDS = sum(SHIELDS.values())
QUESTS = 24
DEALT = 2  # quests to choose from
STACK = 20  # rule: ruling.loot-split
GOAT, WEAPON, GOLD = range(3)
LOOT_KINDS = ("goat", "weapon", "gold")
BOOST = 2  # strength of a discarded Spear
OFFERS = 3  # rule: ruling.bargain-protocol
OPENING, FIRST_TAP, NEXT_TAP = (500, 2000), (700, 1500), (500, 900)  # milliseconds, by chance
CALL, RACE = 30_000, 8_000  # until the Earl shouts, until the last deck is taken
LOOK = 10_000  # so long a bot lets the others look at the decks before it shouts
COUNT, CALLED = 5_000, 15_000  # the count of five, and when it starts by itself
REARRANGED = 4  # rule: ruling.rearrange-bound

KINDS = (
    "bow", "stern", "yggdrasil", "deck", "viking", "beer", "bardl", "spear",
    "loki", "thief", "raid", "boarding", "sabotage",
)  # fmt: skip
BOW, STERN, YGGDRASIL, DECK, VIKING, BEER, BARDL, SPEAR = range(8)
LOKI, THIEF, RAID, BOARDING, SABOTAGE = range(8, 13)
BANNERS = ("yellow",) * 8 + ("red",) * 2 + ("blue",) * 3
ENDS = (BOW, STERN, YGGDRASIL)  # pieces that make a ship complete, two of them
PIECES = (BOW, STERN, YGGDRASIL, DECK)
STORABLE = (VIKING, BEER, BARDL)
CREW = (VIKING, BARDL)  # rule: ruling.bardl-is-a-viking

Loot = tuple[int, int, int]  # goats, weapons, gold
NO_LOOT: Loot = (0, 0, 0)


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


class Pack(Struct, frozen=True):
    """The cards as tables by face, made once. The last entry of the first three answers NONE."""

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
    """Tables of these cards; they must have passed `cards.problems`."""
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


LAST = tuple(f"last:{seat}" for seat in range(MOST))  # the face that a seat revealed last


def _mark(reconstructed: bool) -> str:
    return " (reconstructed)" if reconstructed else ""


def _crew(kind: int, side: Side) -> int:
    """Vikings have one to three helmets, Bardl has one."""  # rule: yellow.viking, yellow.bardl
    return side.strength if kind == VIKING else int(kind == BARDL)


def read_book() -> tuple[tuple[Card, ...], tuple[Quest, ...]]:
    """The card tables of the rulebook."""  # rule: ruling.card-content
    tables: Mapping[str, Any] = Rulebook(Path(__file__).with_name("rules.toml")).tables
    cards = msgspec.convert(tables["card"], tuple[Card, ...])
    return cards, msgspec.convert(tables["quest"], tuple[Quest, ...])


OUR_CARDS, OUR_QUESTS = read_book()
OURS = pack_of(OUR_CARDS, OUR_QUESTS)


@lru_cache(maxsize=8)
def own_pack(cards: tuple[Card, ...], quests: tuple[Quest, ...]) -> Pack:
    """The tables of somebody's own card file; what the file leaves out is ours."""
    return pack_of(cards or OUR_CARDS, quests or OUR_QUESTS)


@cache
def cards_in_use(seats: int) -> int:
    """How many of the cards, sorted by shield, are played with."""
    # rule: setup.shield-table, ruling.shield-example
    return sum(count for shield, count in SHIELDS.items() if shield <= seats)


# -- the names of things ---------------------------------------------------------------------

FACES = tuple(f"face:{card}{side}" for card in range(1, CARDS + 1) for side in "ab")
FACE_OF = {name: face for face, name in enumerate(FACES)}
TOKENS = tuple(tuple(f"loot:{seat}-{kind}" for kind in LOOT_KINDS) for seat in range(MOST))
TOKEN_OF = {
    name: (seat, kind) for seat, names in enumerate(TOKENS) for kind, name in enumerate(names)
}
SEATS = tuple(f"seat:{seat}" for seat in range(MOST))
SEAT_OF = {name: seat for seat, name in enumerate(SEATS)}
DECKS = tuple(f"deck:{deck}" for deck in range(1, MOST + 1))
DECK_OF = {name: deck for deck, name in enumerate(DECKS)}
QUEST_NAMES = tuple(f"quest:{quest}" for quest in range(1, QUESTS + 1))
QUEST_OF = {name: quest for quest, name in enumerate(QUEST_NAMES)}
POOL = tuple(f"pool:{kind}" for kind in LOOT_KINDS)
POOL_OF = {name: kind for kind, name in enumerate(POOL)}
BY_ODIN, IN_SECRET = "button:by-Odin", "button:in-secret"
LATE = "button:let-the-count-run-out"
USE, DISCARD, BOARD = "button:use-it", "button:discard-it", "button:board"
STOP, OFFER, ACCEPT = "button:stop", "button:offer-this", "button:accept"
REFUSE, COUNTER, REJECT = "button:refuse", "button:counter", "button:reject"


def said_loot(loot: Loot) -> str:
    """Loot in words."""
    plural = ("goats", "weapons", "gold")
    some = zip(loot, LOOT_KINDS, plural, strict=True)
    parts = [f"{count} {one if count == 1 else many}" for count, one, many in some if count]
    return ", ".join(parts) or "nothing"
