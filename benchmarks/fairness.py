"""How fair Ragnarocks is: equal bots play each other, and every match is told by its colours.

Bots that count tries and not seconds play the same matches on every machine. Each match has dice
of its own, so none is played twice. How many differ, and in how many ways they open, is told with
the figures: the fewer openings, the more a figure says about these and the less about the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any, NamedTuple

import fimbul
from fimbul.arena import wilson
from fimbul.bots import bot, outlook
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import SEEDS, Dice

GAME = fimbul.game("ragnarocks")
OPENING = 6  # picks: the first turn of both sides


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
        yield match(series, tuple(dice.roll(SEEDS) for _ in range(3)))


def match(series: Series, seeds: tuple[int, ...]) -> Ending:
    """Seat 0 is ivory, or opens."""
    state = GAME.new(GAME.setup(ivory=0, **series.options), seeds[0])
    players = [bot(series.player, seed) for seed in seeds[1:]]
    moves: list[str] = []
    while state.open:
        seat = state.open[0].seat
        moves.append(players[seat].pick(outlook(GAME, state, seat)))
        fimbul.choose(state, seat, moves[-1])
    return ending(state, tuple(moves))


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
    openings = len({each.moves[:OPENING] for each in endings})
    yield f"{different} of them differ, with {openings} openings"
    yield f"{mean(each.stones for each in endings):.1f} stones are laid on average"
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
