"""The commander: plans of a few sensible kinds, each played on in many dreams, the best chosen.

Information-set Monte Carlo search over macro choices. What a sergeant would do (`drill`) is the
first plan and the measure of all others: another is taken only where it is clearly better. Each
try deals the hidden Orders and the dice anew and lets sergeants play on, as far as matters: a
blow to the end of the combat, an Order to the end of the turn, and the last turns to the end of
the battle. Where Units stand and how they walk is left to the sergeants, who know what lies in the
way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.dreams import redeal
from fimbul.games.rag_narok.drill import answer
from fimbul.games.rag_narok.lore import value
from fimbul.games.rag_narok.rules.activation import Announce
from fimbul.games.rag_narok.rules.deploy import Aim, Form, NextDeployment, Stand
from fimbul.games.rag_narok.rules.movement import Reshape, Straight, Turning
from fimbul.games.rag_narok.rules.orders import DONE, GiveOrders, useful_orders
from fimbul.games.rag_narok.state import RagNarok, step_of, unit_named
from fimbul.kernel import Decision, Dice, Enough, Line, choose, unseal
from fimbul.kernel.dice import WORD

Plan = tuple[str, ...]
PLACING = (NextDeployment, Form, Aim, Stand, Announce, Straight, Turning, Reshape)
MOST_PLANS = 14
SURPRISE = 12  # one of the rival's answers of so many is anything at all
CURIOUS = 0.25  # how much little tried plans draw
WIDEN = 8  # tries for each plan before another is looked at
CLEAR = 3.0  # deviations: of many plans one always looks better by chance
LAST = 3  # turns that are dreamt to the end of the battle
GUESSED, ENDED = 0.1, 1.0  # how far one try may be off, squared: by lore, and as battles end
BOLD = 0.6  # of the enemy's prospects are feared


class Trial:
    """One plan and what came of it so far."""

    __slots__ = ("plan", "squares", "total", "tries")

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tries, self.total, self.squares = plan, 0, 0.0, 0.0

    def count(self, found: float) -> None:
        self.tries += 1
        self.total += found
        self.squares += found * found

    def mean(self) -> float:
        return self.total / self.tries if self.tries else -1.0

    def doubt(self, rough: float) -> float:
        """The square of how far the mean may be off; large after few tries."""
        spread = (self.squares - self.total**2 / max(1, self.tries) + rough) / (self.tries + 1)
        return spread / (self.tries + 1)


class Commander:
    """The engine of Rag'Narok: `engine:1s` is a commander who thinks a second."""

    def search(self, state: RagNarok, enough: Enough, seed: int) -> Sequence[Line]:
        """Lines for the seat that is asked, the best first."""
        if len(state.open) != 1:
            return ()
        council = Council(state, enough, Dice(seed))
        council.deliberate()
        return council.lines()


class Council:
    """The plans for one decision, weighed against each other."""

    def __init__(self, state: RagNarok, enough: Enough, dice: Dice) -> None:
        self.state, self.enough, self.dice = state, enough, dice
        self.seat = state.open[0].seat
        self.step = step_of(state, self.seat)
        self.trials = [Trial(plan) for plan in plans(state, self.step)]
        self.tries = 0

    def deliberate(self) -> None:
        while len(self.trials) > 1 and not self.enough(self.tries):
            trial = self.next()
            found = self.try_out(trial.plan)
            if found is None:
                return
            self.tries += 1
            trial.count(found)

    def next(self) -> Trial:
        """The sergeant's plan first, then more and more; what is good so far or little tried."""
        known = self.trials[: 1 + self.tries // WIDEN]
        reach = CURIOUS * sqrt(self.tries)
        return max(known, key=lambda trial: trial.mean() + reach / (1 + trial.tries))

    def try_out(self, plan: Plan) -> float | None:
        """What comes of a plan in one dream; None, if time ran out on the way.

        In every second dream the rival does anything at all: a plan that waits for his mistakes, or
        for his attack, shall not look better than it is.
        """
        dream = self.dreamt()
        for pick in plan:
            if (mine := _asked(dream, self.seat)) is None or pick not in mine.options:
                break
            choose(dream, self.seat, pick)
        able = self.dice.roll(2)
        while dream.open and not self.is_far_enough(dream):
            if self.tries and self.enough(self.tries):
                return None
            decision = dream.open[0]
            choose(dream, decision.seat, self.answered(dream, decision, bool(able)))
        return value(dream, self.seat, BOLD)

    def answered(self, dream: RagNarok, decision: Decision, able: bool) -> str:
        """What a sergeant does; of a rival also anything, now and then, or always."""
        if decision.seat == self.seat or (able and self.dice.roll(SURPRISE)):
            return answer(dream, decision)
        return decision.options[self.dice.roll(len(decision.options))]

    def dreamt(self) -> RagNarok:
        """Other Orders face down, other dice; rivals have picked nothing yet."""
        dream = self.state.clone()
        dream.seed = self.dice.roll(WORD)
        for rival in list(dream.sealed):
            unseal(dream, rival)
        redeal(dream, self.seat, self.dice)
        return dream

    def is_far_enough(self, dream: RagNarok) -> bool:
        """Whether lore can judge what came of the plan; the last turns are played to their end."""
        if self.is_late():
            return False
        if self.state.combat is not None:
            return dream.combat is None or dream.combat.groups != self.state.combat.groups
        return dream.turn > self.state.turn

    def is_late(self) -> bool:
        return self.state.turn > self.state.terms.turns - LAST

    def lines(self) -> Sequence[Line]:
        """The sergeant's plan, unless another is clearly better; the rest by their means."""
        first, rough = self.trials[0], ENDED if self.is_late() else GUESSED

        def merit(trial: Trial) -> float:
            if trial is first:
                return trial.mean()
            if not trial.tries:
                return -1.0
            return trial.mean() - CLEAR * sqrt(first.doubt(rough) + trial.doubt(rough))

        best = max(self.trials, key=merit)
        rest = sorted(self.trials, key=lambda trial: (trial is not best, -trial.mean()))
        return [Line(trial.plan, trial.mean()) for trial in rest]


def _asked(state: RagNarok, seat: int) -> Any:
    return next((decision for decision in state.open if decision.seat == seat), None)


def plans(state: RagNarok, step: Any) -> list[Plan]:
    """What is worth trying, the sergeant's own plan first."""
    decision = state.open[0]
    if isinstance(step, GiveOrders) and step.unit < 0:
        return list(order_plans(state, step))
    habit = answer(state, decision)
    if isinstance(step, PLACING):
        return [(habit,)]
    others = [option for option in decision.options if option != habit]
    pace = -(-len(others) // (MOST_PLANS - 1)) or 1
    return [(habit,), *((option,) for option in others[::pace])]


def order_plans(state: RagNarok, step: GiveOrders) -> Iterator[Plan]:
    """One Order for each Unit by habit, then the same with another Order for one of them."""
    habit = orders_after(state, step.seat, ())
    yield habit
    for at in range(0, len(habit) - 1, 2):
        unit = unit_named(state, habit[at])
        for order in useful_orders(state, unit):
            thing = p.ORDER_IDS[order]
            if thing != habit[at + 1]:
                yield orders_after(state, step.seat, (*habit[: at + 1], thing))


def orders_after(state: RagNarok, seat: int, first: Plan) -> Plan:
    """All Orders of a turn that begin so; where that is no longer possible, habit goes on."""
    twin, picks = state.clone(), list[str]()
    while (decision := _asked(twin, seat)) and isinstance(step_of(twin, seat), GiveOrders):
        wanted = first[len(picks)] if len(picks) < len(first) else ""
        picks.append(wanted if wanted in decision.options else answer(twin, decision))
        choose(twin, seat, picks[-1])
        if picks[-1] == DONE:
            break
    return tuple(picks)
