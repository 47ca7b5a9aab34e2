"""The ready armies of Rag'Narok against each other: who wins, and how often nobody does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import fimbul
from fimbul.arena.ranking import wilson
from fimbul.bots import bot, outlook
from fimbul.games.rag_narok.measure import tables as t
from fimbul.kernel import choose

Places = tuple[int, ...]
Look = Callable[[Any, str], None]  # at the table before a pick, and at the pick
LISTS = {name: scenario.armies for name, scenario in t.SCENARIOS.items()}


class Battle(NamedTuple):
    """A scenario and two armies, in the order of seats."""

    scenario: str
    first: str
    second: str

    def options(self) -> dict[str, str]:
        return {"scenario": self.scenario, "first": self.first, "second": self.second}


class Tally(NamedTuple):
    """How an army fared."""

    won: int = 0
    drawn: int = 0
    played: int = 0

    def after(self, place: int, shared: bool) -> Tally:
        won = place == 1 and not shared
        return Tally(self.won + won, self.drawn + shared, self.played + 1)

    @property
    def rate(self) -> float:
        """A draw is half a victory."""
        return (self.won + self.drawn / 2) / max(1, self.played)


def fought(battle: Battle, player: str, seed: int, look: Look | None = None) -> Places:
    """One battle of equal bots to its end: who came first."""
    game = fimbul.game("rag_narok")
    state: Any = game.new(game.setup(**battle.options()), seed)
    players = [bot(player, seed + 1 + seat) for seat in range(2)]
    while state.open:
        seat = state.open[0].seat
        pick = players[seat].pick(outlook(game, state, seat))
        if look:
            look(state, pick)
        choose(state, seat, pick)
    assert state.result, "a match without open decisions is over"
    places: Places = state.result.places
    return places


def tell(scenarios: Sequence[str], player: str, games: int, seed: int) -> None:
    """Every pairing of these scenarios, both orders of seats, so many matches each."""
    for scenario in scenarios:
        lists = LISTS[scenario]
        tallies = {name: Tally() for name in lists}
        for first, second in permutations(lists, 2):
            battle = Battle(scenario, first, second)
            found = [fought(battle, player, seed + number) for number in range(games)]
            for places in found:
                for name, place in zip((first, second), places, strict=True):
                    tallies[name] = tallies[name].after(place, places == (1, 1))
            print(f"  {first} - {second}: {score(found)}", flush=True)
        print(summary(scenario, tallies), flush=True)


def score(found: Sequence[Places]) -> str:
    """Victories of the first seat, draws, victories of the second."""
    return f"{found.count((1, 2))} : {found.count((1, 1))} : {found.count((2, 1))}"


def summary(scenario: str, tallies: dict[str, Tally]) -> str:
    """The rate of every army with how sure it is, and the part of draws."""
    total = sum(tally.played for tally in tallies.values())
    draws = sum(tally.drawn for tally in tallies.values())
    lines = [f"{scenario}: {total // 2} matches, {draws / max(1, total):.1%} draws"]
    for name, tally in tallies.items():
        low, high = wilson(tally.won + tally.drawn / 2, tally.played)
        lines.append(f"  {name:<16}{tally.rate:.1%} (95 % sure: {low:.1%} to {high:.1%})")
    return "\n".join(lines)
