"""Scenes and counts in text."""

from __future__ import annotations

import pytest

from fimbul.kernel import Cell, Mark, Plate, Scene, Thing, Zone, counted, zone_cells, zone_lines

BOARD = Zone(
    "board",
    kind="board",
    box=(-10, 0, 30, 20),
    grain=(5, 10),
    things=(
        Thing("cell:a1", "cell", "a1", (5, 5), glyph="."),
        Thing("piece:x", "piece", "x", (5, 5), glyph="x", tone="blood"),
        Thing("cell:b2", "cell", "b2", (15, 15), glyph="o"),
        Thing("cell:c3", "cell", "c3", (10, 5)),
    ),
    marks=(Mark("caption", ((-10, 5),), text="12"), Mark("dot", ((0, 5),), text="no")),
)


def test_a_board_is_drawn_by_its_grain() -> None:
    assert list(zone_lines(BOARD)) == ["12 x", "     o"]


def test_later_things_lie_over_earlier_ones() -> None:
    cells = zone_cells(BOARD)
    assert cells[0, 3] == Cell("x", "blood", "piece:x")
    assert cells[0, 0] == Cell("1", "line", "")


def test_other_zones_list_what_they_hold() -> None:
    cards = (Thing("card:1", "card", "Thor"), Thing("card:2", "card", "Loki", badge="3"))
    assert list(zone_lines(Zone("hand", "Your hand", things=cards))) == ["Your hand: Thor, Loki 3"]
    assert list(zone_lines(Zone("deck", things=cards[:1]))) == ["deck: Thor"]


def test_empty_zones_say_nothing() -> None:
    assert list(zone_lines(Zone("hand"))) == []
    assert list(zone_lines(Zone("board", kind="board"))) == []


def test_a_scene_is_its_zones_in_order() -> None:
    hand = Zone("hand", things=(Thing("card:1", "card", "Thor"),))
    plates = (Plate(0, "Ask", "bone", "axe"), Plate(1, "Embla", "blood", "wolf"))
    scene = Scene((BOARD, hand), plates)
    assert str(scene) == "12 x\n     o\nhand: Thor"
    assert scene.names() == ("Ask", "Embla")
    assert [thing.id for thing in scene.things()][-2:] == ["cell:c3", "card:1"]


@pytest.mark.parametrize(
    ("number", "words", "said"),
    [
        (1, ("point",), "1 point"),
        (2, ("point",), "2 points"),
        (0, ("point",), "0 points"),
        (1, ("hex",), "1 hex"),
        (3, ("hex",), "3 hexes"),
        (2, ("die", "dice"), "2 dice"),
    ],
)
def test_a_count_is_said_with_its_plural(number: int, words: tuple[str, ...], said: str) -> None:
    assert counted(number, *words) == said


def test_none_of_something_may_have_a_word_of_its_own() -> None:
    assert counted(0, "hit", none="no") == "no hits"
    assert counted(1, "hit", none="no") == "1 hit"
