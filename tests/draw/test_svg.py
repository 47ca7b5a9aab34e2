"""The static drawing: well-formed, complete, safe, the same each time."""

from __future__ import annotations

import re
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fimbul
from fimbul.draw import film, svg, symbols
from fimbul.draw.shapes import corners, inside, number
from fimbul.draw.theme import mixed
from fimbul.kernel import (
    Dice,
    Fact,
    Game,
    Mark,
    MarkKind,
    Note,
    Plate,
    Scene,
    Thing,
    ThingState,
    Zone,
    choose,
)
from tests.wager import GAME as WAGER

GAMES = [*map(fimbul.game, fimbul.game_names()), WAGER]
MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
SVG = "{http://www.w3.org/2000/svg}"


def later(game: Game[Any], choices: int) -> Any:
    state, dice = game.new(seed=3), Dice(5)
    for _ in range(choices):
        if state.open:
            decision = state.open[0]
            choose(state, decision.seat, decision.options[dice.roll(len(decision.options))])
    return state


def drawn_ids(text: str) -> list[str]:
    return [
        node.attrib["data-id"]
        for node in ElementTree.fromstring(text).iter()
        if "data-id" in node.attrib
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("choices", [0, 7, 40])
def test_every_thing_is_drawn_once(game: Game[Any], choices: int) -> None:
    state = later(game, choices)
    for seat in (None, *range(state.seats)):
        scene = game.scene(state, seat)
        assert sorted(drawn_ids(svg(scene, symbols(game)))) == sorted(t.id for t in scene.things())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_it_needs_nothing_from_elsewhere(game: Game[Any], theme: str) -> None:
    state = later(game, 5)
    decision = state.open[0]
    text = svg(
        game.scene(state, decision.seat), symbols(game), theme=theme, options=decision.options
    )
    root = ElementTree.fromstring(text)
    ids = {node.attrib["id"] for node in root.iter() if "id" in node.attrib}
    for use in root.iter(f"{SVG}use"):
        assert use.attrib["href"].removeprefix("#") in ids
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {f"#{name}" for name in ids}
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg\")|@import|<script|<image", text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_same_scene_gives_the_same_bytes(game: Game[Any]) -> None:
    scene = game.scene(later(game, 9), 0)
    assert svg(scene, symbols(game)) == svg(scene, symbols(game))
    assert svg(scene, symbols(game)) != svg(scene, symbols(game), theme="light")


@pytest.mark.parametrize("name", ["drakkar", "nine_realms"])
@pytest.mark.parametrize("choices", [0, 30, 90])
def test_a_table_of_cards_fits_one_screen(name: str, choices: int) -> None:
    game = fimbul.game(name)
    root = ElementTree.fromstring(svg(game.scene(later(game, choices), 0), symbols(game)))
    assert float(root.attrib["width"]) <= 1440
    assert float(root.attrib["height"]) <= 1000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_seats_are_drawn_by_their_names(game: Game[Any]) -> None:
    text = svg(game.scene(later(game, 30), 0), symbols(game))
    assert not re.findall(r"\{\d+\}", text)


def test_options_glow() -> None:
    game = fimbul.game("brandub")
    state = game.new()
    scene, options = game.scene(state, 0), state.open[0].options
    assert 'class="may"' not in svg(scene, symbols(game))
    assert svg(scene, symbols(game), options=options).count('class="may"') == len(options)


def test_a_game_brings_its_symbols() -> None:
    sheet = symbols(fimbul.game("brandub"))
    assert set(re.findall(r'<symbol id="(\w+)"', sheet)) == {
        "square",
        "stronghold",
        "raider",
        "guard",
        "king",
    }
    assert symbols(WAGER) == ""
    ElementTree.fromstring(f"<svg>{sheet}</svg>")


def test_only_needed_symbols_are_kept() -> None:
    text = svg(
        Scene((Zone("hand", things=(Thing("card:1", "guard", "guard"),)),)),
        symbols(fimbul.game("brandub")),
    )
    assert '<symbol id="guard"' in text
    assert '<symbol id="king"' not in text


def test_a_symbol_may_use_another() -> None:
    inner = '<symbol id="inner"><path d="M0 0"/></symbol>'
    sheet = f'<symbol id="outer"><use href="#inner"/></symbol>{inner}'
    text = svg(Scene((Zone("hand", things=(Thing("card:1", "outer", "it"),)),)), sheet)
    assert inner in text


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no theme 'grey' \\(there is dark, light\\)"):
        svg(Scene(()), theme="grey")


def test_screen_readers_hear_the_table() -> None:
    game = fimbul.game("brandub")
    root = ElementTree.fromstring(svg(game.scene(game.new(), 0), symbols(game)))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "The table. Raiders, 8 raiders; King, 4 guards. Board."
    titles = {node.text for node in root.iter(f"{SVG}title")}
    assert {"king on d4", "d4", "Raiders, 8 raiders"} <= titles


EVIL = '<script>alert("x")</script> & \' > ]]> --> \x00\x1b \ud800'


def scene_named(text: str) -> Scene:
    """Text in every place of a scene that can hold some."""
    things = (
        Thing("card:1", "card", text, badge=text, tip=text, glyph=text[:1]),
        Thing("button:ok", "button", text, kind="button"),
    )
    marks = tuple(Mark(kind, ((0, 0), (10, 0), (10, 10)), text=text) for kind in MARKS)
    pieces = (Thing("piece:1", "nothing", text, (5, 5), 10, tip=text, badge=text),)
    zones = (
        Zone("board", text, "board", (0, 0, 20, 20), things=pieces, marks=marks),
        Zone("hand", text, things=things),
    )
    plates = (Plate(0, text, "bone", text, (text,), 3),)
    return Scene(zones, plates, (Note(text, (Fact(text, text, 2),)),))


@given(st.text(st.characters(exclude_categories=[])) | st.just(EVIL))
def test_no_text_can_break_out(text: str) -> None:
    root = ElementTree.fromstring(svg(scene_named(text)))
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert "script" not in tags
    names = {name for node in root.iter() for name in node.attrib}
    assert not {name for name in names if name.startswith("on")}


def test_names_are_kept_as_they_are() -> None:
    titles = {
        n.text for n in ElementTree.fromstring(svg(scene_named("<b>&\"'"))).iter(f"{SVG}title")
    }
    assert "<b>&\"'" in titles or "<b>&\"': <b>&\"'" in titles


@pytest.mark.parametrize("kind", MARKS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_every_mark_is_drawn_with_any_number_of_points(kind: MarkKind, count: int) -> None:
    points = ((0, 0), (40, 40), (20, 10), (0, 30), (5, 5))[:count]
    board = Zone(
        "board", kind="board", box=(0, 0, 40, 40), marks=(Mark(kind, points, "ice", "7 cm"),)
    )
    root = ElementTree.fromstring(svg(Scene((board,))))
    assert "7 cm" in "".join(root.itertext()) or not count


def test_marks_have_their_own_shapes() -> None:
    points = ((0, 0), (40, 40), (20, 10))
    for kind in (kind for kind in MARKS if kind != "caption"):
        board = Zone("board", kind="board", box=(0, 0, 40, 40), marks=(Mark(kind, points, "ice"),))
        shapes = ElementTree.fromstring(svg(Scene((board,)))).iter()
        assert any(kind in node.attrib.get("class", "").split() for node in shapes), kind


def test_states_are_seen() -> None:
    def card(*state: ThingState) -> str:
        one = Thing("card:1", "card", "card", (0, 0), 10, state=state)
        board = Zone("board", kind="board", box=(0, 0, 40, 40), things=(one,))
        hand = Zone("hand", things=(one,))
        return svg(Scene((board, hand))).partition("</defs>")[2]

    assert len({card(), card("selected"), card("sealed"), card("exhausted")}) == 4
    assert card("sealed").count('class="sealed"') == 2


def test_owned_land_has_a_pattern_besides_its_colour() -> None:
    land = (
        Thing("cell:a", "hex", "a", (0, 0), 10, tone="blood", kind="space"),
        Thing("cell:b", "hex", "b", (10, 0), 10, kind="space"),
    )
    body = svg(Scene((Zone("board", kind="board", box=(0, 0, 40, 40), things=land),)))
    assert body.partition("</defs>")[2].count("url(#fimbul-blood)") == 1


def test_a_tally_avoids_pieces() -> None:
    cells = tuple(
        Thing(f"cell:{n}", "square", str(n), (n * 10 + 5, 5), 10, kind="space") for n in range(3)
    )
    piece = Thing("piece:1", "king", "king", (15, 5), 8)
    region = Mark("tint", ((0, 0), (30, 0), (30, 10), (0, 10)), "bone", "3")

    def tally_x(*pieces: Thing) -> float:
        board = Zone(
            "board", kind="board", box=(0, 0, 30, 10), things=(*cells, *pieces), marks=(region,)
        )
        found = re.search(
            r'<g class="t-bone"><circle class="plain" cx="([\d.]+)"', svg(Scene((board,)))
        )
        assert found, "the tally is a disc"
        return float(found[1])

    assert tally_x() != tally_x(piece)


@given(st.floats(-1e4, 1e4))
def test_numbers_are_short(value: float) -> None:
    text = number(value)
    assert abs(float(text) - value) <= 0.051
    assert text != "-0"
    assert not text.endswith(".0")


def test_hexes_point_north_and_south() -> None:
    ring = corners("hex", (0, 0), 52)
    assert max(x for x, _ in ring) == pytest.approx(26)
    assert max(y for _, y in ring) == pytest.approx(30, abs=0.05)
    assert inside((0, 29), ring)
    assert not inside((25, 20), ring)


def test_a_mixed_tone_lies_between() -> None:
    assert mixed("dark", "blood", 0) == "#1d2936"
    assert mixed("dark", "blood", 1) == "#c8453b"
    assert mixed("light", "bone", 1) == "#8d7a55"


def test_a_film_has_each_scene_once_and_ends_where_nothing_moves() -> None:
    """Each but the first comes in its time and covers what was; without motion all are there, the
    last on top."""
    game = fimbul.game("brandub")
    scenes = [game.scene(later(game, choices), None) for choices in (0, 2, 4)]
    moving = film(scenes, symbols(game))
    stills = [
        node
        for node in ElementTree.fromstring(moving).iter(f"{SVG}g")
        if "still" in node.get("class", "")
    ]
    told = [
        [one.attrib["data-id"] for one in node.iter() if "data-id" in one.attrib] for node in stills
    ]
    assert told == [drawn_ids(svg(scene, symbols(game))) for scene in scenes]
    assert re.findall(r"@keyframes (\S+?)\{", moving) == ["fimbul-1", "fimbul-2"]
    assert "prefers-reduced-motion:reduce){.still{animation:none" in moving
    with pytest.raises(ValueError, match="at least"):
        film([])
