"""The strategist: plans of a few sensible kinds, each played on in many dreams, the best chosen.

Information-set Monte Carlo tree search over macro choices. What a sergeant would do (`sergeant`) is
the first plan and the measure of all others: another is taken only where it is clearly better. Each
try deals the hidden Orders and the dice afresh and lets sergeants play on, as far as matters: a
blow to the end of the combat, an Order to the end of the turn, the last turns to the end of the
battle, a deployment until the armies have met. Questions that come again after the same picks
grow into the tree: there too the strategist tries other answers than his sergeant's. How Units walk
is left to the sergeants, who know what lies in the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import sqrt
from typing import Any, NamedTuple

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.bots.dreams import redeal
from fimbul.games.rag_narok.bots.lore import CLOSE, assured, value
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.rules.command.orders import DONE, GiveOrders, useful_orders
from fimbul.games.rag_narok.rules.ending import scores
from fimbul.games.rag_narok.rules.movement.activation import Announce
from fimbul.games.rag_narok.rules.movement.marches import Reshape, Straight, Turning
from fimbul.games.rag_narok.rules.set_up.deploy import Aim, Form, NextDeployment, Stand
from fimbul.games.rag_narok.state import RagNarok, unit_named
from fimbul.kernel import SEEDS, Decision, Dice, Enough, Line, choose, step_of, unseal

Plan = tuple[str, ...]
HABIT: Plan = ()  # in a dream: whatever the sergeant does then
DEPLOYING = (NextDeployment, Form, Stand)
WALKING = (Aim, Announce, Straight, Turning, Reshape)
SERGEANTS = (*DEPLOYING, *WALKING, GiveOrders)  # answer these in dreams
MOST_PLANS = 14
ABLE = 3  # in one of this many dreams the rival does anything at all: no plan may wait for mistakes
SURPRISE = 12  # one in this many of the rival's answers is anything at all
CURIOUS = 0.25  # how much attention little tried plans draw
WIDEN, SCAN = 8, 1  # tries for each plan before another is looked at; fewer of deployments
CLEAR = 2.0  # deviations: of many plans one always looks better by chance
PROOF, SHY = 1.5, 30  # leads that add up to less move no Unit; tries that weigh as much as doubt
LAST = 3  # turns that are dreamt to the end of the battle
MET = 2  # turns until armies have met: a deployment is dreamt that far
GUESSED, ENDED = 0.1, 1.0  # how far a try may be off, squared: in a turn, and in more than one
BOLD = 0.6  # the part of the enemy's prospects that is feared
FINE = 0.3  # the part of a battle's worth that depends on how narrow it was


class Luck(NamedTuple):
    """What a dream holds besides a plan."""

    dice: Dice
    able: bool  # the rival does what sergeants do, except for surprises


class Trial:
    """One plan, how much better it was than the sergeant's, and what was asked after it."""

    __slots__ = ("forks", "plan", "squares", "total", "tries")

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tries, self.total, self.squares = plan, 0, 0.0, 0.0
        self.forks: dict[Any, Fork] = {}

    def count(self, lead: float) -> None:
        self.tries += 1
        self.total += lead
        self.squares += lead * lead

    def mean(self) -> float:
        """Unknown plans are assumed to be as good as the sergeant's."""
        return self.total / max(1, self.tries)

    def doubt(self, rough: float) -> float:
        """How far the mean may be off; much after few tries."""
        spread = (self.squares - self.total**2 / max(1, self.tries) + rough) / (self.tries + 1)
        return sqrt(spread / (self.tries + 1))


class Fork:
    """One question, and the plans for it that were looked at so far, the sergeant's first."""

    __slots__ = ("pace", "plans", "trials")

    def __init__(self, plans: Iterator[Plan], pace: int = WIDEN) -> None:
        self.plans, self.pace = plans, pace
        self.trials = [Trial(plan) for plan in islice(plans, 2)]

    def next(self) -> Trial:
        """The sergeant's plan first, then more and more; what is good so far or little tried."""
        tries = sum(trial.tries for trial in self.trials)
        wide, reach = 1 + tries // self.pace, CURIOUS * sqrt(tries)
        self.trials += map(Trial, islice(self.plans, max(0, wide - len(self.trials))))
        known = self.trials[:wide]
        return max(known, key=lambda trial: trial.mean() + reach / (1 + trial.tries))


class Strategist:
    """The engine of Rag'Narok: `engine:1s` is a strategist who thinks a second."""

    def search(self, state: RagNarok, enough: Enough, seed: int) -> Sequence[Line]:
        """Lines for the seat that is asked, the best first."""
        if len(state.open) != 1:
            return ()
        deliberation = Deliberation(state, enough, Dice(seed))
        deliberation.deliberate()
        return deliberation.lines()


class Deliberation:
    """The plans for one decision, weighed against each other."""

    def __init__(self, state: RagNarok, enough: Enough, dice: Dice) -> None:
        self.state, self.enough, self.dice = state, enough, dice
        self.seat = state.open[0].seat
        self.root = Fork(plans(state, step_of(state, self.seat)), WIDEN if state.turn else SCAN)
        self.tries = 0
        self.seeds: list[int] = []  # of the dreams
        self.par: list[float] = []  # what came of the sergeant's plan in each

    def deliberate(self) -> None:
        if self.has_doubts():
            while not self.enough(self.tries) and self.try_out():
                self.tries += 1
        if not self.tries:  # no dream, or none that came to its end: lore judges what lies there
            self.root.trials[0].count(0.0)
            self.par.append(worth(self.state, self.seat))

    def has_doubts(self) -> bool:
        """Whether there is another plan that can be judged, and time for WIDEN tries at least."""
        return len(self.root.trials) > 1 and self.can_judge() and not self.enough(WIDEN)

    def can_judge(self) -> bool:
        """Lore tells places, Orders and blows apart, but not who should move or shoot first."""
        thought = self.state.melee.combat is not None or self.is_late()
        return thought or isinstance(step_of(self.state, self.seat), (Stand, GiveOrders))

    def try_out(self) -> bool:
        """See in one dream what comes of a plan; False if time ran out on the way.

        All plans meet the same dreams in the same order, after the sergeant's has met them: what is
        counted is how much better they come out of them.
        """
        path = [self.next()]
        number = path[0].tries
        luck = self.luck(number)
        dream = self.dreamt(luck.dice)
        self.follow(dream, path[0].plan)
        while dream.open and not self.is_far_enough(dream):
            if self.enough(self.tries):
                return False
            decision = dream.open[0]
            pick = self.branch(dream, decision, path) or self.answered(dream, decision, luck)
            choose(dream, decision.seat, pick)
        found = worth(dream, self.seat)
        if number == len(self.par):
            self.par.append(found)
        for trial in path:
            trial.count(found - self.par[number])
        return True

    def next(self) -> Trial:
        """What is tried next; the sergeant's plan if the others have met all its dreams."""
        trial, first = self.root.next(), self.root.trials[0]
        return first if trial.tries >= first.tries else trial

    def follow(self, dream: RagNarok, plan: Plan) -> None:
        """Pick what a plan says, as far as the dream allows it."""
        for pick in plan:
            if (mine := _asked(dream, self.seat)) is None or pick not in mine.options:
                return
            choose(dream, self.seat, pick)

    def branch(self, dream: RagNarok, decision: Decision, path: list[Trial]) -> str:
        """What the tree tries next, added to the path; nothing if the sergeant is to answer."""
        step, options = step_of(dream, decision.seat), decision.options
        if decision.seat != self.seat or len(options) == 1 or isinstance(step, SERGEANTS):
            return ""
        forks, key = path[-1].forks, (step, options)
        if key not in forks:
            forks[key] = Fork(chain((HABIT,), single(options)))
        path.append(forks[key].next())
        return "".join(path[-1].plan)

    def answered(self, dream: RagNarok, decision: Decision, luck: Luck) -> str:
        """What a sergeant does; of a rival also anything, now and then, or always."""
        if decision.seat == self.seat or (luck.able and luck.dice.roll(SURPRISE)):
            return answer(dream, decision)
        return decision.options[luck.dice.roll(len(decision.options))]

    def luck(self, number: int) -> Luck:
        """The luck of the dream of that number, the same for every plan."""
        while len(self.seeds) <= number:
            self.seeds.append(self.dice.roll(SEEDS))
        able = number % ABLE != 0 or not self.state.turn  # whoever deploys counts on a battle
        return Luck(Dice(self.seeds[number]), able)

    def dreamt(self, dice: Dice) -> RagNarok:
        """Other Orders face down, other dice; rivals have picked nothing yet."""
        dream = self.state.clone()
        dream.seed, dream.mixed = dice.roll(SEEDS), False
        for rival in list(dream.sealed):
            unseal(dream, rival)
        redeal(dream, self.seat, dice)
        return dream

    def is_far_enough(self, dream: RagNarok) -> bool:
        """Whether lore can judge what came of the plan; the last turns are played to their end."""
        if self.is_late():
            return False
        if self.state.melee.combat is not None:
            return (
                dream.melee.combat is None
                or dream.melee.combat.groups != self.state.melee.combat.groups
            )
        return dream.turn > (self.state.turn or MET)

    def is_late(self) -> bool:
        return self.state.turn > self.state.terms.turns - LAST

    def lines(self) -> Sequence[Line]:
        """The sergeant's plan, unless another is clearly better; the rest by their means."""
        trials = [trial for trial in self.root.trials if trial.tries]
        rough = ENDED if self.is_late() else GUESSED

        def merit(trial: Trial) -> float:
            if trial is trials[0]:
                return 0.0
            if not self.state.turn:
                return (trial.total - PROOF) / (trial.tries + SHY)
            return trial.mean() - CLEAR * trial.doubt(rough)

        best = max(trials, key=merit)
        rest = sorted(trials, key=lambda trial: (trial is not best, -trial.mean()))
        par = sum(self.par) / len(self.par)  # of all dreams: a plan was tried in some of them
        return [Line(trial.plan, max(-1.0, min(1.0, par + trial.mean()))) for trial in rest]


def worth(dream: RagNarok, seat: int) -> float:
    """What a dream is worth. At the end a narrow victory is not quite one."""
    if dream.result is None:
        return value(dream, seat, BOLD)
    points = scores(dream)
    narrow = assured(dream, points[seat] - points[1 - seat], CLOSE)
    return FINE * narrow + (1 - FINE) * dream.result.reward(seat)


def _asked(state: RagNarok, seat: int) -> Any:
    return next((decision for decision in state.open if decision.seat == seat), None)


def plans(state: RagNarok, step: Any) -> Iterator[Plan]:
    """What is worth trying, the sergeant's own plan first."""
    decision = state.open[0]
    if isinstance(step, GiveOrders) and step.unit < 0:
        yield from order_plans(state, step)
        return
    habit = answer(state, decision)
    yield (habit,)
    if not isinstance(step, WALKING):
        others = [option for option in decision.options if option != habit]
        yield from single(fronts(habit, others) if isinstance(step, Stand) else others)


def fronts(habit: str, options: Sequence[str]) -> Sequence[str]:
    """The places in the same row of the strip as the sergeant's."""
    row = habit.rpartition("-")[2]
    return [option for option in options if option.endswith(row)]


def single(options: Sequence[str]) -> Iterator[Plan]:
    """Plans of one pick each; of many options some."""
    pace = -(-len(options) // (MOST_PLANS - 1)) or 1
    return ((option,) for option in options[::pace])


def order_plans(state: RagNarok, step: GiveOrders) -> Iterator[Plan]:
    """One Order for each Unit by habit, then the same with one of them bound to another Order.

    A Unit that also held the habitual one could simply choose it again.
    """
    habit = usual_orders(state, step.seat)
    yield habit
    given = [habit[at : at + 2] for at in range(0, len(habit) - 1, 2)]
    for at, (thing, usual) in enumerate(given):
        if thing in chain(*given[:at]):  # what it holds besides is looked at when it is activated
            continue
        others = [pair for pair in given[at + 1 :] if pair[0] != thing]
        for order in useful_orders(state, unit_named(state, thing)):
            if (other := p.ORDER_IDS[order]) != usual:
                yield (*chain(*given[:at]), thing, other, *chain(*others), DONE)


def usual_orders(state: RagNarok, seat: int) -> Plan:
    """All Orders of a turn by habit."""
    twin, picks = state.clone(), list[str]()
    while (decision := _asked(twin, seat)) and isinstance(step_of(twin, seat), GiveOrders):
        picks.append(answer(twin, decision))
        choose(twin, seat, picks[-1])
        if picks[-1] == DONE:
            break
    return tuple(picks)
