"""One-ply greedy: the way after which the table looks best once this seat has done all it can do in
a row.

In a row of several seats the rivals pick at random first. Where there are secrets or dice, looks
are averaged over several dreams, for the ways that looked best in the first of them. What is left
of the best way is kept and played on. A game whose lore has no value is judged by random playouts,
one for each run; a playout that does not end counts zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fimbul.bots.fate import Fate
from fimbul.bots.outlooks import Outlook
from fimbul.bots.playout import seal_rivals
from fimbul.bots.scout import Scout, Way, WayPlan, way_plan
from fimbul.kernel import Dice, Lore, State

RUNS = 1600  # looked at, over all dreams
PLAYOUTS = 160  # so many runs where each costs a playout
DREAMS = 8
WAYS_COMPARED = 24  # in the further dreams


class GreedyBot:
    """Picks the first thing of the way that looks best; among equals its dice decide."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)
        self.plan: WayPlan | None = None

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        way = self.plan.rest(outlook) if self.plan else ()
        if not way:
            way = options if len(options) == 1 else best_way(outlook, self.dice)
        self.plan = way_plan(outlook, way)
        return way[0]


def best_way(outlook: Outlook, dice: Dice) -> Way:
    """A way that wins for certain; or the one that looks best on average, and does not lose so."""
    fate = Fate(outlook)
    return fate.win() or fate.best(ranked(fate.hopeful(), dice))


def ranked(outlook: Outlook, dice: Dice) -> list[Way]:
    """The ways that were looked at, the best first, any of the best."""
    scout = first_scout(outlook, dice)
    looks = scout.looks([(option,) for option in outlook.decision.options])
    if is_unsure(outlook, scout):
        few = sorted(looks, key=looks.__getitem__, reverse=True)[:WAYS_COMPARED]
        looks = {way: looks[way] for way in few}
        for _ in range(DREAMS - 1):
            again = look_again(few, first_scout(outlook, dice).looks(few))
            looks = {way: look + again[way] for way, look in looks.items()}
    ways = sorted(looks, key=looks.__getitem__, reverse=True)
    best = [way for way in ways if looks[way] == looks[ways[0]]]
    first = best[dice.roll(len(best))]
    return [first, *(way for way in ways if way != first)]


def look_again(ways: Sequence[Way], found: Mapping[Way, float]) -> dict[Way, float]:
    """How each way looks in another dream: as the best that it was carried on to there, or no
    better than the worst where others were carried on in its place."""
    worst = min(found.values())
    return {
        way: max((look for run, look in found.items() if run[: len(way)] == way), default=worst)
        for way in ways
    }


def first_scout(outlook: Outlook, dice: Dice) -> Scout:
    """A scout in a dream of its own, where the rivals have picked something."""
    dream = outlook.dream(dice)
    unsure = outlook.game.hides(dream) or len(dream.asked) > 1
    seal_rivals(dream, outlook.seat, dice)
    wide = runs_of(outlook.game.lore, dream)
    return Scout(outlook, dream, dice, wide // DREAMS if unsure else wide)


def runs_of(lore: Lore[Any], dream: State) -> int:
    """How many runs are looked at: fewer where the game says that each of them is dear."""
    most = RUNS if lore.value else PLAYOUTS
    return most if lore.runs is None else min(most, lore.runs(dream))


def is_unsure(outlook: Outlook, scout: Scout) -> bool:
    """Whether another dream may look otherwise: there are secrets, sealed picks or dice."""
    dream = scout.dream
    return outlook.game.hides(dream) or len(dream.asked) > 1 or scout.rolled
