"""Conditions of magic, each alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.roster import capacity
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.machines import artillery as g
from fimbul.games.rag_narok.rules.magic.casting import against, rivals
from fimbul.games.rag_narok.rules.magic.familiars import familiar_of, help_out, helpers
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER, SUITS
from fimbul.games.rag_narok.rules.magic.incantation import Chant, chanters, may_cast, reclaimable
from fimbul.games.rag_narok.rules.magic.mana import SPRING, wells
from fimbul.games.rag_narok.rules.magic.reach import may_answer
from fimbul.games.rag_narok.rules.magic.rituals import acolytes, has_moved, interrupted
from fimbul.games.rag_narok.rules.rolls import best_of
from fimbul.games.rag_narok.state import fighter, spot_of
from fimbul.games.rag_narok.state.magic import Casting, Council
from tests.games.rag_narok.drawn import battle, put, roll_next, set_those, stand
from tests.games.rag_narok.spellbook import chant, duel, give, named, spells


def test_the_dead_cast_nothing() -> None:  # rule: spell.casting
    state = battle(["1 alahan-mage"], ["3 griffin-duelist"])
    put(state, 0, (40, 10, 90))
    assert may_cast(state, 0)
    kill(state, 0)
    assert not may_cast(state, 0)


def test_the_best_of_several_dice_is_rolled_on_after_a_six() -> None:
    # rule: miracle.calling, test.six-reroll, test.natural-one
    state = battle(["3 griffin-duelist"], ["3 griffin-duelist"])
    roll_next(state, 2, 6, 4)
    assert best_of(state, 0, 3, (2, 12))[:2] == (3 + 6 + 4, False)
    roll_next(state, 2, 6, 1)
    assert best_of(state, 0, 3, (2, 12)).failed
    roll_next(state, 2, 6, 4)
    assert best_of(state, 0, 3, (2, 9)).total == 9  # enough


def test_who_can_answer_a_spell() -> None:
    # rule: counter.los-and-range, ruling.ritual-council
    state = duel(["1 sophet-drahas dark-lash"], ["1 alahan-mage", "1 alahan-guard"])
    mage = named(state, "alahan-mage")
    give(state, mage, light=2)
    state.magic.casting = Casting(0, NUMBER["dark-lash"], mage)
    assert rivals(state, 1) == [mage]
    empty, bound = state.clone(), state.clone()
    give(empty, mage)
    assert rivals(empty, 1) == []
    bound.magic.councils = (
        Council(NUMBER["column-of-light"], (0,), bound.turn, (mage,), ((0, 0),)),
    )
    assert rivals(bound, 1) == []
    bound.magic.councils = (
        Council(NUMBER["column-of-light"], (0,), bound.turn - 1, (mage,), ((0, 0),)),
    )
    assert rivals(bound, 1) == [mage]  # only in the turn in which it begins


def test_what_absorbs_a_spell() -> None:  # rule: counter.absorb, magic.elements
    def pool(**gems: int) -> tuple[int, ...]:
        return tuple(gems.get(name.lower(), 0) for name in p.ELEMENTS)

    assert against(pool(light=2), pool(darkness=2)) == pool(light=2)
    assert against(pool(darkness=2), pool(darkness=2)) is None  # only Light smothers Darkness
    assert against(pool(light=1, darkness=5), pool(darkness=2)) is None
    assert against(pool(water=1, darkness=1), pool(fire=2)) == pool(water=1, darkness=1)
    assert against(pool(water=1), pool(fire=2)) is None


def test_who_may_cast_after_moving() -> None:
    # rule: spell.after-march-only, warmage.after-fast-move, magic.fled-double-no-spell
    for mage, always in (("alahan-mage", False), ("questor-of-acheron", True)):
        state = battle([f"1 {mage}"], ["3 griffin-duelist"])
        put(state, 0, (40, 10, 90))
        assert may_cast(state, 0)
        state.units[0].paces = 1000
        assert may_cast(state, 0)
        state.units[0].paces = 1050
        assert may_cast(state, 0) == always


def test_gems_are_taken_back_where_there_is_room() -> None:
    # rule: ruling.transfigured-gem, mana.pool-limit
    state = battle(["1 alahan-mage", "1 alahan-guard"], ["3 griffin-duelist"])
    state.phase = p.SECOND_SHOOTING
    stand(state, 0, (40, 10, 90))
    stand(state, 1, (43, 10, 90))
    put(state, 2, (40, 50, 270))
    state.magic.stored = ((0, 1),)
    give(state, 0, light=1)
    assert reclaimable(state, 0) == [1]
    full, early, far = state.clone(), state.clone(), state.clone()
    give(full, 0, light=capacity(fighter(full, 0)))
    early.phase = p.MOVEMENT
    stand(far, 1, (50, 10, 90))
    for state in (full, early, far):
        assert reclaimable(state, 0) == []


def test_who_has_cast_begins_no_ritual_and_is_not_asked_again() -> None:
    # rule: turn.shoot-cast-activation, ruling.ritual-council
    mage = "1 kayl-kartan-ii lightning-from-the-abyss injection-of-rage"
    state = duel([mage, "3 skorize"], ["3 alahan-guard"])
    give(state, 0, darkness=6)
    assert "lightning-from-the-abyss" in spells(state, 0)
    chant(state, 0)
    assert "ritual:lightning-from-the-abyss" not in Chant(0, 0, True).options(state)
    assert chanters(state, 0)
    set_those(state.fighters, "chanted", [0])
    assert not chanters(state, 0)


def test_who_joins_a_council() -> None:  # rule: ritual.procedure, ruling.ritual-council
    state = duel(["1 alahan-mage", "1 alahan-mage"], ["3 griffin-duelist"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (46, 10, 90))
    assert acolytes(state, 0) == [1]
    tired, busy, far = state.clone(), state.clone(), state.clone()
    set_those(tired.fighters, "chanted", [1])
    busy.magic.councils = (Council(NUMBER["column-of-light"], (2,), 1, (1,), ((0, 0),)),)
    put(far, 1, (53, 10, 90))
    for state in (tired, busy, far):
        assert acolytes(state, 0) == []


def test_what_interrupts_a_ritual() -> None:
    # rule: ritual.interrupted, ritual.los-twice, ritual.warmage-no-move
    state = duel(["1 alahan-mage column-of-light", "1 alahan-mage"], ["3 griffin-duelist"])
    spots = (spot_of(state, 0)[:2], spot_of(state, 1)[:2])
    council = Council(NUMBER["column-of-light"], (2, 3, 4), 1, (0, 1), spots)
    assert interrupted(state, council, 2) == ""
    assert interrupted(state, council, -1) == "its target is gone"
    blind = state.clone()
    for unit in (0, 1):
        x, y = spot_of(blind, unit)[:2]
        stand(blind, unit, (x / 100, y / 100, 270))
    assert interrupted(blind, council, 2) == "nobody sees the target"
    fled = state.clone()
    fled.places[1], fled.fighters[1].fate = None, p.FLED
    assert has_moved(fled, council)
    dead = state.clone()
    kill(dead, 1)
    assert not has_moved(dead, council)
    kill(dead, 0)
    assert interrupted(dead, council, 2) == "its Magister is dead"


def test_a_familiar_helps_once_a_turn_and_while_it_lives() -> None:  # rule: familiar.reaction
    state = battle(["1 magnus-the-mystic, 1 clairvoyant-familiar"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    familiar = named(state, "clairvoyant-familiar")
    assert familiar_of(state, 0) == familiar
    assert len(helpers(state, 0)) == 1
    used = state.clone()
    help_out(used, 0)
    assert helpers(used, 0) == []
    kill(state, familiar)
    assert familiar_of(state, 0) == -1
    assert helpers(state, 0) == []


def test_templates_are_as_wide_as_their_cards_say() -> None:  # rule: artillery.area
    assert g.radius(t.PROFILES["lor-arkhon"]) == 300
    assert g.radius(t.PROFILES["griffin-bombard"]) == 500
    state = battle(["1 lor-arkhon"], ["2 alahan-guard"])
    put(state, 0, (40, 10, 90))
    wide = (g.radius(t.PROFILES["lor-arkhon"]), p.GROUND)
    for gap, hit in ((2.9, True), (3.1, False)):
        stand(state, 1, (40, 40, 270))
        stand(state, 2, (40 + gap + 1.25, 40, 270))
        assert (2 in g.touched(state, (4000, 4000), wide)) == hit


def test_personal_spells_are_answered_at_arms_length() -> None:
    # rule: counter.contact-personal, spell.range-zero-personal
    mark = FORMULAS[NUMBER["mark-of-the-caste"]]
    state = battle(["1 tork mark-of-the-caste"], ["1 tamaor"])
    put(state, 0, (40, 20, 90))
    for gap, answers in ((0.0, True), (0.1, True), (0.2, False), (2.5, False)):
        put(state, 1, (40, 22.5 + gap, 270))
        assert may_answer(state, 1, 0, mark) == answers


def test_only_boilers_with_an_accelerator_are_hastened() -> None:
    # rule: spell.thermo-acceleration-area
    crews = {
        "1 magnus-the-mystic": False,
        "1 thermo-priest-razorback": True,
        "1 razorback-rider": False,
        "1 razorback-rider accelerator": True,
        "1 thermo-warrior": False,
    }
    state = battle(list(crews), ["3 alahan-guard"])
    found = [SUITS["thermo-acceleration"](state, number) for number in range(len(crews))]
    assert found == list(crews.values())


def test_a_source_of_fire_serves_its_own_side() -> None:  # rule: mana.other-sources
    state = battle(["1 magnus-the-mystic source-of-fire"], ["1 thermo-priest-razorback"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 26, 270))
    state.magic.springs = ((0, 4000, 2300, 4),)
    assert [well.gems for well in wells(state, 0) if well.kind == SPRING] == [4]
    assert [well for well in wells(state, 1) if well.kind == SPRING] == []
    state.magic.springs = ((0, 4000, 2300, 0),)
    assert [well for well in wells(state, 0) if well.kind == SPRING] == []


def test_only_troops_lend_the_gems_of_their_horns() -> None:  # rule: ruling.horns-holders
    crews = ["1 sophet-drahas", "1 skull-warrior horns-of-damnation", "1 melmoth"]
    state = battle(crews, ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (45, 20, 90))
    put(state, 2, (35, 20, 90))
    warrior, melmoth = named(state, "skull-warrior"), named(state, "melmoth")
    state.fighters[warrior].horns, state.fighters[melmoth].horns = 2, 2
    assert {well.holder for well in wells(state, 0)} == {warrior}
