"""Looking at all that one seat can do in a row of its own decisions, in one dream.

A turn is often several decisions (choose a viking, move it, cast a stone), and the table says
little until the last of them. So whole *runs* are looked at: a seat's consecutive decisions, up to
that of another seat or the end of the match. All runs are tried where there are few; otherwise
only the best few partial runs, by value, are carried on.

The part of a run that is picked in the open row is a *way*: nothing new can be seen before the row
is over, so a way can be thought out at once and then played on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from fimbul.bots.outlooks import Outlook, follows
from fimbul.bots.playout import play_on
from fimbul.kernel import Dice, State, choose, onward

MOST_DECISIONS = 16  # in a run
PLAYOUT_CHOICES = 200

Way = tuple[str, ...]  # what a seat picks in the open row


class Run(Struct, frozen=True):
    """What the seat picks in the open row, and where its picks so far have led."""

    way: Way
    state: State


class WayPlan(Struct, frozen=True):
    """What was picked last and what is left of its way: of use only right after that pick."""

    outlook: Outlook
    way: Way  # from the last pick on

    def rest(self, now: Outlook) -> Way:
        """What is left of the way, if this is the table it was made for."""
        return self.way[1:] if follows(self.outlook, self.way[0], now) else ()


def way_plan(outlook: Outlook, way: Way) -> WayPlan | None:
    return WayPlan(outlook, way) if len(way) > 1 else None


class Scout:
    """Looks at the runs of one seat in a dream where it alone is waited for."""

    def __init__(self, outlook: Outlook, dream: State, dice: Dice, wide: int) -> None:
        self.game, self.seat, self.dice = outlook.game, outlook.seat, dice
        self.dream, self.wide = dream, wide
        self.late: Callable[[], bool] = bool  # whether the time for looking is up
        self.rolled = False  # whether dice were rolled on any run

    def looks(self, ways: Iterable[Way]) -> dict[Way, float]:
        """How good the best run looks of each way that begins with one of these."""
        ends = self.ends([Run(way, self.follow(way)) for way in ways])
        self.rolled |= any(run.state.seed != self.dream.seed for run in ends)
        looks: dict[Way, float] = {}
        for run in ends:
            if looks and self.late():
                break
            look = self.judge(run.state)
            looks[run.way] = max(look, looks.get(run.way, look))
        return looks

    def follow(self, way: Way) -> State:
        """A clone of the dream in which that has been chosen."""
        twin = self.dream.clone()
        for option in way:
            choose(twin, self.seat, option)
        return twin

    def ends(self, runs: list[Run]) -> list[Run]:
        """The runs played to their end, or to their last decision allowed, or until time is up."""
        ends: list[Run] = []
        for _ in range(MOST_DECISIONS - 1):
            ends += [run for run in runs if not self.is_asked(run.state)]
            runs = [run for run in runs if self.is_asked(run.state)]
            if not runs or self.late():
                break
            runs = list(self.carry_on(self.narrow(runs)))
        return ends + runs

    def is_asked(self, state: State) -> bool:
        """Whether this seat alone is asked again: then its run goes on."""
        open_ = state.open
        return len(open_) == 1 and open_[0].seat == self.seat

    def carry_on(self, runs: Iterable[Run]) -> Iterable[Run]:
        for run in runs:
            in_row = run.state.number == self.dream.number
            for option in onward(run.state, run.state.open[0]):
                if self.late():
                    return
                twin = run.state.clone()
                choose(twin, self.seat, option)
                yield Run((*run.way, option) if in_row else run.way, twin)

    def narrow(self, runs: list[Run]) -> list[Run]:
        """All of them, or only the best if carrying on all would be too many."""
        ways = [len(run.state.open[0].options) for run in runs]
        if sum(ways) <= self.wide or self.late():
            return runs
        best = sorted(runs, key=lambda run: self.judge(run.state), reverse=True)
        return best[: max(1, self.wide // max(ways))]

    def judge(self, state: State) -> float:
        """How good a state looks for this seat: by its result, by lore, or by a playout."""
        value = self.game.lore.value
        if state.result is None and value is not None:
            return value(state, self.seat)
        if state.result is None:
            state = state.clone()
            play_on(state, self.dice, PLAYOUT_CHOICES)
        return state.result.reward(self.seat) if state.result else 0.0
