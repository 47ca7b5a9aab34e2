"""Odin's icons: printed on the cards, and corrected by an owner's file. What cards say in full."""

from __future__ import annotations

import re
from typing import Any

import pytest

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks.rules.moments import POWERS, our_icons
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Dice, Thing, choose
from tests.games.ragnarocks import table as t

FILE = """
[[power]]
id = "sol"
odin_icon = false

[[power]]
id = "hel"
odin_icon = true
"""
CONDITIONS = {  # what the source makes a power hang on, card by card
    "freya": ("wild",),
    "gullinbursti": ("Instead of summoning",),
    "fenrir": ("two vikings", "beside an enemy", "your turn begins"),
    "hel": ("instead of your land",),
    "hildisvini": ("blocks it", "if that is free"),
    "mani": ("end of your turn", "one hex"),
    "nerthus": ("selected viking", "could lie elsewhere"),
    "ratatoskr": ("After the summon", "opposite"),
    "sol": ("Before its move", "east or west"),
    "thor": ("Instead of", "four", "contested"),
    "tyr": ("After its move", "beside it"),
    "aegir": ("created a region", "nomads", "one hex each"),
    "blodughofi": ("beside your viking only", "Beside an enemy"),
    "ask": ("Two vikings", "first region", "contested land only"),
    "bragi": ("Before its move", "beside it"),
    "dain": ("must move", "where it stood", "only summons"),
    "fafnir": ("must", "never into settled or wild land"),
    "freyr": ("end of your turn", "beside your viking", "contested land only"),
    "forseti": ("your turn created a region", "in a new region or on contested land"),
    "fjorgyn": ("Two vikings", "not both", "free contested hex"),
    "gerd": ("beside another viking of yours", "must move again"),
    "frigg": ("Not in your first turn", "before or after", "gains a point"),
    "heimdallr": ("your turn ends", "settled in it", "free hex not settled when it began"),
    "idun": ("first settled region", "yours", "6 or more", "alone"),
    "selkolla": ("from edge to contested edge", "must fall beside it"),
    "sleipnir": ("beside it", "free hex behind", "wild or contested"),
    "vali": ("After its move", "opposite hex", "if that is free"),
    "surtr": ("Instead of summoning", "beside that", "contested"),
    "ymir": ("end of your turn", "beside one of your nomads"),
    "jormungandr": ("exactly three", "that viking"),
    "njord": ("only nomad on the edge", "after its move"),
    "odin": ("two cards with Odin's icon", "until your next", "taking all back"),
}


def offered(**options: Any) -> dict[str, Thing]:
    """The cards on the table of a draft, by name."""
    state = GAME.new(GAME.setup(powers="draft", ivory=0, **options), seed=1)
    things = GAME.scene(state, 0).things()
    return {thing.id.removeprefix("power:"): thing for thing in things if "power" in thing.id}


@pytest.mark.parametrize("name", POWERS)
def test_a_card_leaves_out_no_condition(name: str) -> None:
    """The draft is chosen from these lines."""
    line = offered()[name].tip
    assert [words for words in CONDITIONS[name] if words.lower() not in line.lower()] == []


@pytest.mark.parametrize("name", POWERS)
def test_from_close_by_a_card_tells_all_in_words_for_players(name: str) -> None:
    row = next(row for row in GAME.rulebook.tables["power"] if row["id"] == name)
    more = offered()[name].more
    assert more[:2] == (row["effect"], row["interactions"])
    assert not re.search(r"ruling|rule\.|hook|_", " ".join(more)), "no internal names"


# rule: adv.odin-icon
def test_the_icon_is_printed_on_the_cards_that_carry_it() -> None:
    cards = offered()
    assert {name for name, card in cards.items() if card.badge == "◉"} == set(our_icons())
    assert all(("◉" in card.more[2]) == (name in our_icons()) for name, card in cards.items())


# rule: ruling.odin-icons
def test_an_owner_corrects_the_icons_by_a_file() -> None:
    cards = offered(cards=FILE)
    assert all("our guess" in card.more[2] for card in offered().values())
    assert not any("our guess" in card.more[2] for card in cards.values())
    found = {name for name, card in cards.items() if card.badge == "◉"}
    assert found == {*our_icons(), "hel"} - {"sol"}, "the others stay as they were"
    hands = set[str]()
    for seed in range(60):
        state = GAME.new(GAME.setup(powers=("odin", "none"), cards=FILE), seed=seed)
        hands |= set(state.hand)
    assert "hel" in hands
    assert "sol" not in hands


# rule: team.card-pool
def test_a_team_game_follows_the_file() -> None:
    five = ("hel", "mani", "nerthus", "tyr", "vali")
    with pytest.raises(fimbul.BadSetup, match="Hel has no Odin icon"):
        GAME.setup(seats=5, powers=five)
    assert GAME.setup(seats=5, powers=five, cards=FILE)
    with pytest.raises(fimbul.BadSetup, match="Sol has no Odin icon"):
        GAME.setup(seats=5, powers=("sol", *five[1:]), cards=FILE)
    state = GAME.new(GAME.setup(seats=3, powers="draft", cards=FILE), seed=1)
    assert "hel" in t.asked(state)
    assert "sol" not in t.asked(state)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ('[[power]]\nid = "loki"\nodin_icon = true', "cards: there is no card 'loki'"),
        ('[[power]]\nid = "sol"', "cards: card sol: odin_icon: this field is missing"),
        ('[[power]]\nid = "odin"\nodin_icon = true', "cards: Odin cannot command himself"),
        ('[[hero]]\nid = "sol"', r"cards: this file needs \[\[power\]\]"),
        (FILE + '[[power]]\nid = "hel"\nodin_icon = false', "cards: card .*hel"),
        (
            "".join(f'[[power]]\nid = "{name}"\nodin_icon = false\n' for name in our_icons()[:16]),
            "cards: at least 8 cards carry the icon, not 7",
        ),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(file: str, said: str) -> None:
    with pytest.raises(fimbul.BadSetup, match=said):
        GAME.setup(powers="draft", cards=file)


EVERY = "".join(
    f'[[power]]\nid = "{name}"\nodin_icon = true\n' for name in POWERS if name != "odin"
)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_whatever_carries_the_icon_can_be_played_to_the_end(seed: int, seats: int) -> None:
    """Setup texts of borrowed cards are ignored."""  # rule: ruling.sample-odin
    powers = ("odin", "random") if seats == 2 else "random"
    state: Ragnarocks = GAME.new(GAME.setup(seats=seats, powers=powers, cards=EVERY), seed)
    dice = Dice(seed)
    while state.open:
        asked = state.open[0]
        choose(state, asked.seat, asked.options[dice.roll(len(asked.options))])
        assert not list(state.problems())
    assert state.result


def test_a_stored_table_keeps_its_icons() -> None:
    state = GAME.new(GAME.setup(powers=("odin", "none"), cards=FILE), seed=3)
    assert "hel" in state.icons
    state.icons = ("sol",)
    assert "icons: are cards, enough of them for everybody" in list(state.problems())
