"""Only what changed is sent, and applying it gives exactly the new scene."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fimbul.games import find as find_game
from fimbul.kernel import Mark, Note, Plate, Scene, Thing, Zone, choose
from fimbul.server.wire.messages import SceneChange
from fimbul.server.wire.scene_diff import apply_change, scene_change

things = st.builds(
    Thing,
    id=st.sampled_from("abcde"),
    art=st.just("card"),
    label=st.sampled_from(["x", "y"]),
    badge=st.sampled_from(["", "1"]),
)
zones = st.builds(
    Zone,
    id=st.sampled_from(["board", "hand", "deck", "track"]),
    title=st.sampled_from(["", "T"]),
    things=st.lists(things, max_size=5).map(tuple),
    marks=st.sampled_from([(), (Mark("dot", ((1, 1),)),)]),
    seat=st.sampled_from([None, 1]),
)
scenes = st.builds(
    Scene,
    zones=st.lists(zones, max_size=4, unique_by=lambda zone: zone.id).map(tuple),
    plates=st.sampled_from([(), (Plate(0, "A", "bone", "axe"),)]),
    notes=st.sampled_from([(), (Note("n"),)]),
)


@given(scenes, scenes)
def test_a_change_leads_to_the_new_scene(old: Scene, new: Scene) -> None:
    change = scene_change(old, new)
    sent = msgspec.json.decode(msgspec.json.encode(change), type=SceneChange)
    assert apply_change(old, sent) == new


@given(scenes)
def test_nothing_new_is_nothing_sent(scene: Scene) -> None:
    assert msgspec.json.encode(scene_change(scene, scene)) == b"{}"


@pytest.mark.parametrize("choices", range(1, 6))
def test_a_move_is_a_small_message(choices: int) -> None:
    game = find_game("brandub")
    state = game.new(seed=1)
    for _ in range(choices):
        before = game.scene(state, 0)
        choose(state, state.open[0].seat, state.open[0].options[0])
    change = msgspec.json.encode(scene_change(before, game.scene(state, 0)))
    assert len(change) < 400 < len(msgspec.json.encode(game.scene(state, 0)))
