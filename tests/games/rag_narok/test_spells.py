"""What single spells do: charms on cards, veils and walls, healing, Boilers, Warriors of Danu."""

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
from fimbul.games.rag_narok.rules.ending import CloseTurn
from fimbul.games.rag_narok.rules.harm import inflict, kill
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.machines.steam import steam_strength
from fimbul.games.rag_narok.rules.magic import spells as sp
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.incantation import spells_of
from fimbul.games.rag_narok.rules.magic.reach import spots_in_reach, suits
from fimbul.games.rag_narok.rules.melee.fights import attack_value, defence_value, initiative
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.shooting.volleys import SecondShooting
from fimbul.games.rag_narok.state import RagNarok, card_mov, fighter, shape_of
from fimbul.games.rag_narok.state.affairs import Casting
from tests.games.rag_narok.drawn import ask, fly, options, play, put, roll_next, stand
from tests.games.rag_narok.spellbook import cast, chant, duel, gems, give, id_of, named, spells

OURS, FOE = "unit:0-unit-0", "unit:1-unit-0"


def succeed(state: RagNarok, caster: int, spell: str, target: int = -1) -> None:
    """The spell takes effect at once."""
    sp.take_effect(state, Casting(caster, NUMBER[spell], target))


def end_turn(state: RagNarok) -> None:
    state.phase = p.END
    ask(state, CloseTurn())


# -- charms ----------------------------------------------------------------------------------


def test_charms_change_the_cards_of_a_unit_until_the_turn_ends() -> None:
    # rule: ruling.same-effect-once, end.sequence
    state = duel(["3 wolfen-warrior, 1 wolfen-shaman stone-skin"], ["3 griffin-templar"])
    before = [fighter(state, n).card.res for n in state.ranks[0]]
    succeed(state, 3, "stone-skin", 0)
    succeed(state, 3, "stone-skin", 0)
    assert [fighter(state, n).card.res for n in state.ranks[0]] == [res + 1 for res in before]
    assert fighter(state, state.ranks[1][0]).card.res == 8
    end_turn(state)
    assert [fighter(state, n).card.res for n in state.ranks[0]] == before


@pytest.mark.parametrize(
    ("spell", "ours", "changes"),
    [
        ("injection-of-rage", "3 biopsist", (0, 1, -1)),
        ("gift-of-the-jackal", "3 orc-warrior", (1, 1, 0)),
    ],
)
def test_charms_count_in_combat(spell: str, ours: str, changes: tuple[int, int, int]) -> None:
    # rule: spell.casting
    state = duel([ours], ["3 griffin-templar"])
    mine, theirs = fighter(state, 0).group, fighter(state, 3).group
    values = [f(state, mine, theirs) for f in (initiative, attack_value, defence_value)]
    succeed(state, 0, spell, 0)
    after = [f(state, mine, theirs) for f in (initiative, attack_value, defence_value)]
    assert tuple(new - old for old, new in zip(values, after, strict=True)) == changes
    other = fighter(state, 3)
    assert not suits(state, FORMULAS[NUMBER[spell]], other.unit)


def test_one_who_is_changed_alone_fights_apart() -> None:
    # rule: spell.lamentations-no-spread, spell.range-zero-personal
    state = duel(["4 danu-warrior"], ["3 griffin-templar"])
    plain = fighter(state, 0).group
    lay(state, "spasm", 1)
    lay(state, "spasm", 2)
    assert [fighter(state, n).group == plain for n in range(4)] == [True, False, False, True]
    assert fighter(state, 1).group == fighter(state, 2).group
    card = fighter(state, 1).card
    assert (card.att, card.strength, card.defence) == (4, 7, 2)
    groups = state.roster.groups
    assert [groups[fighter(state, n).group].members for n in (0, 1)] == [(0, 3), (1, 2)]


# -- Warriors of Danu ------------------------------------------------------------------------


def danu(count: int = 8) -> RagNarok:
    ours = [f"{count} danu-warrior, 1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"])
    give(state, count, earth=4)
    put(state, 0, (50, 10, 90), files=4)
    stand(state, count, (50, 3, 90))
    return state


def test_lamentations_change_one_warrior_and_never_spread() -> None:
    # example: example.lamentations-gems
    # rule: spell.lamentations-no-spread, spell.lamentations-cost, spell.frequency
    state = danu()
    state.phase = p.MOVEMENT
    chant(state, 8)
    for _ in range(4):
        play(state, "spell:lamentations-of-danu")
        target = next(thing for thing in options(state) if thing.startswith("fighter:"))
        roll_next(state, 3, 4)
        play(state, target)
        if "button:cast" in options(state):
            play(state, "button:cast")
    changed = [n for n in range(8) if fighter(state, n).card.att == 4]
    assert not gems(state, 8)
    assert len(state.casts) == 4
    assert len(changed) == 4  # half of the Unit, and still nobody else


@pytest.mark.parametrize(("die", "changes"), [(3, False), (4, True)])
def test_lamentations_want_a_four(die: int, changes: bool) -> None:
    # rule: spell.lamentations-no-spread
    state = danu()
    roll_next(state, die)
    succeed(state, 8, "lamentations-of-danu", 0)
    assert bool(state.charms) == changes


def test_some_spells_are_cast_in_the_movement_phase() -> None:
    # rule: spell.lamentations-cost, turn.activation
    state = danu()
    state.phase, state.orders[0] = p.MOVEMENT, (p.MARCH,)
    ask(state, Activate(0))
    assert set(options(state)) == {"token:0-unit-0-1", id_of(state, 8)}
    play(state, id_of(state, 8), "button:done")
    assert options(state) == ("token:0-unit-0-1",)
    other = duel(["1 wolfen-shaman stone-skin"], ["3 griffin-templar"])
    give(other, 0, earth=4)
    other.phase, other.orders[0] = p.MOVEMENT, (p.MARCH,)
    ask(other, Activate(0))
    assert options(other) == ("token:0-unit-0-1",)


def test_who_has_moved_is_no_target_until_the_phase_is_over() -> None:
    # rule: spell.lamentations-cost, spell.thermo-acceleration-area, spell.storm-spirit-alone
    ours = ["4 danu-warrior", "4 danu-warrior", "1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"])
    for unit, (x, y) in enumerate(((46, 24), (58, 24), (52, 10))):
        put(state, unit, (x, y, 90))
    give(state, named(state, "wolfen-shaman"), earth=4)
    state.phase, state.done[1] = p.MOVEMENT, 1
    cast(state, 8, "lamentations-of-danu")
    assert set(options(state)) == {id_of(state, n) for n in state.ranks[0]}
    state.done[0] = 1
    assert not spells(state, 8)
    state.phase = p.SECOND_SHOOTING
    cast(state, 8, "lamentations-of-danu")
    assert len(options(state)) == 8


def test_spells_are_cast_before_one_unit_and_then_before_the_next() -> None:
    # rule: spell.lamentations-cost, spell.frequency, turn.activation
    ours = ["4 danu-warrior", "4 danu-warrior", "1 wolfen-shaman lamentations-of-danu"]
    state = duel(ours, ["3 griffin-templar"], 30)
    for unit, (x, y) in enumerate(((46, 24), (58, 24), (52, 10))):
        put(state, unit, (x, y, 90))
    mage = id_of(state, named(state, "wolfen-shaman"))
    give(state, named(state, "wolfen-shaman"), earth=4)
    state.phase, state.orders[0], state.orders[1] = p.MOVEMENT, (p.IMMOBILE,), (p.IMMOBILE,)
    ask(state, Activate(0))
    play(state, mage, "button:done")
    assert mage not in options(state)  # it is done, until somebody has moved
    play(state, "token:0-unit-0-1", "button:stay-calm", "button:carry-out")
    assert mage in options(state)
    play(state, mage, "spell:lamentations-of-danu")
    assert set(options(state)) == {id_of(state, n) for n in state.ranks[1]}


# -- Boilers ---------------------------------------------------------------------------------


def razorbacks() -> RagNarok:
    riders = "2 razorback-rider accelerator"
    priest = "1 thermo-priest-razorback thermo-acceleration thermo-compression"
    state = duel([riders, priest, "6 thermo-warrior compressor"], ["1 melmoth"])
    give(state, 2, fire=2)
    for number, x in enumerate((50, 53)):
        stand(state, number, (x, 12, 90))
    stand(state, 2, (51, 5, 90))
    put(state, 2, (60, 12, 90), files=3)
    state.phase = p.MOVEMENT
    return state


def test_a_unit_is_faster_when_all_of_it_is_accelerated() -> None:
    # example: example.two-thermo-accelerations
    # rule: spell.thermo-acceleration-area, spell.thermo-acceleration-twice
    state = razorbacks()
    assert card_mov(state, 0) == 1750
    cast(state, 2, "thermo-acceleration")
    roll_next(state, 4)
    play(state, id_of(state, 0))
    play(state, *(["button:cast"] if "button:cast" in options(state) else []))
    assert card_mov(state, 0) == 1750
    play(state, "spell:thermo-acceleration")
    roll_next(state, 4)
    play(state, id_of(state, 1))
    assert card_mov(state, 0) == 2250
    assert not gems(state, 2)


def test_acceleration_is_no_help_to_who_has_less_steam_than_the_others() -> None:
    # rule: spell.thermo-acceleration-area, boiler.pressure
    state = duel(["2 razorback-rider accelerator, 1 thermo-priest-razorback"], ["1 melmoth"])
    state.steam[:2] = [3, 3]  # the riders have rolled a 6, the Priest has not rolled
    assert card_mov(state, 0) == 1750
    lay(state, "thermo-acceleration", 2)
    assert card_mov(state, 0) == 1750  # not all of them are accelerated
    lay(state, "thermo-acceleration", 0)
    lay(state, "thermo-acceleration", 1)
    assert card_mov(state, 0) == 2250


def test_only_fitted_boilers_are_accelerated() -> None:
    # rule: spell.thermo-acceleration-area
    state = razorbacks()
    cast(state, 2, "thermo-acceleration")
    assert set(options(state)) == {id_of(state, n) for n in (0, 1, 2)}
    state.phase = p.SECOND_SHOOTING
    cast(state, 2, "thermo-compression")
    assert options(state) == ("unit:0-unit-2",)
    put(state, 1, (51, 5, 90))
    mixed = duel(["5 thermo-warrior compressor, 1 thermo-warrior"], ["1 melmoth"])
    assert not suits(mixed, FORMULAS[NUMBER["thermo-compression"]], 0)


@pytest.mark.parametrize(("steam", "raised"), [(-1, -1), (0, 0), (1, 2), (3, 4)])
def test_one_compression_serves_the_whole_unit(steam: int, raised: int) -> None:
    # example: example.thermo-areas
    # rule: spell.thermo-compression-unit, spell.thermo-acceleration-area
    state = duel(["6 thermo-warrior compressor", "2 razorback-rider accelerator"], ["1 melmoth"])
    state.steam[:6] = [steam] * 6
    mine = fighter(state, 0).group
    assert steam_strength(state, mine) == steam
    lay(state, "thermo-compression", 0)
    assert all(fighter(state, n).group == mine for n in range(6))
    assert steam_strength(state, mine) == raised
    lay(state, "thermo-acceleration", 6)
    assert card_mov(state, 1) == 1750
    lay(state, "thermo-acceleration", 7)
    assert card_mov(state, 1) == 2250


# -- veils and walls -------------------------------------------------------------------------


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
    state.conjured.append((NUMBER["veil-of-soot"], 6600, 1125, 90, 1))
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
        state.conjured.append((NUMBER[hiding], 6600, 2200, 90, 1))
        cast(state, 0, "veil-of-soot")
        found = "area:1-unit-0-5" if hiding == "veil-of-soot" else "area:1-unit-0-10"
        assert options(state)[-1] == found
    tall = duel(["1 sophet-drahas"], ["1 griffin-templar"], 25)
    tall.conjured.append((NUMBER["wall-of-earth"], 6600, 2200, 90, 1))
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
        target = state.ranks[1][0]
        assert sees(state, 0, target) == sees(state, target, 0) == FULL
        state.conjured.append((NUMBER[spell], 6600, 2200, 90, 1))
        assert sees(state, 0, target) == sees(state, target, 0) == seen
        fly(state, 1, (66, 37, 270), p.HIGH)
        assert sees(state, 0, target) == above


def test_larger_ones_see_over_a_wall() -> None:  # rule: los.larger-sees
    state = duel(["1 sophet-drahas"], ["1 griffin-templar"])
    state.conjured.append((NUMBER["wall-of-earth"], 6600, 2000, 90, 1))
    assert sees(state, 0, 1) == PARTIAL


def test_no_wall_is_raised_on_fighters() -> None:  # rule: ruling.area-placement
    state = magnus("wall-of-earth")
    formula = FORMULAS[NUMBER["wall-of-earth"]]
    put(state, 1, (66, 25, 270))
    found = spots_in_reach(state, 0, formula)
    assert list(found) == ["area:1-unit-0-5", "area:1-unit-0-10"]
    for at in found.values():
        assert not clash(area(formula.card, at), shape_of(state, 1))


# -- healing and gems ------------------------------------------------------------------------


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
    assert state.hurt[alderan] == 1


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
    assert state.hurt[fell] == 0
    assert fell not in [number for number, *_ in state.fallen]


def test_gems_are_laid_on_whoever_stands_in_the_ranks() -> None:
    # rule: ruling.transfigured-gem
    ours = "1 alahan-guard leader, 2 alahan-guard, 1 alahan-standard, 1 alahan-mage"
    state = duel([f"{ours}, 1 familiar-of-light, 1 alderan"], ["1 melmoth"])
    mage = named(state, "alahan-mage")
    give(state, mage, light=1)
    stand(state, mage, (66, 5, 90))  # behind them all
    for place, number in enumerate(n for n in state.ranks[0] if n != mage):
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
    assert state.stored == [(mage, guard)]
    assert gems(state, mage) == {"light": 5}
    thing = f"stored:{id_of(state, guard)[8:]}"
    assert thing in options(state)
    play(state, thing)
    assert (state.stored, gems(state, mage)) == ([], {"light": 6})
    state.stored = [(mage, guard)]
    assert thing not in options(chant(state, mage))  # the pool is full
    give(state, mage)
    ask(state, SecondShooting())
    play(state, id_of(state, mage), thing)  # without a gem it could cast nothing
    assert (state.stored, gems(state, mage)) == ([], {"light": 1})
    state.stored = [(mage, guard)]
    kill(state, guard)
    assert state.stored == []  # lost with the troop
    assert thing not in options(chant(state, mage))
    assert spells_of(state, mage) == [NUMBER["transfiguration"]]  # lent by the Familiar
    kill(state, named(state, "familiar-of-light"))
    assert spells_of(state, mage) == []
