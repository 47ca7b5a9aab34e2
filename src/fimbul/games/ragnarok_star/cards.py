"""The cards as tables, and what can be wrong with somebody's own card file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.chances import Chance, chance
from fimbul.games.ragnarok_star.conditions import Question, read
from fimbul.kit.cards import ID, read_rows, repeated

Row = dict[str, Any]  # a [[fan_card]], [[contract]] or [[guest_star]] of a card file
LONGEST_NAME, LONGEST_TEXT = 40, 300


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Fans of one type for one island."""

    fan: str
    island: str


class FanCard(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    deck: str
    crowd: Group
    single: Group
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


C = TypeVar("C", FanCard, Contract, GuestStar)


class Pack(Struct, frozen=True):
    """The cards as tables by number, made once."""

    fan_cards: tuple[FanCard, ...]  # young ones first
    crowds: tuple[tuple[int, int], ...]  # island and fan that get as many as there are players
    singles: tuple[tuple[int, int], ...]
    contracts: tuple[Contract, ...]
    contract_ids: tuple[str, ...]
    contract_of: dict[str, int]
    immediate: tuple[bool, ...]
    questions: tuple[Question, ...]
    chances: tuple[Chance, ...]  # for bots
    stars: tuple[GuestStar, ...]
    star_ids: tuple[str, ...]
    star_of: dict[str, int]
    effects: tuple[int, ...]


def pack_of(
    fan_cards: Sequence[FanCard], contracts: Sequence[Contract], stars: Sequence[GuestStar]
) -> Pack:
    """Tables of these cards; they must have passed their `..._problems`."""
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
        questions=tuple(read(card.check) for card in in_order),
        chances=tuple(chance(card.check) for card in in_order),
        stars=tuple(stars),
        star_ids=star_ids,
        star_of=p.numbered(star_ids),
        effects=tuple(p.EFFECTS.index(star.effect or star.id) for star in stars),
    )


def _place(group: Group) -> tuple[int, int]:
    return p.ISLANDS.index(group.island), p.FANS.index(group.fan)


# rule: ruling.fan-card-content, ruling.contract-content, ruling.guest-content
OUR_FAN_CARDS = msgspec.convert(p.TABLES["fan_card"], tuple[FanCard, ...])
OUR_CONTRACTS = msgspec.convert(p.TABLES["contract"], tuple[Contract, ...])
OUR_STARS = msgspec.convert(p.TABLES["guest_star"], tuple[GuestStar, ...])
OURS = pack_of(OUR_FAN_CARDS, OUR_CONTRACTS, OUR_STARS)


@lru_cache(maxsize=8)
def own_pack(
    fan_cards: tuple[FanCard, ...], contracts: tuple[Contract, ...], stars: tuple[GuestStar, ...]
) -> Pack:
    """The tables of somebody's own card file; what the file leaves out is ours."""
    return pack_of(fan_cards or OUR_FAN_CARDS, contracts or OUR_CONTRACTS, stars or OUR_STARS)


def row_problems(rows: Sequence[Row], row_type: type[C], what: str) -> Iterator[str]:
    """All that is wrong with a card file: what cannot be read, and what can."""
    cards, unread = read_rows(rows, row_type, f"{what}: card")
    yield from unread
    yield from sound(cards, what)


def sound(cards: Sequence[FanCard | Contract | GuestStar], what: str) -> Iterator[str]:
    yield from repeated([card.id for card in cards], f"{what}: card")
    for name in dict.fromkeys(card.id for card in cards):
        if not ID.fullmatch(name):
            yield f"{what}: card {name}: an id is small letters, digits and single dashes"
    yield from (f"{what}: {problem}" for problem in _counts(cards, what))
    for card in cards:
        for problem in _card_problems(card):
            yield f"{what}: card {card.id}: {problem}"


def _counts(cards: Sequence[FanCard | Contract | GuestStar], what: str) -> Iterator[str]:
    if what == "fan_cards":
        for deck in p.DECKS:
            count = sum(isinstance(card, FanCard) and card.deck == deck for card in cards)
            if count != p.DECK_CARDS:
                yield f"there must be {p.DECK_CARDS} {deck} cards, not {count}"
    elif what == "guest_stars":
        if len(cards) != p.STARS:
            yield f"there must be {p.STARS} cards, not {len(cards)}"
    else:
        base = sum(isinstance(card, Contract) and not card.expansion for card in cards)
        if (base, len(cards)) != (p.CONTRACTS[p.BASE], p.CONTRACTS[p.DIVA]):
            more = p.CONTRACTS[p.DIVA] - p.CONTRACTS[p.BASE]
            yield (
                f"there must be {p.CONTRACTS[p.BASE]} cards, not {base}, and {more} of the "
                f"expansion divalkyrie, not {len(cards) - base}"
            )


def _card_problems(card: FanCard | Contract | GuestStar) -> Iterator[str]:
    if isinstance(card, FanCard):
        yield from _fan_card_problems(card)
        return
    yield from _text_problems(card.name, card.text)
    if isinstance(card, Contract):
        yield from _contract_problems(card)
    else:
        yield from _star_problems(card)


def _fan_card_problems(card: FanCard) -> Iterator[str]:
    if card.deck not in p.DECKS:
        yield f"the deck is {' or '.join(p.DECKS)}, not {card.deck!r}"
    for group in (card.crowd, card.single):
        if group.fan not in p.FANS:
            yield f"there is no fan {group.fan!r} (there is {', '.join(p.FANS)})"
        if group.island not in p.ISLANDS:
            yield f"there is no island {group.island!r} (there is {', '.join(p.ISLANDS)})"


def _contract_problems(card: Contract) -> Iterator[str]:
    if card.difficulty not in p.GLORY:
        yield f"the difficulty is {', '.join(p.GLORY)}, not {card.difficulty!r}"
    elif card.glory != p.GLORY[card.difficulty]:
        yield f"a contract that is {card.difficulty} is worth {p.GLORY[card.difficulty]}"
    if card.reveal not in ("immediate", "end"):
        yield f"the reveal is immediate or end, not {card.reveal!r}"
    if card.expansion not in ("", "divalkyrie"):
        yield f"there is no expansion {card.expansion!r} with contracts"
    try:
        read(card.check)
    except ValueError as wrong:
        yield str(wrong)


def _star_problems(card: GuestStar) -> Iterator[str]:
    effect = card.effect or card.id
    if effect not in p.EFFECTS:
        yield f"it works like none of ours (effect is one of {', '.join(p.EFFECTS)})"
    elif card.window != p.WINDOWS[p.EFFECTS.index(effect)]:
        yield f"the window of {effect} is {p.WINDOWS[p.EFFECTS.index(effect)]}"


def _text_problems(name: str, text: str) -> Iterator[str]:
    if not name.strip() or len(name) > LONGEST_NAME:
        yield f"a name has 1 to {LONGEST_NAME} letters"
    if len(text) > LONGEST_TEXT:
        yield f"a text has at most {LONGEST_TEXT} letters"
    if not (name + text).isprintable() or set("{}") & set(name + text):
        yield "name and text are one line each, without braces"
