"""Step 2 of a number: classic navigation and amp flights, all at the same time."""

from __future__ import annotations

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import fail
from fimbul.games.ragnarok_star.rules.guests import Window, discard, holders
from fimbul.games.ragnarok_star.rules.steps import StarStep
from fimbul.games.ragnarok_star.state.packing import BIT, STOPPED
from fimbul.games.ragnarok_star.state.table import (
    RagnarokStar,
    acting,
    action_of,
    blocked,
    count,
    tick_of,
)
from fimbul.kernel import Placed, Said, phrase

MOVE = 2
SAILED, FLEW = (
    tuple(
        tuple(
            Placed(seat=seat, thing=boat, to=to, words=phrase(words, who=p.WHO[seat], island=name))
            for to, name in zip(p.ISLAND_IDS, p.ISLAND_NAMES, strict=True)
        )
        for seat, boat in enumerate(p.BOAT_IDS)
    )
    for words in ("{who} sails to {island}", "{who} flies to {island}")
)
STUCK, LOST = (
    tuple(Said(seat=seat, words=phrase(words, who=who)) for seat, who in enumerate(p.WHO))
    for words in (
        "Ice stops the boat of {who}, which stays where it is",
        "{who} has ticked no island, so the boat stays where it is",
    )
)


class Moves(StarStep, frozen=True):  # rule: move.classic, move.amp
    """Every boat moves on the ice as it lies; where ice is in the way a Guest Star may help."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: ruling.move-range
        stopped = []
        for seat in acting(state, MOVE):
            to = tick_of(state, seat)
            if to == p.NONE:  # rule: program.error-destination, angry.errors-do-not-count
                state.events.append(LOST[seat])
            elif action_of(state, seat) == p.FLY:  # rule: ruling.amp-is-flying-ship
                fly(state, seat, to)
            elif blocked(state, state.boats[seat]) or blocked(state, to):
                stopped.append(seat)
            else:
                sail(state, seat, to)
        if stopped:
            askable = holders(state, p.FREYJA)
            asked = [seat for seat in stopped if seat in askable]
            for seat in stopped:
                state.picks[seat] = STOPPED
            if asked:
                state.then(tuple([SailThrough(seat) for seat in asked]), Stuck())
            else:
                state.then(Stuck())


def sail(state: RagnarokStar, seat: int, to: int) -> None:  # rule: move.classic
    """To any port, as long as no ice lies at either end; also out of and into the same port."""
    state.boats[seat] = to  # rule: ruling.move-same-port, ruling.shared-ports, ruling.back-to-sea
    state.moved |= BIT[seat]
    count(state, seat, p.SAILS)
    state.events.append(SAILED[seat][to])


def fly(state: RagnarokStar, seat: int, to: int) -> None:  # rule: move.amp, move.amp-only-way
    """An amp flight: ice does not matter."""
    if blocked(state, state.boats[seat]) or blocked(state, to):
        count(state, seat, p.ICE_FLIGHTS)
    state.boats[seat] = to
    state.moved |= BIT[seat]
    count(state, seat, p.FLIGHTS)
    state.events.append(FLEW[seat][to])


class SailThrough(Window, frozen=True):
    """Freyja Mercury: the crossing succeeds as if there were no ice."""

    prompt = "Ice stops your boat. Keep your Guest Star, or play it to sail all the same"
    effects = (p.FREYJA,)

    def plays(self, state: RagnarokStar) -> list[str]:
        return [state.pack.star_ids[state.held[self.seat]]]

    def play(self, state: RagnarokStar, pick: str) -> None:
        discard(state, self.seat)
        state.picks[self.seat] = p.NONE
        sail(state, self.seat, tick_of(state, self.seat))

    def fits(self, state: RagnarokStar) -> bool:
        return self.may_hold(state) and is_stopped(state, self.seat)


def is_stopped(state: RagnarokStar, seat: int) -> bool:
    return state.at > 0 and action_of(state, seat) == p.SAIL and tick_of(state, seat) != p.NONE


class Stuck(StarStep, frozen=True):  # rule: move.classic-ice
    """Whoever ice has stopped stays where it is, and has failed."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        failed = [seat for seat in acting(state, MOVE) if state.picks[seat] == STOPPED]
        for seat in failed:
            state.picks[seat] = p.NONE
            state.events.append(STUCK[seat])
        fail(state, failed)  # rule: angry.fail-navigation, ruling.failure-navigation
