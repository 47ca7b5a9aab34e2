"""Angry Fans: failures drive them to the exit, and from there to an opponent."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.conditions import earned
from fimbul.games.ragnarok_star.rules.guests import Window, discard, holders
from fimbul.games.ragnarok_star.state import Asking, RagnarokStar, StarStep, around, rivals, say
from fimbul.kernel import Said


def _forward(lodge: int) -> int:
    """Every angry fan one square on, the one nearest the exit first, if there is room."""
    # rule: ruling.lodge-movement, angry.advance, angry.exit-wait, angry.exit-capacity
    squares, waiting = lodge % p.EXIT, lodge // p.EXIT
    if squares & 8 and waiting < p.EXITS:
        squares, waiting = squares & ~8, waiting + 1
    for square in (4, 2, 1):
        if squares & square and not squares & square << 1:
            squares ^= square | square << 1
    return squares + p.EXIT * waiting


def _backward(lodge: int) -> int:
    """One square back, the one nearest the stage first; one fan of the exit if 4 is free."""
    # rule: bewitch.move, ruling.bewitch-step
    squares, waiting = lodge % p.EXIT, lodge // p.EXIT
    for square in (2, 4, 8):
        if squares & square and not squares & square >> 1:
            squares ^= square | square >> 1
    if waiting and not squares & 8:
        squares, waiting = squares | 8, waiting - 1
    return squares + p.EXIT * waiting


LODGES = range(p.EXIT * (p.EXITS + 1))
FORWARD = tuple(_forward(lodge) for lodge in LODGES)
BACKWARD = tuple(_backward(lodge) for lodge in LODGES)
ANGRY_FANS = tuple((lodge % p.EXIT).bit_count() + lodge // p.EXIT for lodge in LODGES)
ADVANCES = tuple(
    Said(seat=seat, words=f"{p.WHO[seat]}'s angry fans move towards the exit")
    for seat in range(p.MOST)
)


def fail(state: RagnarokStar, failed: Sequence[int]) -> None:
    """These seats have failed an action that counts: their angry fans move, at once.

    Whoever holds a Guest Star is asked first whether she is played against it.
    """
    # rule: angry.advance, ruling.failure-moment, ruling.failure-list-closed
    # rule: ruling.alternative-rule
    if not state.mode or not failed:
        return
    moving = [seat for seat in failed if FORWARD[state.lodges[seat]] != state.lodges[seat]]
    askable = holders(state, p.ALICE) if moving else ()
    for seat in moving:
        if seat not in askable:
            advance(state, seat)
    state.then(*[Excuse(seat) for seat in moving if seat in askable])


def advance(state: RagnarokStar, seat: int) -> None:
    state.lodges[seat] = FORWARD[state.lodges[seat]]
    state.events.append(ADVANCES[seat])


class Excuse(Window, frozen=True):
    """Alice Kúper: that failure does not move your angry fans."""

    when = 120  # whenever something has failed, before all that follows
    over = ("Numbers", "EndRound")
    prompt = "You have failed: keep your Guest Star, or play her against it"
    effects = (p.ALICE,)

    def plays(self, state: RagnarokStar) -> list[str]:
        return [state.pack.star_ids[state.held[self.seat]]]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)

    def keep(self, state: RagnarokStar) -> None:
        advance(state, self.seat)

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state)


class Send(Asking, frozen=True):
    """Each angry fan on the exit goes to an opponent of its owner's choice; it must go."""

    # rule: angry.send, ruling.angry-send
    over = ("NewRound", "Score")
    when = 9
    prompt, rule = "Send the angry fan on your exit to an opponent", "angry.send"

    to: int = p.NONE  # who gets the first of two

    def ask(self, state: RagnarokStar) -> str:
        return self.prompt if self.to == p.NONE else "Send the second angry fan to an opponent"

    def options(self, state: RagnarokStar) -> list[str]:
        others = rivals(state, self.seat)
        return [p.BAND_IDS[seat] for seat in others] if len(others) > 1 else []

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """To whoever has most glory on the table; of equals, to the lowest seat."""
        others = sorted(rivals(state, self.seat))
        return p.BAND_IDS[max(others, key=lambda seat: sum(earned(state, seat)))]

    def again(self, state: RagnarokStar, pick: str) -> Send | None:
        more = self.to == p.NONE and state.lodges[self.seat] >= p.EXITS * p.EXIT
        return Send(self.seat, p.BAND_OF[pick]) if more else None

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        last = p.BAND_OF[pick] if pick else rivals(state, self.seat)[0]
        first = self.to if self.to != p.NONE else last
        state.picks[self.seat] = first * p.MOST + last

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing == p.BAND_IDS[self.seat]:
            return self.rule, "An angry fan goes to an opponent."
        return self.rule, "Choose the band that gets your angry fan."

    def fits(self, state: RagnarokStar) -> bool:
        waits = state.lodges[self.seat] // p.EXIT
        return waits > 0 and self.to in (p.NONE, *(rivals(state, self.seat) if waits > 1 else ()))


class Deliver(StarStep, frozen=True):
    """All leave together, then each finds the first free square, in the order of the senders."""

    # rule: angry.receive, angry.several, ruling.angry-always-room, ruling.angry-last-round
    over = ("NewRound", "Score")
    when = 8

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        sent = []
        for seat in around(state):
            waiting, chosen = state.lodges[seat] // p.EXIT, state.picks[seat]
            if waiting and chosen != p.NONE:
                sent += [(seat, to) for to in divmod(chosen, p.MOST)[-waiting:]]
                state.lodges[seat] %= p.EXIT
            state.picks[seat] = p.NONE
        for seat, to in sent:
            state.lodges[to] |= ~state.lodges[to] & (state.lodges[to] + 1)  # the lowest free square
            say(state, seat, f"sends an angry fan to {p.WHO[to]}")
