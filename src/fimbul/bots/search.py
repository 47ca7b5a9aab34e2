"""One decision's search: iterations from the open decision down the tree, until time is up."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.bots.budget import BudgetClock
from fimbul.bots.outlooks import Outlook
from fimbul.bots.playout import Values, follow_instinct, play_on, values
from fimbul.bots.tree import Edge, Node, Nodes, by_sight, by_trying
from fimbul.bots.ways import is_wide
from fimbul.kernel import (
    NOBODY,
    SEEDS,
    Decision,
    Dice,
    State,
    choose,
    decision_of,
    onward,
    races,
    unseal,
)

FIRST_SHARE = 0.6  # of what is left of a turn's budget, while more decisions follow
CURIOSITY = 2.0  # how much options draw that look good at first sight and are little tried
WIDTH_OF_FIRST_VISIT = 64  # options of a new decision that are looked at in one go
DREAMS_KEPT = 256  # with so many, the same ones are used again with other dice
DREAMS_COMPARED = 6  # if so many are the same, nothing is hidden
MOST_CHOICES = 10_000  # of a random playout, where no lore judges


class Search:
    """Grows the tree below `nodes`, which may hold what an earlier search has learnt."""

    def __init__(self, outlook: Outlook, nodes: Nodes, dice: Dice, clock: BudgetClock) -> None:
        self.outlook, self.game, self.seat = outlook, outlook.game, outlook.seat
        self.nodes, self.dice, self.clock = nodes, dice, clock
        self.judged = self.game.lore.value is not None
        self.dreams: list[State] = []
        self.root = self.imagine()
        self.certain = self.is_certain()
        self.exact = self.certain and self.judged  # and no dice, no sealed row met so far
        self.spread, self.spreads = 0.0, 0  # of first sights: the scale to weigh curiosity by

    def ranked(self, left: float) -> list[str]:
        """What was tried, the most often first; any, if there was not even time to look at one."""
        self.clock.limit(left * FIRST_SHARE)
        self.iterate()
        if not self.goes_on():
            self.clock.limit(left)
            self.iterate()
        options = self.outlook.decision.options
        return self.tried() or [options[self.dice.roll(len(options))]]

    def tried(self) -> list[str]:
        node = self.nodes.get(self.seat)
        return node.ranked(self.outlook.decision.options) if node else []

    def goes_on(self) -> bool:
        """Whether this seat alone is asked again after the pick that is best so far."""
        best = next(iter(self.tried()), None)
        return best is not None and self.nodes[self.seat].edges[best].after.keys() == {self.seat}

    def iterate(self) -> None:
        while not self.clock.empty():
            descent = Descent(self)
            found = descent.find()
            if found is not None:
                descent.back_up(found)
            self.clock.iterations += 1

    def imagine(self) -> State:
        """A dream in which the rivals have picked nothing yet: they pick anew, by the tree."""
        turn = self.clock.iterations % DREAMS_KEPT
        if turn == len(self.dreams):
            self.dreams.append(self.fresh_dream())
        dream = self.dreams[turn].clone()
        dream.seed = self.dice.roll(SEEDS)
        return dream

    def fresh_dream(self) -> State:
        dream = self.outlook.dream(self.dice)
        for rival in list(dream.sealed):
            unseal(dream, rival)
        return dream

    def is_certain(self) -> bool:
        """Whether it is the same table in every dream, as far as a few of them show."""
        if not self.game.hides(self.dreams[0]):
            return True
        first = self.dreams[0].clone()
        for _ in range(DREAMS_COMPARED - 1):
            other = self.fresh_dream()
            first.seed = other.seed
            if other != first:
                return False
        return True

    def look(self, descent: Descent, node: Node, options: Sequence[str]) -> bool:
        """Give options their first sight: many at a node's first visit, one at each later visit."""
        fresh = [option for option in options if option not in node.edges]
        if len(fresh) > (most := 1 if node.visits else WIDTH_OF_FIRST_VISIT):
            fresh = self.dice.shuffled(fresh)[:most]
        for option in fresh:
            if self.clock.late():
                break
            node.edges[option] = descent.sight(node.seat, option)
        if fresh and node.edges and (spread := node.share_attention()):
            self.spread, self.spreads = self.spread + spread, self.spreads + 1
        return any(option in node.edges for option in options)

    def curiosity(self) -> float:
        return CURIOSITY * self.spread / self.spreads if self.spreads else CURIOSITY


class Descent:
    """One iteration's way down the tree.

    Where nothing is uncertain the states that edges keep are borrowed, never played in; from the
    first dice, secret or sealed row on the descent has a state of its own.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.nodes = search, search.nodes
        self.path: list[tuple[Node, Edge]] = []
        self.own = not search.certain
        self.state = search.imagine() if self.own else search.root
        self.grown = NOBODY  # the seat whose decision was new

    def find(self) -> Values | None:
        """What comes of following the tree to a new node; None if time ran out on the way."""
        while asked := self.state.asked:
            if self.grown != NOBODY and (len(asked) > 1 or asked[0].seat != self.grown):
                return self.judge_run()  # the run of picks with the new node is over
            if self.search.clock.late():
                return None
            if len(asked) > 1 or not self.search.judged:
                if self.ends_here() or self.go_by_trying():
                    return self.play_out()
            elif not self.go_by_sight(asked[0]):
                return None
        return values(self.search.game, self.state)

    def ends_here(self) -> bool:
        """Whether the next row has so many ways that lore had better judge before it."""
        return self.search.judged and is_wide(self.state)

    def go_by_sight(self, decision: Decision) -> bool:
        """One seat's pick by what lore said of its options; False if there was no time to look."""
        search, seat = self.search, decision.seat
        node = self.nodes.get(seat)
        if node is None:
            node = self.nodes[seat] = Node(seat)
        if not node.visits:
            self.grown = seat
        options = self.options(decision)
        if not search.look(self, node, options):
            return False
        option = by_sight(node, options, search.curiosity(), exact=search.exact)
        edge = node.edges[option]
        self.path.append((node, edge))
        self.nodes = edge.after
        if edge.state is not None and not self.own:
            self.state = edge.state
        else:
            choose(self.owned(), seat, option)
        return True

    def go_by_trying(self) -> bool:
        """One row: each seat picks by its own tries. True if the tree ends here.

        It goes on below one seat's last pick: the searcher's own if it is asked. But not beyond
        dice: what is best then depends on how they fell, and lore can see that.
        """
        state, row, search = self.owned(), self.nodes, self.search
        search.exact, number, new, seed = False, state.number, False, state.seed
        seats = [decision.seat for decision in state.asked]
        leader = search.seat if search.seat in seats else seats[0]
        lanes: dict[int, Nodes] = {}
        while state.asked and state.number == number:
            decision = decision_of(state, leader) if races(state) else state.open[0]
            assert decision, "whoever leads a race is asked"
            seat = decision.seat
            node = lanes.get(seat, row).setdefault(seat, Node(seat))
            option = by_trying(node, self.options(decision), state.seats, search.dice)
            edge = node.edges[option]
            self.path.append((node, edge))
            choose(state, seat, option)
            lanes[seat] = edge.after
            new = new or (seat == leader and not edge.visits)
        self.nodes = lanes[leader]
        return new or (search.judged and state.seed != seed)

    def options(self, decision: Decision) -> Sequence[str]:
        """Where the search begins, what the bot asks about; further on, all."""
        here = self.search.outlook.decision
        begins = not self.path and decision.seat == here.seat
        return here.options if begins else onward(self.state, decision)

    def owned(self) -> State:
        """The state, as this descent's own to play in, with dice of its own."""
        if not self.own:
            self.own, self.state = True, self.state.clone()
            self.state.seed = self.search.dice.roll(SEEDS)
        return self.state

    def sight(self, seat: int, option: str) -> Edge:
        """How an option looks right after it is picked; where it leads, if that is certain."""
        twin = self.state.clone()
        twin.seed = before = self.search.dice.roll(SEEDS)
        choose(twin, seat, option)
        found = values(self.search.game, twin, only=seat if self.own else NOBODY)
        edge = Edge(found[seat], found)
        if twin.seed != before:  # dice were rolled: next time they may fall otherwise
            self.search.exact = False
        elif not self.own:
            edge.state = twin
        return edge

    def judge_run(self) -> Values:
        """By lore: what was seen of the last pick at first sight, or this dream if all differ."""
        if self.own:
            return values(self.search.game, self.state)
        return self.path[-1][1].backed

    def play_out(self) -> Values | None:
        """By lore, where instinct has led; or by random choices to the end, if there is time."""
        search = self.search
        if search.game.lore.instinct:
            state = self.owned()
            follow_instinct(search.game, state, [search.dice] * state.seats, search.clock.late)
        if not search.judged:
            play_on(self.state, search.dice, MOST_CHOICES, search.clock.late)
            if self.state.result is None:
                return None
        return values(search.game, self.state)

    def back_up(self, found: Values) -> None:
        """Tell every pick on the way what came of it."""
        backed, exact = found, self.search.exact
        for node, edge in reversed(self.path):
            node.count(edge, found)
            if exact:
                edge.backed = backed
                backed = node.backed()
