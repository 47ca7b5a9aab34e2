"""Incantation: who may cast, on whom, for how many gems."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.faith.faithful import may_call
from fimbul.games.rag_narok.rules.faith.miracles import targets
from fimbul.games.rag_narok.rules.magic import incantation as inc
from fimbul.games.rag_narok.rules.magic.casting import mastery
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER, PERSONAL
from fimbul.games.rag_narok.rules.magic.reach import fighters_in_reach, reaches
from fimbul.games.rag_narok.rules.magic.spells import EFFECTS
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.state import RagNarok
from tests.games.rag_narok.drawn import (
    ask,
    each,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
    those,
    words,
)
from tests.games.rag_narok.magic.drawn import LASH, SOPHET, faces
from tests.games.rag_narok.spellbook import cast, duel, gems, give, id_of, named, spells


def lashing(apart: float = 15, foes: str = "3 griffin-templar") -> RagNarok:
    state = duel([SOPHET], [foes], apart)
    give(state, 0, darkness=6)
    return state


def test_the_tables_are_read() -> None:  # rule: spell.casting, spell.range-zero-personal
    usable = {name for name, card in (t.SPELLS | t.RITUALS).items() if card.usable}
    assert usable - set(EFFECTS) == set()
    assert (LASH.least, LASH.reach, LASH.often, LASH.card.difficulty) == (2, 2000, 2, 7)
    tears = FORMULAS[NUMBER["thousand-tears"]]
    assert (tears.least, tears.most) == (1, 5)
    assert FORMULAS[NUMBER["mark-of-the-caste"]].reach == PERSONAL


def test_a_spell_is_named_aimed_paid_and_rolled() -> None:
    # rule: spell.casting, turn.shoot-cast-activation
    state = lashing()
    target = id_of(state, 2)
    cast(state, 0, "dark-lash", target)
    assert gems(state, 0) == {"darkness": 4}
    roll_next(state, 3, 6, 4)
    play(state, "button:cast", "button:cast")
    assert "Dark Lash, Power 6 + 3 = 9 against 7, passed" in words(state)
    assert state.places[2] is None
    assert "spell:dark-lash" in options(state)


def test_a_failed_spell_loses_its_gems() -> None:
    # example: example.power-one
    # rule: power.natural-one, spell.casting
    state = duel(["1 kayl-kartan-ii injection-of-rage, 4 biopsist"], ["1 melmoth"])
    kayl = named(state, "kayl-kartan-ii")
    give(state, kayl, darkness=1)
    cast(state, kayl, "injection-of-rage")
    roll_next(state, 1)
    play(state, "unit:0-unit-0")
    assert "Power 6 + 1 = 7 (a 1) against 6, failed" in words(state)
    assert not gems(state, kayl)
    assert not state.charms


def test_a_target_is_seen_and_in_range() -> None:  # rule: spell.los-and-range
    state = duel([SOPHET], ["1 griffin-templar"], 20)
    assert fighters_in_reach(state, 0, LASH)
    put(state, 1, (66, 33.3, 270))
    assert not fighters_in_reach(state, 0, LASH)
    state = duel([SOPHET], ["1 griffin-templar"], 10)
    assert reaches(state, 0, 1, LASH)
    put(state, 0, (66, 10, 270))
    assert not reaches(state, 0, 1, LASH)
    give(state, 0, darkness=6)
    assert "dark-lash" not in spells(state, 0)


def test_whom_a_spell_is_meant_for() -> None:  # rule: ruling.spell-sides
    state = duel(["1 wolfen-shaman stone-skin thousand-tears", "3 wolfen-warrior"], ["1 abel"])
    give(state, 0, earth=4, water=4)
    put(state, 1, (66, 20, 90))  # before the shaman
    cast(state, 0, "stone-skin")
    assert options(state) == ("unit:0-unit-0", "unit:0-unit-1")
    put(state, 1, (30, 10, 90))  # beside him, unseen
    cast(state, 0, "stone-skin")
    assert options(state) == ("unit:0-unit-0",)
    cast(state, 0, "thousand-tears")
    assert options(state) == ("unit:1-unit-0",)


def test_every_gem_beyond_the_cost_is_a_mastery_die() -> None:
    # rule: spell.mastery, power.natural-one
    state = lashing()
    cast(state, 0, "dark-lash", id_of(state, 2), "gem:0-unit-0-1-darkness")
    assert gems(state, 0) == {"darkness": 3}
    assert state.magic.casting is not None
    assert mastery(state, state.magic.casting) == 2
    roll_next(state, 1, 2, 5)
    play(state, "button:cast", "button:cast")
    assert "Power 6 + 2 = 8 against 7, passed" in words(state)
    assert faces(state)[:2] == [1, 2]


def test_only_a_kept_one_fails() -> None:  # rule: spell.mastery, power.natural-one
    state = lashing()
    cast(state, 0, "dark-lash", id_of(state, 2), "gem:0-unit-0-1-darkness")
    roll_next(state, 1, 1)
    play(state, "button:cast", "button:cast")
    assert "(a 1) against 7, failed" in words(state)


def test_gems_that_give_strength_give_mastery_too() -> None:
    # example: example.thousand-tears-gems
    # rule: spell.gems-both-uses, spell.mastery
    state = duel(["1 wolfen-shaman thousand-tears"], ["5 morbid-puppet"])
    give(state, 0, water=6)
    cast(state, 0, "thousand-tears", "unit:1-unit-0")
    play(state, *["gem:0-unit-0-1-water"] * 2)
    assert state.magic.casting is not None
    assert mastery(state, state.magic.casting) == 3
    play(state, "button:cast")
    assert options(state) == tuple(id_of(state, n) for n in state.units[1].ranks)
    assert state.open[0].seat == 1  # the owner of the target chooses
    step = state.agenda[-1][0]
    assert getattr(step, "strength", 0) == 6
    first, second, third = (id_of(state, n) for n in state.units[1].ranks[1:4])
    roll_next(state, 6, 6, 6)
    play(state, first, second, third)
    assert len(state.units[1].ranks) == 2
    assert {id_of(state, n) for n in state.units[1].ranks}.isdisjoint({first, second, third})


def test_no_more_than_five_gems_for_tears() -> None:  # rule: spell.gems-both-uses
    state = duel(["1 wolfen-shaman thousand-tears"], ["5 morbid-puppet"])
    give(state, 0, water=7)
    cast(state, 0, "thousand-tears", "unit:1-unit-0", *["gem:0-unit-0-1-water"] * 4)
    assert gems(state, 0) == {"water": 2}
    assert "gem:0-unit-0-1-water" not in options(state)


def test_gems_in_addition_give_no_dice() -> None:
    # example: example.gems-in-addition
    # rule: spell.gems-in-addition
    state = duel([SOPHET], ["1 griffin-templar"])
    give(state, 0, darkness=4)
    cast(state, 0, "dark-lash", id_of(state, 1), "button:cast")
    play(state, "gem:0-unit-0-1-darkness")
    assert state.magic.casting is not None
    assert (mastery(state, state.magic.casting), state.magic.casting.extra) == (1, 1)
    roll_next(state, 3, 2)
    play(state, "gem:0-unit-0-1-darkness")
    assert len(faces(state)) == 2  # one Power die, one wound roll
    assert state.places[1] is None  # STR 10 against RES 8, line 2: one wound
    assert not gems(state, 0)


def test_a_spell_is_cast_as_often_as_its_frequency() -> None:
    # rule: spell.frequency, turn.shoot-cast-activation
    state = duel([SOPHET], ["9 griffin-templar"])
    give(state, 0, darkness=12)
    state.magic.casts = ((0, NUMBER["dark-lash"]),)
    assert spells(state, 0) == {"dark-lash", "primal-bolt"}
    state.magic.casts *= 2
    assert spells(state, 0) == {"primal-bolt"}
    ask(state, sh.SecondShooting())
    play(state, id_of(state, 0), "spell:primal-bolt", id_of(state, 5), "button:cast")
    assert state.magic.casts[-1] == (0, NUMBER["primal-bolt"])
    play(state, "button:done")
    assert those(state.fighters, "chanted") == [0]
    assert not state.open  # nobody else can shoot or cast


@pytest.mark.parametrize(
    ("profile", "pace", "good"),
    [
        ("sophet-drahas", 0, True),
        ("sophet-drahas", 1000, True),
        ("sophet-drahas", 1001, False),
        ("questor-of-acheron", 2000, True),
    ],
)
def test_moving_and_casting(profile: str, pace: int, good: bool) -> None:
    # rule: spell.after-march-only, warmage.after-fast-move, magic.fled-double-no-spell
    # rule: magic.fear-still-casts
    state = duel([f"1 {profile} dark-lash"], ["1 griffin-templar"])
    give(state, 0, darkness=3)
    state.units[0].paces = pace
    for mood in (p.CALM, p.FEAR, p.CONTROL, p.ROUT):
        state.units[0].mood = mood
        assert ("dark-lash" in spells(state, 0)) == good


@pytest.mark.parametrize("moved", [p.FEATED, p.RAN])
def test_a_feat_or_a_run_is_too_much_for_others_than_warrior_mages(moved: int) -> None:
    # rule: spell.after-march-only, warmage.after-fast-move, move.run, move.feat
    for profile, good in (("sophet-drahas", False), ("questor-of-acheron", True)):
        state = duel([f"1 {profile} dark-lash"], ["1 griffin-templar"])
        state.units[0].moved = moved
        assert inc.may_cast(state, 0) == good


@pytest.mark.parametrize(("order", "casts"), [(p.MARCH, (True, True)), (p.RUN, (False, True))])
def test_nobody_but_a_warrior_mage_casts_after_a_run(order: int, casts: tuple[bool, bool]) -> None:
    # rule: spell.after-march-only, warmage.after-fast-move, move.run
    state = duel(["1 sophet-drahas", "1 questor-of-acheron"], ["1 griffin-templar"], 40)
    state.phase = p.MOVEMENT
    for unit in (0, 1):
        state.units[unit].orders = (order,)
        ask(state, Activate(0))
        play(state, f"token:0-unit-{unit}-1", "button:carry-out", "turn:0", "advance:5", "turn:0")
    assert each(state.units, "paces")[:2] == [500, 500]  # less than its MOV
    assert (inc.may_cast(state, 0), inc.may_cast(state, 1)) == casts


def test_steam_is_part_of_the_mov_that_a_magician_may_move() -> None:
    # rule: spell.after-march-only, boiler.pressure
    state = duel(["1 thermo-priest-razorback"], ["1 griffin-templar"])
    state.units[0].paces = 2000
    assert not inc.may_cast(state, 0)  # its MOV is 17.5
    state.fighters[0].steam = 1
    assert inc.may_cast(state, 0)
    state.units[0].paces = 2001
    assert not inc.may_cast(state, 0)


def test_who_is_routed_but_stuck_still_calls_and_casts() -> None:
    # example: example.faithful-in-rout
    # rule: faithful.fear-still-calls, faithful.fled-double-no-miracle, magic.fear-still-casts
    # rule: magic.fled-double-no-spell
    crews = ["1 croquemitaine", "1 oracle-of-danu", "1 alahan-mage", "1 questor-of-acheron"]
    state = duel(crews, ["1 abel"])
    shield = t.MIRACLES["shield-of-faith"]
    set_each(state.fighters, "faith", [9] * 5)
    set_each(state.units[:4], "mood", [p.ROUT] * 4)
    assert all(may_call(state, n, shield) for n in (0, 1))
    assert all(inc.may_cast(state, n) for n in (2, 3))
    for unit in range(4):
        put(state, unit, (20 + 12 * unit, 35, 90))
        flee(state, unit)
    assert min(each(state.units, "paces")[:4]) > 1000
    assert [may_call(state, n, shield) for n in (0, 1)] == [False, True]
    assert [inc.may_cast(state, n) for n in (2, 3)] == [False, True]


def test_out_of_range_or_out_of_sight_is_no_target() -> None:
    # example: example.miracle-sight
    # rule: miracle.los-and-range, spell.los-and-range
    state = duel(["1 oracle-of-danu divine-wrath"], ["1 abel", "1 sered"])
    stand(state, 1, (66, 28.5, 270))  # 16 cm ahead
    stand(state, 2, (66, -2.5, 90))  # 10 cm behind
    assert targets(state, 0, t.MIRACLES["divine-wrath"]) == []
    stand(state, 1, (66, 27.5, 270))
    assert targets(state, 0, t.MIRACLES["divine-wrath"]) == [id_of(state, 1)]
    mage = duel(["1 wolfen-shaman lamentations-of-danu"], ["1 abel", "1 sered"])
    near = FORMULAS[NUMBER["healing-light"]]  # 15 cm
    stand(mage, 1, (66, 29.25, 270))
    assert not reaches(mage, 0, 1, near)
    stand(mage, 1, (66, 28.25, 270))
    assert reaches(mage, 0, 1, near)
    stand(mage, 1, (66, 28.25, 270))
    put(mage, 0, (66, 10, 270))
    assert not reaches(mage, 0, 1, near)


def test_magic_in_contact() -> None:
    # example: example.contact-behind-seen, example.melee-cast-elsewhere
    # rule: magic.in-melee, magic.melee-sight, magic.melee-other-targets
    state = duel([SOPHET], ["1 griffin-templar", "1 griffin-duelist", "1 griffin-conscript"], 15)
    give(state, 0, darkness=6)
    stand(state, 0, (66, 10, 90))
    stand(state, 1, (66, 6.75, 90))  # touches the back of his base
    stand(state, 2, (66, 28.25, 270))  # 15 cm ahead
    stand(state, 3, (66, 3, 90))  # behind, not touching
    cast(state, 0, "dark-lash")
    assert set(options(state)) == {id_of(state, 1), id_of(state, 2)}
    roll_next(state, 4, 6)
    play(state, id_of(state, 1), "button:cast", "button:cast")
    assert state.places[1] is None


def test_an_area_spell_strikes_all_under_its_card_and_nobody_else() -> None:
    # example: example.tornado-in-melee
    # rule: spell.area-card-only, ruling.area-placement
    state = duel(["1 magnus-the-mystic tornado", "4 griffin-duelist"], ["4 morbid-puppet"], 20)
    magnus, friends, foes = 0, state.units[1].ranks, state.units[2].ranks
    give(state, magnus, air=2)
    stand(state, magnus, (66, 10, 90))
    for place, number in enumerate(foes):
        stand(state, number, ((66, 68.5, 75, 58)[place], 25, 270))
    for place, number in enumerate(friends):
        stand(state, number, ((62.5, 65, 67.5, 76)[place], 27.5, 90))
    cast(state, magnus, "tornado")
    roll_next(state, 3, 5, 5, 5, 5, 5)
    play(state, id_of(state, foes[0]))
    assert len(faces(state)) == 1 + 5
    assert {number for number, *_ in state.fallen} == {*friends[:3], *foes[:2]}
    assert (state.units[1].shaken, state.units[2].shaken) == (1, 1)
