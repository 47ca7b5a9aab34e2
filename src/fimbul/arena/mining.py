"""Puzzles mined from matches of bots: positions in which exactly one turn is best.

Bots play, now and then carelessly. Wherever one turn looks far better than the next, every other
turn is looked at as well, those that come near ever deeper; what is left is a puzzle. The same
seed and depth find the same puzzles.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any

from msgspec import Struct, structs

from fimbul.bots import Budget, analyse, outlook
from fimbul.bots.analysis import MOST_LINES
from fimbul.bots.budget import BudgetClock
from fimbul.bots.engine_bot import engine_lines
from fimbul.kernel import (
    SEEDS,
    Choice,
    Dice,
    Game,
    Line,
    Match,
    Puzzle,
    State,
    Theme,
    choose,
    onward,
)

GAP = 0.2  # by so much the best turn is better than every other
MARGIN = 0.3  # turns that much worse at a look are not looked at again
LOST, WON = -0.5, 0.35  # no puzzle where all is lost with the best turn, or won without it
FEWEST, MOST = 8, 250  # turns to choose from
SURE = 0.955  # beyond it a value is no guess: the match is decided
CARELESS = 3  # one of so many turns is played without thought
OPENING = 4  # turns that are played without thought, so that no two matches are alike
APART = 6  # turns between two puzzles of one match
GOES_ON = 2  # turns that are told after the best one
Picks = tuple[str, ...]


class Depth(Struct, frozen=True):
    """How many iterations the last, thorough look at a position takes."""

    deep: int

    def at(self, part: int) -> Budget:
        return Budget(iterations=max(10, self.deep // part))


class Verdict(Struct, frozen=True):
    """The best turn, its value, and that of the next best."""

    best: Picks
    value: float
    second: float

    def is_clear(self, gap: float) -> bool:
        """Whether nothing else is nearly as good, and something is at stake."""
        return self.value - self.second >= gap and self.value > LOST and self.second < WON

    @property
    def theme(self) -> Theme:
        if self.value >= SURE > self.second:
            return "win"
        if self.value <= 0:
            return "hold"
        return "turn" if self.second <= 0 else "grow"


# -- one position ------------------------------------------------------------------------------


def whole_turns(game: Game[Any], state: State) -> dict[Picks, State]:
    """All that the seat to move may do until its turn is over; empty if that is far too much."""
    seat, turn = state.open[0].seat, game.turns(state)
    ends: dict[Picks, State] = {}
    runs: list[tuple[Picks, State]] = [((), state)]
    while runs and len(ends) + len(runs) <= 4 * MOST:
        picks, now = runs.pop()
        asked = now.open[0] if now.open else None
        if picks and (asked is None or asked.seat != seat or game.turns(now) > turn):
            ends[picks] = now
            continue
        assert asked is not None, "the match goes on until the turn is over"
        for option in onward(now, asked):
            twin = now.clone()
            choose(twin, seat, option)
            runs.append(((*picks, option), twin))
    return {} if runs or len(ends) > MOST else ends


def thought(game: Game[Any], state: State, budget: Budget, seed: int = 0) -> Sequence[Line]:
    """What whoever is asked might do, the best first. An engine that solves ends is asked alone,
    without the look at the next round that bots take besides."""
    here = outlook(game, state, state.open[0].seat)
    lines = engine_lines(here, BudgetClock(budget), Dice(seed))[:MOST_LINES]
    return lines or analyse(here, budget, seed).lines


def worth(game: Game[Any], state: State, seat: int, budget: Budget, seed: int = 0) -> float:
    """How good a table is for a seat of a game with two sides, whoever is asked there."""
    if state.result is not None:
        return state.result.reward(seat)
    asked = state.open[0].seat
    value = thought(game, state, budget, seed)[0].value
    return value if asked in game.allies(state, seat) else -value


def verdict(game: Game[Any], state: State, depth: Depth, seed: int = 0) -> Verdict | None:
    """The one turn that is clearly the best of all; None if there is none.

    What does not stand out at a glance is left at once. Then every turn is searched for itself:
    those that come to mind first, then all, then those that come near the best again, deeper.
    """
    if not come_to_mind(game, state, depth.at(20)):
        return None
    first, ends = come_to_mind(game, state, depth.at(2)), whole_turns(game, state)
    near = {picks: ends[picks] for picks in first if picks in ends}
    if len(near) < 2 or len(ends) < FEWEST:
        return None
    trial = TurnTrial(game, state.open[0].seat, ends, seed)
    passed = trial.stands(near, depth.at(5)) and trial.stands(ends, depth.at(50), anew=False)
    for part in (5, 1):
        passed = passed and trial.stands(trial.near(), depth.at(part))
    found = trial.verdict()
    return found if passed and found.is_clear(GAP) else None


class TurnTrial:
    """The turns of one position, and what each is worth as far as it was searched."""

    def __init__(self, game: Game[Any], seat: int, ends: Mapping[Picks, State], seed: int) -> None:
        self.game, self.seat, self.ends, self.seed = game, seat, ends, seed
        self.values: dict[Picks, float] = {}

    def stands(self, turns: Iterable[Picks], budget: Budget, *, anew: bool = True) -> bool:
        """Whether one turn stays clearly ahead of these. That it does not is often known before all
        of them are searched."""
        for picks in turns:
            if anew or picks not in self.values:
                end = self.ends[picks]
                self.values[picks] = worth(self.game, end, self.seat, budget, self.seed)
                if len(self.values) > 1 and not self.verdict().is_clear(GAP / 2):
                    return False
        return True

    def near(self) -> list[Picks]:
        """The best first, then those that are not far behind."""
        ranked = sorted(self.values, key=lambda picks: -self.values[picks])
        best = self.values[ranked[0]]
        return [picks for picks in ranked if best - self.values[picks] <= MARGIN]

    def verdict(self) -> Verdict:
        best, second = nlargest(2, self.values, key=self.values.__getitem__)
        return Verdict(best, self.values[best], self.values[second])


def come_to_mind(game: Game[Any], state: State, budget: Budget) -> list[Picks]:
    """The turns that a bot thinks of; none, if the first of them does not stand out."""
    lines = thought(game, state, budget)
    second = max((line.value for line in lines[1:]), default=1.0)
    clear = Verdict(lines[0].picks, lines[0].value, second).is_clear(GAP)
    return [line.picks for line in lines] if clear else []


def stars(game: Game[Any], state: State, best: Picks, depth: Depth) -> int:
    """How far a bot must look until it plays that turn."""
    for count, part in enumerate((300, 30), start=1):
        if thought(game, state, depth.at(part))[0].picks == best:
            return count
    return 3


def going_on(game: Game[Any], state: State, best: Picks, depth: Depth) -> Iterator[Choice]:
    """The best answer to a turn, and the answer to that."""
    now = after(state, best)
    for _ in range(GOES_ON):
        if not now.open:
            return
        seat, turn = now.open[0].seat, game.turns(now)
        while now.open and now.open[0].seat == seat and game.turns(now) == turn:
            pick = thought(game, now, depth.at(3))[0].picks[0]
            choose(now, seat, pick)
            yield seat, pick


def after(state: State, picks: Picks) -> State:
    """A clone in which the seat to move has made that turn."""
    twin, seat = state.clone(), state.open[0].seat
    for pick in picks:
        choose(twin, seat, pick)
    return twin


# -- matches -----------------------------------------------------------------------------------


class PuzzleMine:
    """Matches of one game with one setup, and the puzzles that lie in them."""

    def __init__(
        self, game: Game[Any], options: Mapping[str, Any], depth: Depth, seed: int
    ) -> None:
        self.game, self.options, self.depth, self.dice = game, dict(options), depth, Dice(seed)

    def puzzles(self) -> Iterator[Puzzle]:
        """Puzzles without end, match by match."""
        while True:
            yield from self.match()

    def match(self) -> Iterator[Puzzle]:
        """One match, and its puzzles."""
        match = Match(self.game, self.game.setup(**self.options), self.dice.roll(SEEDS))
        last = OPENING - APART
        while match.state.open:
            turn = self.game.turns(match.state)
            if turn - last >= APART and (puzzle := self.puzzle(match)):
                last = turn
                yield puzzle
            self.play_turn(match, match.state.open[0].seat, turn)

    def play_turn(self, match: Match[Any], seat: int, turn: int) -> None:
        """A fair turn; now and then anything that comes to mind."""
        budget, careless = self.depth.at(300), turn < OPENING or not self.dice.roll(CARELESS)
        while self.game.turns(match.state) == turn and match.state.open:
            lines = thought(self.game, match.state, budget, self.dice.roll(SEEDS))
            line: Line = lines[self.dice.roll(len(lines)) if careless else 0]
            match.choose(seat, line.picks[0])

    def puzzle(self, match: Match[Any]) -> Puzzle | None:
        game, state = self.game, match.state
        found = verdict(game, state, self.depth)
        if found is None or not self.is_sure(state, found):
            return None
        written = game.notation.write(game.new(match.setup, match.seed), match.choices)
        record = match.record()
        puzzle = Puzzle(
            name="",
            setup=record.setup,
            seed=match.seed,
            turns=tuple(text for _, text in written),
            seat=state.open[0].seat,
            best=found.best,
            line=tuple(going_on(game, state, found.best, self.depth)),
            value=round(found.value, 3),
            second=round(found.second, 3),
            theme=found.theme,
            stars=stars(game, state, found.best, self.depth),
        )
        return structs.replace(puzzle, name=name_of(puzzle))

    def is_sure(self, state: State, found: Verdict) -> bool:
        """Whether it takes more than one turn to win, and another look says the same."""
        if after(state, found.best).result is not None:
            return False
        return thought(self.game, state, self.depth.at(1), 1)[0].picks == found.best


def name_of(puzzle: Puzzle) -> str:
    """A short name that stays with the position, whatever list it stands in."""
    text = " ".join([*puzzle.turns, *puzzle.best])
    return hashlib.sha256(text.encode()).hexdigest()[:6]
