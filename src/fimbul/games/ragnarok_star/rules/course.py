"""The course of a round: programming, arrival, the numbers in order, the close, the ice."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules import order
from fimbul.games.ragnarok_star.rules.angry import Deliver, Send, fail
from fimbul.games.ragnarok_star.rules.arrival import arrive
from fimbul.games.ragnarok_star.rules.contracts import check_contracts
from fimbul.games.ragnarok_star.rules.ending import Score
from fimbul.games.ragnarok_star.rules.guests import holders
from fimbul.games.ragnarok_star.rules.ice import RemoveTile
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write, open_boards
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.rules.windows import AfterArrival, CloseNumber
from fimbul.games.ragnarok_star.state.packing import AT_NUMBER, BIT, LODGES
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked, count, say
from fimbul.kernel import Row, Said, phrase

BEGINNINGS = tuple(steps[0]() for steps in order.NUMBER)
STEP_BIT = tuple(BIT[step] for step in p.STEP_OF)
NOW = tuple(
    Said(words=phrase("Number {number}", number=number)) for number in range(1, p.PLACES + 1)
)


class NewRound(StarStep, frozen=True):  # rule: round.phases, program.secret
    """The last round is wiped off the boards, and all are written at the same time."""

    above = order.BEFORE_NEW_ROUND

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        seats = state.seats
        state.round += 1
        state.at = state.quiet = 0
        state.plan, state.ticks = (
            [p.NONE] * p.PLACES * seats,
            [p.NONE] * p.PLACES * seats,
        )
        state.written, state.dawn = [()] * seats, state.tally.copy()
        state.events.append(ROUNDS[state.round])
        board = Write if state.strict else Scrawl
        state.then(tuple([board(seat) for seat in range(seats)]), Reveal())

    def fits(self, state: RagnarokStar) -> bool:
        return state.round < p.ROUNDS


ROUNDS = tuple(
    Said(words=phrase("Round {number} of {rounds}", number=number, rounds=p.ROUNDS))
    for number in range(p.ROUNDS + 1)
)


class Reveal(StarStep, frozen=True):  # rule: program.reveal, program.before-arrival, round.phases
    """All boards are open, the new fans come, and the numbers begin."""

    above = order.BEFORE_REVEAL

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        open_boards(state)
        arrive(state)
        state.first = state.master
        state.then(*[AfterArrival(seat) for seat in holders(state, p.LEMMY, p.PRINS)], Numbers())

    def fits(self, state: RagnarokStar) -> bool:
        return not state.at and state.round >= 1 and all(state.decks)


@cache
def rows_of(needed: int) -> tuple[Row, ...]:
    """The steps of a number that somebody acts in, the last one first, above the next number.

    `needed` has the BIT of each step, as the rulebook numbers them.
    """
    steps = [step for number, step in enumerate(BEGINNINGS, 1) if needed & BIT[number]]
    return tuple((step,) for step in (Numbers(), CloseNumber(), *reversed(steps)))


class Numbers(StarStep, frozen=True):  # rule: resolve.numeric-order
    """The next number, for everybody at the same time; after the last one the actions close."""

    above = order.BEFORE_NUMBERS
    beat = True

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: resolve.simultaneous
        at, needed = state.at, 0
        if at == p.NUMBERS[state.mode]:  # rule: diva.six-numbers
            close_actions(state)
            return
        for action in state.plan[AT_NUMBER[at + 1]]:
            if action >= 0:
                needed |= STEP_BIT[action]
        if state.dragon != p.NONE:
            needed |= STEP_BIT[p.DRAGON]
        state.at, state.first, state.moved, state.scared = at + 1, state.master, 0, 0
        state.events.append(NOW[at])
        state.agenda += rows_of(needed)

    def fits(self, state: RagnarokStar) -> bool:
        return state.round >= 1 and 0 <= state.at <= p.NUMBERS[state.mode]


def close_actions(state: RagnarokStar) -> None:  # rule: angry.fail-shield, ruling.failure-shield
    """Shields that nobody needed are failures; the rest follows once those are settled."""
    state.first = state.master
    in_vain = [
        seat for seat in range(state.seats) if state.shields[seat] and not state.useful & BIT[seat]
    ]
    state.then(EndRound())
    if state.mode:
        for seat in in_vain:
            say(state, seat, "{who} has raised a shield in vain")
        fail(state, in_vain)


class EndRound(StarStep, frozen=True):
    """Where boats end is counted, shields go down, eyes and dragon come back, then the ice."""

    above = order.BEFORE_END_OF_ROUND
    beat = True

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        for seat in range(state.seats):
            at = state.boats[seat]
            if at != p.NONE:
                count(state, seat, p.ENDED + at)
                count(state, seat, p.FROZEN_ENDS, blocked(state, at))
        check_contracts(state)  # rule: ruling.contract-immediate-check
        seats = state.seats
        state.shields, state.eyes = [0] * seats, [0] * seats  # rule: shield.duration, eye.return
        state.useful = state.locked = 0
        state.dragon = state.caller = p.NONE  # rule: dragon.stay
        senders = [seat for seat in range(seats) if LODGES[state.lodges[seat]].waiting]
        sending = (tuple([Send(seat) for seat in senders]), Deliver()) if senders else ()
        if state.round == p.ROUNDS:  # rule: ruling.ice-change-round-seven, end.after-seven
            state.then(*sending, Score())
        else:
            state.then(*sending, RemoveTile(state.master), NewRound())

    def fits(self, state: RagnarokStar) -> bool:
        return state.round >= 1 and state.at > 0
