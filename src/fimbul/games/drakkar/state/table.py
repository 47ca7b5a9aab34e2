"""All that lies on the table, and small changes that many rules make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS, Card, Pack, Quest, own_pack
from fimbul.games.drakkar.checks import problems
from fimbul.games.drakkar.parts import NONE, Loot
from fimbul.games.drakkar.state.ship import Ship
from fimbul.kernel import Counted, Said, State, phrase

IS_LATE = -2  # in place of a played face: the count ran out
KEPT = 4096  # lines of the log that are made once, and said again and again


class Drakkar(State, kw_only=True):
    """Lists are by seat unless said otherwise. A card in a hand or deck is its *shown* face:
    everybody has seen that side in the Brawl, only the owner of the hand sees the other."""

    order = "play.reveal"

    late: bool = False  # may the count or a clock run out?
    race: bool = False  # is the Brawl a race?
    count: str = "off"  # who may start the count of five
    clock: int = 0  # milliseconds for every other decision; 0: as long as it takes
    cards: tuple[Card, ...] = ()  # the owner's own card file; empty: ours
    quest_cards: tuple[Quest, ...] = ()
    earl: int = 0
    round: int = 0
    trick: int = 0
    decks: list[tuple[int, ...]] = []  # by number
    ranks: list[int] = []  # how quick each finger is, 0 is best; secret, only in the Brawl
    beaten: list[tuple[int, int]] = []  # who was seen to be quicker than whom in this Brawl
    pointed: list[int] = []  # at which deck, in this wave
    hands: list[tuple[int, ...]] = []
    played: list[int] = []  # the face revealed in this trick, while it lies in the middle
    last: list[int] = []  # the face revealed in the last trick, wherever it is now
    loose: list[int] = []  # a card that its owner must still place
    ships: list[Ship] = []
    discard: list[int] = []  # the pile, the latest last
    quests: list[int] = []  # the Quest deck, in number order: it is shuffled when dealt
    offered: list[tuple[int, ...]] = []  # two quests to choose from
    kept: list[tuple[int, ...]] = []  # one for each round so far
    spurned: list[tuple[int, ...]] = []  # likewise: what went back into the deck
    shown: list[int] = []  # quests that everybody has seen
    fulfilled: list[int] = []  # seats whose quest of this round is fulfilled
    helping: list[int] = []  # seats that have joined a team this round
    stacks: list[int] = []  # by kind
    loot: list[Loot] = []

    @property
    def pack(self) -> Pack:
        if not self.cards and not self.quest_cards:
            return OURS
        return own_pack(self.cards, self.quest_cards)

    def problems(self) -> Iterator[str]:
        yield from problems(self)


def clockwise(state: Drakkar) -> tuple[int, ...]:
    """All seats, from the Earl on."""
    return state.around(state.earl)


def rivals(state: Drakkar, seat: int) -> tuple[int, ...]:
    """The other seats, clockwise."""
    return state.around(seat)[1:]


@cache
def points(loot: Loot) -> int:  # rule: goal.loot-kinds-equal, ruling.loot-card
    """One for each token, one more for each trio."""
    return sum(loot) + min(loot)  # rule: score.tokens, score.trio, ruling.trio-count


def say(state: Drakkar, seat: int, template: str, /, **parts: str | int) -> None:
    """A line of the log about that seat, which the template calls `{who}`."""
    state.events.append(said(seat, template, **parts) if parts else plainly(seat, template))


@lru_cache(KEPT)
def plainly(seat: int, template: str) -> Said:
    """A line about that seat and nothing else, which is said often."""
    return said(seat, template)


def said(seat: int, template: str, /, **parts: str | int) -> Said:
    return Said(seat=seat, words=phrase(template, who=p.PLAYERS[seat], **parts))


def throw(state: Drakkar, face: int) -> None:  # rule: ruling.after-use, ruling.open-and-hidden
    """Onto the open pile, out of play until the end of the round."""
    state.discard.append(face)


def add(one: Loot, other: Loot) -> Loot:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def subtract(one: Loot, other: Loot) -> Loot:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def loot_due(stacks: list[int], due: Loot) -> tuple[Loot, list[int]]:
    """What the stacks can give for a loot, and what they hold then."""
    left, got = list(stacks), [0, 0, 0]
    for kind, count in enumerate(due):  # rule: ruling.loot-runs-out
        for _ in range(count):
            given = kind if left[kind] else left.index(max(left))
            if left[given]:
                left[given] -= 1
                got[given] += 1
    return (got[0], got[1], got[2]), left


def collect(state: Drakkar, seat: int, due: Loot) -> Loot:
    """Loot from the stacks, and what came of it."""
    got, state.stacks = loot_due(state.stacks, due)
    state.loot[seat] = add(state.loot[seat], got)
    return got


def hand_over(state: Drakkar, giver: int, taker: int, loot: Loot) -> None:
    state.loot[giver] = subtract(state.loot[giver], loot)
    state.loot[taker] = add(state.loot[taker], loot)


def one_token(kind: int) -> Loot:
    return ((1, 0, 0), (0, 1, 0), (0, 0, 1))[kind]


def wanted_kinds(state: Drakkar, seat: int, rival: int) -> list[int]:
    """The kinds that the rival has; those that the seat has fewest of come first."""
    mine, theirs = state.loot[seat], state.loot[rival]
    kinds = [kind for kind in (p.GOAT, p.WEAPON, p.GOLD) if theirs[kind]]
    if len(kinds) > 1:
        kinds.sort(key=mine.__getitem__)
    return kinds


def steal(state: Drakkar, seat: int, name: str, rule: str) -> None:
    """One token that was touched goes from its owner to that seat."""
    rival, kind = p.TOKEN_OF[name]
    hand_over(state, rival, seat, one_token(kind))
    state.events.append(_stolen(seat, rival, kind, rule))


STEALS = {
    "red.loki": "{who} plays Loki and takes {token} from {rival}",
    "blue.raid-win": "{who} takes {token} from {rival}",
}


@lru_cache(KEPT)
def _stolen(seat: int, rival: int, kind: int, rule: str) -> Counted:
    who, other, token = p.PLAYERS[seat], p.PLAYERS[rival], p.ONE_TOKEN[kind]
    words = phrase(STEALS[rule], who=who, token=token, rival=other)
    return Counted(seat=seat, amount=1, rule=rule, words=words)


def empty_table(state: Drakkar) -> None:  # rule: end.collect-cards, ruling.ships-do-not-stay
    """No cards anywhere; loot stays."""
    seats = state.seats
    state.decks, state.hands = [()] * seats, [()] * seats
    state.ships, state.offered = [()] * seats, [()] * seats
    state.played, state.loose = [NONE] * seats, [NONE] * seats
    state.pointed = [NONE] * seats
    state.discard, state.fulfilled, state.helping = [], [], []
    state.ranks, state.beaten = [], []
