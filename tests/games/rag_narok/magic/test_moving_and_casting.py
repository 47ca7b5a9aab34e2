"""Who may shoot and cast, and what counts as having moved."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.magic import incantation as inc
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from tests.games.rag_narok.drawn import ask, battle, options, play, put, stand
from tests.games.rag_narok.spellbook import duel, give, id_of, named


def test_warrior_mages_shoot_and_cast() -> None:
    # example: example.warmage-acts
    # rule: warmage.shoot-and-cast, warmage.after-fast-move, warmage.no-shot-in-melee
    # rule: ruling.source-page-gaps
    questor = "1 questor-of-acheron dark-lash"
    state = duel([questor, questor], ["1 griffin-templar", "1 griffin-duelist"])
    give(state, 0, darkness=3)
    give(state, 1, darkness=3)
    stand(state, 0, (66, 10, 90))
    stand(state, 2, (66, 25, 270))
    stand(state, 1, (46, 10, 90))
    stand(state, 3, (46, 12.5, 270))
    state.units[0].moved, state.units[0].paces = p.FAST, 2000  # it ran
    ask(state, sh.SecondShooting())
    ready = {"unit:0-unit-0", id_of(state, 0), id_of(state, 1), "button:pass"}
    assert set(options(state)) == ready
    play(state, "unit:0-unit-0", "unit:1-unit-0")
    assert state.units[0].shot == 1
    assert set(options(state)) == {id_of(state, 0), id_of(state, 1), "button:pass"}
    assert not sh.may_shoot(state, 1)


def test_others_do_not_shoot_after_a_run() -> None:  # rule: warmage.after-fast-move, shoot.who
    state = duel(["1 questor-of-acheron, 3 griffin-fusilier"], ["1 griffin-templar"])
    state.units[0].moved = p.FAST
    mage = named(state, "questor-of-acheron")
    assert sh.shooters(state, 0) == [mage]
    state.units[0].moved = p.MARCHED
    assert len(sh.shooters(state, 0)) == 4


def test_who_flees_over_a_wall_has_made_a_feat() -> None:  # rule: move.feat, state.rout
    state = battle(["2 alahan-guard, 1 alahan-mage", "20 alahan-guard"], ["6 morbid-puppet"])
    state.scenery = "wall 55 21"
    put(state, 0, (55, 25, 270))
    put(state, 1, (55, 16, 90))  # they let it go no farther than its MOV
    put(state, 2, (10, 50, 270))
    state.units[0].mood = p.ROUT
    mage = state.units[0].ranks[-1]
    assert inc.may_cast(state, mage)
    flee(state, 0)
    assert 0 < state.units[0].paces <= 10 * t.CM
    assert not inc.may_cast(state, mage)
