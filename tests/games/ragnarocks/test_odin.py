"""Odin's command cards, and the draft of the advanced game."""

from __future__ import annotations

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import our_icons
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, Said, ask
from tests.games.ragnarocks import table as t
from tests.games.ragnarocks.test_powers import touched


def commanding(*hand: str, red: str = "none") -> Ragnarocks:
    """The start, with these command cards in ivory's hand."""
    state = t.start(powers=("odin", red))
    state.hand = hand
    state.asked = ask(state)
    return state


def test_odin_draws_two_cards_with_the_icon() -> None:  # rule: power.odin.setup, ruling.odin-draw
    for seed in range(30):
        state = GAME.new(GAME.setup(powers=("odin", "sol"), ivory=0), seed)
        assert len(set(state.hand)) == 2
        assert set(state.hand) <= set(our_icons()) - {"sol"}


def test_a_borrowed_power_is_heard_until_the_next_own_turn() -> None:
    # rule: power.odin.command, power.odin.duration
    state = commanding("sol", "mani")
    assert t.asked(state) == ["sol", "mani", "pass"]
    fimbul.choose(state, 0, "power:sol")
    assert touched(state, "a4").asked[0].prompt.startswith("Sol")
    touched(state, "a5", "d5", "d7")
    assert state.borrowed == ("sol", ""), "in red's turn too"
    t.play(state, "j7-g7/g3")
    assert (state.borrowed, t.asked(state)) == (("", ""), ["mani", "take-back", "pass"])
    fimbul.choose(state, 0, p.TAKE_BACK)
    assert Said(seat=0, words="{0} takes the command cards back") in state.events
    assert (set(state.hand), state.played, state.borrowed[0]) == ({"sol", "mani"}, (), "")


def test_setup_texts_of_commands_are_ignored() -> None:  # rule: ruling.sample-odin
    state = commanding("nerthus", "dain")
    fimbul.choose(state, 0, "power:dain")
    assert state.asked[0].prompt.startswith("Dain"), "it replaces the turn at once"
    assert len(state.where) - 1 == sum(at != p.OFF for at in state.where), "and takes no viking"


def test_a_borrowed_power_works_in_the_turn_of_the_other() -> None:
    state = t.laid(t.WALLS.replace(" i ", " r "), powers=("odin", "none"))
    count = sum(1 for _ in t.turns(state))
    state.played, state.borrowed = ("nerthus",), ("nerthus", "")
    assert 0 < sum(1 for _ in t.turns(state)) < count, "red may create no region"


def test_the_hand_is_a_secret() -> None:  # rule: ruling.odin-draw
    state = commanding("sol", "mani")
    mine, theirs = ({thing.id for thing in GAME.scene(state, seat).things()} for seat in (0, 1))
    assert {"power:sol", "power:mani"} <= mine
    assert not {"power:sol", "power:mani"} & theirs
    dreams = [GAME.imagine(state, 1, Dice(seed)).hand for seed in range(30)]
    assert len(set(dreams)) > 20
    assert all(len(hand) == 2 and "odin" not in hand for hand in dreams)
    assert GAME.imagine(state, 0, Dice(1)).hand == state.hand
    drawn = next(event for event in t.start(powers=("odin", "none")).events if event.only)
    assert drawn.seen_by(1) == Said(seat=0, words="{0} draws two command cards")


@pytest.mark.parametrize(
    ("turn", "things"),
    [
        ("[sol]a4~a5-d5/d7", ["power:sol", "viking:ivory-3", "cell:a5", "cell:d5", "cell:d7"]),
        ("[mani]a3-d3/d7", ["power:mani", "viking:ivory-2", "cell:d3", "cell:d7", p.PASS]),
        ("a3-d3/d7", [p.PASS, "viking:ivory-2", "cell:d3", "cell:d7"]),
    ],
)
def test_commands_are_written_before_the_turn(turn: str, things: list[str]) -> None:
    state = commanding("sol", "mani")
    picks = t.NOTATION.read(state, turn)
    assert [thing for _, thing in picks] == things
    assert list(t.NOTATION.write(state, picks)) == [(len(picks), turn)]


def test_ivory_offers_two_and_red_keeps_one() -> None:
    # rule: adv.ivory-offers-two, adv.red-chooses-one, ruling.must-play-offer
    state = t.start(powers="draft")
    assert (state.asked[0].seat, len(state.asked[0].options)) == (0, 32)
    fimbul.choose(state, 0, "power:fenrir")
    assert "power:fenrir" not in state.asked[0].options
    fimbul.choose(state, 0, "power:thor")
    assert (state.asked[0].seat, t.asked(state)) == (1, ["fenrir", "thor"])
    zones = [zone.id for zone in GAME.scene(state, 1).zones]
    assert zones == ["offered"], "the board is laid out afterwards"
    fimbul.choose(state, 1, "power:fenrir")
    assert state.powers == ("thor", "fenrir")
    assert (state.hoard, state.asked[0].prompt) == (
        4,
        "Fenrir starts with two vikings. Pick the one that stays out of the match",
    )


def test_the_basic_game_comes_first() -> None:  # rule: adv.learn-basic-first
    assert t.start().powers == ()


def test_a_draft_needs_the_start() -> None:
    with pytest.raises(fimbul.BadSetup, match="a draft begins at the start"):
        GAME.setup(powers="draft", position=t.OPEN)
