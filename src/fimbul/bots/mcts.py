"""Information-set Monte Carlo tree search, for any game, through the kernel alone.

One tree, grown in many dreams of what the seat cannot see. Each iteration imagines the table,
follows the tree down by what each seat has learnt for itself (every seat wants its own value:
max^n), adds a node, and tells all picks on the way what came of them.

- Decisions of one seat in a game whose lore has a value: all options are looked at once, one
  choice deep, and attention goes to those that look good. The same seat's next decisions are
  followed at once, so that what is valued is a whole run of picks, not a turn cut in half.
- Rows of several seats: each seat picks by its own statistics without seeing the others' picks,
  and the tree goes on by one seat's pick alone, the searcher's own if it is asked; to it the
  others' sealed picks are chance. Lore judges at the first pick that is new, or where dice have
  fallen; without lore random choices go on to the end.
- Rows in which a seat has very many options: whole ways through the row are compared in the same
  dreams, with guessed rivals (`ways.py`); deeper in the tree lore judges before such a row.
- A game that has an instinct: wherever that answers ways are compared too, and where the tree ends
  instinct plays on before lore judges.
- Where no dice and no secrets have come up, best play is backed up, not the average.

The tree is kept for the next decision of the same seat if that follows directly on the last.
"""

from __future__ import annotations

from typing import NamedTuple

from fimbul.bots.budget import Budget, BudgetClock, PausedCollector
from fimbul.bots.fate import Fate
from fimbul.bots.outlooks import Outlook, follows
from fimbul.bots.scout import Way, WayPlan, way_plan
from fimbul.bots.search import Search
from fimbul.bots.tree import Nodes
from fimbul.bots.ways import WaySearch, is_for_ways
from fimbul.kernel import Dice

LAST_SHARE = 0.05  # of the budget: left for every decision, however long the turn


class KeptTree(NamedTuple):
    """What the last pick leaves for the next: of use only if that follows directly on it.

    It holds the whole old tree, which takes a while to clear away, so that this happens in the
    time of the next pick and not after the end of the last.
    """

    outlook: Outlook
    option: str
    nodes: Nodes  # where the search began
    left: float  # the share of the turn's budget that is not spent

    def after(self) -> Nodes:
        """The tree below the pick."""
        node = self.nodes.get(self.outlook.seat)
        edge = node.edges.get(self.option) if node else None
        return edge.after if edge else {}


class MctsBot:
    """Picks what its search tried most often."""

    def __init__(self, name: str, budget: Budget, seed: int = 0) -> None:
        self.name, self.budget, self.dice = name, budget, Dice(seed)
        self.kept: KeptTree | None = None
        self.plan: WayPlan | None = None

    def pick(self, outlook: Outlook) -> str:
        with PausedCollector():
            return self.think(outlook, BudgetClock(self.budget))

    def think(self, outlook: Outlook, clock: BudgetClock) -> str:
        way = self.plan.rest(outlook) if self.plan else ()
        if not way and is_for_ways(outlook):
            way = self.compare(outlook, clock)
        self.plan = way_plan(outlook, way)
        return way[0] if way else self.search(outlook, clock)

    def compare(self, outlook: Outlook, clock: BudgetClock) -> Way:
        """The first pick of the best way, by tries of whole ways."""
        fate = Fate(outlook, clock)
        if way := fate.win():
            return way[:1]
        return fate.best(WaySearch(fate.hopeful(), self.dice, clock).best(fate.share))

    def search(self, outlook: Outlook, clock: BudgetClock) -> str:
        """The best pick, by tries of single picks, in a tree that is kept for the next decision."""
        nodes, left = self.recall(outlook)
        option = outlook.decision.options[0]
        if len(outlook.decision.options) > 1:
            option = self.tried(outlook, nodes, left, clock)
        self.kept = KeptTree(outlook, option, nodes, max(LAST_SHARE, left - clock.spent()))
        return option

    def tried(self, outlook: Outlook, nodes: Nodes, left: float, clock: BudgetClock) -> str:
        """A pick that wins for certain; otherwise the one that was tried most often and does not
        lose for certain."""
        fate = Fate(outlook, clock)
        if way := fate.win():
            return way[0]
        search = Search(fate.hopeful(), nodes, self.dice, clock)
        return fate.best([(option,) for option in search.ranked(left * fate.share)])[0]

    def recall(self, outlook: Outlook) -> tuple[Nodes, float]:
        """The tree below the last pick and what is left of the budget; or a new tree and all of the
        budget."""
        kept, self.kept = self.kept, None
        return (
            (kept.after(), kept.left)
            if kept and follows(kept.outlook, kept.option, outlook)
            else ({}, 1.0)
        )
