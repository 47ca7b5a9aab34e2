"""One-ply greedy: the best look of the table once this seat has done all it can do in a row.

A turn is often several decisions (choose a viking, move it, cast a stone), and the table says
little until the last of them. So greedy looks at whole *runs*: its consecutive decisions, up to
that of another seat or the end of the match. All runs are tried where there are at most WIDE of
them; otherwise only the best few partial runs, by value, are carried on.

In a row of several seats the rivals pick at random first. Where there are secrets or dice, looks
are averaged over DREAMS dreams. A game whose lore has no value is judged by random playouts of
at most FAR choices, one for each run; a playout that does not end counts nought.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from fimbul.bots.outlook import Outlook
from fimbul.bots.playout import play_on, seal_rivals
from fimbul.kernel import Dice, State, choose

WIDE = 1600  # so many runs are looked at, over all dreams
BLIND = 160  # and so many where each costs a playout
DEEP = 8  # decisions in a run
DREAMS = 8
FAR = 200  # choices in a playout


class GreedyBot:
    """Picks the first thing of the run that looks best; among equals its dice decide."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        if len(options) == 1:
            return options[0]
        looks = dict.fromkeys(options, 0.0)
        for _ in range(DREAMS):
            scout = Scout(outlook, self.dice)
            for option, look in scout.looks().items():
                looks[option] += look
            if not scout.unsure:
                break
        best = max(looks.values())
        picks = [option for option, look in looks.items() if look == best]
        return picks[self.dice.roll(len(picks))]


class Run(Struct, frozen=True):
    """What this seat picks first, and where its picks so far have led."""

    first: str
    state: State


class Scout:
    """Looks at the runs that begin in one dream."""

    def __init__(self, outlook: Outlook, dice: Dice) -> None:
        self.game, self.seat, self.dice = outlook.game, outlook.seat, dice
        self.options = outlook.decision.options
        self.dream = outlook.dream(dice)
        self.unsure = self.game.lore.redeal is not None or len(self.dream.asked) > 1
        seal_rivals(self.dream, self.seat, dice)
        wide = WIDE if self.game.lore.value else BLIND
        self.wide = wide // DREAMS if self.unsure else wide

    def looks(self) -> dict[str, float]:
        """How good the best run looks that begins with each option.

        An option whose runs were all given up looks as bad as the worst that was carried on.
        """
        ends = self.ends()
        self.unsure |= any(run.state.seed != self.dream.seed for run in ends)  # dice were rolled
        looks: dict[str, float] = {}
        for run in ends:
            look = self.judge(run.state)
            looks[run.first] = max(look, looks.get(run.first, look))
        worst = min(looks.values())
        return {option: looks.get(option, worst) for option in self.options}

    def ends(self) -> list[Run]:
        """The runs played to their end, or to their DEEP-th decision."""
        runs = [Run(option, played(self.dream, self.seat, option)) for option in self.options]
        ends: list[Run] = []
        for _ in range(DEEP - 1):
            ends += [run for run in runs if not self.is_asked(run.state)]
            runs = list(self.carry_on(self.narrow([r for r in runs if self.is_asked(r.state)])))
        return ends + runs

    def is_asked(self, state: State) -> bool:
        """Whether this seat alone is asked again: then its run goes on."""
        return len(state.open) == 1 and state.open[0].seat == self.seat

    def carry_on(self, runs: Iterable[Run]) -> Iterable[Run]:
        for run in runs:
            for option in run.state.open[0].options:
                yield Run(run.first, played(run.state, self.seat, option))

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


def played(state: State, seat: int, option: str) -> State:
    """A stranger in which that has been chosen."""
    twin = state.clone()
    choose(twin, seat, option)
    return twin
