"""The ready armies of Rag'Narok against each other: who wins, and how often nobody does."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from fimbul.arena import Outcome, play_series
from fimbul.arena.standings import wilson
from fimbul.games.rag_narok import tables as t

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


def tell(player: str, games: int, workers: int, seed: int) -> None:
    """Every pairing of every scenario, both orders of seats, so many matches each."""
    for scenario, lists in LISTS.items():
        tallies = {name: Tally() for name in lists}
        for first, second in permutations(lists, 2):
            battle = Battle(scenario, first, second)
            found = list(outcomes(battle, player, (games, workers, seed)))
            for outcome in found:
                shared = outcome.places == (1, 1)
                for name, place in zip((first, second), outcome.places, strict=True):
                    tallies[name] = tallies[name].after(place, shared)
            print(f"  {first} - {second}: {score(found)}", flush=True)
        print(summary(scenario, tallies), flush=True)


def outcomes(battle: Battle, player: str, series: tuple[int, int, int]) -> list[Outcome]:
    games, workers, seed = series
    bots, options = (player, player), battle.options()
    return list(play_series("rag_narok", bots, games, seed=seed, options=options, workers=workers))


def score(found: list[Outcome]) -> str:
    """Victories of the first seat, draws, victories of the second."""
    places = [outcome.places for outcome in found]
    return f"{places.count((1, 2))} : {places.count((1, 1))} : {places.count((2, 1))}"


def summary(scenario: str, tallies: dict[str, Tally]) -> str:
    """The rate of every army with how sure it is, and the part of draws."""
    total = sum(tally.played for tally in tallies.values())
    draws = sum(tally.drawn for tally in tallies.values())
    lines = [f"{scenario}: {total // 2} matches, {draws / max(1, total):.1%} draws"]
    for name, tally in tallies.items():
        low, high = wilson(tally.won + tally.drawn / 2, tally.played)
        lines.append(f"  {name:<16}{tally.rate:.1%} (95 % sure: {low:.1%} to {high:.1%})")
    return "\n".join(lines)
