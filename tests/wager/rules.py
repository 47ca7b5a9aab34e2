"""The rounds: picks sealed together, dice, a secret draw."""

from __future__ import annotations

from fimbul.kernel import Counted, Placed, Rolled, Step, Turned
from tests.wager.parts import DONE, NAMES, ROUNDS, SIDES
from tests.wager.state import Wager


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
                words=f"draws {card}",
                only=(seat,),
                others="draws a card",
            )
        )
