"""What is certain within one round: a win of one's own, and a loss at the next seat's turn.

Search tells what is likely; this is what the rules leave no doubt about. All that a seat can do in
a row is tried, and where that leads all that the next seat can do: a way that wins whatever others
do is taken, and no way is taken after which the next seat wins for certain, as long as there is
another. Of rivals who pick in the same row, unseen, every pick is tried. What depends on dice is
not certain, nor what is true in one dream only.

A game's lore says how many choices are worth a try, and where no end can come within a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf
from time import thread_time

from msgspec import structs

from fimbul.bots.budget import BudgetClock
from fimbul.bots.outlooks import Outlook
from fimbul.bots.scout import Way
from fimbul.kernel import Decision, Dice, Result, State, choose, decision_of, onward, races, unseal

MOST_TRIES = 4000  # of choices for one question, where lore is silent
SHARE_OF_BUDGET = 0.2  # its seconds, by the processor, for each question
DREAMS = 4  # tables that agree with what the seat sees
FURTHER_DREAMS = 60  # as many more at most, where every answer loses in all of them


class _Enough(Exception):
    """There is too much to look at, or no time left: then nothing is known."""


class Fate:
    """What a seat can be certain of at its decision."""

    def __init__(self, outlook: Outlook, clock: BudgetClock | None = None) -> None:
        self.outlook, self.game, self.seat = outlook, outlook.game, outlook.seat
        self.clock, self.left, self.deadline, self.answer = clock, 0, inf, Way()
        first = self.dreamt(dice := Dice())
        self.number, self.seed = first.number, first.seed
        near = self.game.lore.near
        self.most = MOST_TRIES if near is None else near(first)
        self.worlds = [first] if self.most and not races(first) else []
        self.dice, self.hidden = dice, bool(self.worlds) and self.game.hides(first)
        if self.hidden:
            self.imagine(DREAMS - 1)

    def dreamt(self, dice: Dice) -> State:
        """A dream in which the rivals have picked nothing yet."""
        dream = self.outlook.dream(dice)
        for rival in list(dream.sealed):
            unseal(dream, rival)
        return dream

    def imagine(self, most: int) -> bool:
        """Further dreams, as far as they differ; return whether any does."""
        known = len(self.worlds)
        for _ in range(most):
            world = self.dreamt(self.dice)
            world.seed = self.seed
            if world not in self.worlds:
                self.worlds.append(world)
        return len(self.worlds) > known

    # -- what bots ask -------------------------------------------------------------------------

    @property
    def share(self) -> float:
        """How much of the budget a search may take, so that its answer can be checked after it.

        A check takes about as long as the look for a win: the next turn is as long as this one.
        """
        return 1.0 - min(SHARE_OF_BUDGET, 2 * self.clock.spent()) if self.clock else 1.0

    def begin(self) -> None:
        """A new question. A busy machine takes none of its time: a search may be cut short, but
        what is certain must be seen."""
        self.left = self.most
        seconds = self.clock.budget.seconds if self.clock else 0.0
        self.deadline = thread_time() + SHARE_OF_BUDGET * seconds if seconds else inf

    def win(self) -> Way:
        """All that is picked on a way that wins for certain; empty if none is known."""
        self.begin()
        try:
            for world in self.worlds[:1]:
                for way, end in self.runs(world, self.seat):
                    if self.wins(end) and all(map(self.wins, self.follow(way)[1:])):
                        return way
        except _Enough:
            pass
        return ()

    def hopeful(self) -> Outlook:
        """The outlook without the picks that lose for certain, whatever follows; unchanged if all
        of them do."""
        options = self.outlook.decision.options
        self.begin()
        kept = tuple(way[0] for way in self.bearable([(one,) for one in options], self.is_lost))
        if not kept or len(kept) == len(options):
            return self.outlook
        return replace(self.outlook, decision=structs.replace(self.outlook.decision, options=kept))

    def best(self, ways: Sequence[Way]) -> Way:
        """The first of these after which no other seat wins for certain; or simply the first."""
        self.begin()
        return next(self.bearable(ways, self.loses), ways[0])

    # -- what is looked at ---------------------------------------------------------------------

    def bearable(self, ways: Sequence[Way], lost: Callable[[State], bool]) -> Iterator[Way]:
        """Those that do not lose for certain.

        A few dreams may all be bad ones: where every way is lost in them, further ones are looked
        at, until one of the ways is not.
        """
        found = False
        for way in ways:
            if not self.is_doomed(way, lost):
                found = True
                yield way
        for _ in range(FURTHER_DREAMS if self.hidden and not found else 0):
            if thread_time() >= self.deadline:
                return
            if self.imagine(1):
                known, self.worlds = self.worlds, self.worlds[-1:]
                kept = [way for way in ways if not self.is_doomed(way, lost)]
                self.worlds = known
                if kept:
                    yield from kept
                    return

    def is_doomed(self, way: Way, lost: Callable[[State], bool]) -> bool:
        """Whether the match is lost in every dream, however the seat goes on from that way."""
        try:
            starts = self.follow(way)
            return bool(starts) and all(
                lost(end) for start in starts for _, end in self.runs(start, self.seat)
            )
        except _Enough:
            return False

    def follow(self, way: Way) -> list[State]:
        """Every dream after these picks; none if they cannot be picked in all of them."""
        ends = []
        for world in self.worlds:
            twin = world.clone()
            for option in way:
                decision = self.asked(twin, self.seat)
                if decision is None or option not in decision.options:
                    return []
                choose(twin, self.seat, option)
            ends.append(twin)
        return ends

    def runs(self, state: State, seat: int, way: Way = ()) -> Iterator[tuple[Way, State]]:
        """Where all that a seat may pick one after the other leads, as far as no dice fall."""
        decision = None if state.seed != self.seed else self.asked(state, seat)
        if decision is None:
            yield way, state
            return
        for option in onward(state, decision):
            yield from self.runs(self.after(state, seat, option), seat, (*way, option))

    def after(self, state: State, seat: int, option: str) -> State:
        if self.left <= 0 or thread_time() >= self.deadline:
            raise _Enough
        self.left -= 1
        twin = state.clone()
        choose(twin, seat, option)
        return twin

    def asked(self, state: State, seat: int) -> Decision | None:
        """What that seat is asked, alone or in the row where it all begins."""
        if seat in state.sealed or not (len(state.asked) == 1 or state.number == self.number):
            return None
        return decision_of(state, seat)

    # -- who has won ---------------------------------------------------------------------------

    def wins(self, end: State) -> bool:
        """Whether the match is won whatever others pick next."""
        if end.result is not None or end.seed != self.seed:
            return self.is_won(end)
        found = False
        for state in self.replies(end):
            if not self.is_won(state):
                return False
            found = True
        return found

    def loses(self, end: State) -> bool:
        """Whether another seat wins next if it wants to; of unseen picks, whatever they are."""
        if end.result is not None or end.seed != self.seed:
            return self.is_lost(end)
        if self.seat in end.sealed:
            found = list(self.replies(end))
            return bool(found) and all(map(self.is_lost, found))
        rival = end.asked[0].seat
        return self.is_answered(end) or any(
            self.is_taken(state, rival) for state in self.replies(end)
        )

    def is_answered(self, end: State) -> bool:
        """Whether what won for the next seat against another way wins again."""
        state = end.clone()
        for option in self.answer:
            rival = state.open[0] if len(state.open) == 1 else None
            if rival is None or option not in rival.options or rival.seat == self.seat:
                return False
            choose(state, rival.seat, option)
        return self.is_taken(state, end.asked[0].seat)

    def replies(self, end: State) -> Iterator[State]:
        """Where all that others can pick leads: in the same row, or in the next seat's turn."""
        if self.seat in end.sealed:
            yield from self.revealed(end)
        elif len(end.asked) == 1 and (rival := end.asked[0].seat) not in self.allies(end):
            for way, state in self.runs(end, rival):
                if self.is_taken(state, rival):
                    self.answer = way
                yield state

    def revealed(self, state: State) -> Iterator[State]:
        """The row's end, for every pick of those who have not picked yet."""
        if self.seat not in state.sealed:
            yield state
            return
        rival = state.open[0]
        for option in onward(state, rival):
            yield from self.revealed(self.after(state, rival.seat, option))

    def allies(self, state: State) -> tuple[int, ...]:
        return self.game.allies(state, self.seat)

    def places(self, state: State) -> tuple[int, list[int]] | None:
        """The place of this seat, and those of its rivals; None if that is not certain."""
        result: Result | None = state.result
        if result is None or state.seed != self.seed:
            return None
        mates = self.allies(state)
        rivals = [place for seat, place in enumerate(result.places) if seat not in mates]
        return result.places[self.seat], rivals

    def is_won(self, state: State) -> bool:
        places = self.places(state)
        return places is not None and places[0] < min(places[1], default=places[0] + 1)

    def is_taken(self, state: State, rival: int) -> bool:
        """Whether that seat has won: it would not help another to win."""
        result = state.result
        return result is not None and result.places[rival] == 1 and self.is_lost(state)

    def is_lost(self, state: State) -> bool:
        places = self.places(state)
        return places is not None and places[0] > min(places[1], default=places[0])
