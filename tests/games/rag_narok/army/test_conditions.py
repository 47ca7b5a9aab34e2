"""Conditions of army building, each alone."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok.army.army import price
from fimbul.games.rag_narok.army.levy import problems
from fimbul.games.rag_narok.measure import tables as t
from tests.games.rag_narok.drawn import army


@pytest.mark.parametrize(
    ("guest", "host_", "stranger"),
    [
        ("migail", "8 wolfen-warrior", "8 orc-warrior"),
        ("kelen-thirteenth-voice", "20 cynwall-equanime", "20 alahan-guard"),
        ("deacon-tiberius", "20 cynwall-equanime", "20 griffin-templar"),
    ],
)
def test_some_guests_are_welcome_without_their_troops(
    guest: str, host_: str, stranger: str
) -> None:
    # rule: army.lunatics-wolfen, army.hyperians-cynwall
    def turned_away(first: str) -> bool:
        found = problems(army(first, f"1 {guest}", budget=400))
        return any("comes only with troops of the same people" in problem.text for problem in found)

    assert not turned_away(host_)
    assert turned_away(stranger)  # of the same Alliance Path, and yet


def test_horns_cost_what_their_card_says_unless_they_are_included() -> None:
    # rule: horns.cost-17
    assert price("horns-of-damnation") == t.ARTEFACTS["horns-of-damnation"].ap == 17
    assert price("horns-of-damnation", t.PROFILES["skull-warrior"]) == 17
    included = [card for card in t.PROFILES.values() if "horns-of-damnation" in card.artefacts]
    assert [price("horns-of-damnation", bearer) for bearer in included] == [0] * len(included)
