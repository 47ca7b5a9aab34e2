"""Counters and absorption: who may answer a spell, with what."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.magic import incantation as inc
from fimbul.games.rag_narok.rules.magic.casting import against
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.mana import wells
from fimbul.games.rag_narok.rules.magic.reach import may_answer
from fimbul.games.rag_narok.state import RagNarok, fighter
from tests.games.rag_narok.drawn import options, play, put, roll_next, stand, words
from tests.games.rag_narok.magic.drawn import LASH, SOPHET, faces
from tests.games.rag_narok.spellbook import cast, chant, duel, gems, give, id_of, spells


def answered(apart: float, pace: int = 0) -> RagNarok:
    state = duel([SOPHET], ["1 alahan-mage"], apart)
    give(state, 0, darkness=6)
    give(state, 1, light=3)
    state.units[1].paces = pace
    return state


@pytest.mark.parametrize(("apart", "good"), [(18, True), (20, True), (21, False)])
def test_who_may_counter(apart: float, good: bool) -> None:
    # example: example.counter-after-charge
    # rule: counter.los-and-range, counter.after-run-or-charge, spell.after-march-only
    state = answered(apart, 2000)
    assert may_answer(state, 1, 0, LASH) == good
    assert not inc.may_cast(state, 1)
    put(state, 1, (66, 12.5 + apart, 90))  # it turns its back
    assert not may_answer(state, 1, 0, LASH)


def test_a_counter() -> None:
    # rule: counter.procedure, spell.mastery, counter.after-run-or-charge
    state = answered(15, 2000)
    cast(state, 0, "dark-lash", id_of(state, 1), "button:cast")
    roll_next(state, 4)
    play(state, "button:cast")
    assert state.open[0].prompt == "Absorb Dark Lash?"
    roll_next(state, 4)
    play(state, "button:let-it-happen")
    assert state.open[0].prompt == "Counter Dark Lash (Power 10)?"
    play(state, id_of(state, 1), "gem:1-unit-0-1-light")
    assert gems(state, 1) == {"light": 1}
    roll_next(state, 2, 6, 2)
    play(state, "button:enough")
    assert "counter, Power 3 + 6 + 2 = 11 against 10, passed" in words(state)
    assert state.places[1] is not None
    assert gems(state, 0) == {"darkness": 4}


def test_a_counter_fails_on_a_one() -> None:  # rule: counter.procedure, power.natural-one
    state = answered(15)
    give(state, 1, earth=1)
    cast(state, 0, "dark-lash", id_of(state, 1), "button:cast")
    roll_next(state, 2)
    play(state, "button:cast")
    roll_next(state, 1, 5)
    play(state, id_of(state, 1))
    assert "(a 1) against 8, failed" in words(state)
    assert state.places[1] is None


def test_absorption() -> None:
    # rule: counter.absorb, counter.los-and-range, magic.elements
    state = answered(15)
    cast(state, 0, "dark-lash", id_of(state, 1), "button:cast", "button:cast")
    assert options(state) == ("button:let-it-happen", id_of(state, 1))
    play(state, id_of(state, 1))
    assert gems(state, 1) == {"light": 1}
    assert not faces(state)  # without a roll
    assert state.places[1] is not None
    assert options(state)[0] == "spell:dark-lash"


def test_gems_in_addition_are_absorbed_too() -> None:
    # rule: counter.absorb, spell.gems-in-addition
    for light, able in ((2, False), (3, True)):
        state = answered(15)
        give(state, 1, light=light)
        cast(state, 0, "dark-lash", id_of(state, 1), "button:cast", "gem:0-unit-0-1-darkness")
        roll_next(state, 4)
        play(state, "button:cast")
        assert (state.open[0].prompt == "Absorb Dark Lash?") == able
        if able:
            play(state, id_of(state, 1))
            assert gems(state, 1) == {}


def test_other_sources_serve_neither_counter_nor_absorption() -> None:
    # rule: ruling.mana-sources, counter.procedure
    state = duel(["1 tork primal-bolt"], ["1 tamaor", "1 battle-toad"])
    give(state, 0, earth=3)
    give(state, 2, fire=1, water=3)
    stand(state, 2, (66, 30, 270))
    assert len(wells(state, 1)) == 2  # it could cast with the gems of the Toad
    cast(state, 0, "primal-bolt", id_of(state, 1))
    roll_next(state, 4, 1)
    play(state, "button:cast")
    assert "casts Primal Bolt" in words(state)  # nobody was asked
    give(state, 1, earth=1)
    cast(state, 0, "primal-bolt", id_of(state, 1))
    roll_next(state, 4)
    play(state, "button:cast")
    assert state.open[0].prompt.startswith("Counter Primal Bolt")
    play(state, id_of(state, 1))
    assert "counter, Power" in words(state)  # its one gem, and no more to choose from


def pool(**held: int) -> tuple[int, ...]:
    return tuple(held.get(name.lower(), 0) for name in p.ELEMENTS)


def test_which_gems_oppose_which() -> None:  # rule: magic.elements, counter.absorb
    pairs = [("air", "earth"), ("water", "fire"), ("light", "darkness")]
    for one, other in pairs:
        assert against(pool(**{one: 1}), pool(**{other: 1})) == pool(**{one: 1})
        assert against(pool(**{other: 1}), pool(**{one: 1})) == pool(**{other: 1})
    assert against(pool(air=5), pool(fire=1)) is None
    assert against(pool(darkness=2, water=1), pool(fire=2)) == pool(water=1, darkness=1)
    for element in ("air", "earth", "water", "fire", "light"):
        assert against(pool(darkness=1), pool(**{element: 1})) == pool(darkness=1)
    assert against(pool(darkness=9, air=9), pool(darkness=1)) is None
    assert against(pool(light=1), pool(darkness=2)) is None


def test_any_gem_pays_for_primagic() -> None:  # rule: magic.elements
    state = duel(["1 tork primal-bolt stone-skin"], ["1 griffin-templar"])
    give(state, 0, earth=1, fire=1)
    cast(state, 0, "primal-bolt", id_of(state, 1))
    assert options(state) == ("gem:0-unit-0-1-earth", "gem:0-unit-0-1-fire")
    give(state, 0, fire=5)
    assert spells(state, 0) == {"primal-bolt"}  # Stone Skin wants Earth
    give(state, 0, earth=2)
    assert spells(state, 0) == {"primal-bolt", "stone-skin"}


def test_personal_spells_are_countered_in_contact_only() -> None:
    # example: example.range-zero
    # rule: spell.range-zero-personal, counter.contact-personal
    state = duel(["1 tork mark-of-the-caste"], ["1 alahan-mage", "1 alahan-mage"])
    give(state, 0, fire=1)
    give(state, 1, light=1)
    give(state, 2, light=1)
    stand(state, 0, (60, 20, 90))
    stand(state, 1, (60, 17.5, 90))  # its base touches his
    stand(state, 2, (60, 27.5, 270))  # 5 cm away
    mark = FORMULAS[NUMBER["mark-of-the-caste"]]
    assert may_answer(state, 1, 0, mark)
    assert not may_answer(state, 2, 0, mark)
    stand(state, 2, (60, 24.5, 270))  # in contact, 2 cm away
    assert not may_answer(state, 2, 0, mark)
    chant(state, 0)
    roll_next(state, 3)
    play(state, "spell:mark-of-the-caste")
    assert options(state) == ("button:let-it-happen", id_of(state, 1))
    play(state, "button:let-it-happen")
    assert fighter(state, 0).card.strength == 9
