"""Phase 1: the Brawl."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.parts import NONE
from fimbul.games.drakkar.rules.steps import DrakkarStep
from fimbul.games.drakkar.state.table import Drakkar, clockwise, said, say
from fimbul.kernel import Timing

Grabbed = tuple[int, int, int]  # wave or milliseconds after the signal, seat, deck
TAKES = tuple(
    tuple(said(seat, "{who} takes deck {deck}", deck=deck + 1) for deck in range(p.MOST))
    for seat in range(p.MOST)
)
LAYS_OUT = (
    "{who}, the Earl, lays out {decks} decks of {cards} cards",
    "{who} is the new Earl and lays out {decks} decks of {cards} cards",
)


class DealDecks(DrakkarStep, frozen=True):  # rule: brawl.earl-deals
    """The Earl mixes all cards in use and lays them out in as many decks as players."""

    part = "decks"

    def run(self, state: Drakkar, pick: str | None) -> None:  # rule: brawl.cards-shown
        seats = state.seats
        order = state.shuffled(range(p.cards_in_use(seats)))  # rule: ruling.random-stream
        bits = state.roll(2 ** len(order))  # one for each card, the first one lowest
        sides = reversed(f"{bits:0{len(order)}b}")  # rule: ruling.brawl-face-shown
        faces = [2 * card + (side == "1") for card, side in zip(order, sides, strict=True)]
        state.decks = [tuple(faces[deck::seats]) for deck in range(seats)]
        state.ranks = state.shuffled(range(seats))
        say(state, state.earl, LAYS_OUT[state.round > 1], decks=seats, cards=p.DECK_SIZE)
        if state.race:
            state.then(Call(state.earl))
        else:
            next_wave(state)


class Call(DrakkarStep, frozen=True):  # rule: brawl.signal, ruling.brawl-race, ruling.brawl-apart
    """The Earl shouts when everybody is ready; then the decks lie open to all fingers.

    A race needs everybody at the table; otherwise all point in secret this month.
    """

    part = "brawl"
    prompt = "When everybody is ready, shout to open the decks; or have all point in secret"
    rule = "brawl.signal"

    def options(self, state: Drakkar) -> list[str]:
        return [p.BY_ODIN, p.IN_SECRET]

    def run(self, state: Drakkar, pick: str | None) -> None:
        if pick == p.IN_SECRET:
            say(state, self.seat, "{who} has everybody point in secret")
            next_wave(state)
            return
        say(state, self.seat, "{who} shouts: by Odin!")
        opens = _between(state, p.OPENING)
        by_rank = sorted(range(state.seats), key=state.ranks.__getitem__)
        reach = [(_between(state, p.FIRST_TAP), _between(state, p.NEXT_TAP)) for _ in by_rank]
        state.then(tuple([Race(seat, opens, *reach[seat]) for seat in by_rank]))

    def timing(self, state: Drakkar) -> Timing:  # rule: ruling.brawl-bots-in-race
        return Timing(closes=p.CALL, reach=(p.LOOK, 0), apart=p.IN_SECRET)

    def fits(self, state: Drakkar) -> bool:
        return state.race and self.seat == state.earl and all(state.decks) and bool(state.ranks)


def _between(state: Drakkar, span: tuple[int, int]) -> int:
    return span[0] + state.roll(span[1] - span[0] + 1)


class Race(DrakkarStep, frozen=True):  # rule: ruling.brawl-race, brawl.ready, brawl.first-takes
    """The first finger on a deck takes it at once; whoever came too late taps another.

    Where nobody keeps time the better finger rank, which lies open, comes first.
    """

    part = "brawl"
    races = True
    prompt = "By Odin! Be the first to tap the deck that you want as your hand this month"
    rule = "brawl.first-takes"

    opens: int = 0  # milliseconds from the shout until taps count
    first: int = 0  # and from there until a bot taps
    further: int = 0  # and until it taps another one

    def options(self, state: Drakkar) -> list[str]:
        free = [p.DECKS[deck] for deck, cards in enumerate(state.decks) if cards]
        return free if len(free) > 1 else []

    def run(self, state: Drakkar, pick: str | None) -> None:
        free = next(deck for deck, cards in enumerate(state.decks) if cards)
        take_deck(state, self.seat, p.DECK_OF[pick] if pick else free)
        if not any(state.decks):
            state.ranks = []

    def timing(self, state: Drakkar) -> Timing:  # rule: ruling.brawl-bots-in-race
        return Timing(self.opens, self.opens + p.RACE, (self.first, self.further))

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if thing in p.DECK_OF:
            return "brawl.slower-elsewhere", "That deck is taken. Tap one that is free."
        return self.rule, "Tap one of the decks in the middle of the table."

    def fits(self, state: Drakkar) -> bool:
        brawling = not state.hands[self.seat] and any(state.decks) and bool(state.ranks)
        return state.race and brawling and min(self.opens, self.first, self.further) >= 0


class Grab(DrakkarStep, frozen=True):  # rule: brawl.signal, brawl.ready, ruling.brawl-sealed
    """At the Earl's shout everybody without a deck points at one: one finger, not earlier."""

    part = "brawl"
    prompt = "By Odin! Point at the deck that you want as your hand this month"
    rule = "brawl.signal"

    def options(self, state: Drakkar) -> list[str]:
        return [p.DECKS[deck] for deck, cards in enumerate(state.decks) if cards]

    def run(self, state: Drakkar, pick: str | None) -> None:
        state.pointed[self.seat] = p.DECK_OF[pick] if pick else NONE

    def why(self, state: Drakkar, thing: str) -> tuple[str, str]:
        if thing in p.DECK_OF:
            return "brawl.slower-elsewhere", "That deck is taken. Point at one that is free."
        return self.rule, "Point at one of the decks in the middle of the table."

    def fits(self, state: Drakkar) -> bool:
        free = sum(bool(deck) for deck in state.decks)
        brawlers = [seat for seat, hand in enumerate(state.hands) if not hand]
        return free == len(brawlers) > 1 and self.seat in brawlers and len(state.ranks) > 0


class Wave(DrakkarStep, frozen=True):
    """The fingers are compared; whoever got nothing goes for a deck that is still free."""

    part = "brawl"

    def run(self, state: Drakkar, pick: str | None) -> None:
        grabs = [(0, seat, deck) for seat, deck in enumerate(state.pointed) if deck != NONE]
        taken = resolve(grabs, state.ranks)
        state.pointed = [NONE] * state.seats
        for seat in clockwise(state):
            if seat in taken:
                take_deck(state, seat, taken[seat])
        if len(taken) < len(grabs):
            owner = {deck: seat for seat, deck in taken.items()}
            state.beaten += [(owner[deck], seat) for _, seat, deck in grabs if seat not in taken]
        next_wave(state)


def resolve(grabs: Iterable[Grabbed], ranks: Sequence[int]) -> dict[int, int]:
    """Decks by seat: the earliest finger takes it, the better rank among those that come at once.

    The same for waves and for a live race, of which only this record enters the rules.
    """
    taken: dict[int, int] = {}  # rule: ruling.brawl-record
    for _, seat, deck in sorted(grabs, key=lambda grab: (grab[0], ranks[grab[1]])):
        if seat not in taken and deck not in taken.values():  # rule: brawl.slower-elsewhere
            taken[seat] = deck  # rule: brawl.first-takes
    return taken


def next_wave(state: Drakkar) -> None:
    """Ask those without a deck again; the last one takes the last deck without a choice."""
    brawlers = [seat for seat in clockwise(state) if not state.hands[seat]]
    if len(brawlers) > 1:
        state.then(tuple([Grab(seat) for seat in brawlers]), Wave())
        return
    for seat in brawlers:
        take_deck(state, seat, next(deck for deck, cards in enumerate(state.decks) if cards))
    state.ranks, state.beaten = [], []


def take_deck(state: Drakkar, seat: int, deck: int) -> None:  # rule: ruling.hand-information
    """The deck becomes the hand of the round; only its owner sees the other faces."""
    state.hands[seat], state.decks[deck] = state.decks[deck], ()
    state.events.append(TAKES[seat][deck])
