"""Angry Fans: failures drive them to the exit, and from there to an opponent."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.conditions import earned
from fimbul.games.ragnarok_star.rules.guests import Window, discard, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import LODGES, SENT, Lodge, Sent
from fimbul.games.ragnarok_star.state.table import RagnarokStar, around, rivals, say
from fimbul.kernel import Said, phrase


def _forward(lodge: Lodge) -> Lodge:  # rule: ruling.lodge-movement, angry.advance
    """Every angry fan one square on, the one nearest the exit first, if there is room."""
    *squares, last = lodge.squares
    leaves = last and lodge.waiting < p.EXITS  # rule: angry.exit-wait, angry.exit-capacity
    squares.append(last and not leaves)
    for square in reversed(range(p.SQUARES - 1)):
        if squares[square] and not squares[square + 1]:
            squares[square : square + 2] = False, True
    return Lodge(tuple(squares), lodge.waiting + leaves)


def _backward(lodge: Lodge) -> Lodge:  # rule: bewitch.move, ruling.bewitch-step
    """One square back, the one nearest the stage first; one fan from the exit if 4 is free."""
    squares = list(lodge.squares)
    for square in range(1, p.SQUARES):
        if squares[square] and not squares[square - 1]:
            squares[square - 1 : square + 1] = True, False
    returns = lodge.waiting > 0 and not squares[-1]
    squares[-1] |= returns
    return Lodge(tuple(squares), lodge.waiting - returns)


def _received(lodge: Lodge) -> Lodge:  # rule: angry.receive, ruling.angry-always-room
    """One more, on the first free square; there always is one."""
    first = lodge.squares.index(False) if False in lodge.squares else p.SQUARES
    taken = (*lodge.squares[:first], True, *lodge.squares[first + 1 :])
    return Lodge(taken[: p.SQUARES], lodge.waiting)


FORWARD = tuple(_forward(lodge).pack() for lodge in LODGES)  # these by and as packed lodges
BACKWARD = tuple(_backward(lodge).pack() for lodge in LODGES)
RECEIVED = tuple(_received(lodge).pack() for lodge in LODGES)
SENT_OFF = tuple(Lodge(lodge.squares, 0).pack() for lodge in LODGES)
ADVANCES = tuple(
    Said(seat=seat, words=phrase("{who}'s angry fans move towards the exit", who=who))
    for seat, who in enumerate(p.WHO)
)


def fail(state: RagnarokStar, failed: Sequence[int]) -> None:  # rule: angry.advance
    """These seats have failed an action that counts: their angry fans move, at once.

    Whoever holds a Guest Star is asked first whether to play it against the failure.
    """
    if not state.mode or not failed:  # rule: ruling.alternative-rule, ruling.failure-list-closed
        return
    moving = [seat for seat in failed if FORWARD[state.lodges[seat]] != state.lodges[seat]]
    askable = holders(state, p.ALICE) if moving else ()
    for seat in moving:  # rule: ruling.failure-moment
        if seat not in askable:
            advance(state, seat)
    state.then(*[Excuse(seat) for seat in moving if seat in askable])


def advance(state: RagnarokStar, seat: int) -> None:
    state.lodges[seat] = FORWARD[state.lodges[seat]]
    state.events.append(ADVANCES[seat])


class Excuse(Window, frozen=True):
    """Alice Kúper: that failure does not move your angry fans."""

    prompt = "Your action has failed. Keep your Guest Star, or play it so that no angry fan moves"
    effects = (p.ALICE,)

    def plays(self, state: RagnarokStar) -> list[str]:
        return [state.pack.star_ids[state.held[self.seat]]]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)

    def keep(self, state: RagnarokStar) -> None:
        advance(state, self.seat)

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state)


class Send(Asking, frozen=True):  # rule: angry.send, ruling.angry-send
    """Each angry fan on the exit goes to an opponent of its owner's choice; it must go."""

    prompt = "Send the angry fan at your exit to an opponent. It will cost them 1 glory"
    rule = "angry.send"

    to: int = p.NONE  # who gets the first of two

    def ask(self, state: RagnarokStar) -> str:
        return self.prompt if self.to == p.NONE else "Send the second angry fan to an opponent, too"

    def options(self, state: RagnarokStar) -> list[str]:
        others = rivals(state, self.seat)
        return [p.BAND_IDS[seat] for seat in others] if len(others) > 1 else []

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """To whoever has most glory on the table; of equals, to the lowest seat."""
        others = sorted(rivals(state, self.seat))
        return p.BAND_IDS[max(others, key=lambda seat: sum(earned(state, seat)))]

    def again(self, state: RagnarokStar, pick: str) -> Send | None:
        more = self.to == p.NONE and LODGES[state.lodges[self.seat]].waiting > 1
        return Send(self.seat, p.BAND_OF[pick]) if more else None

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        last = p.BAND_OF[pick] if pick else rivals(state, self.seat)[0]
        first = self.to if self.to != p.NONE else last
        state.picks[self.seat] = Sent(first, last).pack()

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing == p.BAND_IDS[self.seat]:
            return self.rule, "An angry fan goes to an opponent."
        return self.rule, "Choose the band that gets your angry fan."

    def fits(self, state: RagnarokStar) -> bool:
        waits = LODGES[state.lodges[self.seat]].waiting
        return waits > 0 and self.to in (p.NONE, *(rivals(state, self.seat) if waits > 1 else ()))


class Deliver(StarStep, frozen=True):  # rule: angry.receive
    """All leave together, then each finds the first free square, in the order of the senders."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: ruling.angry-last-round
        sent = []
        for seat in around(state):
            waiting, chosen = LODGES[state.lodges[seat]].waiting, state.picks[seat]
            if waiting and chosen != p.NONE:
                sent += [(seat, to) for to in SENT[chosen][-waiting:]]
                state.lodges[seat] = SENT_OFF[state.lodges[seat]]
            state.picks[seat] = p.NONE
        for seat, to in sent:  # rule: angry.several
            state.lodges[to] = RECEIVED[state.lodges[to]]  # rule: ruling.angry-always-room
            say(state, seat, "{who} sends an angry fan to {whom}", whom=p.WHO[to])
