"""How fair Ragnarocks is: equal bots play each other, and every match is told by its colours.

Bots that count tries and not seconds play the same matches on every machine. Left to itself the
engine opens nearly every match alike, so the first turn of each side is drawn by lot among the
best that it finds; where one seat opens for both (the pie), ivory's only, since red's is its cut.
How many of the matches differed is told with the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any, NamedTuple

import fimbul
from fimbul.arena import wilson
from fimbul.bots import bot, outlook
from fimbul.games.ragnarocks import RagnarocksEngine
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Dice
from fimbul.kernel.dice import WORD

GAME = fimbul.game("ragnarocks")
TRIES, BEST = 1000, 20  # of the engine at a first turn; one of so many turns is played


class Series(NamedTuple):
    """Equal bots on one board."""

    player: str
    games: int
    seed: int
    options: Mapping[str, Any]


class Ending(NamedTuple):
    """What is left of a match when it is over."""

    moves: tuple[str, ...]
    lead: int  # of red, in points
    opener: int  # how far the seat is ahead that laid the first runestone
    stones: int  # on the board
    spent: bool  # did the supply run out, with land still contested?
    contested: int  # hexes that nobody scored


def play(boards: Sequence[str], series: Series) -> None:
    """The figures of each board."""
    for name in boards:
        board = p.PLANS[name].name
        endings = list(matches(series._replace(options={**series.options, "board": name})))
        print(f"{board} ({name}): {len(endings)} matches of {series.player}", flush=True)
        for sentence in told(endings):
            print(f"  {sentence}", flush=True)


def matches(series: Series) -> Iterator[Ending]:
    dice = Dice(series.seed)
    for _ in range(series.games):
        yield match(series, tuple(dice.roll(WORD) for _ in range(3)))


def match(series: Series, seeds: tuple[int, ...]) -> Ending:
    """Seat 0 is ivory, or opens."""
    state = GAME.new(GAME.setup(ivory=0, **series.options), seeds[0])
    players = [bot(series.player, seed) for seed in seeds[1:]]
    dice, moves = Dice(seeds[0]), []
    drawn = 2 if state.opener == NOBODY else 1
    while state.open:
        seat = state.open[0].seat
        if state.turns < drawn:
            picks = first_turn(state, dice)
        else:
            picks = (players[seat].pick(outlook(GAME, state, seat)),)
        for pick in picks:
            fimbul.choose(state, seat, pick)
        moves += picks
    return ending(state, tuple(moves))


def first_turn(state: Ragnarocks, dice: Dice) -> tuple[str, ...]:
    """A good turn, drawn by lot."""
    lines = RagnarocksEngine().search(state, lambda done: done >= TRIES, dice.roll(WORD))
    return lines[dice.roll(min(BEST, len(lines)))].picks


def ending(state: Ragnarocks, moves: tuple[str, ...]) -> Ending:
    assert state.result, "a match without open decisions is over"
    ivory, red = (state.result.scores[state.seat(side)] for side in (p.IVORY, p.RED))
    first, second = state.result.scores
    cells = p.board(state.board).cells
    contested = sum(state.land[at] == p.CONTESTED and state.hexes[at] != p.STONE for at in cells)
    spent = state.result.because == "ruling.supply"
    return Ending(moves, red - ivory, first - second, len(state.stones), spent, contested)


def told(endings: Sequence[Ending]) -> Iterator[str]:
    different = len({each.moves for each in endings})
    yield f"{different} of them differ; {mean(each.stones for each in endings):.1f} stones laid"
    yield f"red {split([each.lead for each in endings], 'ivory')}"
    yield f"who opened {split([each.opener for each in endings], 'the other')}"
    yield f"red is ahead by {mean(each.lead for each in endings):+.1f} points on average"
    spent = [each for each in endings if each.spent]
    yield f"the supply ran out in {part(len(spent), len(endings))}"
    if spent:
        left = mean(each.contested for each in spent)
        yield f"{left:.1f} hexes were contested then, and scored by nobody"


def split(leads: Sequence[int], other: str) -> str:
    """Wins and losses, and the part of the decided matches that were won."""
    won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    shared = len(leads) - won - lost
    decided = f"; of the decided {part(won, won + lost)}" if won + lost else ""
    return f"{won}, {other} {lost}, shared {shared}{decided}"


def part(count: int, whole: int) -> str:
    low, high = wilson(count, whole)
    return f"{count} of {whole}: {count / whole:.0%} (95 % sure: {low:.0%} to {high:.0%})"
