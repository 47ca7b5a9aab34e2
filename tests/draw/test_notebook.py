"""In a notebook things show themselves, and no more than their seat may see."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import fimbul
from fimbul.draw import svg, symbols
from fimbul.kernel import Game, Match, chapters
from tests.draw.test_svg import drawn_ids, later

GAMES = [fimbul.game(name) for name in fimbul.game_names()]


def shown(value: Any, kind: str) -> str:
    """What a notebook gets when it asks."""
    answer = getattr(value, f"_repr_{kind}_")()
    assert isinstance(answer, str)
    return answer


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_scene_is_drawn_with_the_symbols_of_its_game(game: Game[Any]) -> None:
    for choices in (0, 12):
        state = later(game, choices)
        for seat in (None, 0):
            scene = game.scene(state, seat)
            assert ElementTree.fromstring(shown(scene, "svg")).tag.endswith("svg")
            assert shown(scene, "svg") == svg(scene, symbols(game))


def test_a_console_that_shows_no_picture_gets_the_table_in_text() -> None:
    match = Match(fimbul.game("brandub"))
    scene: Any = match.game.scene(match.state, None)
    for bundle in (scene._repr_mimebundle_(), bundled(match, include=None, exclude=None)):
        assert bundle == {"image/svg+xml": scene._repr_svg_(), "text/plain": str(scene)}


def bundled(value: Any, **wishes: Any) -> dict[str, str]:
    """As IPython asks."""
    bundle: dict[str, str] = value._repr_mimebundle_(**wishes)
    return bundle


def hand(game: Game[Any], state: Any, seat: int) -> set[str]:
    """The cards that a seat holds, by their faces."""
    held = (zone for zone in game.scene(state, seat).zones if zone.seat == seat)
    things = {thing.id for zone in held if zone.role == "hand" for thing in zone.things}
    return {thing for thing in things if thing.startswith("card:")}


def test_a_hand_is_shown_to_nobody_else() -> None:
    game = fimbul.game("nine_realms")
    match = Match(game, seed=3)
    theirs = hand(game, match.state, 1)
    assert theirs
    assert theirs <= set(drawn_ids(shown(game.scene(match.state, 1), "svg")))
    assert not theirs & set(drawn_ids(shown(game.scene(match.state, 0), "svg")))
    everybody = theirs | hand(game, match.state, 0)
    assert not everybody & set(drawn_ids(shown(match, "svg")))


def test_a_match_is_drawn_as_a_spectator_sees_it() -> None:
    game = fimbul.game("brandub")
    match = Match(game)
    before = shown(match, "svg")
    for _ in range(2):  # a piece, and where it goes
        match.choose(match.state.open[0].seat, match.state.open[0].options[0])
    assert shown(match, "svg") == shown(game.scene(match.state, None), "svg") != before


def test_a_result_is_a_table_of_seats() -> None:
    told = shown(fimbul.Result(places=(2, 1), scores=(3, 14), because="end.count"), "markdown")
    assert "| 0 | 2 | 3 |\n| 1 | 1 | 14 |\n" in told
    assert "`end.count`" in told
    bare = shown(fimbul.Result(places=(2, 1), scores=(), because="goal.corner"), "markdown")
    assert "| 0 | 2 |  |\n| 1 | 1 |  |\n" in bare, "a game without points has a result too"


@pytest.mark.parametrize(
    "value", [fimbul.Result(places=(1, 2), scores=(), because=""), GAMES[0].rulebook]
)
def test_what_is_read_is_bundled_as_notebooks_ask_for_it(value: Any) -> None:
    told = shown(value, "markdown")
    assert bundled(value, include=None) == {"text/markdown": told, "text/plain": told}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_rulebook_is_markdown_with_its_chapters(game: Game[Any]) -> None:
    told = shown(game.rulebook, "markdown")
    assert told.startswith(f"# {game.title}\n")
    headings = [line.removeprefix("## ") for line in told.splitlines() if line.startswith("## ")]
    assert headings == [chapter.title["en"] for chapter in chapters(game).chapter]
    folded = chapters(game).fold
    for rule in game.rulebook.rules.values():
        assert (f"**{rule.title}.**" in told) or rule.id in folded
