"""The cards as a card file writes them, and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from fimbul.games.ragnarok_star import parts as p


class IslandFans(Struct, frozen=True, forbid_unknown_fields=True):
    """Fans of one type for one island."""

    fan: str
    island: str


class FanCard(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    deck: str
    crowd: IslandFans
    single: IslandFans
    reconstructed: bool = False


class Contract(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    difficulty: str
    glory: int
    reveal: str
    text: str
    check: str
    expansion: str = ""
    reconstructed: bool = False
    basis: str = ""


class GuestStar(Struct, frozen=True, forbid_unknown_fields=True):
    """`effect` names the card of our table that it works like; empty: the one of the same id."""

    id: str
    name: str
    window: str
    text: str
    effect: str = ""
    reconstructed: bool = False


class Pack(Struct, frozen=True):
    """The cards as tables by number, made once."""

    fan_cards: tuple[FanCard, ...]  # young ones first
    crowds: tuple[tuple[int, int], ...]  # island and fan that get as many as there are players
    singles: tuple[tuple[int, int], ...]
    contracts: tuple[Contract, ...]
    contract_ids: tuple[str, ...]
    contract_of: dict[str, int]
    immediate: tuple[bool, ...]
    stars: tuple[GuestStar, ...]
    star_ids: tuple[str, ...]
    star_of: dict[str, int]
    effects: tuple[int, ...]


def pack_of(
    fan_cards: Sequence[FanCard], contracts: Sequence[Contract], stars: Sequence[GuestStar]
) -> Pack:
    """Tables of these cards; they must be sound (`setup`)."""
    decks = sorted(fan_cards, key=lambda card: p.DECKS.index(card.deck))
    in_order = sorted(contracts, key=lambda card: bool(card.expansion))
    contract_ids = tuple(f"contract:{card.id}" for card in in_order)
    star_ids = tuple(f"star:{star.id}" for star in stars)
    return Pack(
        fan_cards=tuple(decks),
        crowds=tuple(_place(card.crowd) for card in decks),
        singles=tuple(_place(card.single) for card in decks),
        contracts=tuple(in_order),
        contract_ids=contract_ids,
        contract_of=p.numbered(contract_ids),
        immediate=tuple(card.reveal == "immediate" for card in in_order),
        stars=tuple(stars),
        star_ids=star_ids,
        star_of=p.numbered(star_ids),
        effects=tuple(p.EFFECTS.index(star.effect or star.id) for star in stars),
    )


def _place(group: IslandFans) -> tuple[int, int]:
    return p.ISLANDS.index(group.island), p.FANS.index(group.fan)


OUR_FAN_CARDS = msgspec.convert(p.TABLES["fan_card"], tuple[FanCard, ...])
OUR_CONTRACTS = msgspec.convert(p.TABLES["contract"], tuple[Contract, ...])
OUR_STARS = msgspec.convert(p.TABLES["guest_star"], tuple[GuestStar, ...])
OURS = pack_of(
    OUR_FAN_CARDS,  # rule: ruling.fan-card-content
    OUR_CONTRACTS,  # rule: ruling.contract-content
    OUR_STARS,  # rule: ruling.guest-content
)


@lru_cache(maxsize=8)
def own_pack(
    fan_cards: tuple[FanCard, ...], contracts: tuple[Contract, ...], stars: tuple[GuestStar, ...]
) -> Pack:
    """The tables of somebody's own card file; what the file leaves out is ours."""
    return pack_of(fan_cards or OUR_FAN_CARDS, contracts or OUR_CONTRACTS, stars or OUR_STARS)
