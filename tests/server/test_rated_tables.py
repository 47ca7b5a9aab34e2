"""Which tables can be rated: those at which nobody has an advantage by how they were laid."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.kernel import card_file
from fimbul.server.table.consent import owned
from fimbul.server.table.rated import unrated
from fimbul.server.wire.bodies import Friend, Me, NewTable

OWN_CARDS = {
    "nine_realms": ("cards",),
    "drakkar": ("cards", "quests"),
    "ragnarok_star": ("fan_cards", "contracts", "guest_stars"),
    "rag_narok": ("units", "cards"),
    "ragnarocks": ("cards",),
}


def in_the_way(game: str, seats: int = 2, **options: Any) -> list[str]:
    """All that keeps a table with these options from being rated."""
    wish = NewTable(game, (Me(), *[Friend()] * (seats - 1)), "Ann", options=options, rated=True)
    return list(unrated(fimbul.game(game), wish))


@pytest.mark.parametrize("game", fimbul.game_names())
def test_nobody_is_rated_with_cards_of_their_own(game: str) -> None:
    game_type = fimbul.game(game)
    assert owned(game_type) == set(OWN_CARDS.get(game, ())), "all options for owners are known"
    own = card_file(game, game_type.rulebook)
    for option in OWN_CARDS.get(game, ()):
        problems = in_the_way(game, game_type.setup().seats, **{option: own})
        assert problems == ["rated: in a rated match nobody brings rules or cards of their own"]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ragnarocks", {"ivory": 0}),
        ("ragnarocks", {"first": "red"}),
        ("ragnarocks", {"position": "3rrr3/10/11/11/10/9/8/7/6/1iii1 r 40"}),
        ("ragnarocks", {"stones": 2}),
        ("ragnarocks", {"stall_limit": 1}),
        ("ragnarocks", {"zero_move": True}),
        ("nine_realms", {"sides": "choose"}),
    ],
)
def test_nobody_is_rated_where_a_side_is_chosen_or_a_house_rule_holds(
    game: str, options: dict[str, Any]
) -> None:
    words = "rated: a rated match draws sides by lot and has no house rules"
    assert in_the_way(game, **options) == [words]


@pytest.mark.parametrize("name", fimbul.game_names())
def test_a_match_that_is_set_up_as_usual_can_be_rated(name: str) -> None:
    least = fimbul.game(name).setup().seats
    assert in_the_way(name, least) == []
    assert in_the_way("ragnarocks", colours="pie", board="sym75", ivory=None) == []
    assert in_the_way("ragnarocks", powers=["surtr", "ratatoskr"]) == []
