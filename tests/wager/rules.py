"""The whole of Wager: hands nobody else sees, picks sealed together, dice, a secret draw."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.kernel import (
    SEAT_EMBLEMS,
    SEAT_TONES,
    Counted,
    Dice,
    Placed,
    Plate,
    Rolled,
    Scene,
    Setup,
    State,
    Step,
    Thing,
    Turned,
    Zone,
)

CARDS, HAND, ROUNDS, SIDES = 24, 4, 2, 6
NAMES = ["", *(f"card:{number}" for number in range(1, CARDS + 1))]
DONE = "button:done"


class WagerSetup(Setup, frozen=True, kw_only=True):
    seats: int = 3


class Wager(State, kw_only=True):
    order = "bid.together"
    deck: list[int]
    hands: list[tuple[int, ...]]
    laid: list[tuple[int, ...]]  # what each seat has laid this round, face up once revealed
    shown: list[int] = []  # cards of earlier rounds, in sight
    points: list[int]
    round: int = 1

    def problems(self) -> Iterator[str]:
        lying = [*self.deck, *self.shown, *(card for hand in self.hands for card in hand)]
        if sorted(lying) != list(range(1, CARDS + 1)):
            yield "deck: every card lies in exactly one place"
            return
        if not len(self.hands) == len(self.laid) == len(self.points) == self.seats:
            yield "hands: one for each seat"
            return
        if not 1 <= self.round <= ROUNDS:
            yield f"round: there are {ROUNDS}, this is round {self.round}"
        begun = [step for row in self.agenda for step in row if isinstance(step, Bid)]
        if any(bid.first for bid in begun):
            yield "agenda: a bid begins with no card laid"
        for seat, lane in self.lanes.items():
            if isinstance(lane, Bid) and lane.first not in _names(self.hands[seat]):
                yield f"lanes: seat {seat} has no card {lane.first!r}"


def _names(cards: tuple[int, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def deal(setup: WagerSetup, seed: int) -> Wager:  # rule: setup.hands
    dice = Dice(seed)
    deck = dice.shuffled(range(1, CARDS + 1))
    hands = [tuple(sorted(deck.pop() for _ in range(HAND))) for _ in range(setup.seats)]
    state = Wager(
        seats=setup.seats,
        seed=dice.seed,
        deck=deck,
        hands=hands,
        laid=[()] * setup.seats,
        points=[0] * setup.seats,
    )
    start_round(state)
    return state


def start_round(state: Wager) -> None:  # rule: bid.together
    state.then(tuple(Bid(seat) for seat in range(state.seats)), Reveal(0))


class Bid(Step[Wager], frozen=True):  # rule: bid.together
    first: str = ""
    prompt, rule = "Lay a card face down", "bid.together"
    changeable = True

    def options(self, state: Wager) -> list[str]:
        cards = [NAMES[card] for card in state.hands[self.seat] if NAMES[card] != self.first]
        return [*cards, DONE] if self.first else cards  # rule: bid.one

    def again(self, state: Wager, pick: str) -> Bid | None:
        return None if self.first else Bid(self.seat, pick)

    def run(self, state: Wager, pick: str | None) -> None:
        picks = [name for name in (self.first, pick) if name and name != DONE]
        state.laid[self.seat] = tuple(NAMES.index(name) for name in picks)

    def why(self, state: Wager, thing: str) -> tuple[str, str]:
        return self.rule, "Lay one of the cards in your hand."


class Reveal(Step[Wager], frozen=True):  # rule: reveal.die
    def run(self, state: Wager, pick: str | None) -> None:
        sums = [self.turn_up(state, seat) for seat in range(state.seats)]
        winners = [seat for seat in range(state.seats) if sums[seat] == max(sums)]
        for seat in winners:  # rule: reveal.best
            state.points[seat] += 1
            said = f"{{{seat}}} scores"
            state.events.append(Counted(seat=seat, amount=1, rule="reveal.best", words=said))
        comfort(state, winners)
        if state.round == ROUNDS:  # rule: end.rounds
            places = [1 + sum(other > mine for other in state.points) for mine in state.points]
            state.finish(places, "end.rounds", state.points)
        else:
            state.round += 1
            start_round(state)

    def turn_up(self, state: Wager, seat: int) -> int:
        cards, face = state.laid[seat], state.roll(SIDES) + 1
        state.hands[seat] = tuple(card for card in state.hands[seat] if card not in cards)
        state.shown += cards
        state.laid[seat] = ()
        state.events += [Turned(seat=seat, thing=NAMES[card], face="up") for card in cards]
        state.events.append(Rolled(seat=seat, thing=f"die:{seat}", face=face, sides=SIDES))
        return sum(cards) + face


def comfort(state: Wager, winners: list[int]) -> None:  # rule: draw.comfort
    losers = [seat for seat in range(state.seats) if seat not in winners]
    if losers and state.deck:
        seat, card = losers[0], state.deck.pop()
        state.hands[seat] = (*state.hands[seat], card)
        state.events.append(
            Placed(
                seat=seat,
                thing=NAMES[card],
                to=f"hand:{seat}",
                words=f"draws {NAMES[card]}",
                only=(seat,),
                others="draws a card",
            )
        )


def redeal(dream: Wager, seat: int, dice: Dice) -> None:
    """Shuffle the deck and all hands but this seat's together, and deal the same sizes again.

    Sorted first: the dream depends on what is known and on the dice, not on where the cards lie.
    """
    others = [other for other in range(dream.seats) if other != seat]
    hidden = [*dream.deck, *(card for other in others for card in dream.hands[other])]
    pool = dice.shuffled(sorted(hidden))
    for other in others:
        size = len(dream.hands[other])
        dream.hands[other] = tuple(pool[:size])
        del pool[:size]
    dream.deck = pool


def show(state: Wager, seat: int | None) -> Scene:
    zones = [_hand(state, other, face_up=other == seat) for other in range(state.seats)]
    shown = tuple(Thing(NAMES[card], "card", str(card)) for card in state.shown)
    dice = tuple(Thing(f"die:{other}", "die", f"die of {other}") for other in range(state.seats))
    deck = Thing("pile:deck", "back", "deck", badge=str(len(state.deck)))
    zones += [Zone("shown", things=shown), Zone("dice", things=dice), Zone("deck", things=(deck,))]
    plates = (
        Plate(n, f"Seat {n}", SEAT_TONES[n], SEAT_EMBLEMS[n], score=state.points[n])
        for n in range(state.seats)
    )
    return Scene(tuple(zones), tuple(plates))


def _hand(state: Wager, seat: int, *, face_up: bool) -> Zone:
    cards = state.hands[seat]
    if face_up:
        things = [Thing(NAMES[card], "card", str(card)) for card in cards]
    else:  # numbered by place, so that the id says nothing about the card
        things = [Thing(f"back:{seat}-{n}", "back", "card") for n in range(len(cards))]
    return Zone(f"hand:{seat}", f"Hand of {seat}", things=tuple(things), seat=seat)


def value(state: Wager, seat: int) -> float:
    if state.result is not None:
        return state.result.reward(seat)
    best = max(state.points)
    return 0.4 * (state.points[seat] - best) / ROUNDS + 0.02 * len(state.hands[seat])
