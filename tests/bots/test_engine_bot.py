"""The engine bot follows its game's engine through a turn, and does without where it must."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from fimbul.bots import Budget, analyse, bot, budget, outlook
from fimbul.bots.engine_bot import EngineBot
from fimbul.kernel import Enough, Line, NoSuchBot, State, choose
from tests.bots.tables import BRANDUB, WAGER, moments


class Scripted:
    """An engine that knows one turn, and counts how often it was asked and how long it could."""

    def __init__(self, *lines: Line) -> None:
        self.lines, self.asked, self.iterations = lines, 0, 0

    def search(self, state: State, enough: Enough, seed: int) -> Sequence[Line]:
        self.asked += 1
        while not enough(self.iterations):
            self.iterations += 1
        return self.lines


TURN = Line(("piece:raider-1", "cell:c1"), 0.5)


def test_a_turn_is_planned_once_and_played_to_its_end() -> None:
    engine = Scripted(TURN)
    game, state = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=engine)), BRANDUB.new()
    player = bot("engine:40n")
    for pick in TURN.picks:
        assert player.pick(outlook(game, state, 0)) == pick
        choose(state, 0, pick)
    assert (engine.asked, engine.iterations) == (1, 40)


def test_a_plan_is_dropped_when_the_table_is_another() -> None:
    engine = Scripted(TURN)
    game, state = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=engine)), BRANDUB.new()
    player = bot("engine:1n")
    player.pick(outlook(game, state, 0))
    choose(state, 0, "piece:raider-2")
    engine.lines = (Line(("cell:g5",), 0.0),)
    assert player.pick(outlook(game, state, 0)) == "cell:g5"
    assert engine.asked == 2


def test_a_plan_is_dropped_even_where_it_could_go_on() -> None:
    """Two raiders can go to the same place, but it is the other one that was taken."""
    reach: dict[str, set[str]] = {}
    for piece in BRANDUB.new().open[0].options:
        state = BRANDUB.new()
        choose(state, 0, piece)
        reach[piece] = {cell for cell in state.open[0].options if cell.startswith("cell:")}
    one, other, place = next(
        (one, other, min(reach[one] & reach[other]))
        for one, other in permutations(reach, 2)
        if reach[one] & reach[other]
    )
    engine = Scripted(Line((one, place), 0.5))
    game, state = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=engine)), BRANDUB.new()
    player = bot("engine:1n")
    player.pick(outlook(game, state, 0))
    choose(state, 0, other)
    engine.lines = (Line((max(reach[other] - {place}),), 0.0),)
    assert player.pick(outlook(game, state, 0)) != place
    assert engine.asked == 2


def test_no_sweep_of_the_heap_falls_into_the_engines_time() -> None:
    class Wasteful(Scripted):
        def search(self, state: State, enough: Enough, seed: int) -> Sequence[Line]:
            self.waste: list[list[int]] = [[] for _ in range(100_000)]
            return self.lines

    game = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=Wasteful(TURN)))
    found, player, swept = outlook(game, game.new(), 0), bot("engine:1n"), list[str]()
    gc.callbacks.append(lambda phase, _: swept.append(phase))
    try:
        player.pick(found)
        assert not swept
    finally:
        gc.callbacks.pop()


def test_a_plan_that_does_not_go_on_is_thought_over() -> None:
    """An engine may foresee a pick that turns out to be none; the bot then asks again."""
    engine = Scripted(Line((TURN.picks[0], "cell:a1"), 0.5))
    game, state = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=engine)), BRANDUB.new()
    player = bot("engine:1n")
    choose(state, 0, player.pick(outlook(game, state, 0)))
    engine.lines = (Line(TURN.picks[1:], 0.5),)
    assert player.pick(outlook(game, state, 0)) == TURN.picks[1]
    assert engine.asked == 2


def test_an_engine_that_was_long_once_is_stopped_earlier_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it takes between two questions is kept back from the start, and slowly forgotten."""
    now, ends = [0.0], list[float]()
    monkeypatch.setattr(budget, "perf_counter", lambda: now[0])

    class Slow(Scripted):
        def search(self, state: State, enough: Enough, seed: int) -> Sequence[Line]:
            started = now[0]
            pauses = [0.02] if not ends else []
            while not enough(0):
                now[0] += pauses.pop() if pauses else 0.0001
            ends.append(now[0] - started)
            return self.lines

    game = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=Slow(Line(TURN.picks[:1], 0.5))))
    player = bot("engine:100ms")
    for _ in range(3):
        player.pick(outlook(game, BRANDUB.new(), 0))
    assert ends == pytest.approx([0.068, 0.071, 0.0737], abs=0.0003)


def test_without_an_engine_or_its_word_the_tree_is_searched() -> None:
    silent = Scripted()
    for lore in (BRANDUB.lore, replace(BRANDUB.lore, engine=silent)):
        game = replace(BRANDUB, lore=lore)
        state = game.new()
        picks = [bot(f"{kind}:30n", 5).pick(outlook(game, state, 0)) for kind in ("engine", "mcts")]
        assert picks[0] == picks[1]
    assert silent.asked == 1
    for moment, seat in moments(WAGER, seed=3, most=6):
        found = outlook(WAGER, moment, seat)
        assert bot("engine:20n", 4).pick(found) in found.decision.options


def test_a_second_budget_is_for_tables_the_engine_does_not_know() -> None:
    engine = Scripted(TURN)
    game, state = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=engine)), BRANDUB.new()
    player = bot("engine:40n,7n")
    assert player.pick(outlook(game, state, 0)) == TURN.picks[0]
    assert engine.iterations == 40
    for kind, iterations in (("engine:40n,7n", 7), ("engine:40n", 40)):
        strange, plain = bot(kind, 5), bot(f"mcts:{iterations}n", 5)
        for _ in range(3):  # the dice of both stay in step only if both think as long
            assert strange.pick(outlook(BRANDUB, state, 0)) == plain.pick(
                outlook(BRANDUB, state, 0)
            )
        assert isinstance(strange, EngineBot)
        assert strange.mcts.budget == Budget(iterations=iterations)


@pytest.mark.parametrize(
    "wrong", ["engine:", "engine:1s,", "engine:,1s", "engine:1s,1s,1s", "mcts:1s,1s"]
)
def test_budgets_that_make_no_sense_are_refused(wrong: str) -> None:
    with pytest.raises(NoSuchBot, match="a second one for tables its engine does not know"):
        bot(wrong)


def test_an_analysis_is_the_engines_own() -> None:
    lines = (TURN, Line(("piece:raider-2", "cell:g5"), -0.25))
    game = replace(BRANDUB, lore=replace(BRANDUB.lore, engine=Scripted(*lines)))
    found = analyse(outlook(game, game.new(), 0), Budget(iterations=3))
    assert (found.value, found.lines) == (0.5, lines)
