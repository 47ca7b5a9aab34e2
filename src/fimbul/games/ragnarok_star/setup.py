"""What is asked for before a match; owners of the printed game bring their own card files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import Contract, FanCard, GuestStar
from fimbul.games.ragnarok_star.rules.conditions import BadCondition, read
from fimbul.kernel import Preset, Setup, phrase
from fimbul.kit.cards import ID, read_rows, repeated

Row = dict[str, Any]  # a [[fan_card]], [[contract]] or [[guest_star]] of a card file
Rows = tuple[Row, ...]
C = TypeVar("C", FanCard, Contract, GuestStar)
LONGEST_NAME, LONGEST_TEXT = 40, 300


PRESETS = (  # rule: ruling.diva-first-game
    Preset(
        "First tour",
        "Five musicians, a secret program, and crowds of fans on four islands.",
        art=("band-singer", "band-guitarist", "band-drummer"),
    ),
    Preset(
        "Angry Fans",
        "Whatever fails stirs up your angry fans. Drive them out, to the other bands.",
        {"expansions": "angry"},
        art=("angry-fan", "fan-girl"),
    ),
    Preset(
        "Divalkyrie",
        "A sixth musician, Guest Stars and the dragon Fafnirvana.",
        {"expansions": "divalkyrie"},
        art=("band-divalkyrie", "dragon", "star"),
    ),
    Preset(
        "As on paper",
        "As with pen and board, a program may hold mistakes, and they cost what the rules say.",
        {"strict": False},
        art=("act-contract", "number-5"),
    ),
)


def _own(what: str) -> Meta:
    return Meta(
        title=f"Your own {what}",
        description=f"The {what} of your printed game, in a file like the one that you can "
        "download here. Without one you play with our reconstruction.",
    )


class StarSetup(Setup, frozen=True, kw_only=True):  # rule: diva.needs-angry
    """The modes of the rulebook, how strictly programs are written, and the owner's card files."""

    presets = PRESETS

    seats: Annotated[int, Meta(title="Bands", description="2 to 4 bands on tour.")] = 3
    expansions: Annotated[
        Literal["base", "angry", "divalkyrie"],
        Meta(
            title="Expansions",
            description="With Angry Fans, whatever fails stirs up fans you would rather send to "
            "the others. Divalkyrie adds a sixth musician, Guest Stars and the dragon Fafnirvana.",
            extra_json_schema={
                "labels": {
                    "base": "None, for a first match",
                    "angry": "Angry Fans",
                    "divalkyrie": "Divalkyrie, with Angry Fans",
                }
            },
        ),
    ] = "base"  # rule: ruling.diva-first-game
    strict: Annotated[
        bool,
        Meta(
            title="Strict programming",
            description="The board lets no mistake pass. If this is off, the three programming "
            "mistakes of the rulebook can be made, and cost what it says.",
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
    cards, unread = read_rows(rows, row_type, _cards_of(what))
    yield from unread
    yield from sound(cards, what)


def _cards_of(field: str) -> str:
    return phrase("{field}: {kind}", field=field, kind="card")


def sound(cards: Sequence[FanCard | Contract | GuestStar], what: str) -> Iterator[str]:
    yield from repeated([card.id for card in cards], _cards_of(what))
    for name in dict.fromkeys(card.id for card in cards):
        if not ID.fullmatch(name):
            yield _wrong(what, name, "an id is small letters, digits and single dashes")
    for problem in _counts(cards, what):
        yield phrase("{field}: {problem}", field=what, problem=problem)
    for card in cards:
        for problem in _card_problems(card):
            yield _wrong(what, card.id, problem)


def _wrong(field: str, card: str, problem: str) -> str:
    """Every problem begins with the name of its field."""
    words = phrase("card {card}: {problem}", card=card, problem=problem)
    return phrase("{field}: {problem}", field=field, problem=words)


def _counts(cards: Sequence[FanCard | Contract | GuestStar], what: str) -> Iterator[str]:
    if what == "fan_cards":
        for deck in p.DECKS:
            count = sum(isinstance(card, FanCard) and card.deck == deck for card in cards)
            if count != p.DECK_CARDS:
                yield phrase(SO_MANY_OF[deck], wanted=p.DECK_CARDS, count=count)
    elif what == "guest_stars":
        if len(cards) != p.STARS:
            yield phrase(SO_MANY, wanted=p.STARS, count=len(cards))
    else:
        base = sum(isinstance(card, Contract) and not card.expansion for card in cards)
        if (base, len(cards)) != (p.CONTRACTS[p.BASE], p.CONTRACTS[p.DIVA]):
            yield phrase(
                AND_SO_MANY,
                wanted=p.CONTRACTS[p.BASE],
                count=base,
                more=p.CONTRACTS[p.DIVA] - p.CONTRACTS[p.BASE],
                others=len(cards) - base,
            )


SO_MANY = "there must be {wanted} cards, not {count}"
SO_MANY_OF = {
    "young": "there must be {wanted} young cards, not {count}",
    "old": "there must be {wanted} old cards, not {count}",
}
AND_SO_MANY = (
    "there must be {wanted} cards, not {count}, and {more} of the expansion divalkyrie, "
    "not {others}"
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


def _as_written(names: Iterable[str]) -> str:
    """What a card file may hold, in every language as the file has it."""
    return ", ".join(names)


def _fan_card_problems(card: FanCard) -> Iterator[str]:
    if card.deck not in p.DECKS:
        yield phrase("the deck is young or old, not {deck}", deck=repr(card.deck))
    for group in (card.crowd, card.single):
        if group.fan not in p.FANS:
            yield phrase(
                "there is no fan {fan} (there are {fans})",
                fan=repr(group.fan),
                fans=_as_written(p.FANS),
            )
        if group.island not in p.ISLANDS:
            yield phrase(
                "there is no island {island} (there are {islands})",
                island=repr(group.island),
                islands=_as_written(p.ISLANDS),
            )


def _contract_problems(card: Contract) -> Iterator[str]:
    if card.difficulty not in p.GLORY:
        yield phrase(
            "the difficulty is {known}, not {difficulty}",
            known=_as_written(p.GLORY),
            difficulty=repr(card.difficulty),
        )
    elif card.glory != p.GLORY[card.difficulty]:
        yield phrase(
            "a contract that is {difficulty} is worth {glory}",
            difficulty=card.difficulty,
            glory=p.GLORY[card.difficulty],
        )
    if card.reveal not in ("immediate", "end"):
        yield phrase("the reveal is immediate or end, not {reveal}", reveal=repr(card.reveal))
    if card.expansion not in ("", "divalkyrie"):
        yield phrase(
            "there is no expansion {expansion} with contracts", expansion=repr(card.expansion)
        )
    try:
        read(card.check)
    except BadCondition as wrong:
        yield wrong.words


def _star_problems(card: GuestStar) -> Iterator[str]:
    effect = card.effect or card.id
    if effect not in p.EFFECTS:
        yield phrase(
            "there is no such effect (it is one of {effects})", effects=_as_written(p.EFFECTS)
        )
    elif card.window != p.WINDOWS[p.EFFECTS.index(effect)]:
        window = p.WINDOWS[p.EFFECTS.index(effect)]
        yield phrase("the window of {effect} is {window}", effect=effect, window=window)


def _text_problems(name: str, text: str) -> Iterator[str]:
    if not name.strip() or len(name) > LONGEST_NAME:
        yield phrase("a name has 1 to {most} letters", most=LONGEST_NAME)
    if len(text) > LONGEST_TEXT:
        yield phrase("a text has at most {most} letters", most=LONGEST_TEXT)
    if not (name + text).isprintable() or set("{}") & set(name + text):
        yield "name and text are one line each, without braces"
