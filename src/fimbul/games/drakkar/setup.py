"""What is asked for before a match; owners of the printed game bring their own card file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from msgspec import Meta

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Card, Pile, Quest, Side, loot_of
from fimbul.kernel import Preset, Setup, counted
from fimbul.kit.cards import read_rows, repeated

Row = dict[str, Any]  # a [[card]] or [[quest]] of a card file

LONGEST_NAME = 30
BRAWLS, COUNTS = ("sealed", "race"), ("off", "manual", "auto")
PRESETS = (  # rule: ruling.live-table
    Preset(
        "By Odin!",
        "At the table together: a race of fingers for the decks, and whoever plays first may "
        "count to five.",
        {"brawl": "race", "count": "manual"},
        pace="live",
    ),
    Preset(
        "In your own time",
        "For players who come and go: decks are pointed at in secret, and nobody is ever late.",
        {"brawl": "sealed", "count": "off"},
        pace="turns",
    ),
)
CLOCKS = {"off": 0, "60s": 60_000, "30s": 30_000, "15s": 15_000}  # milliseconds


def _choice(title: str, help_text: str, values: Sequence[str]) -> Meta:
    return Meta(title=title, description=help_text, extra_json_schema={"enum": list(values)})


class DrakkarSetup(Setup, frozen=True, kw_only=True):
    """The options of the rulebook, and a card file if the owner of a printed game has one."""

    presets = PRESETS

    seats: Annotated[int, Meta(title="Players", description="3 to 6 Viking chiefs.")] = 4
    brawl: Annotated[
        str,
        _choice(
            "How the Brawl is played",
            "sealed: everybody points in secret, in waves. race: the first tap takes the deck; "
            "while a player is away it is sealed.",
            BRAWLS,
        ),
    ] = "sealed"
    count: Annotated[
        str,
        _choice(
            "Five-second count",
            "off: nobody is ever late. manual: whoever played first may start the count. "
            "auto: it starts by itself 15 seconds after the first card.",
            COUNTS,
        ),
    ] = "off"
    clock: Annotated[
        str,
        _choice(
            "Time for every other decision",
            "When it runs out the default is taken; a missing card counts as late.",
            tuple(CLOCKS),
        ),
    ] = "off"
    cards: Annotated[
        tuple[Row, ...],
        Meta(
            title="Your own double-faced cards",
            description="The 60 cards of your printed game, in a file like the one that you "
            "can download here. Empty: our reconstruction.",
        ),
    ] = ()
    quests: Annotated[
        tuple[Row, ...],
        Meta(
            title="Your own Quest cards",
            description="The 24 Quest cards of your printed game, in a file like the one that "
            "you can download here. Empty: our reconstruction.",
        ),
    ] = ()

    def problems(self) -> Iterator[str]:
        named = (("brawl", BRAWLS), ("count", COUNTS), ("clock", tuple(CLOCKS)))
        for name, values in named:
            if getattr(self, name) not in values:
                yield f"{name}: must be {' or '.join(values)}, not {getattr(self, name)!r}"
        if self.cards:
            yield from card_problems(self.cards)
        if self.quests:
            yield from quest_problems(self.quests)

    @property
    def can_be_late(self) -> bool:  # rule: play.late-discard, ruling.timeouts
        """Where time is measured, somebody can run out of it."""
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
            yield f"cards: {wanted} must have the shield {shield}+, not {found}"
    for shield, count in sorted(counts.items()):
        yield f"cards: {count} with the shield {shield}+, which no match uses"
    for card in cards:
        for letter, side in (("a", card.a), ("b", card.b)):
            for problem in _side_problems(side):
                yield f"cards: card {card.id}, face {letter}: {problem}"


def _side_problems(side: Side) -> Iterator[str]:
    if side.kind not in p.KINDS:
        yield f"there is no kind {side.kind!r} (there are {', '.join(p.KINDS)})"
        return
    kind = p.KINDS.index(side.kind)
    yield from _name_problems(side.name)
    if side.banner not in ("", p.BANNERS[kind]):
        yield f"the banner of {side.kind} is {p.BANNERS[kind]}, not {side.banner}"
    least, most = {p.VIKING: (1, 3), p.BOARDING: (1, 20), p.BARDL: (0, 1)}.get(kind, (0, 0))
    if not least <= side.strength <= most:
        yield f"the strength of {side.kind} is {least} to {most}, not {side.strength}"
    if side.beer not in (0, int(kind in (p.BEER, p.BARDL))):
        yield f"{side.kind} cannot have {counted(side.beer, 'barrel')}"
    if (side.order > 0) != (kind >= p.LOKI) or side.order < 0:
        yield "red and blue faces have a number above 0, yellow ones have none"
    yield from _loot_problems(side.loot, least=int(kind == p.BOARDING), most=kind == p.BOARDING)


def _loot_problems(pile: Pile, *, least: int, most: bool) -> Iterator[str]:
    counts = loot_of(pile)
    if min(counts) < 0 or max(counts) > p.STACK:
        yield f"each kind of loot is 0 to {p.STACK}"
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
        yield f"quests: there must be {p.QUESTS}, not {len(quests)}"
    for quest in quests:
        for problem in _quest_problems(quest):
            yield f"quests: quest {quest.id}: {problem}"


def _quest_problems(quest: Quest) -> Iterator[str]:
    if not quest.name.strip():
        yield "it needs a name"
    yield from _name_problems(quest.name)
    if not 0 <= quest.strength <= 20 or not 0 <= quest.beer <= 3:
        yield "strength is 0 to 20, beer is 0 to 3"
    if quest.tokens not in (0, sum(loot_of(quest.loot))):
        yield f"{quest.tokens} tokens are not what its loot adds up to"
    yield from _loot_problems(quest.loot, least=1, most=True)


def _name_problems(name: str) -> Iterator[str]:
    if len(name) > LONGEST_NAME or not name.isprintable() or set("{}") & set(name):
        yield f"a name is one line of at most {LONGEST_NAME} letters, without braces"
