"""What a strategist finds in his dreams, and when he follows his sergeant."""

from __future__ import annotations

import pytest

from fimbul.bots import bot, outlook
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army.terms import SKIRMISH, STONES, Known
from fimbul.games.rag_narok.bots.lore import value
from fimbul.games.rag_narok.bots.sergeant import answer
from fimbul.games.rag_narok.bots.strategist import (
    BOLD,
    FINE,
    MET,
    Deliberation,
    Fork,
    Plan,
    Strategist,
    order_plans,
    usual_orders,
    worth,
)
from fimbul.games.rag_narok.rules.command.orders import GiveOrders
from fimbul.games.rag_narok.rules.melee.combat import Commit
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.set_up.deploy import Stand
from fimbul.games.rag_narok.state import RagNarok
from fimbul.kernel import Dice, choose, step_of
from tests.games.rag_narok.bots.drawn import about_to_charge, skirmish


def late_charge() -> RagNarok:
    """The last turns are thought out to the end."""
    state = about_to_charge()
    state.turn = state.terms.turns
    return state


def test_a_commander_leaves_the_table_alone_and_heeds_the_clock() -> None:
    state = late_charge()
    before, asked = state.clone(), []

    def enough(tries: int) -> bool:
        asked.append(tries)
        return len(asked) > 200

    lines = Strategist().search(state, enough, 1)
    assert state == before
    assert lines[0].picks[0] in state.open[0].options
    assert len(asked) == 201


def asked_in_play(kind: type) -> RagNarok:
    """A skirmish of sergeants, played up to such a question with a choice in it."""
    state = GAME.new(GAME.setup(), 3)
    while not isinstance(step_of(state, state.open[0].seat), kind):
        choose(state, state.open[0].seat, answer(state, state.open[0]))
    return state


def test_a_commander_without_time_follows_his_sergeant() -> None:
    """Even the first dream is cut short; the value is then that of the table as it is."""
    state = asked_in_play(Commit)
    seat = state.open[0].seat
    habit, clock = answer(state, state.open[0]), iter([False, False, False])
    line, *others = Strategist().search(state, lambda tries: next(clock, True), 1)
    assert next(clock, None) is None
    assert (line.picks, others) == ((habit,), [])
    assert line.value == value(state, seat, BOLD)


def test_who_may_not_look_at_another_plan_does_not_think() -> None:
    asked = []

    def enough(tries: int) -> bool:
        asked.append(tries)
        return tries >= 1

    Strategist().search(late_charge(), enough, 1)
    assert len(asked) == 1


def test_who_moves_first_is_thought_about_only_in_the_last_turns() -> None:
    """Before, lore cannot tell whether it did any good."""
    for turn, thinks in ((1, False), (2, False), (3, True), (5, True)):
        state = asked_in_play(Activate)
        state.turn = turn
        deliberation = Deliberation(state, lambda tries: False, Dice(3))
        assert deliberation.has_doubts() is thinks
    for kind in (Stand, GiveOrders, Commit):
        state = asked_in_play(kind)
        state.turn = min(state.turn, 1)
        assert Deliberation(state, lambda tries: False, Dice(3)).has_doubts()


def test_a_commander_thinks_ahead_in_a_tree() -> None:
    """After his own pick he tries other answers to what is asked next."""
    deliberation = Deliberation(asked_in_play(Commit), lambda tries: tries >= 120, Dice(3))
    deliberation.deliberate()
    assert sum(trial.tries for trial in deliberation.root.trials) == 120
    later = [fork for trial in deliberation.root.trials for fork in trial.forks.values()]
    assert any(trial.plan and trial.tries for fork in later for trial in fork.trials)


def test_every_plan_meets_the_dreams_of_the_sergeants_in_the_same_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    met: list[tuple[Plan, int, int]] = []
    deliberation = Deliberation(asked_in_play(Commit), lambda tries: tries >= 90, Dice(3))
    first, follow = deliberation.root.trials[0], Deliberation.follow

    def spy(self: Deliberation, dream: RagNarok, plan: Plan) -> None:
        tried = next(trial.tries for trial in deliberation.root.trials if trial.plan == plan)
        met.append((plan, tried, dream.seed))
        follow(self, dream, plan)

    monkeypatch.setattr(Deliberation, "follow", spy)
    deliberation.deliberate()
    seeds = {number: seed for plan, number, seed in met if plan == first.plan}
    others = [(number, seed) for plan, number, seed in met if plan != first.plan]
    assert len(set(seeds.values())) == len(seeds) == first.tries == len(deliberation.par)
    assert len(others) >= 20
    assert all(seeds[number] == seed for number, seed in others)
    assert all(trial.tries <= first.tries for trial in deliberation.root.trials)
    assert first.mean() == first.squares == 0


def test_what_makes_no_difference_is_found_to_make_none() -> None:
    """The same plan under another name meets the same luck, so that nothing is left to chance."""
    deliberation = Deliberation(asked_in_play(Commit), lambda tries: tries >= 60, Dice(3))
    first = deliberation.root.trials[0].plan
    deliberation.root = Fork(iter([first, (*first, "nothing-of-the-kind")]))
    deliberation.deliberate()
    same, other = deliberation.root.trials
    assert other.tries >= 20
    assert (same.mean(), other.mean()) == (0, 0)


def test_a_plan_must_be_clearly_better_than_the_sergeants() -> None:
    deliberation = Deliberation(asked_in_play(Activate), lambda tries: True, Dice(3))
    habit, other = deliberation.root.trials
    deliberation.par += [0.25] * 20
    for number in range(20):
        habit.count(0.0)
        other.count(0.1 if number % 2 else -0.06)
    assert deliberation.lines()[0].picks == habit.plan
    for _ in range(20):
        other.count(0.1)
    line, *_ = deliberation.lines()
    assert line.picks == other.plan
    assert line.value == pytest.approx(0.25 + other.mean())


def test_a_narrow_victory_is_worth_less_than_a_rout() -> None:  # rule: victory.points
    state = skirmish(3, 0)
    assert state.result
    assert worth(state, 0) == -worth(state, 1)
    won = state.result.reward(0)
    assert 0 < abs(won - worth(state, 0)) <= FINE
    assert worth(asked_in_play(Activate), 0) == value(asked_in_play(Activate), 0, BOLD)


@pytest.mark.parametrize("scenario", [SKIRMISH, STONES])
def test_another_plan_binds_one_unit_to_another_order(scenario: Known) -> None:
    """Who also held the usual one would carry that out; all others hold what they usually do."""
    # rule: order.additional, order.max-two
    large = {"first": "griffons-1000", "second": "acheron-1000"}
    options = large if scenario == STONES else {}
    state = GAME.new(GAME.setup(scenario=scenario, **options), 4)
    while not isinstance(step_of(state, state.open[0].seat), GiveOrders):
        choose(state, state.open[0].seat, answer(state, state.open[0]))
    seat = state.open[0].seat
    step = step_of(state, seat)
    assert isinstance(step, GiveOrders)
    habit, *others = order_plans(state, step)
    assert habit == usual_orders(state, seat)
    usual = held(habit)
    assert len(others) >= 5 * len(usual)
    for plan in others:
        orders = held(plan)
        (bound,) = [unit for unit in orders if orders[unit] != usual[unit]]
        assert len(orders[bound]) == 1
        assert orders[bound][0] != usual[bound][0]
        follow(state, seat, plan)


def held(plan: Plan) -> dict[str, list[str]]:
    """The Orders that each Unit holds after a plan."""
    found: dict[str, list[str]] = {}
    for unit, order in zip(plan[:-1:2], plan[1:-1:2], strict=True):
        found.setdefault(unit, []).append(order)
    return found


def follow(state: RagNarok, seat: int, plan: Plan) -> None:
    """Every pick of a plan is possible."""
    twin = state.clone()
    for pick in plan:
        choose(twin, seat, pick)


def test_a_commander_gives_orders_in_one_go() -> None:
    state = GAME.new(GAME.setup(), 4)
    while len(state.open) == 1:
        choose(state, state.open[0].seat, answer(state, state.open[0]))
    seat = state.open[0].seat
    player = bot("engine:20n", 3)
    picks = []
    while (decision := next((d for d in state.open if d.seat == seat), None)) and state.turn == 1:
        if not decision.prompt.startswith("Choose a") or "Order" not in decision.prompt:
            break
        picks.append(player.pick(outlook(GAME, state, seat)))
        choose(state, seat, picks[-1])
    assert picks[-1] == "button:done"
    assert sum(pick.startswith("order:") for pick in picks) >= 2


def test_skirmishes_of_bots_end_within_the_turns_of_the_scenario() -> None:
    # rule: turn.last-turn, ruling.stalemate
    for seed, names in enumerate((("engine:1n", "random"), ("random", "random"))):
        state = GAME.new(GAME.setup(), seed)
        players = [bot(name, seed) for name in names]
        while state.open:
            seat = state.open[0].seat
            choose(state, seat, players[seat].pick(outlook(GAME, state, seat)))
            assert state.turn <= state.terms.turns
        assert state.result
        assert state.result.because in ("victory.points", "turn.last-turn")


def test_places_in_the_strip_are_thought_out_until_the_armies_have_met() -> None:
    """Those of the sergeant's row, against rivals who fight."""
    state = asked_in_play(Stand)
    deliberation = Deliberation(state, lambda tries: tries >= 12, Dice(3))
    deliberation.deliberate()
    habit, *others = [trial.plan[0] for trial in deliberation.root.trials]
    assert habit == answer(state, state.open[0])
    assert len(others) >= 4
    assert {place.rpartition("-")[2] for place in (habit, *others)} == {habit.rpartition("-")[2]}
    assert all(deliberation.luck(number).able for number in range(6))
    dream = deliberation.dreamt(Dice(3))
    while not deliberation.is_far_enough(dream):
        choose(dream, dream.open[0].seat, answer(dream, dream.open[0]))
    assert dream.turn == MET + 1


def test_a_place_may_be_taken_on_less_proof_than_an_order() -> None:
    """Where one stands decides more than what is ordered, and whole battles take time."""
    leads = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    for kind, taken in ((Stand, 1), (Activate, 0)):
        deliberation = Deliberation(asked_in_play(kind), lambda tries: True, Dice(3))
        deliberation.par += [0.0] * len(leads)
        for lead in leads:
            deliberation.root.trials[0].count(0.0)
            deliberation.root.trials[1].count(lead)
        assert deliberation.lines()[0].picks == deliberation.root.trials[taken].plan
