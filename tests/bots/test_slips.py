"""Slips: a bot that answers as another does, but for one of so many answers."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from fimbul.arena import play_series
from fimbul.bots import bot, outlook
from fimbul.bots.slips import SlippingBot
from fimbul.kernel import NoSuchBot
from tests.bots.tables import BRANDUB

DECISIONS = 400


class Steady:
    """Always the last option."""

    name = "steady"

    def pick(self, seen: object) -> str:
        return LOOK.decision.options[-1]


LOOK = outlook(BRANDUB, BRANDUB.new(), 0)


def slips(often: int) -> int:
    """How many of many answers are not the steady one."""
    player = SlippingBot("steady/n", Steady(), often, seed=7)
    picks = [player.pick(LOOK) for _ in range(DECISIONS)]
    assert set(picks) <= set(LOOK.decision.options)
    return sum(pick != LOOK.decision.options[-1] for pick in picks)


def test_one_answer_of_so_many_is_anything_at_all() -> None:
    assert 0.15 * DECISIONS < slips(4) < 0.35 * DECISIONS
    assert 0 < slips(40) < 0.06 * DECISIONS


def test_where_there_is_one_option_nothing_can_slip() -> None:
    player = SlippingBot("steady/2", Steady(), 2)
    before = player.dice.seed
    only = replace(LOOK.decision, options=LOOK.decision.options[-1:])
    player.pick(dataclasses.replace(LOOK, decision=only))
    assert player.dice.seed == before


def test_a_slipping_bot_is_named_by_its_description_and_plays_by_it() -> None:
    player = bot("greedy/8", 3)
    assert isinstance(player, SlippingBot)
    assert (player.name, player.steady.name, player.often) == ("greedy/8", "greedy", 8)
    assert bot("engine:1n/2").name == "engine:1n/2"


@pytest.mark.parametrize("wrong", ["greedy/", "greedy/1", "greedy/0", "greedy/1001", "greedy/x"])
def test_slips_that_make_no_sense_are_refused(wrong: str) -> None:
    with pytest.raises(NoSuchBot, match="is no whole number from 2 to 1000"):
        bot(wrong)


def test_who_slips_loses_to_who_does_not() -> None:
    """The reason for it: a level below, without another search."""
    series = play_series("nine_realms", ["greedy", "greedy/2"], 12, seed=5)
    won = sum(ended.bots[ended.places.index(1)] == "greedy" for ended in series)
    assert won >= 9
