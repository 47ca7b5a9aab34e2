"""Only what changed is sent, and applying it gives exactly the new scene."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Mark, Note, Plate, Scene, Thing, Zone, choose
from fimbul.server.wire.messages import SceneChange
from fimbul.server.wire.scene_diff import apply_change, scene_change

things = st.builds(
    Thing,
    id=st.sampled_from("abcdefgh"),
    art=st.just("card"),
    label=st.sampled_from(["x", "y"]),
    badge=st.sampled_from(["", "1"]),
)
zones = st.builds(
    Zone,
    id=st.sampled_from(["board", "hand", "deck", "track"]),
    title=st.sampled_from(["", "T"]),
    things=st.lists(things, max_size=8, unique_by=lambda thing: thing.id).map(tuple),
    marks=st.lists(st.sampled_from([Mark("dot", ((n, n),)) for n in range(4)])).map(tuple),
    seat=st.sampled_from([None, 1]),
)
scenes = st.builds(
    Scene,
    zones=st.lists(zones, max_size=4, unique_by=lambda zone: zone.id).map(tuple),
    plates=st.sampled_from([(), (Plate(0, "A", "bone", "axe"),)]),
    notes=st.lists(st.sampled_from([Note(title) for title in "abc"]), max_size=4).map(tuple),
)


@given(scenes, scenes)
def test_a_change_leads_to_the_new_scene(old: Scene, new: Scene) -> None:
    change = scene_change(old, new)
    sent = msgspec.json.decode(msgspec.json.encode(change, enc_hook=str), type=SceneChange)
    assert apply_change(old, sent) == new


@given(scenes)
def test_nothing_new_is_nothing_sent(scene: Scene) -> None:
    assert msgspec.json.encode(scene_change(scene, scene), enc_hook=str) == b"{}"


def lying(names: str, *marks: Mark) -> Scene:
    things = tuple(Thing(name, "card", name) for name in names)
    return Scene((Zone("board", things=things, marks=marks),))


@pytest.mark.parametrize("after", ["abXcd", "Xabcd", "bcda", "dabc", "abd", "aXbYc"])
def test_what_lies_in_between_is_told_by_its_place(after: str) -> None:
    """One thing that comes, goes or moves is told by itself, wherever it lies."""
    old, new = lying("abcd"), lying(after)
    (zone,) = scene_change(old, new).zones
    assert zone.whole is None
    assert {thing.id for thing in zone.put} == set(after) - set("abcd")
    assert len(zone.places) == len(set(after) - set("abcd")) or after in ("bcda", "dabc")
    assert len(zone.places) <= 2
    assert apply_change(old, scene_change(old, new)) == new


def test_marks_that_stay_are_not_sent_again() -> None:
    rim, line, *dots = (Mark("dot", ((n, n),)) for n in range(4))
    old, new = lying("a", rim, line, dots[0]), lying("a", rim, dots[1], dots[0])
    (zone,) = scene_change(old, new).zones
    assert zone.marks == (dots[1],)
    assert zone.kept == (1, 1)
    assert apply_change(old, scene_change(old, new)) == new


@pytest.mark.parametrize("choices", range(1, 6))
def test_a_move_is_a_small_message(choices: int) -> None:
    game = find_game("brandub")
    state = game.new(seed=1)
    for _ in range(choices):
        before = game.scene(state, 0)
        choose(state, state.open[0].seat, state.open[0].options[0])
    after = game.scene(state, 0)
    change = scene_change(before, after)
    moved = msgspec.json.encode(structs.replace(change, reaches=None), enc_hook=str)
    assert (
        len(moved)
        < 400
        < len(msgspec.json.encode(structs.replace(after, reaches=()), enc_hook=str))
    )
    assert len(msgspec.json.encode(change.reaches, enc_hook=str)) < 800, (
        "where each piece may go is told in short"
    )
