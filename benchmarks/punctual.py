"""Whether a bot keeps its time: the longest of its decisions, beside what it may take.

A bot that names no time, such as greedy, may take a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from time import thread_time
from typing import NamedTuple

import click

import fimbul
from fimbul.bots import bot, outlook
from fimbul.bots.budget import read_budget
from fimbul.kernel import State, choose

SHOWN = 12
LONG = 1.0  # of the budget
PLAIN = 1.0  # seconds that a bot without a budget may take


class Answer(NamedTuple):
    """One decision: what was asked, and which share of the budget the answer took."""

    asked: str
    share: float


def matches(name: str, player: str, rival: str, games: int, **options: str) -> Iterator[Answer]:
    """The decisions of one bot in a few matches, by the processor's time."""
    game = fimbul.game(name)
    told = player.partition(":")[2]
    budget = read_budget(told).seconds if told else PLAIN
    if not budget:
        raise click.UsageError(f"{player} counts tries, not time")
    for seed in range(games):
        state: State = game.new(game.setup(**options), seed)
        mine = seed % state.seats
        names = [player if seat == mine else rival for seat in range(state.seats)]
        players = [bot(other, seed) for other in names]
        while state.open:
            seat = state.open[0].seat
            asked, found = state.open[0].prompt, outlook(game, state, seat)
            started = thread_time()
            pick = players[seat].pick(found)
            if seat == mine:
                yield Answer(asked, (thread_time() - started) / budget)
            choose(state, seat, pick)


def tell(answers: Iterator[Answer]) -> None:
    """The questions that took longest, and how often the time did not suffice."""
    shares = defaultdict[str, list[float]](list)
    for answer in answers:
        shares[answer.asked].append(answer.share)
    ranked = sorted(shares, key=lambda asked: -max(shares[asked]))
    click.echo(f"{'longest':>8}{'mean':>8}{'asked':>7}  of the budget")
    for asked in ranked[:SHOWN]:
        found = shares[asked]
        mean = sum(found) / len(found)
        click.echo(f"{max(found):8.1%}{mean:8.1%}{len(found):7}  {asked}")
    late = [share for found in shares.values() for share in found if share > LONG]
    count = sum(map(len, shares.values()))
    click.echo(f"{len(late)} of {count} answers took longer than the budget")
