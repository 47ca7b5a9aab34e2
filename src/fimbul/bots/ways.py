"""The search of a wide row: all seats pick together, and one of them one way of very many.

Tries of single picks would never get round in it. So whole ways are compared, all in the same
dreams: those that look best in one of the first are played in one dream after the other, with what
the rivals will likely pick, and the less promising ones are given up little by little. Lore judges
where the run of this seat ends; or, in a game that has an instinct, where that has led a few rows
on, with the same dice for every way.

The ways that are compared come from the game's lore if it knows whole ones, from its instinct and
from looking at all runs. A rival sees neither my pick nor those of the others: its way is one of
the best that lore knows, or what its instinct picks, or at each decision what looks best to it at
once while the others pick at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from msgspec import Struct

from fimbul.bots.budget import BudgetClock
from fimbul.bots.outlooks import Outlook
from fimbul.bots.playout import follow_instinct, seal_rivals
from fimbul.bots.scout import Scout, Way
from fimbul.kernel import SEEDS, Dice, State, Width, choose, onward, races, unseal

TRIED_OPTIONS = 8  # of one seat in a row: with more, tries of single picks never get round
FIRST_DREAMS = 6  # in which good ways are looked for
FIRST_SHARE = 0.25  # of the time: after that, no further dream is looked at for them
FIRST_RUNS, LATER_RUNS = 200, 24  # carried on in each of those, and in each later dream
WAYS_OF_A_DREAM = 16  # that are compared from then on
FIRST_WAYS, OWN_WAYS, RIVAL_WAYS = 16, 40, 3  # carried on by lore: at first, then, for a rival
INSTINCT_WAYS, LOOKED_AT_WAYS = 12, 3  # of one dream: drawn by instinct, found by looking
INSTINCT_ROWS = 16  # that instinct plays on at most
CURIOSITY = 1.0  # how far above its mean a way may lie, in standard errors


def is_wide(state: State) -> bool:
    """Whether several seats are asked together, and one of them for one thing of very many."""
    asked = state.asked
    return (
        len(asked) > 1
        and max([len(decision.options) for decision in asked]) > TRIED_OPTIONS
        and not races(state)
    )


def is_for_ways(outlook: Outlook) -> bool:
    """Whether whole ways are compared here: in wide rows, and wherever there is an instinct."""
    lore = outlook.game.lore
    if lore.value is None or len(outlook.decision.options) == 1:
        return False
    dream = outlook.dream(Dice())
    if is_wide(dream):
        return True
    return lore.instinct is not None and lore.instinct(dream, outlook.decision, Dice()) is not None


class Average(Struct):
    """What came of one way on average so far."""

    total: float = 0.0
    squares: float = 0.0
    tries: int = 0

    def count(self, look: float) -> None:
        self.total += look
        self.squares += look * look
        self.tries += 1

    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0

    def promise(self) -> float:
        """How good it may yet turn out: little tried ways may be better than they seem."""
        if not self.tries:
            return inf
        spread = max(0.0, self.squares / self.tries - self.mean() ** 2)
        return self.mean() + CURIOSITY * sqrt(spread / self.tries)


class WaySearch:
    """Compares the ways of one seat in a row, until time is up."""

    def __init__(self, outlook: Outlook, dice: Dice, clock: BudgetClock) -> None:
        self.outlook, self.game, self.seat = outlook, outlook.game, outlook.seat
        self.dice, self.clock = dice, clock
        self.scores: dict[Way, Average] = {}
        self.whole = False  # whether lore knows whole ways here: then it judges them at once

    def best(self, left: float) -> list[Way]:
        """The way that came out best first; any pick, if there was no time to look at one."""
        self.clock.limit(left)
        self.begin(left)
        while not self.clock.empty():
            self.compare(self.alive(left))
        options = self.outlook.decision.options
        return self.ranked() or [(options[self.dice.roll(len(options))],)]

    def ranked(self) -> list[Way]:
        """The best first: by most tries, as only the better ones are tried on."""
        scores = self.scores
        return sorted(scores, key=lambda way: (-scores[way].tries, -scores[way].mean()))

    def alive(self, left: float) -> list[Way]:
        """The most promising ways: fewer and fewer as time goes by."""
        gone, scores = min(1.0, self.clock.spent() / left), self.scores
        ways = sorted(scores, key=lambda way: scores[way].promise(), reverse=True)
        return ways[: max(2, round(len(ways) * (1 - gone) ** 2))]

    def begin(self, left: float) -> None:
        """The ways that look best in any of a few dreams: what comes next is not known."""
        for number in range(FIRST_DREAMS):
            scout = self.scout(FIRST_RUNS)
            if self.clock.late():
                return
            ways = self.good_ways(scout, OWN_WAYS if number else FIRST_WAYS)[:WAYS_OF_A_DREAM]
            if self.scores and self.clock.late():
                return  # these were cut short, and whole ones are known
            for way in ways:
                self.scores.setdefault(way, Average())
                self.clock.iterations += 1
            if self.clock.spent() > left * FIRST_SHARE:
                return

    def good_ways(self, scout: Scout, most: int) -> Sequence[Way]:
        """The best first: as the game's lore thinks them out, or by looking at them."""
        if ways := self.known_ways(scout.dream, self.seat, most):
            self.whole = True
            return ways
        looks = scout.looks([(option,) for option in self.outlook.decision.options])
        ways = sorted(looks, key=looks.__getitem__, reverse=True)
        if self.game.lore.instinct is None or not is_wide(scout.dream):
            return ways
        drawn = [tuple(self.guess(scout.dream, self.seat)) for _ in range(INSTINCT_WAYS)]
        return list(dict.fromkeys([*drawn, *ways[:LOOKED_AT_WAYS]]))

    def known_ways(self, state: State, seat: int, most: int) -> Sequence[Way]:
        """Whole ways, if this is a row of which the game's lore knows them."""
        ways = self.game.lore.ways
        return ways(state, seat, Width(most, self.clock.late)) if ways and is_wide(state) else ()

    def compare(self, ways: list[Way]) -> None:
        """Play all of these in one more dream."""
        scout, seed = self.scout(LATER_RUNS), self.dice.roll(SEEDS)
        for way in ways:
            look = self.look(scout, way, seed)
            if look is None or self.clock.late():
                return  # time was up before the run's end
            self.scores[way].count(look)
            self.clock.iterations += 1

    def look(self, scout: Scout, way: Way, seed: int) -> float | None:
        """How good that way looks where its run ends, or where instinct leads from there."""
        if self.whole:
            return scout.judge(scout.follow(way))
        if self.game.lore.instinct is None:
            return scout.looks([way]).get(way)
        state = scout.follow(way)
        end, late = state.number + INSTINCT_ROWS, self.clock.late
        # Dice for each seat: what one seat does differently must not change another's luck.
        dice = [Dice(seed + seat) for seat in range(state.seats)]
        follow_instinct(self.game, state, dice, lambda: state.number >= end or late())
        return scout.judge(state)

    def scout(self, wide: int) -> Scout:
        """A scout in a new dream in which the rivals have picked what they are likely to."""
        dream = self.outlook.dream(self.dice)
        rivals = [decision.seat for decision in dream.asked if decision.seat != self.seat]
        for rival in rivals:
            unseal(dream, rival)
        ways = [self.guess(dream, rival) for rival in rivals]
        for rival, way in zip(rivals, ways, strict=True):
            for option in way:
                choose(dream, rival, option)
        scout = Scout(self.outlook, dream, self.dice, wide)
        scout.late = self.clock.late
        return scout

    def guess(self, state: State, rival: int) -> Sequence[str]:
        """All that a rival will likely pick in the open row."""
        if ways := self.known_ways(state, rival, RIVAL_WAYS):
            return ways[self.dice.roll(len(ways))]
        state, way = state.clone(), list[str]()
        number = state.number
        seal_rivals(state, rival, self.dice)
        while state.number == number and state.open:
            state, option = self.by_instinct(state, rival) or self.next_pick(state, rival)
            way.append(option)
        return way

    def by_instinct(self, state: State, rival: int) -> tuple[State, str] | None:
        """What it picks without a thought, if the game knows that, and the state after it."""
        instinct = self.game.lore.instinct
        option = instinct(state, state.open[0], self.dice) if instinct else None
        if option is None:
            return None
        choose(state, rival, option)
        return state, option

    def next_pick(self, state: State, rival: int) -> tuple[State, str]:
        """The pick that looks best to it, any of the best, and the state after it."""
        value = self.game.lore.value
        assert value, "only where lore judges can anything be guessed"
        options = self.dice.shuffled(onward(state, state.open[0]))
        best: tuple[float, State, str] | None = None
        for option in options[:1] if self.clock.late() else options:
            twin = state.clone()
            choose(twin, rival, option)
            look = value(twin, rival)
            if best is None or look > best[0]:
                best = look, twin, option
        assert best, "whoever is asked has options"
        return best[1:]
