"""Line of sight, contact and formations on drawn fields."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import sight as s
from fimbul.games.rag_narok.ground.conjured import WALLS
from fimbul.games.rag_narok.ground.contact import contacts, in_contact, near
from fimbul.games.rag_narok.ground.field import (
    Formation,
    block_at,
    block_of,
    form_up,
    formations,
    formed,
    rank_of,
    turned,
)
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.measure.geometry import Point, base, bearing, clash
from fimbul.games.rag_narok.measure.tables import CM, TERRAINS
from fimbul.games.rag_narok.rules.shooting.volleys import shooters, shots
from fimbul.games.rag_narok.state import RagNarok, place_of
from tests.games.rag_narok.drawn import battle, put, stand

(WALL,) = WALLS

FUSILIERS = "1 griffin-fusilier"


def line_up(target: str, obstacle: str, beside: float = 0) -> RagNarok:
    """A fusilier looks north at a target 20 cm away; an obstacle stands between them."""
    state = battle([FUSILIERS], [target, obstacle])
    put(state, 0, (10, 10, 90))
    put(state, 1, (10, 30, 270))
    put(state, 2, (10 + beside, 20, 270))
    return state


@pytest.mark.parametrize(
    ("target", "obstacle", "seen"),
    [
        # example: example.fusilier-minotaur-fianna, example.los-blocked-equal-size
        # example: example.pose-irrelevant
        ("1 minotaur", "1 fianna", s.PARTIAL),
        ("1 alahan-guard", "1 fianna", s.NONE),
        ("1 alahan-guard", "1 goblin-warrior", s.PARTIAL),
        ("1 alahan-guard", "1 minotaur", s.NONE),
    ],
)
def test_sizes_decide_what_is_seen_over(target: str, obstacle: str, seen: int) -> None:
    # rule: los.larger-sees, los.seen-over-is-partial, los.three-sizes, ruling.los-geometry
    # rule: los.fighter-size-not-pose
    state = line_up(target, obstacle)
    assert s.sees(state, 0, 1) == seen
    stand(state, 2, (60, 50, 270))
    assert s.sees(state, 0, 1) == s.FULL


def test_an_obstacle_beside_the_line_hides_a_part() -> None:
    # example: example.los-offset-partial
    # rule: los.offset-obstacle-partial
    assert s.sees(line_up("1 alahan-guard", "1 fianna", beside=2), 0, 1) == s.PARTIAL
    assert s.sees(line_up("1 alahan-guard", "1 fianna", beside=4), 0, 1) == s.FULL
    assert s.through((1, 1, 1), cut=False) == s.PARTIAL


def test_heights_give_scenery_its_size() -> None:
    # example: example.los-height-3cm
    # rule: los.scenery-height-bands, ruling.height-boundaries
    heights = (99, 100, 290, 300, 600, 799, 800, 1400)
    assert [p.size_of_height(height) for height in heights] == [-1, 0, 0, 1, 2, 2, 3, 3]
    told = ["Flat", "Small", "Normal", "Large", "Very Large (Huge)", "Very Large (Colossal)"]
    assert [p.said_height(height) for height in (99, 100, 300, 600, 800, 1000)] == told
    assert [p.said_height(height) for height in (999, 1400, 1401)] == [
        "Very Large (Huge)", "Very Large (Colossal)", "Very Large (Gigantic)",
    ]  # fmt: skip
    for kind, row in TERRAINS.items():  # what the book says of each kind agrees with its height
        if row.sight.startswith(("Small", "Normal", "Large", "Very Large")):
            assert row.sight.startswith(p.said_height(row.height)), kind
    assert s.through((1, p.size_of_height(300), 1), cut=True) == s.NONE
    assert s.through((1, p.size_of_height(290), 1), cut=True) == s.PARTIAL
    assert s.through((1, p.size_of_height(99), 1), cut=True) == s.FULL


SPOTS = st.tuples(st.integers(600, 7900), st.integers(600, 5400))
KINDS = st.sampled_from(["alahan-guard", "goblin-warrior", "minotaur", "lion-knight"])


@settings(max_examples=200, deadline=None)
@given(SPOTS, SPOTS, st.lists(SPOTS, max_size=4), st.tuples(KINDS, KINDS), st.integers(0, 359))
def test_sight_is_the_same_from_both_ends(
    here: Point, there: Point, between: list[Point], kinds: tuple[str, str], turn: int
) -> None:
    # rule: ruling.fixed-point, ruling.los-geometry
    mine, theirs = kinds
    crowd = f"{max(1, len(between))} fianna"
    state = battle([f"1 {mine}", crowd], [f"1 {theirs}"])
    target = state.units[2].ranks[0]
    for number, spot in ((0, here), (target, there)):
        state.fighters[number].fate, state.places[number] = p.STANDING, (*spot, 0)
    for member, spot in zip(state.units[1].ranks, between, strict=False):
        state.fighters[member].fate, state.places[member] = p.STANDING, (*spot, turn)
    state.places[0] = (*here, bearing(here, there))
    state.places[target] = (*there, bearing(there, here))
    assert s.sees(state, 0, target) == s.sees(state, target, 0)
    for limit in (0, p.TOUCH, p.CONTACT, 1000, 4500):
        assert near(state, 0, target, limit) == near(state, target, 0, limit)


def test_a_wood_hides_beyond_five_centimetres() -> None:
    state = battle([FUSILIERS], ["1 alahan-guard"])
    put(state, 0, (25, 20, 90))
    put(state, 1, (25, 40, 270))
    assert s.sees(state, 0, 1) == s.NONE
    put(state, 1, (25, 31.01, 270))
    assert s.sees(state, 0, 1) == s.NONE
    put(state, 1, (25, 31, 270))  # the wood begins at 26
    assert s.sees(state, 0, 1) == s.PARTIAL


def test_behind_is_not_seen_but_touching_is() -> None:
    # rule: los.arc-90, los.contact-always, ruling.contact-vs-base
    state = battle([FUSILIERS], ["1 alahan-guard"])
    put(state, 0, (10, 20, 90))
    put(state, 1, (10, 10, 90))
    assert s.sees(state, 0, 1) == s.NONE
    put(state, 1, (10, 17.5, 90))
    assert s.sees(state, 0, 1) == s.FULL
    put(state, 1, (10, 17.3, 90))
    assert s.sees(state, 0, 1) == s.NONE
    assert 1 in contacts(state)[0]


@pytest.mark.parametrize(("crew", "spread", "count"), [(9, 1, 9), (9, 0, 6), (12, 1, 9)])
def test_how_many_ranks_see(crew: int, spread: int, count: int) -> None:
    # example: example.los-third-rank-dispersed
    # rule: los.dispersed-third-rank, los.close-second-rank
    state = battle([f"{crew} griffin-fusilier"], ["1 alahan-guard"])
    put(state, 0, (20, 10, 90), files=3, spread=spread)
    put(state, 1, (20, 30, 270))
    assert len(shooters(state, 0)) == count


def test_the_rear_looks_from_the_front_of_its_file() -> None:
    # example: example.rear-rank-trace
    # rule: los.rear-rank-angle, ruling.los-rear-rank-trace, los.front-mark
    state = battle(["2 griffin-fusilier"], ["1 alahan-guard"])
    put(state, 0, (20, 10, 90), files=1)
    front, rear = state.units[0].ranks
    assert s.eyes(state, 0, rear) == place_of(state, front)
    stand(state, 2, (8.6, 23, 270))
    state.units[0].files = 1
    assert s.sees(state, rear, 2) == s.sees(state, front, 2) == s.FULL
    stand(state, 2, (8.6, 21.9, 270))
    assert s.sees(state, rear, 2) == s.sees(state, front, 2) == s.NONE
    state.units[0].files = 0  # each for itself: from where it stands the rear fighter would see it
    assert s.sees(state, rear, 2) == s.FULL


def test_the_rear_measures_from_its_own_base() -> None:
    # rule: ruling.los-rear-rank-trace, shoot.difficulty
    state = battle(["2 griffin-fusilier"], ["1 alahan-guard"])
    put(state, 0, (60, 10, 90), files=1)
    front = place_of(state, 0)[1]
    stand(state, 2, (60, front / CM + 2.5 + 14, 270))  # 16.5 cm from the rear
    state.units[0].files = 1
    assert [shot.difficulty for shot in shots(state, 0, 1)] == [4, 7]


def test_independents_look_for_themselves() -> None:
    # example: example.independent-own-sight
    # rule: los.independents-own
    state = battle(["3 griffin-fusilier, 1 abel"], ["1 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 30, 270))
    hero = state.units[0].ranks[-1]
    x, y, _ = place_of(state, hero)
    state.places[hero] = (x, y, 270)
    assert s.sees(state, hero, 4) == s.NONE
    assert s.sees(state, 0, 4) == s.FULL


def test_independents_do_not_look_through_their_comrades() -> None:
    # rule: los.independents-own, ruling.los-geometry
    state = battle(["3 griffin-fusilier, 1 abel"], ["1 alahan-guard"])
    put(state, 0, (68, 10, 90), files=3)
    put(state, 1, (68, 30, 270))
    first, hero = state.units[0].ranks[0], state.units[0].ranks[-1]
    stand(state, hero, (68, 7, 90))
    stand(state, first, (68, 10, 90))
    assert s.sees(state, hero, 4) == s.NONE
    stand(state, hero, (68, 13, 90))
    assert s.sees(state, hero, 4) == s.FULL
    assert s.sees(state, first, 4) == s.FULL  # the others look past him


def test_a_surrounded_fighter_is_seen_along_its_diagonals() -> None:
    # example: example.surrounded-diagonal
    # rule: los.melee-diagonals, los.melee-diagonal-partial, los.melee-same-rules
    # rule: ruling.diagonal-visibility
    state = battle([FUSILIERS], ["1 alahan-guard", "4 alahan-guard"])
    put(state, 1, (30, 45, 270))
    for member, (dx, dy) in zip(
        state.units[2].ranks, ((0, 2.5), (0, -2.5), (2.5, 0), (-2.5, 0)), strict=True
    ):
        stand(state, member, (30 + dx, 45 + dy, 270))
    put(state, 0, (20, 35, 45))
    assert s.sees(state, 0, 1) == s.PARTIAL
    put(state, 0, (20.3, 35, 45))  # a little aside, so that the line cuts a neighbour's corner
    assert s.sees(state, 0, 1) == s.PARTIAL
    assert s.sees(state, 1, 0) == s.PARTIAL  # it looks out as it is looked at
    put(state, 0, (30, 30, 90))
    assert s.sees(state, 0, 1) == s.NONE


def test_scenery_lets_nobody_look_along_a_diagonal() -> None:
    # rule: ruling.diagonal-visibility
    state = battle([FUSILIERS], ["1 alahan-guard", "1 alahan-guard"])
    put(state, 0, (110, 35, 45))
    put(state, 1, (120, 45, 270))  # seen along the diagonal of its base
    stand(state, 2, (114, 41.2, 270))  # its corner reaches over the line by less than half a cm
    assert s.sees(state, 0, 1) == s.PARTIAL
    stand(state, 2, (114, 40, 270))  # it stands deeper in the way
    assert s.sees(state, 0, 1) == s.NONE
    put(state, 1, (120, 45, 225))  # its side, not a corner, points along the line
    stand(state, 2, (114, 41.2, 270))
    assert s.sees(state, 0, 1) == s.NONE
    put(state, 1, (120, 45, 270))
    stand(state, 2, (20, 10, 270))
    assert s.sees(state, 0, 1) == s.FULL
    state.magic.conjured = ((WALL, 11025, 4045, 90, 2),)  # so does the end of a Wall of Earth
    assert s.sees(state, 0, 1) == s.NONE


def test_two_ranks_can_fight() -> None:
    # example: example.contact-second-rank
    # rule: contact.distance, contact.definition
    state = battle(["3 alahan-guard"], ["3 morbid-puppet"])
    put(state, 0, (20, 10, 90), files=1)
    put(state, 1, (20, 17.5, 270), files=1)
    touched = contacts(state)
    front = state.units[1].ranks[0]
    assert touched[front] == state.units[0].ranks[:2]
    assert state.units[0].ranks[2] not in touched


def test_contact_is_two_and_a_half_centimetres() -> None:
    # example: example.contact-friends
    # rule: contact.definition, contact.distance
    state = battle(["1 alahan-guard", "1 alahan-mage"], ["1 morbid-puppet"])
    stand(state, 0, (20, 20, 90))
    stand(state, 1, (24.9, 20, 90))
    assert near(state, 0, 1, p.CONTACT)
    stand(state, 1, (25.1, 20, 90))
    assert not near(state, 0, 1, p.CONTACT)


def test_a_wall_of_earth_keeps_fighters_apart() -> None:
    # rule: contact.distance, contact.definition
    state = battle(["1 alahan-guard", "1 alahan-mage"], ["1 morbid-puppet"])
    stand(state, 0, (20, 20, 90))
    stand(state, 1, (16.5, 20, 90))
    stand(state, 2, (20, 24, 270))
    assert contacts(state) == {0: (2,), 1: (2,), 2: (0, 1)}
    assert in_contact(state, 0, 1)
    state.magic.conjured = ((WALL, 2400, 2200, 90, 9),)  # before the guard, not before the mage
    assert contacts(state) == {1: (2,), 2: (1,)}
    state.magic.conjured = ((WALL, 1825, 2000, 0, 9),)
    assert not in_contact(state, 0, 1)


def test_formations() -> None:
    # rule: formation.close, formation.dispersed, formation.distance, ruling.independents-stand
    # rule: unit.independents
    state = battle(["7 griffin-duelist, 1 abel"], ["1 morbid-puppet"])
    put(state, 0, (30, 30, 90), files=4)
    assert block_of(state, 0).extent == (5 * 250, 2 * 250)
    assert [rank_of(state, 0, member) for member in state.units[0].ranks] == [0] * 4 + [1] * 3 + [0]
    put(state, 0, (30, 30, 90), files=4, spread=1)
    assert block_of(state, 0).extent == (5 * 250 + 4 * 200, 2 * 250 + 200)
    assert {shape.files for shape in formations(state, 0)} == {3, 4, 5, 6, 7}
    where = {member: place_of(state, member) for member in state.units[0].ranks}
    assert is_chain(state, where)
    where[0] = (5000, 5000, 90)
    assert not is_chain(state, where)


@pytest.mark.parametrize("heading", [90, 37])
@pytest.mark.parametrize(
    "unit",
    ["3 lion-knight, 3 alahan-guard", "2 razorback-rider, 3 son-of-uren, 1 belial"],
)
def test_bases_of_two_sizes_stand_in_one_chain(unit: str, heading: int) -> None:
    # rule: ruling.mixed-ranks, formation.distance, formation.close, formation.dispersed
    state = battle([unit], ["1 morbid-puppet"])
    at, bases = (3000, 3000, heading), state.roster.bases
    for crew in set(permutations(state.units[0].ranks)):
        state.units[0].ranks = crew
        for shape in formations(state, 0):
            form_up(state, 0, shape, at)
            where = {member: place_of(state, member) for member in state.units[0].ranks}
            assert is_chain(state, where), shape
            shapes = [base(place, bases[member]) for member, place in where.items()]
            assert not any(clash(*pair) for pair in combinations(shapes, 2)), shape
            found, meant = block_of(state, 0), block_at(state, 0, shape, at)
            sides = (*zip(found.extent, meant.extent, strict=True), *zip(found.at, at, strict=True))
            assert all(abs(one - other) <= 2 for one, other in sides), shape


@pytest.mark.parametrize("heading", range(0, 360, 23))
def test_a_formation_has_its_block(heading: int) -> None:  # rule: ruling.unit-pivot
    state = battle(["7 griffin-duelist"], ["1 morbid-puppet"])
    places, block = formed(state, 0, Formation(4, 0), (3000, 3000, heading))
    for member in state.units[0].ranks:
        state.fighters[member].fate = p.STANDING
    form_up(state, 0, Formation(4, 0), (3000, 3000, heading))
    assert [place_of(state, member) for member in state.units[0].ranks] == places
    found = block_of(state, 0)
    assert abs(found.extent[0] - block.extent[0]) <= 2
    assert abs(found.at[0] - 3000) <= 1
    assert base(places[0], (250, 250))
    assert CM == 100


def test_a_loose_unit_turns_about_the_middle_of_its_block() -> None:  # rule: ruling.unit-pivot
    state = battle(["2 alahan-guard"], ["1 morbid-puppet"])
    stand(state, 0, (20, 20, 90))
    stand(state, 1, (26, 20, 90))
    assert turned(state, 0, 90) == [(2300, 1700, 180), (2300, 2300, 180)]
