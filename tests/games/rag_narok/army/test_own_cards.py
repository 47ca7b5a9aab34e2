"""Owners play with their spells, Rituals, miracles, Communions and artefacts too."""

from __future__ import annotations

from typing import Any

import pytest

import fimbul
from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok.army import army as armies
from fimbul.games.rag_narok.army.army import Army, write
from fimbul.games.rag_narok.army.own_cards import OURS, Cards, read_tables
from fimbul.games.rag_narok.deal import lay_out
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.faith.communions import final_call
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle
from fimbul.games.rag_narok.rules.faith.miracles import Call
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER, formula
from fimbul.games.rag_narok.state import RagNarok, card_mov, fighter
from fimbul.games.rag_narok.state.faith import Conclave
from fimbul.kernel import BadSetup, Dice, card_file, decode, encode
from tests.games.rag_narok.drawn import (
    army,
    ask,
    happen,
    options,
    play,
    put,
    roll_next,
    set_each,
    words,
)
from tests.games.rag_narok.spellbook import cast, give, id_of, named


def own(**tables: list[dict[str, Any]]) -> Cards:
    cards, problems = read_tables(tables)
    assert not problems
    return cards


def field(first: Army, second: Army, *cards: Cards) -> RagNarok:
    """Two armies with what their owners have, 15 cm apart."""
    mine, theirs = (*cards, (), ())[:2]
    texts = write(armies.with_own(first, (), mine)), write(armies.with_own(second, (), theirs))
    state = lay_out(texts, 1)
    state.turn, state.south, state.winner = 1, 0, 0
    for seat, (y, heading) in enumerate(((10.0, 90), (27.5, 270))):
        for place, unit in enumerate(state.roster.of(seat)):
            put(state, unit, (66 - 12 * place, y, heading))
    return state


# rule: ruling.own-profiles
def test_only_what_differs_from_ours_is_kept() -> None:
    rows = {table: list(known.values()) for table, known in OURS.items()}
    assert read_tables(rows) == ((), [])
    (card,) = own(spell=[{"id": "dark-lash", "AP": 9, "deeds": {"reach_cm": 22.5, "gems": 2}}])
    assert card.lines == ("AP = 9", "deeds = { reach_cm = 22.5 }")
    found = card.card
    assert isinstance(found, t.Spell)
    assert (found.ap, found.deeds.reach, found.range) == (9, 2250, "22.5 cm")
    assert found.effect == t.SPELLS["dark-lash"].effect


# rule: ruling.own-profiles
def test_cards_travel_with_the_army_that_can_use_them() -> None:
    cards = own(
        spell=[{"id": "dark-lash", "AP": 19}, {"id": "tornado", "AP": 40}],
        artefact=[{"id": "lion-banner", "name": "The Banner", "AP": 30}],
    )
    mages = army("1 sophet-drahas dark-lash", "6 morbid-puppet")
    found = armies.with_own(mages, (), cards)
    assert [card.id for card in found.cards] == ["dark-lash"]
    assert found.cost - mages.cost == 19 - t.SPELLS["dark-lash"].ap
    assert armies.read(write(found)) == found
    assert "[[spell]]" in write(found)
    assert armies.with_own(found, (), ()) == found


# rule: ruling.own-profiles
def test_a_spell_is_cast_as_its_owner_has_it() -> None:
    changes = {"difficulty": 11, "deeds": {"reach_cm": 12, "strength": 1, "gems": 3}}
    cards = own(spell=[{"id": "dark-lash", "name": "Lash of Night", **changes}])
    mages = army("1 sophet-drahas dark-lash"), army("2 alahan-guard")
    ours, theirs = field(*mages), field(*mages, cards)
    assert ours.roster.cards == ({}, {})
    number = NUMBER["dark-lash"]
    assert formula(theirs, 0, number).reach == 1200
    assert formula(ours, 0, number).reach != 1200
    for state in (ours, theirs):
        state.phase = 4
        give(state, 0, darkness=6)
    cast(ours, 0, "dark-lash")
    ask(theirs)
    put(theirs, 1, (66, 20, 270))
    cast(theirs, 0, "dark-lash", id_of(theirs, 1))
    assert theirs.open[0].prompt == "Pay gems for Lash of Night (cost 3, difficulty 11): 3 paid"
    roll_next(theirs, 6, 4, 3)
    while theirs.open:
        play(theirs, options(theirs)[0])
    assert "Lash of Night, Power" in words(theirs)


# rule: ruling.own-profiles
def test_a_charm_adds_what_the_card_of_its_army_says() -> None:
    cards = own(
        spell=[{"id": "stone-skin", "deeds": {"adds": {"RES": 5}}}],
        ritual=[{"id": "weight-of-the-grave", "deeds": {"gem_df": 2}}],
    )
    mages = army("1 alahan-mage stone-skin, 3 alahan-guard"), army("3 morbid-puppet")
    plain, changed = field(*mages), field(*mages, cards)
    for state, more in ((plain, t.SPELLS["stone-skin"].deeds.adds["res"]), (changed, 5)):
        before = [fighter(state, number).card.res for number in state.units[0].ranks]
        foes = [fighter(state, number).card.res for number in state.units[1].ranks]
        whole = t.SPELLS["stone-skin"].deeds.touches == "unit"
        lay(state, "stone-skin", 0 if whole else state.units[0].ranks[0])
        lay(state, "stone-skin", 1 if whole else state.units[1].ranks[0])
        after = [fighter(state, number).card.res for number in state.units[0].ranks]
        assert after[0] == before[0] + more
        theirs = [fighter(state, number).card.res for number in state.units[1].ranks]
        assert theirs[0] == foes[0] + t.SPELLS["stone-skin"].deeds.adds["res"], "their own card"


# rule: ruling.own-profiles
def test_a_miracle_is_called_as_its_owner_has_it() -> None:
    cards = own(miracle=[{"id": "shield-of-faith", "difficulty": 9, "fervour": 2}])
    faithful = army("4 fianna, 1 oracle-of-danu leader shield-of-faith"), army("6 morbid-puppet")
    state = field(*faithful, cards)
    state.phase = 5
    cleric = named(state, "oracle-of-danu")
    state.fighters[cleric].faith = 2
    ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
    roll_next(state, 6, 2)
    play(state, "unit:0-unit-0")
    assert "against 9" in words(state)
    assert state.fighters[cleric].faith == 0


# rule: ruling.own-profiles
def test_a_communion_is_what_its_owner_says() -> None:
    cards = own(communion=[{"id": "judgement-of-merin", "deeds": {"strength": 3}}])
    faithful = army("1 sered judgement-of-merin", "1 deacon-tiberius"), army("7 morbid-puppet")
    state = field(*faithful, cards)
    state.phase = 5
    sered = named(state, "sered")
    conclave = Conclave("judgement-of-merin", sered, (named(state, "deacon-tiberius"),), 2)
    state.faith.conclaves = (conclave,)
    roll_next(state, 6, 6, 6, 2)
    final_call(state, conclave)
    happen(state)
    assert "STR 8" not in words(state)
    assert "STR 3 against" in words(state) or "refused" in words(state)


@pytest.mark.parametrize(
    ("table", "changed", "told"),
    [
        ("spell", {"id": "dark-lahs"}, "no such spell (did you mean"),
        ("spell", {"id": "dark-lash", "AP": 900}, "AP is 0 to 200"),
        ("spell", {"id": "dark-lash", "path": "primagic"}, "path cannot be changed"),
        ("spell", {"id": "dark-lash", "deeds": {"touches": "unit"}}, "touches cannot be changed"),
        ("spell", {"id": "dark-lash", "deeds": {"often": 0}}, "often is 1 to 9"),
        ("spell", {"id": "dark-lash", "deeds": {"often": "2"}}, "often is 1 to 9"),
        ("spell", {"id": "dark-lash", "deeds": {"strength": 2.5}}, "strength is 0 to 20"),
        ("spell", {"id": "dark-lash", "deeds": 3}, "deeds is a table"),
        ("spell", {"id": "dark-lash", "name": "{0}"}, "without braces"),
        ("spell", {"id": "dark-lash", "fervour": 3}, "fervour cannot be changed"),
        ("spell", {"id": "veil-of-mist", "deeds": {"wide_cm": 20}}, "wide_cm cannot be changed"),
        ("spell", {"id": "stone-skin", "deeds": {"adds": {"STR": 1}}}, "adds has exactly RES"),
        ("artefact", {"id": "caduceus", "deeds": {"ignores": 2}}, "ignores cannot be changed"),
        ("miracle", {}, "no such miracle"),
    ],
)
def test_what_no_card_says_is_told(table: str, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSetup) as bad:
        GAME.setup(cards={table: [changed]})
    assert any(told in problem for problem in bad.value.problems), bad.value.problems
    again = {"id": "caduceus", "AP": 7}
    with pytest.raises(BadSetup, match="caduceus is there twice"):
        GAME.setup(cards={"artefact": [again, again]})


# rule: ruling.own-profiles
def test_a_match_with_own_spells_is_played_stored_and_recorded() -> None:
    battle = {"scenario": "pitched-battle", "first": "griffons-600", "second": "acheron-600"}
    known = {extra for side in ("griffons-600", "acheron-600") for entry in
             armies.READY[side].entries() for extra in entry.extras}  # fmt: skip
    mine = sorted(known & t.SPELLS.keys())
    rows = {"spell": [{"id": spell, "difficulty": 4} for spell in mine]}
    setup = GAME.setup(cards=rows, **battle)
    match, dice = fimbul.Match(GAME, setup, 5), Dice(5)
    assert {name for side in match.state.roster.cards for name in side} == set(mine)
    for _ in range(80):
        decision = match.state.open[0]
        match.choose(decision.seat, decision.options[dice.roll(len(decision.options))])
    again = decode(GAME, encode(match.state))
    assert again == match.state
    assert again.roster.cards == match.state.roster.cards
    saga = fimbul.write_saga(match.record())
    assert fimbul.replay(fimbul.read_saga(saga)).state == match.state


def test_the_file_to_start_from_is_ours() -> None:  # rule: ruling.own-profiles
    text = card_file("rag_narok", GAME.rulebook)
    assert "gem_strength = 2 }" in text
    for table in OURS:
        assert f"[[{table}]]" in text
    setup = GAME.setup(units=text, cards=text)
    assert GAME.new(setup, 3) == GAME.new(GAME.setup(), 3)


def test_haste_is_taken_back_as_the_owner_has_it() -> None:
    # rule: ruling.own-profiles, spell.thermo-acceleration-area
    cards = own(spell=[{"id": "thermo-acceleration", "deeds": {"adds": {"MOV": 2}}}])
    crew = (
        army("1 thermo-priest-razorback thermo-acceleration, 2 razorback-rider"),
        army("3 morbid-puppet"),
    )
    state = field(*crew, cards)
    set_each(state.fighters, "steam", [1] * len(state.places))
    before = card_mov(state, 0)
    lay(state, "thermo-acceleration", state.units[0].ranks[0])
    assert card_mov(state, 0) == before
