"""The draft of the advanced game."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from tests.games.ragnarocks import table as t


def test_ivory_offers_two_and_red_keeps_one() -> None:
    # rule: adv.ivory-offers-two, adv.red-chooses-one, ruling.must-play-offer
    state = t.start(powers="draft")
    assert (state.asked[0].seat, len(state.asked[0].options)) == (0, len(p.TITLES))
    fimbul.choose(state, 0, "power:fenrir")
    assert "power:fenrir" not in state.asked[0].options
    fimbul.choose(state, 0, "power:thor")
    assert (state.asked[0].seat, t.asked(state)) == (1, ["fenrir", "thor"])
    zones = {zone.id for zone in GAME.scene(state, 1).zones}
    assert {"simple", "advanced"} <= zones
    fimbul.choose(state, 1, "power:fenrir")
    assert state.powers == ("thor", "fenrir")
    assert (state.hoard, state.asked[0].prompt) == (
        4,
        "Fenrir: which viking stays out of the match?",
    )


def test_the_basic_game_comes_first() -> None:  # rule: adv.learn-basic-first
    assert t.start().powers == ()


def test_a_draft_needs_the_start() -> None:
    with pytest.raises(fimbul.BadSetup, match="a draft begins at the start"):
        GAME.setup(powers="draft", position=t.OPEN)
