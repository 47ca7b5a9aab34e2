"""What is asked for before a match; owners of the printed game bring their own card file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Card, Pile, Quest, Side, loot_of
from fimbul.kernel import Preset, Setup, either, of_field, phrase, quoted
from fimbul.kit.cards import read_rows, repeated

Row = dict[str, Any]  # a [[card]] or [[quest]] of a card file

LONGEST_NAME = 30
BRAWLS = {"sealed": "In secret, wave by wave", "race": "A race of fingers"}
COUNTS = {
    "off": "Nobody counts",
    "manual": "Whoever played first may count",
    "auto": "By itself, 15 seconds after the first card",
}
PRESETS = (  # rule: ruling.live-table
    Preset(
        "By Odin!",
        "All at the table together: fingers race for the decks, and whoever plays first may "
        "count to five.",
        {"brawl": "race", "count": "manual"},
        pace="live",
        art=("part-bow", "viking-horn", "part-stern"),
    ),
    Preset(
        "In your own time",
        "For players who come and go: decks are pointed at in secret, and nobody is ever late.",
        {"brawl": "sealed", "count": "off"},
        pace="turns",
        art=("card-back", "beer"),
    ),
    Preset(
        "A short night",
        "Three chiefs at the table together; a count to five starts by itself.",
        {"seats": 3, "brawl": "race", "count": "auto"},
        art=("loot-goat", "loot-weapon", "loot-gold"),
    ),
)
CLOCKS = {"off": 0, "60s": 60_000, "30s": 30_000, "15s": 15_000}  # milliseconds
TIMES = {"off": "No limit", "60s": "60 seconds", "30s": "30 seconds", "15s": "15 seconds"}


def _choice(title: str, help_text: str, values: Mapping[str, str], **more: Any) -> Meta:
    schema = {"enum": list(values), "labels": dict(values), **more}
    return Meta(title=title, description=help_text, extra_json_schema=schema)


class DrakkarSetup(Setup, frozen=True, kw_only=True):
    """The options of the rulebook, and a card file if the owner of a printed game has one."""

    presets = PRESETS

    seats: Annotated[int, Meta(title="Players", description="3 to 6 Viking chiefs.")] = 4
    brawl: Annotated[
        str,
        _choice(
            "How the Brawl is played",
            "In a race the first tap takes the deck; while a player is away, all point in secret.",
            BRAWLS,
        ),
    ] = "sealed"
    count: Annotated[
        str,
        _choice(
            "Five-second count",
            "Whoever has laid no card when it ends is late and discards one at random.",
            COUNTS,
        ),
    ] = "off"
    clock: Annotated[
        str,
        _choice(
            "Time for every other decision",
            "When it runs out, the usual answer is given; whoever has laid no card is late.",
            TIMES,
            seconds={name: time // 1000 for name, time in CLOCKS.items()},
        ),
    ] = "off"
    cards: Annotated[
        tuple[Row, ...],
        Meta(
            title="Your own double-faced cards",
            description="The 60 cards of your printed game, in a file like the one that you can "
            "download here. Without a file, our reconstruction is played.",
        ),
    ] = ()
    quests: Annotated[
        tuple[Row, ...],
        Meta(
            title="Your own Quest cards",
            description="The 24 Quest cards of your printed game, in a file like the one that you "
            "can download here. Without a file, our reconstruction is played.",
        ),
    ] = ()

    def problems(self) -> Iterator[str]:
        named = (("brawl", tuple(BRAWLS)), ("count", tuple(COUNTS)), ("clock", tuple(CLOCKS)))
        for name, values in named:
            if getattr(self, name) not in values:
                known = either([quoted(value) for value in values])
                given = quoted(getattr(self, name))
                yield of_field(
                    name, phrase("must be {known}, not {value}", known=known, value=given)
                )
        if self.cards:
            yield from card_problems(self.cards)
        if self.quests:
            yield from quest_problems(self.quests)

    @property
    def can_be_late(self) -> bool:  # rule: play.late-discard, ruling.timeouts
        """Whether somebody can be too late: where time is measured, it can run out."""
        return self.count != "off" or self.clock != "off"


def card_problems(rows: Sequence[Row]) -> Iterator[str]:
    """All that is wrong with a file of double-faced cards, unreadable rows first."""
    cards, unread = read_rows(rows, Card, "cards: card")
    yield from unread
    yield from sound_cards(cards)


def sound_cards(cards: Sequence[Card]) -> Iterator[str]:
    yield from repeated([card.id for card in cards], "cards: card")
    counts = Counter(card.shield for card in cards)
    for shield, wanted in p.SHIELDS.items():  # rule: ruling.shield-counts
        if (found := counts.pop(shield, 0)) != wanted:
            told = "cards: {wanted} must have the shield {shield}+, not {found}"
            yield phrase(told, wanted=wanted, shield=shield, found=found)
    for shield, count in sorted(counts.items()):
        told = "cards: {count} with the shield {shield}+, which no match uses"
        yield phrase(told, count=count, shield=shield)
    for card in cards:
        for letter, side in (("a", card.a), ("b", card.b)):
            for problem in _side_problems(side):
                told = "cards: card {card}, face {face}: {problem}"
                yield phrase(told, card=card.id, face=letter, problem=problem)


def _side_problems(side: Side) -> Iterator[str]:
    if side.kind not in p.KINDS:
        told = "there is no kind '{kind}' (there are {known})"
        yield phrase(told, kind=side.kind, known=", ".join(p.KINDS))
        return
    kind = p.KINDS.index(side.kind)
    yield from _name_problems(side.name)
    if side.banner not in ("", p.BANNERS[kind]):
        told = "the banner of {kind} is {banner}, not {given}"
        yield phrase(told, kind=side.kind, banner=p.BANNERS[kind], given=side.banner)
    least, most = {p.VIKING: (1, 3), p.BOARDING: (1, 20), p.BARDL: (0, 1)}.get(kind, (0, 0))
    if not least <= side.strength <= most:
        told = "the strength of {kind} is {least} to {most}, not {given}"
        yield phrase(told, kind=side.kind, least=least, most=most, given=side.strength)
    if side.beer not in (0, int(kind in (p.BEER, p.BARDL))):
        yield phrase("{kind} cannot have beer {beer}", kind=side.kind, beer=side.beer)
    if (side.order > 0) != (kind >= p.LOKI) or side.order < 0:
        yield "red and blue faces have a number above 0, yellow ones have none"
    yield from _loot_problems(side.loot, least=int(kind == p.BOARDING), most=kind == p.BOARDING)


def _loot_problems(pile: Pile, *, least: int, most: bool) -> Iterator[str]:
    counts = loot_of(pile)
    if min(counts) < 0 or max(counts) > p.STACK:
        yield phrase("each kind of loot is 0 to {most}", most=p.STACK)
    elif sum(counts) < least:
        yield "there must be some loot"
    elif sum(counts) and not most:
        yield "only Boardings and quests bring loot"


def quest_problems(rows: Sequence[Row]) -> Iterator[str]:
    """All that is wrong with a file of Quest cards, unreadable rows first."""
    quests, unread = read_rows(rows, Quest, "quests: quest")
    yield from unread
    yield from sound_quests(quests)


def sound_quests(quests: Sequence[Quest]) -> Iterator[str]:
    yield from repeated([quest.id for quest in quests], "quests: quest")
    if len(quests) != p.QUESTS:
        told = "quests: there must be {wanted}, not {found}"
        yield phrase(told, wanted=p.QUESTS, found=len(quests))
    for quest in quests:
        for problem in _quest_problems(quest):
            yield phrase("quests: quest {quest}: {problem}", quest=quest.id, problem=problem)


def _quest_problems(quest: Quest) -> Iterator[str]:
    if not quest.name.strip():
        yield "it needs a name"
    yield from _name_problems(quest.name)
    if not 0 <= quest.strength <= 20 or not 0 <= quest.beer <= 3:
        yield "strength is 0 to 20, beer is 0 to 3"
    if quest.tokens not in (0, sum(loot_of(quest.loot))):
        told = "{tokens} tokens are not what its loot adds up to"
        yield phrase(told, tokens=quest.tokens)
    yield from _loot_problems(quest.loot, least=1, most=True)


def _name_problems(name: str) -> Iterator[str]:
    if len(name) > LONGEST_NAME or not name.isprintable() or set("{}") & set(name):
        told = "a name is one line of at most {most} letters, without braces"
        yield phrase(told, most=LONGEST_NAME)
