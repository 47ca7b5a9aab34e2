"""The course of the game: three rounds, each a Brawl, ten tricks and a Quest; then the count."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.rules.brawl import DealDecks
from fimbul.games.drakkar.rules.quest import SailOut
from fimbul.games.drakkar.rules.quest_deal import DealQuests
from fimbul.games.drakkar.rules.steps import DrakkarStep
from fimbul.games.drakkar.rules.team import TeamUps
from fimbul.games.drakkar.rules.tricks import Trick
from fimbul.games.drakkar.state.table import Drakkar, empty_table, points
from fimbul.kernel import Row


class Month(DrakkarStep, frozen=True):  # rule: game.three-phases
    part = "month"

    def run(self, state: Drakkar, pick: str | None) -> None:
        state.round += 1
        state.trick = 0
        state.agenda += MONTH[::-1]


class Collect(DrakkarStep, frozen=True):  # rule: end.collect-cards
    """All double-faced cards come back, the wooden Viking goes on clockwise."""

    part, beat = "collect", True

    def run(self, state: Drakkar, pick: str | None) -> None:
        empty_table(state)  # rule: ruling.ships-do-not-stay
        state.earl = (state.earl + 1) % state.seats  # rule: ruling.first-earl


class Score(DrakkarStep, frozen=True):  # rule: end.after-third, goal.most-points, score.tie
    """Most points win; whoever ties for the most wins too."""

    part = "score"

    def run(self, state: Drakkar, pick: str | None) -> None:
        scores = [points(loot) for loot in state.loot]
        places = [1 + sum(other > mine for other in scores) for mine in scores]
        state.finish(places, "end.after-third", scores)


MONTH: tuple[Row, ...] = (
    (DealDecks(),),
    (DealQuests(),),
    *[(Trick(),)] * p.TRICKS,
    (SailOut(),),
    (TeamUps(),),
    (Collect(),),
)
