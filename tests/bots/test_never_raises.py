"""Whole series of every game, seat count, expansion and level: no bot ever lacks an answer.

Bots have a few tries in place of their time, and what they look at besides is cut short (`FEW`), so
that all they know is asked and little is spent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

import fimbul
from fimbul.arena import play_series
from fimbul.bots import LEVELS
from fimbul.bots.levels import level_bot
from fimbul.kernel import Game

MATCHES, SAMPLE = 200, 1
TRIES = "2n"
FEW = {  # what no budget bounds
    "bots.greedy.RUNS": 32, "bots.greedy.PLAYOUTS": 16, "bots.greedy.DREAMS": 2,
    "bots.greedy.WAYS_COMPARED": 4, "bots.ways.FIRST_RUNS": 24, "bots.fate.MOST_TRIES": 100,
    "games.ragnarocks.lore.TRIED": 40, "games.drakkar.lore.TRIED": 100,
    "games.nine_realms.lore.TRIED": 100, "games.rag_narok.bots.lore.TRIED": 100,
}  # fmt: skip
ARMIES = {
    "first-blood": ("griffons-200", "acheron-200"),
    "pitched-battle": ("wolfen-600", "dwarves-600"),
    "three-stones": ("griffons-1000", "acheron-1000"),
}
_BUDGET = re.compile(r"[0-9.]+(?:ms|s|n)\b")


class Table(NamedTuple):
    """A game with its options, and who plays: a level at every seat, with tries for its time."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]

    def __str__(self) -> str:
        options = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join((self.game, *options, *self.bots))


def all_options() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game with every number of seats and every expansion, mode or scenario."""
    yield "brandub", {"seats": 2}
    yield "nine_realms", {"seats": 2}
    for seats, expansions in product((2, 3, 4), ("base", "angry", "divalkyrie")):
        yield "ragnarok_star", {"seats": seats, "expansions": expansions}
    yield "ragnarok_star", {"seats": 4, "expansions": "divalkyrie", "strict": False}
    for seats, brawl in product((3, 4, 5, 6), ("sealed", "race")):
        yield "drakkar", {"seats": seats, "brawl": brawl}
    for powers in (("none", "none"), ("draft",)):
        yield "ragnarocks", {"seats": 2, "powers": powers}
    for seats in (2, 3, 4, 5, 6):
        yield "ragnarocks", {"seats": seats, "powers": ("random",)}
    for scenario, armies in ARMIES.items():
        first, second = armies
        yield "rag_narok", {"seats": 2, "scenario": scenario, "first": first, "second": second}


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The bots of all levels, each once, with tries in place of time."""
    named = [_BUDGET.sub(TRIES, level_bot(game, level)) for level in LEVELS]
    return tuple(dict.fromkeys(named))


def tables() -> Iterator[Table]:
    """So many for each set of options that every level sits at one of them."""
    for name, options in all_options():
        found, seats = levels(fimbul.game(name)), options["seats"]
        for first in range(0, len(found), seats):
            bots = tuple(found[(first + seat) % len(found)] for seat in range(seats))
            yield Table(name, options, bots)


def no_bot_lacks_an_answer(table: Table, matches: int) -> None:
    played = 0
    for ended in play_series(table.game, table.bots, matches, seed=11, options=table.options):
        assert not ended.troubles, ended
        played += 1
    assert played == matches


@pytest.fixture(autouse=True)
def few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in FEW.items():
        monkeypatch.setattr(f"fimbul.{name}", few)


EVERY = pytest.mark.parametrize("table", list(tables()), ids=str)


@EVERY
def test_no_bot_ever_lacks_an_answer(table: Table) -> None:
    no_bot_lacks_an_answer(table, SAMPLE)


@pytest.mark.slow
@pytest.mark.timeout(3600)  # by the wall clock: the longest takes minutes of the processor alone
@EVERY
def test_no_bot_ever_lacks_an_answer_in_long_series(table: Table) -> None:
    no_bot_lacks_an_answer(table, MATCHES)
