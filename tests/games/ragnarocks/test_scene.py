"""The table as it is drawn."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.games.ragnarocks import GAME
from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.regions import survey
from fimbul.games.ragnarocks.scene import outline
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Mark, Point, Scene
from tests.games.ragnarocks import table as t

START = """\
  j3 . . . r r r . . .  j11
 i2 . . . . . . . . . .  i11
h1 . . . . . . . . . . .  h11
 g1 . . . . . . . . . . .  g11
  f1 . . . . . . . . . .  f10
   e1 . . . . . . . . .  e9
    d1 . . . . . . . .  d8
     c1 . . . . . . .  c7
      b1 . . . . . .  b6
       a1 . i i i .  a5
Supply: runestones 40"""


def marks(scene: Scene, kind: str) -> list[Mark]:
    return [mark for zone in scene.zones for mark in zone.marks if mark.kind == kind]


def area(points: tuple[Point, ...]) -> int:
    """Twice the area inside a closed line, holes taken off."""
    ring = [*points, points[0]]
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(ring)))


HEX = area(outline.CORNERS)


def test_the_board_is_drawn_as_in_the_rulebook() -> None:  # rule: ruling.orientation
    assert str(GAME.scene(t.start(), None)) == START
    book = (GAME.folder / "rules.toml").read_text(encoding="utf-8")
    assert all(f"#     {line}\n" in book for line in START.splitlines()[:-1])


def test_a_drawn_board_is_the_position_it_shows() -> None:
    for position in (t.WALLS, t.OPEN):
        state = t.laid(position)
        picture = "\n".join(str(GAME.scene(state, None)).splitlines()[:-1])
        again = t.drawn(picture, left=int(position.split()[-1]))
        assert t.position(again, p.IVORY) == position


@pytest.mark.parametrize("name", list(p.PLANS))
def test_hexes_tile_the_board(name: str) -> None:
    board = p.board(name)
    centres = {at: outline.centre(board, at) for at in board.cells}
    assert len(set(centres.values())) == len(board.cells)
    for at in board.cells:
        for to in board.beside[at]:
            (ax, ay), (bx, by) = centres[at], centres[to]
            assert (abs(ax - bx), abs(ay - by)) in ((52, 0), (26, 45))
    (rim,) = outline.loops(board, board.cells)
    assert area(rim) == HEX * len(board.cells)
    (zone, _) = GAME.scene(t.start(board=name), None).zones
    left, top, width, height = zone.box
    assert all(left <= x <= left + width and top <= y <= top + height for x, y in rim)


@given(seed=st.integers(0, 10**6), board=st.sampled_from(list(p.PLANS)))
def test_settled_land_is_tinted_with_its_points(seed: int, board: str) -> None:
    state = GAME.new(GAME.setup(board=board), seed)
    while state.asked:
        options = state.asked[0].options
        fimbul.choose(state, state.asked[0].seat, options[seed % len(options)])
        seed = seed * 31 % 1000003 + 7
    scene = GAME.scene(state, None)
    tints = Counter((mark.tone, mark.text, area(mark.points)) for mark in marks(scene, "tint"))
    tones = dict(zip(p.SETTLED, ("bone", "blood"), strict=True))
    settled = [region for region in survey(state) if region.status in p.SETTLED]
    sizes = [(tones[region.status], len(region.cells)) for region in settled]
    assert tints == Counter((tone, str(size), size * HEX) for tone, size in sizes)
    assert state.result is not None
    assert [plate.score for plate in scene.plates] == list(state.result.scores)


def test_a_region_with_a_hole_is_tinted_around_it() -> None:
    board = p.board("midgard86")
    middle = board.index["cell:e5"]
    ring = board.beside[middle]
    outer, hole = outline.loops(board, ring)
    assert (area(outer), area(hole)) == (7 * HEX, HEX)
    assert area(outline.shape(board, ring)) == 6 * HEX


def test_plates_say_who_is_who() -> None:
    for seat in (0, 1):
        plates = GAME.scene(t.laid(t.WALLS, ivory=seat), None).plates
        ivory, red = plates[seat], plates[1 - seat]
        assert (ivory.name, ivory.tone, ivory.emblem) == ("Ivory", "bone", "axe")
        assert (red.name, red.tone, red.emblem) == ("Red", "blood", "wolf")
        assert (ivory.facts, ivory.score) == (("2 nomads",), 26)
        assert (red.facts, red.score) == (("3 nomads",), 0)


def test_the_board_is_turned_to_whoever_looks() -> None:
    """Red begins at the top; a spectator and Ivory see the board as the rulebook does."""
    state = GAME.new(seed=1)
    red = next(seat for seat in (0, 1) if state.side(seat) == p.RED)
    turned = {seat: GAME.scene(state, seat).zones[0].half for seat in (None, red, 1 - red)}
    assert turned == {None: False, red: True, 1 - red: False}


def test_pieces_keep_their_names_and_say_where_they_are() -> None:
    state = t.play(t.start(), "a3-d3/d7", "j7-g7/g3")
    things = {thing.id: thing for thing in GAME.scene(state, None).things()}
    assert things["viking:ivory-2"].label == "viking on d3"
    assert things["viking:red-2"].label == "viking on g7"
    assert [things[f"stone:{n}"].label for n in (1, 2)] == ["runestone on d7", "runestone on g3"]
    assert things["cell:a3"].label == "a3"
    assert things["stock:runestones"].badge == "38"
    assert things["viking:ivory-2"].at == things["cell:d3"].at


@pytest.mark.parametrize(
    ("left", "look", "told"),
    [
        (11, (), []),
        (10, ("few",), ["10 runestones left. When none is left, the match ends"]),
        (1, ("few",), ["1 runestone left. When none is left, the match ends"]),
    ],
)
def test_the_last_runestones_are_marked(left: int, look: tuple[str, ...], told: list[str]) -> None:
    # rule: ruling.supply
    state = t.laid(t.OPEN.replace("38", str(left)))
    scene = GAME.scene(state, None)
    (pile,) = [thing for thing in scene.things() if thing.id == p.SUPPLY]
    assert (pile.badge, pile.state) == (str(left), look)
    facts = [fact for note in scene.notes if note.title == "Supply" for fact in note.facts]
    assert [fact.text for fact in facts] == told
    assert {fact.rule for fact in facts} <= {"ruling.supply"}
    warned = "".join(f". {words.partition('.')[0]}" for words in told)
    assert state.asked[0].prompt == f"Pick the viking that moves and casts a stone{warned}"


def test_a_supply_without_limit_warns_of_nothing() -> None:
    scene = GAME.scene(t.start(stones=0), None)
    assert [note.title for note in scene.notes] == ["Regions"]


def test_the_selected_viking_and_the_settled_ones_look_different() -> None:
    state = t.select(t.laid(t.WALLS), "g5")
    things = GAME.scene(state, 0).things()
    looks = {thing.label: (*thing.state, *thing.said) for thing in things}
    assert looks["viking on g5"] == ("selected",)
    assert looks["viking on c3"] == ("settled",)
    assert looks["viking on i9"] == ()


def test_the_last_turn_leaves_a_trace() -> None:
    state = t.play(t.start(), "a3-d3/d7")
    board = p.board(state.board)
    a3, d3, d7 = (outline.centre(board, board.index[f"cell:{c}"]) for c in ("a3", "d3", "d7"))
    scene = GAME.scene(state, None)
    assert [mark.points for mark in marks(scene, "trace")] == [(a3, d3)]
    assert [mark.points for mark in marks(scene, "path")] == [(d3, d7)]
    assert not marks(GAME.scene(t.start(), None), "trace")


def dots(state: Ragnarocks, option: str) -> int:
    (preview,) = [each for each in GAME.scene(state, 0).previews if each.thing == option]
    return sum(len(mark.points) for mark in preview.marks if mark.kind == "dot")


def test_previews_show_what_a_touch_would_do() -> None:
    state = t.start()
    assert dots(state, "viking:ivory-2") == 17
    t.select(state, "a3")
    moved = t.played(state, "cell:d3")
    assert dots(state, "cell:d3") == len(moved.asked[0].options)
    (preview,) = [each for each in GAME.scene(state, 0).previews if each.thing == "cell:d3"]
    (ghost,) = preview.ghosts
    assert (ghost.id, ghost.label, ghost.said) == ("viking:ivory-2", "viking on d3", ("ghost",))
    assert state.where == t.select(t.start(), "a3").where, "a preview changes nothing"


def test_previews_tell_what_a_stone_would_cut_off() -> None:
    state = t.select(t.laid(t.WALLS), "i9")
    fimbul.choose(state, 0, "cell:i8")
    notes = {each.thing: each.notes for each in GAME.scene(state, 0).previews}
    ((note,), *_) = [notes["cell:h8"]]
    assert sorted(fact.text for fact in note.facts) == [
        "The wall closes: Ivory settles 6 hexes",
        "The wall closes: Red settles 9 hexes",
    ]
    assert any(not each for each in notes.values())


def test_previews_are_for_whoever_is_asked() -> None:
    state = t.start()
    (decision,) = state.asked
    asked = GAME.scene(state, decision.seat).previews
    assert tuple(preview.thing for preview in asked) == decision.options
    assert not GAME.scene(state, 1 - decision.seat).previews
    assert not GAME.scene(state, None).previews


def test_regions_are_listed_with_their_rules() -> None:
    (note,) = GAME.scene(t.laid(t.WALLS), None).notes
    told = {(fact.text, fact.rule, fact.amount) for fact in note.facts}
    assert told == {
        ("26 hexes from a1: settled by Ivory", "region.settled", 26),
        ("19 hexes from f1: contested", "region.contested", None),
        ("16 hexes from f7: contested", "region.contested", None),
        ("2 hexes from i11: wild", "region.wild", None),
    }


def test_every_symbol_is_in_the_art() -> None:
    sheet = ElementTree.parse(GAME.folder / "art" / "ragnarocks.svg").getroot()
    symbols = {found.get("id") for found in sheet.iter("{http://www.w3.org/2000/svg}symbol")}
    state = t.start(stones=0)
    while state.asked:
        fimbul.choose(state, state.asked[0].seat, state.asked[0].options[0])
    used = {thing.art for thing in GAME.scene(state, None).things()}
    assert used <= symbols
    runes = {art for art in used if re.fullmatch(r"stone-\w+", art)}
    assert len(runes) == min(24, len(state.stones)) > 20
