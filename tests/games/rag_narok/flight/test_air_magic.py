"""Spells and miracles between levels."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import near
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.faith.communions import NextFinalCall
from fimbul.games.rag_narok.rules.faith.divination import across_levels
from fimbul.games.rag_narok.rules.faith.faithful import can_reach
from fimbul.games.rag_narok.rules.faith.miracles import Call
from fimbul.games.rag_narok.rules.magic import spells as sp
from fimbul.games.rag_narok.rules.magic.casting import difficulty
from fimbul.games.rag_narok.rules.magic.formulas import FORMULAS, NUMBER
from fimbul.games.rag_narok.rules.magic.reach import fighters_in_reach
from fimbul.games.rag_narok.rules.magic.rituals import targets
from fimbul.games.rag_narok.scene.magic import casting_notes
from fimbul.games.rag_narok.state import fighter
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.games.rag_narok.state.magic import Casting
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    happen,
    options,
    play,
    put,
    roll_next,
    words,
)
from tests.games.rag_narok.spellbook import cast, duel, give, id_of

LASH = NUMBER["dark-lash"]


def test_a_spell_at_a_token() -> None:
    # example: example.air-range
    # rule: flight.shoot-distance-ground, flight.magic-same-limits
    state = battle(["1 questor-of-acheron"], ["3 morbid-angel"])
    put(state, 0, (68, 10, 90))
    fly(state, 1, (68, 10 + 1.25 + 18 + 1.25, 270), 1)
    target = state.units[1].ranks[0]
    assert near(state, 0, target, 1800)
    assert not near(state, 0, target, 1790)
    casting = Casting(0, LASH, target)
    assert FORMULAS[LASH].card.difficulty == 7
    assert difficulty(state, casting) == 9
    assert target in fighters_in_reach(state, 0, FORMULAS[LASH])
    fly(state, 1, (68, 30.5, 270), 2)
    assert fighters_in_reach(state, 0, FORMULAS[LASH]) == []
    put(state, 1, (68, 30.5, 270), files=3)
    state.units[1].token, state.units[1].altitude = None, 0
    assert difficulty(state, casting) == 7


def test_what_another_level_costs_is_told_before_gems_are_paid() -> None:
    # rule: flight.magic-same-limits, spell.casting
    state = duel(["1 sophet-drahas dark-lash"], ["3 morbid-angel"])
    give(state, 0, darkness=6)
    fly(state, 1, (66, 25, 270), p.LOW)
    cast(state, 0, "dark-lash", id_of(state, state.units[1].ranks[0]))
    assert state.open[0].prompt == "Pay gems for Dark Lash (cost 2, difficulty 9): 2 paid"
    (note,) = casting_notes(state)
    assert note.facts[0].text == "Difficulty 9"


def test_a_miracle_at_a_token() -> None:  # rule: flight.magic-same-limits
    state = battle(["1 elghir"], ["3 morbid-angel"])
    put(state, 0, (68, 10, 90))
    fly(state, 1, (68, 20, 270), 1)
    target = state.units[1].ranks[0]
    wrath = t.MIRACLES["divine-wrath"]
    call = Call(0, "divine-wrath", (fighter(state, target).id,))
    assert can_reach(state, 0, target, wrath)
    assert across_levels(state, call) == 2
    state.units[1].altitude = 2
    assert not can_reach(state, 0, target, wrath)
    put(state, 1, (68, 20, 270), files=3)
    state.units[1].token, state.units[1].altitude = None, 0
    assert across_levels(state, call) == 0


def test_a_communion_at_a_token() -> None:  # rule: communion.is-miracle, flight.magic-same-limits
    state = battle(["1 sered judgement-of-merin", "1 deacon-tiberius"], ["3 morbid-angel"])
    state.phase = p.DIVINATION
    put(state, 0, (60, 10, 90))
    put(state, 1, (66, 10, 90))
    for level, told in ((p.LOW, "9 against 11, refused"), (p.HIGH, "ends without effect")):
        fly(state, 2, (62, 25, 270), level)
        state.faith.conclaves = (Conclave("judgement-of-merin", 0, (1,), 2),)
        roll_next(state, 1, 5)
        ask(state, NextFinalCall())
        assert told in words(state)


def test_a_ritual_reaches_the_next_level_only() -> None:
    # rule: communion.is-miracle, flight.magic-same-limits
    state = battle(["1 alahan-mage column-of-light"], ["3 morbid-angel"])
    column = FORMULAS[NUMBER["column-of-light"]]
    put(state, 0, (60, 10, 90))
    fly(state, 1, (60, 20, 270), p.LOW)
    assert targets(state, 0, column) == [1]
    fly(state, 1, (60, 20, 270), p.HIGH)
    assert targets(state, 0, column) == []


def test_a_tornado_strikes_the_ground_and_low_flight_together() -> None:
    # rule: ruling.template-level, spell.area-card-only
    for level, struck in ((1, {1, 2, 3, 4, 5}), (2, {4, 5})):
        state = duel(["1 magnus-the-mystic tornado"], ["3 morbid-angel", "2 morbid-puppet"], 15)
        put(state, 2, (66, 27.5, 270))
        fly(state, 1, (66, 27.5, 270), level)
        give(state, 0, air=2)
        cast(state, 0, "tornado")
        assert set(options(state)) == {id_of(state, n) for n in struck}
        roll_next(state, 4)
        play(state, id_of(state, 4))
        told = [event.words for event in state.events if "STR 5" in event.words]
        assert len(told) == len(struck)


def test_a_tornado_is_laid_on_a_token_and_strikes_who_stands_under_it() -> None:
    # rule: ruling.template-level, ruling.area-placement
    state = duel(["1 magnus-the-mystic tornado"], ["1 abel", "3 morbid-angel"], 15)
    put(state, 1, (66, 27.5, 270))
    fly(state, 2, (66, 27.5, 270), 1)
    sp.take_effect(state, Casting(0, NUMBER["tornado"], state.units[2].ranks[0]))
    happen(state)
    assert len([event for event in state.events if "STR 5" in event.words]) == 4


def test_a_column_strikes_one_level_only() -> None:
    # rule: ruling.template-level, ritual.column-of-light-gems
    for target, struck in ((1, 1), (2, 3)):
        state = duel(["1 alahan-mage"], ["1 abel", "3 morbid-angel"], 15)
        put(state, 1, (66, 27.5, 270))
        fly(state, 2, (66, 27.5, 270), 1)
        ask(state, sp.CentreColumn(0, Casting(0, NUMBER["column-of-light"], target), 4))
        if state.open:
            play(state, options(state)[0])
        assert len([event for event in state.events if "STR 4" in event.words]) == struck
