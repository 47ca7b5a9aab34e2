"""What single spells do: veils and walls, healing, gems laid on troops."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import sight
from fimbul.games.rag_narok.ground.conjured import area, is_veiled, walls
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.ground.paths import distances
from fimbul.games.rag_narok.ground.sight import FULL, NONE, PARTIAL, sees
from fimbul.games.rag_narok.measure.geometry import base, clash
from fimbul.games.rag_narok.measure.tables import CM
from fimbul.games.rag_narok.rules.harm import inflict, kill
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.incantation import spells_of
from fimbul.games.rag_narok.rules.magic.reach import spots_in_reach
from fimbul.games.rag_narok.rules.shooting.volleys import SecondShooting
from fimbul.games.rag_narok.state import RagNarok, shape_of
from tests.games.rag_narok.drawn import ask, fly, options, play, put, roll_next, stand
from tests.games.rag_narok.magic.drawn import end_turn
from tests.games.rag_narok.spellbook import cast, chant, duel, gems, give, id_of, named, spells

OURS, FOE = "unit:0-unit-0", "unit:1-unit-0"


def magnus(spell: str, apart: float = 25) -> RagNarok:
    state = duel([f"1 magnus-the-mystic {spell}"], ["1 griffin-templar"], apart)
    give(state, 0, air=4, earth=4, fire=4)
    return state


def test_veils_hide_until_the_end_of_the_turn() -> None:
    # rule: ruling.area-placement, end.sequence
    state = magnus("veil-of-soot")
    assert sees(state, 0, 1) == FULL
    cast(state, 0, "veil-of-soot")
    assert options(state) == tuple(f"area:1-unit-0-{far}" for far in (5, 10, 15, 20, 25))
    roll_next(state, 4)
    play(state, "area:1-unit-0-15", "button:cast")
    assert sees(state, 0, 1) == sees(state, 1, 0) == NONE
    assert is_veiled(state, (6600, 1000), (6600, 4000))
    assert not is_veiled(state, (6200, 1000), (6200, 4000))
    end_turn(state)
    assert sees(state, 0, 1) == FULL


def test_who_touches_is_seen_through_any_veil() -> None:  # rule: magic.melee-sight
    state = magnus("veil-of-soot", 0)
    state.magic.conjured += ((NUMBER["veil-of-soot"], 6600, 1125, 90, 1),)
    assert sees(state, 0, 1) == FULL


def test_a_wall_stands_in_the_way_until_the_next_turn_ends() -> None:
    # rule: ruling.area-placement
    state = magnus("wall-of-earth")
    assert distances(state, 1, 270, 1500, Way())[-1] == 1500
    cast(state, 0, "wall-of-earth")
    roll_next(state, 4)
    play(state, "area:1-unit-0-15", "button:cast")
    wall = walls(state)[0]
    assert wall == area(FORMULAS[NUMBER["wall-of-earth"]].card, (6600, 2500, 90))
    assert distances(state, 1, 270, 1500, Way())[-1] == 1000
    assert sees(state, 0, 1) == NONE
    end_turn(state)
    assert walls(state)
    state.turn += 1
    end_turn(state)
    assert not walls(state)


def test_what_cannot_be_seen_is_no_place_for_a_veil() -> None:
    # rule: spell.los-and-range, ruling.area-placement
    for hiding in ("veil-of-soot", "wall-of-earth"):
        state = magnus("veil-of-soot")
        state.magic.conjured += ((NUMBER[hiding], 6600, 2200, 90, 1),)
        cast(state, 0, "veil-of-soot")
        found = "area:1-unit-0-5" if hiding == "veil-of-soot" else "area:1-unit-0-10"
        assert options(state)[-1] == found
    tall = duel(["1 sophet-drahas"], ["1 griffin-templar"], 25)
    tall.magic.conjured += ((NUMBER["wall-of-earth"], 6600, 2200, 90, 1),)
    assert len(spots_in_reach(tall, 0, FORMULAS[NUMBER["veil-of-mist"]])) == 5


@pytest.mark.parametrize(
    ("kind", "height", "far"),
    [("house", 9, 10), ("wood", 12, 15), ("hedge", 4, 10), ("hill", 4, 15), ("wall", 2, 25)],
)
def test_scenery_hides_the_ground_behind_it(
    monkeypatch: pytest.MonkeyPatch, kind: str, height: int, far: int
) -> None:
    # rule: spell.los-and-range, ruling.area-placement
    state, shape = magnus("veil-of-soot"), base((6600, 2500, 90), (2000, 700))
    ground = p.Ground(f"ground:{kind}", kind, shape, p.size_of_height(height * CM))
    monkeypatch.setattr(sight, "grounds_in", lambda state, box: [ground])
    found = list(spots_in_reach(state, 0, FORMULAS[NUMBER["veil-of-soot"]]))
    assert found[-1] == f"area:1-unit-0-{far}"


def test_veils_and_walls_between_the_ground_and_flight() -> None:
    # rule: ruling.air-sight
    for spell, seen, above in (("veil-of-mist", NONE, NONE), ("wall-of-earth", PARTIAL, FULL)):
        state = duel(["1 sophet-drahas"], ["3 morbid-angel"], 25)
        fly(state, 1, (66, 37, 270), p.LOW)
        target = state.units[1].ranks[0]
        assert sees(state, 0, target) == sees(state, target, 0) == FULL
        state.magic.conjured += ((NUMBER[spell], 6600, 2200, 90, 1),)
        assert sees(state, 0, target) == sees(state, target, 0) == seen
        fly(state, 1, (66, 37, 270), p.HIGH)
        assert sees(state, 0, target) == above


def test_larger_ones_see_over_a_wall() -> None:  # rule: los.larger-sees
    state = duel(["1 sophet-drahas"], ["1 griffin-templar"])
    state.magic.conjured += ((NUMBER["wall-of-earth"], 6600, 2000, 90, 1),)
    assert sees(state, 0, 1) == PARTIAL


def test_no_wall_is_raised_on_fighters() -> None:  # rule: ruling.area-placement
    state = magnus("wall-of-earth")
    formula = FORMULAS[NUMBER["wall-of-earth"]]
    put(state, 1, (66, 25, 270))
    found = spots_in_reach(state, 0, formula)
    assert list(found) == ["area:1-unit-0-5", "area:1-unit-0-10"]
    for at in found.values():
        assert not clash(area(formula.card, at), shape_of(state, 1))


def test_healing_light() -> None:  # rule: spell.casting
    state = duel(["1 alahan-mage healing-light, 1 alderan"], ["1 melmoth"])
    mage, alderan = named(state, "alahan-mage"), named(state, "alderan")
    give(state, mage, light=2)
    assert "healing-light" not in spells(state, mage)
    inflict(state, alderan, 2)
    cast(state, mage, "healing-light")
    assert options(state) == (id_of(state, alderan),)
    roll_next(state, 4)
    play(state, id_of(state, alderan), "button:cast")
    assert state.fighters[alderan].hurt == 1


def test_bone_mending_brings_one_back_or_heals() -> None:  # rule: spell.casting
    ours = "1 sophet-drahas bone-mending, 4 morbid-puppet, 1 questor-of-acheron"
    state = duel([ours], ["1 abel"])
    kill(state, named(state, "questor-of-acheron"))  # a living one stays dead
    sophet, fell = named(state, "sophet-drahas"), named(state, "morbid-puppet", 1)
    give(state, sophet, darkness=2)
    inflict(state, sophet, 1)
    inflict(state, fell, 1)
    cast(state, sophet, "bone-mending", OURS)
    roll_next(state, 4)
    play(state, "button:cast")
    assert options(state) == (id_of(state, sophet), f"fallen:{id_of(state, fell)[8:]}")
    play(state, f"fallen:{id_of(state, fell)[8:]}")
    assert state.places[fell] is not None
    assert state.fighters[fell].hurt == 0
    assert fell not in [number for number, *_ in state.fallen]


def test_gems_are_laid_on_whoever_stands_in_the_ranks() -> None:
    # rule: ruling.transfigured-gem
    ours = "1 alahan-guard leader, 2 alahan-guard, 1 alahan-standard, 1 alahan-mage"
    state = duel([f"{ours}, 1 familiar-of-light, 1 alderan"], ["1 melmoth"])
    mage = named(state, "alahan-mage")
    give(state, mage, light=1)
    stand(state, mage, (66, 5, 90))  # behind them all
    for place, number in enumerate(n for n in state.units[0].ranks if n != mage):
        stand(state, number, (62 + 2.5 * place, 11, 90))
    cast(state, mage, "transfiguration")
    assert set(options(state)) == {id_of(state, n) for n in range(4)}


def test_gems_laid_on_troops_come_back_in_contact() -> None:
    # rule: ruling.transfigured-gem, mana.pool-limit
    state = duel(["3 alahan-guard, 1 alahan-mage, 1 familiar-of-light"], ["1 melmoth"])
    mage, guard = named(state, "alahan-mage"), named(state, "alahan-guard", 2)
    give(state, mage, light=6)
    cast(state, mage, "transfiguration", id_of(state, guard))
    roll_next(state, 4)
    play(state, "button:cast")
    assert state.magic.stored == ((mage, guard),)
    assert gems(state, mage) == {"light": 5}
    thing = f"stored:{id_of(state, guard)[8:]}"
    assert thing in options(state)
    play(state, thing)
    assert (list(state.magic.stored), gems(state, mage)) == ([], {"light": 6})
    state.magic.stored = ((mage, guard),)
    assert thing not in options(chant(state, mage))  # the pool is full
    give(state, mage)
    ask(state, SecondShooting())
    play(state, id_of(state, mage), thing)  # without a gem it could cast nothing
    assert (list(state.magic.stored), gems(state, mage)) == ([], {"light": 1})
    state.magic.stored = ((mage, guard),)
    kill(state, guard)
    assert list(state.magic.stored) == []  # lost with the troop
    assert thing not in options(chant(state, mage))
    assert spells_of(state, mage) == [NUMBER["transfiguration"]]  # lent by the Familiar
    kill(state, named(state, "familiar-of-light"))
    assert spells_of(state, mage) == []
