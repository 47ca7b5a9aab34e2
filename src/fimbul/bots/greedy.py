"""One-ply greedy: the best look of the table once this seat has done all it can do in a row.

A turn is often several decisions (choose a viking, move it, cast a stone), and the table says
little until the last of them. So greedy looks at whole *runs*: its consecutive decisions, up to
that of another seat or the end of the match. All runs are tried where there are at most WIDE of
them; otherwise only the best few partial runs, by value, are carried on.

In a row of several seats the rivals pick at random first. Where there are secrets or dice, looks
are averaged over DREAMS dreams: of the FEW ways that looked best in the first of them, a way being
all that this seat picks in the open row. What is left of the best way is kept and played on, as
nothing new can be seen before the row is over. A game whose lore has no value is judged by random
playouts of at most FAR choices, one for each run; a playout that does not end counts nought.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from fimbul.bots.outlook import Outlook, follows
from fimbul.bots.playout import play_on, seal_rivals
from fimbul.kernel import Dice, State, choose, onward

WIDE = 1600  # so many runs are looked at, over all dreams
BLIND = 160  # and so many where each costs a playout
DEEP = 16  # decisions in a run
DREAMS = 8
FEW = 24  # ways looked at in further dreams
FAR = 200  # choices in a playout

Way = tuple[str, ...]  # what this seat picks in the open row


class Plan(Struct, frozen=True):
    """What was picked last and what is left of its way: of use only right after that pick."""

    outlook: Outlook
    option: str
    way: Way


class GreedyBot:
    """Picks the first thing of the way that looks best; among equals its dice decide."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)
        self.plan: Plan | None = None

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        way = self.planned(outlook) or (
            options if len(options) == 1 else best_way(outlook, self.dice)
        )
        self.plan = Plan(outlook, way[0], way[1:]) if len(way) > 1 else None
        return way[0]

    def planned(self, outlook: Outlook) -> Way:
        """What is left of the plan, if this is the table it was made for."""
        plan, self.plan = self.plan, None
        return plan.way if plan and follows(plan.outlook, plan.option, outlook) else ()


def best_way(outlook: Outlook, dice: Dice) -> Way:
    """The way that looks best on average."""
    scout = Scout(outlook, dice)
    looks = scout.looks([(option,) for option in outlook.decision.options])
    if scout.unsure:
        few = sorted(looks, key=looks.__getitem__, reverse=True)[:FEW]
        looks = {way: looks[way] for way in few}
        for _ in range(DREAMS - 1):
            for way, look in Scout(outlook, dice).looks(few).items():
                looks[way] += look
    best = max(looks.values())
    ways = [way for way, look in looks.items() if look == best]
    return ways[dice.roll(len(ways))]


class Run(Struct, frozen=True):
    """What this seat picks in the open row, and where its picks so far have led."""

    way: Way
    state: State


class Scout:
    """Looks at the runs that begin in one dream."""

    def __init__(self, outlook: Outlook, dice: Dice) -> None:
        self.game, self.seat, self.dice = outlook.game, outlook.seat, dice
        self.dream = outlook.dream(dice)
        self.unsure = self.game.lore.redeal is not None or len(self.dream.asked) > 1
        seal_rivals(self.dream, self.seat, dice)
        wide = WIDE if self.game.lore.value else BLIND
        self.wide = wide // DREAMS if self.unsure else wide

    def looks(self, ways: Iterable[Way]) -> dict[Way, float]:
        """How good the best run looks of each way that begins with one of these."""
        ends = self.ends([Run(way, self.follow(way)) for way in ways])
        self.unsure |= any(run.state.seed != self.dream.seed for run in ends)  # dice were rolled
        looks: dict[Way, float] = {}
        for run in ends:
            look = self.judge(run.state)
            looks[run.way] = max(look, looks.get(run.way, look))
        return looks

    def follow(self, way: Way) -> State:
        """A stranger in which that has been chosen."""
        twin = self.dream.clone()
        for option in way:
            choose(twin, self.seat, option)
        return twin

    def ends(self, runs: list[Run]) -> list[Run]:
        """The runs played to their end, or to their DEEP-th decision."""
        ends: list[Run] = []
        for _ in range(DEEP - 1):
            ends += [run for run in runs if not self.is_asked(run.state)]
            runs = list(self.carry_on(self.narrow([r for r in runs if self.is_asked(r.state)])))
        return ends + runs

    def is_asked(self, state: State) -> bool:
        """Whether this seat alone is asked again: then its run goes on."""
        open_ = state.open
        return len(open_) == 1 and open_[0].seat == self.seat

    def carry_on(self, runs: Iterable[Run]) -> Iterable[Run]:
        for run in runs:
            in_row = run.state.number == self.dream.number
            for option in onward(run.state, run.state.open[0]):
                twin = run.state.clone()
                choose(twin, self.seat, option)
                yield Run((*run.way, option) if in_row else run.way, twin)

    def narrow(self, runs: list[Run]) -> list[Run]:
        """All of them, or only the best if carrying on all would be too many."""
        ways = [len(run.state.open[0].options) for run in runs]
        if sum(ways) <= self.wide:
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
            play_on(state, self.dice, FAR)
        return state.result.reward(self.seat) if state.result else 0.0
