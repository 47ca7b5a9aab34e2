"""No error of a bot ends a match: chance picks in its place, and that is told."""

from __future__ import annotations

import pytest

from fimbul.arena import play_series
from fimbul.bots import Bot, Outlook, SteadyBot, outlook
from fimbul.bots.description import PLAIN
from fimbul.bots.steady import LONGEST_REASON
from fimbul.kernel import IllegalChoice
from tests.bots.tables import BRANDUB


class Falls:
    """It has no answer to anything."""

    name = "falls"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def pick(self, outlook: Outlook) -> str:
        raise IllegalChoice(0, "cell:a1", "the ground\nis gone " + "ever " * 99, "ruling.none")


class Cheats(Falls):
    name = "cheats"

    def pick(self, outlook: Outlook) -> str:
        return "cell:nowhere"


@pytest.fixture(params=[Falls, Cheats])
def bad(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Falls]:
    """A bot that has no answer, known by its name."""
    found: type[Falls] = request.param
    monkeypatch.setitem(PLAIN, found.name, found)
    return found


def test_chance_picks_where_a_bot_has_no_answer(bad: type[Falls]) -> None:
    player: Bot = SteadyBot(bad(), 3)
    found = outlook(BRANDUB, BRANDUB.new(), 0)
    assert player.name == bad.name
    assert len({player.pick(found) for _ in range(20)} - set(found.decision.options)) == 0
    assert isinstance(player, SteadyBot)
    assert len(player.troubles) == 20
    for line in player.troubles:
        assert "\n" not in line
        assert len(line) <= LONGEST_REASON


def test_a_bot_that_answers_is_left_alone() -> None:
    player = SteadyBot(PLAIN["greedy"](1))
    found = outlook(BRANDUB, BRANDUB.new(), 0)
    assert player.pick(found) == PLAIN["greedy"](1).pick(found)
    assert not player.troubles


def test_a_series_goes_on_and_counts(bad: type[Falls]) -> None:
    found = list(play_series("brandub", [bad.name, "random"], 3, seed=2))
    assert len(found) == 3
    for ended in found:
        assert ended.choices > len(ended.troubles) > 0
        assert all(trouble.startswith(f"{bad.name}: ") for trouble in ended.troubles)
