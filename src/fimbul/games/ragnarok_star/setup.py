"""What is asked for before a match; owners of the printed game bring their own card files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import Contract, FanCard, GuestStar
from fimbul.games.ragnarok_star.rules.conditions import read
from fimbul.kernel import Setup
from fimbul.kit.cards import ID, read_rows, repeated

Row = dict[str, Any]  # a [[fan_card]], [[contract]] or [[guest_star]] of a card file
Rows = tuple[Row, ...]
C = TypeVar("C", FanCard, Contract, GuestStar)
LONGEST_NAME, LONGEST_TEXT = 40, 300


def _own(what: str) -> Meta:
    return Meta(
        title=f"Your own {what}",
        description=f"The {what} of your printed game, in a file like the one that you can "
        "download here. Empty: our reconstruction.",
    )


class StarSetup(Setup, frozen=True, kw_only=True):  # rule: diva.needs-angry
    """The modes of the rulebook, how strictly programs are written, and the owner's card files."""

    seats: Annotated[int, Meta(title="Bands", description="2 to 4 bands on tour.")] = 3
    expansions: Annotated[
        Literal["base", "angry", "divalkyrie"],
        Meta(
            title="Expansions",
            description="base: for a first match. angry: failures drive angry fans to the others. "
            "divalkyrie: that, a sixth musician, Guest Stars and the dragon Fafnirvana.",
        ),
    ] = "base"  # rule: ruling.diva-first-game
    strict: Annotated[
        bool,
        Meta(
            title="Strict programming",
            description="Off, as at a real table: the three programming mistakes of the rulebook "
            "can be made, and cost what it says.",
        ),
    ] = True  # rule: ruling.error-in-software
    fan_cards: Annotated[Rows, _own("fan cards")] = ()
    contracts: Annotated[Rows, _own("contracts")] = ()
    guest_stars: Annotated[Rows, _own("Guest Star cards")] = ()

    @property
    def mode(self) -> int:
        return p.MODES.index(self.expansions)

    def problems(self) -> Iterator[str]:
        if self.fan_cards:
            yield from row_problems(self.fan_cards, FanCard, "fan_cards")
        if self.contracts:
            yield from row_problems(self.contracts, Contract, "contracts")
        if self.guest_stars:
            yield from row_problems(self.guest_stars, GuestStar, "guest_stars")


def row_problems(rows: Sequence[Row], row_type: type[C], what: str) -> Iterator[str]:
    """All that is wrong with a card file, unreadable rows first."""
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
            yield f"there is no fan {group.fan!r} (there are {', '.join(p.FANS)})"
        if group.island not in p.ISLANDS:
            yield f"there is no island {group.island!r} (there are {', '.join(p.ISLANDS)})"


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
        yield f"there is no such effect (it is one of {', '.join(p.EFFECTS)})"
    elif card.window != p.WINDOWS[p.EFFECTS.index(effect)]:
        yield f"the window of {effect} is {p.WINDOWS[p.EFFECTS.index(effect)]}"


def _text_problems(name: str, text: str) -> Iterator[str]:
    if not name.strip() or len(name) > LONGEST_NAME:
        yield f"a name has 1 to {LONGEST_NAME} letters"
    if len(text) > LONGEST_TEXT:
        yield f"a text has at most {LONGEST_TEXT} letters"
    if not (name + text).isprintable() or set("{}") & set(name + text):
        yield "name and text are one line each, without braces"
