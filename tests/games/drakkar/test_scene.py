"""The table as it is drawn: symbols, notes, and what a touch would do."""

from __future__ import annotations

import re

from fimbul.games.drakkar import GAME
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import OURS
from fimbul.games.drakkar.rules.blue import Casualty
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import SEAT_EMBLEMS, Preview, choose
from tests.games.drakkar.drawn import revealed
from tests.games.drakkar.test_quests import bargaining, offer
from tests.games.drakkar.walking import until, walk

ART = (GAME.folder / "art" / "drakkar.svg").read_text(encoding="utf-8")
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', ART))


def preview(state: Drakkar, seat: int, thing: str) -> Preview:
    return next(shown for shown in GAME.scene(state, seat).previews if shown.thing == thing)


def said(shown: Preview) -> str:
    return " / ".join(fact.text for note in shown.notes for fact in note.facts)


def test_everything_on_the_table_has_a_symbol() -> None:
    known = SYMBOLS | {f"seat-{emblem}" for emblem in SEAT_EMBLEMS} | {"button"}
    for seed, seats in ((1, 3), (2, 6)):
        for state in walk(seats, seed):
            for seat in (0, None):
                arts = {thing.art for thing in GAME.scene(state, seat).things()}
                assert arts <= known, f"not drawn: {sorted(arts - known)}"


def test_a_raid_shows_what_it_would_compare() -> None:
    players = ["bow:v3+s", "bow:v3 deck:v1", "none | 1,0,0"]
    state = revealed(players, ["raid#9", "-", "-"])
    assert said(preview(state, 0, "seat:1")) == "You lose a card, 3 against 4"
    assert said(preview(state, 0, "seat:2")) == "You win a token, 3 against 0"
    choose(state, 0, state.open[0].options[2])
    assert said(preview(state, 0, "seat:1")) == "You win a token, 5 against 4"


def test_a_ship_stands_for_its_seat_while_a_seat_is_asked_for() -> None:
    def wholes(state: Drakkar, seat: int | None) -> dict[str, set[str]]:
        ships = [zone for zone in GAME.scene(state, seat).zones if zone.kind == "ship"]
        return {ship.id: {thing.whole for thing in ship.things} for ship in ships if ship.things}

    players = ["bow:v3+s", "bow:v3 deck:v1", "none | 1,0,0"]
    state = revealed(players, ["raid#9", "-", "-"])
    assert wholes(state, 0) == {"ship:0": {"seat:0"}, "ship:1": {"seat:1"}}
    assert wholes(state, 1) == wholes(state, None) == {"ship:0": {""}, "ship:1": {""}}
    choose(state, 0, "seat:1")
    assert state.open[0].prompt == Casualty.prompt
    assert wholes(state, 0)["ship:0"] == {""}, "cards are asked for, each for itself"


def test_a_raid_or_boarding_in_hand_shows_its_odds_before_it_is_played() -> None:
    def has_raid(state: Drakkar) -> bool:
        faces = [face for card in state.hands[0] for face in (card, card ^ 1)]
        return state.trick == 1 and any(OURS.kinds[face] == p.RAID for face in faces)

    state = until(has_raid)
    shown = [preview.thing for preview in GAME.scene(state, 0).previews]
    raids = [p.FACES[f] for c in state.hands[0] for f in (c, c ^ 1) if OURS.kinds[f] == p.RAID]
    assert set(raids) <= set(shown)
    assert said(preview(state, 0, raids[0])) == "Without a Viking aboard it would be discarded"
    assert not any(thing in shown for thing in raids for shown in _others(state))


def _others(state: Drakkar) -> list[list[str]]:
    return [[shown.thing for shown in GAME.scene(state, seat).previews] for seat in (1, 2, 3)]


def test_an_offer_says_what_both_would_have() -> None:
    state = bargaining()
    offer(state, 0, 1, (1, 0, 1))
    assert said(preview(state, 1, p.ACCEPT)) == (
        "{0} would have 3 points, with 2 weapons and 1 gold / "
        "{1} would have 2 points, with 1 goat and 1 gold"
    )


def test_the_quest_note_counts_what_the_ship_has() -> None:
    state = bargaining()
    note = GAME.scene(state, 0).notes[0]
    assert note.title == "Quest: Jorvik"
    assert [fact.text for fact in note.facts] == [
        "Your ship is complete",
        "Strength 4 of 4",
        "Beer 0 of 1",
        "Brings 2 weapons and 2 gold",
    ]


def test_turns_are_tricks() -> None:
    counted = [GAME.turns(state) for state in walk(3, 5)]
    assert sorted(counted) == counted
    assert set(counted) == set(range(31))
