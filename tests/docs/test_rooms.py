"""The pictures of the house show the house as it is."""

from __future__ import annotations

import re

import pytest

from tests.docs.rooms import DRAWN, PICTURES, Graph, doors, graph, picture, reach, rows
from tests.test_layers import ROOT

HOUSE = PICTURES.parent / "build/house.md"


@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_of_the_house_are_current(name: str) -> None:
    drawn = (PICTURES / name).read_text("utf-8")
    assert drawn == picture(graph(DRAWN[name])), "the rooms have changed: make map"


@pytest.mark.parametrize("name", DRAWN)
def test_one_can_walk_through_the_rooms_in_one_direction(name: str) -> None:
    asks = graph(DRAWN[name])
    round_trips = [room for room in asks if room in reach(asks, room)]
    assert not round_trips, f"these rooms ask each other: {round_trips}"


def test_the_map_names_every_room_of_the_server() -> None:
    told = set(re.findall(r"^\| `(\w+)/` \|", HOUSE.read_text("utf-8"), re.M))
    rooms = {path.parent.name for path in (ROOT / "server").glob("*/__init__.py")}
    assert told == rooms


def test_a_door_is_seen_where_a_file_imports() -> None:
    asks = graph(DRAWN["house.svg"])
    assert {"bots", "games", "kernel"} <= asks["server"]
    assert "server" not in asks["kernel"]


def test_rooms_that_are_asked_stand_below_and_detours_are_left_out() -> None:
    asks: Graph = {"cellar": set(), "hall": {"cellar"}, "roof": {"hall", "cellar"}}
    assert rows(asks) == [["roof"], ["hall"], ["cellar"]]
    assert list(doors(asks)) == [("hall", "cellar"), ("roof", "hall")]


def test_a_circle_is_drawn_side_by_side_with_its_arrows() -> None:
    asks: Graph = {"left": {"right"}, "right": {"left"}}
    assert rows(asks) == [["left", "right"]]
    assert list(doors(asks)) == [("left", "right"), ("right", "left")]
