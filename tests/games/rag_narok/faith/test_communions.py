"""Communions: who forms a Conclave, sight and range, Censorship, the final call, what is paid."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.meeting import make_contact
from fimbul.games.rag_narok.rules.faith import communions as c
from fimbul.games.rag_narok.rules.faith.censorship import censors
from fimbul.games.rag_narok.rules.faith.divination import Divination, Pray
from fimbul.games.rag_narok.rules.faith.faithful import may_call
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.charms import NUMBER
from fimbul.games.rag_narok.state.faith import Conclave
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fly,
    happen,
    options,
    play,
    put,
    roll_next,
    set_each,
    words,
)

BEGIN = "communion:chorus-of-aegis/0-unit-0-1"
CHORUS = t.COMMUNIONS["chorus-of-aegis"]


def choir(extras: str = "chorus-of-aegis", foes: str = "1 croquemitaine") -> RagNarok:
    """Two Oracles of Danu in two Units 5 cm apart, and enemies 40 cm away."""
    state = battle([f"1 oracle-of-danu {extras}", "1 oracle-of-danu"], [foes])
    state.phase, state.winner = p.DIVINATION, 0
    put(state, 0, (20, 10, 90))
    put(state, 1, (27.5, 10, 90))
    put(state, 2, (20, 50, 270))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    return state


def test_a_communion_from_its_start_to_its_end() -> None:
    # rule: communion.procedure, communion.los-twice, ruling.communion-same-phase
    # rule: ruling.conclave-members
    state = choir("chorus-of-aegis shield-of-faith")
    put(state, 2, (60, 10, 90))
    ask(state, Divination())
    assert each(state.fighters, "faith")[:2] == [5, 5]
    assert options(state) == ("button:pass", BEGIN)
    play(state, BEGIN)
    assert options(state) == ("fighter:0-unit-1-1",)
    play(state, "fighter:0-unit-1-1")
    assert options(state) == ("unit:0-unit-0", "unit:0-unit-1")
    roll_next(state, 2, 5)
    play(state, "unit:0-unit-1")
    assert state.charms == ((NUMBER["chorus-of-aegis"], 1, 2),)
    assert "3 + 5 = 8 against 8, granted" in words(state)
    assert each(state.fighters, "faith")[:2] == [1, 1]
    assert list(state.faith.conclaves) == []
    assert not state.open  # while they prayed they could call nothing else


def test_whoever_prays_in_a_conclave_calls_nothing_else() -> None:  # rule: ruling.conclave-members
    state = choir()
    shield = t.MIRACLES["shield-of-faith"]
    assert may_call(state, 0, shield)
    state.faith.conclaves = (Conclave("chorus-of-aegis", 0, (1,), 0),)
    assert not may_call(state, 0, shield)
    assert not may_call(state, 1, shield)
    assert not c.possible(state, 0)


def test_whoever_prays_in_a_conclave_censors_with_what_it_does_not_owe() -> None:
    # rule: ruling.conclave-members, miracle.censorship
    state = choir()
    put(state, 2, (20, 25, 270))
    set_each(state.fighters[:2], "faith", [6, 7])
    assert censors(state, 0, 2, 3) == [0, 1]
    state.faith.conclaves = (Conclave("chorus-of-aegis", 0, (1,), 0),)
    assert censors(state, 0, 2, 3) == [1]  # 4 are due at the final call


def test_disciples_stand_near_and_can_pay() -> None:  # rule: communion.procedure
    state = choir()
    assert c.acolytes(state, 0, CHORUS) == [1]
    state.fighters[1].faith = 3
    assert c.acolytes(state, 0, CHORUS) == []
    assert not c.possible(state, 0)
    state.fighters[1].faith = 4
    put(state, 1, (20 + 12.5, 10, 90))
    assert c.acolytes(state, 0, CHORUS) == [1]
    put(state, 1, (20 + 12.6, 10, 90))
    assert c.acolytes(state, 0, CHORUS) == []


def test_after_a_communion_the_opponent_may_begin_one() -> None:  # rule: communion.procedure
    state = choir()
    c.Commune(0).run(state, next(iter(c.possible(state, 0))))
    assert (c.Commune(1),) in state.agenda


def test_monks_commune_in_contact_and_after_a_run() -> None:
    # example: example.communion-members
    # rule: communion.eminence-any, communion.monk-close-combat, communion.monk-after-run
    # rule: monk.communion-in-contact
    state = choir(foes="2 morbid-puppet")
    put(state, 2, (20, 12.6, 270))
    state.units[0].paces = 2000
    assert fighter(state, 0).card.kind == "troop"
    assert c.may_begin(state, 0, CHORUS)
    assert c.acolytes(state, 1, CHORUS) == [0]


def test_others_may_not_begin_after_a_run_but_join() -> None:
    # example: example.acolyte-after-run
    # rule: communion.fast-mover-acolyte, miracle.after-march-only
    state = battle(["1 deacon-tiberius chorus-of-aegis", "1 elghir chorus-of-aegis"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (26, 10, 90))
    put(state, 2, (60, 50, 270))
    set_each(state.fighters, "faith", [9] * 3)
    assert c.may_begin(state, 0, CHORUS)
    state.units[0].paces = 2000
    assert not c.may_begin(state, 0, CHORUS)
    assert not may_call(state, 0, t.MIRACLES["shield-of-faith"])
    assert c.acolytes(state, 1, CHORUS) == [0]
    put(state, 2, (20, 12.6, 270))
    assert c.acolytes(state, 1, CHORUS) == []  # in contact, and no Warrior-Monk


def test_range_is_measured_from_any_member_that_sees() -> None:
    # example: example.communion-sight
    # rule: communion.los-twice, communion.range-any-member, communion.ends-if-unseen
    state = battle(
        ["1 oracle-of-danu chorus-of-aegis", "1 oracle-of-danu", "3 fianna", "9 fianna"],
        ["1 melmoth"],
    )
    state.phase = p.DIVINATION
    put(state, 0, (66, 5, 90))
    put(state, 1, (72, 11, 90))
    put(state, 2, (68, 37.5, 90), files=3)
    put(state, 3, (20, 10, 90))
    put(state, 4, (20, 50, 90))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    conclave = Conclave("chorus-of-aegis", 0, (1,), 2)
    assert c.targets(state, (0,), CHORUS) == [0, 1, 2]  # seen, though 30 cm away
    assert c.reaches(state, conclave)  # 24 cm from the Disciple
    assert not c.reaches(state, Conclave("chorus-of-aegis", 0, (), 2))
    put(state, 3, (66, 20, 90), files=9)
    assert not c.reaches(state, conclave)
    state.faith.conclaves = (conclave,)
    ask(state, c.NextFinalCall())
    assert "ends without effect" in words(state)
    assert (each(state.fighters, "faith")[:2], state.charms) == ([5, 5], ())


@pytest.mark.parametrize(("die", "denied"), [(4, True), (3, False)])
def test_censorship_only_at_the_start(die: int, denied: bool) -> None:
    # example: example.communion-interrupt
    # rule: communion.interrupt-only-at-start, communion.is-miracle, ruling.communion-censorship
    state = choir()
    put(state, 2, (20, 25, 270))
    enemy = fighter(state, 2).id
    ask(state, c.Commune(0), Pray(0), c.NextFinalCall())
    play(state, BEGIN, "fighter:0-unit-1-1", "unit:0-unit-0")
    assert options(state) == ("button:let-it-happen", enemy)
    roll_next(state, die, 1, 1)
    play(state, enemy)
    assert ("the miracle fails" in words(state)) == denied
    assert each(state.fighters, "faith") == [5, 5, 5]
    assert state.faith.prayers == ((0, "chorus-of-aegis"),)  # and it is not begun again
    assert not state.open  # at the final call nobody is asked again


def test_a_member_that_is_engaged_breaks_the_communion() -> None:
    # example: example.communion-interrupt
    # rule: communion.monk-contacted-during
    other = choir(foes="2 morbid-puppet")
    other.faith.conclaves = (Conclave("chorus-of-aegis", 0, (), 0),)
    put(other, 2, (27.5, 12.6, 270))
    make_contact(other, Assault(2, 1, False))
    assert other.faith.conclaves  # nobody of it was met
    state = choir(foes="2 morbid-puppet")
    state.faith.conclaves = (Conclave("chorus-of-aegis", 0, (1,), 0),)
    put(state, 2, (27.5, 12.6, 270))
    make_contact(state, Assault(2, 1, False))
    assert list(state.faith.conclaves) == []
    assert each(state.fighters, "faith")[:2] == [5, 5]
    assert "Chorus of Aegis is broken" in words(state)


def test_reverence_saves_one() -> None:
    # example: example.communion-reverence
    # rule: communion.reverence
    state = battle(["1 sered judgement-of-merin", "1 deacon-tiberius"], ["7 morbid-puppet"])
    state.phase = p.DIVINATION
    put(state, 0, (20, 10, 90))
    put(state, 1, (26, 10, 90))
    put(state, 2, (20, 30, 270))
    set_each(state.fighters[:2], "faith", [9, 9])
    state.faith.conclaves = (Conclave("judgement-of-merin", 0, (1,), 2),)
    roll_next(state, 1, 5, 3, 6, 5, 4)
    ask(state, c.NextFinalCall())
    assert "Judgement of Merin: 4 + 5 = 9 against 9, granted" in words(state)
    assert each(state.fighters, "faith")[:2] == [5, 4]


def test_the_judgement_strikes_the_nearest() -> None:  # rule: ruling.judgement-victims
    state = battle(["1 sered judgement-of-merin"], ["7 morbid-puppet"])
    state.phase = p.DIVINATION
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 25, 270))
    roll_next(state, 2, 5, 5)
    c.judge(state, Conclave("judgement-of-merin", 0, (), 1))
    happen(state)
    assert words(state).count("STR 8 against") == 2
    assert sorted(n for n, fate in enumerate(each(state.fighters, "fate")) if fate == p.DEAD) in (
        [3, 4],
        [4, 5],
    )
    assert len(state.units[1].ranks) == 5


def test_the_judgement_of_those_who_fly_falls_on_the_first() -> None:
    # rule: ruling.judgement-victims, flight.one-token-per-unit
    state = battle(["1 sered judgement-of-merin"], ["4 morbid-angel"])
    state.phase = p.DIVINATION
    put(state, 0, (20, 10, 90))
    fly(state, 1, (20, 30, 270), p.LOW)
    roll_next(state, 1, 6)
    c.judge(state, Conclave("judgement-of-merin", 0, (), 1))
    happen(state)
    dead = [n for n, one in enumerate(state.fighters) if one.fate == p.DEAD]
    assert dead == [1]  # all equally near


def test_a_conclave_is_gathered_until_somebody_sees_a_target() -> None:
    # rule: communion.los-twice, communion.procedure
    crews = ["1 sered judgement-of-merin", "1 deacon-tiberius", "1 elghir"]
    state = battle(crews, ["7 morbid-puppet"])
    state.phase = p.DIVINATION
    for unit, (x, heading) in enumerate(((20, 270), (26, 270), (14, 90))):
        put(state, unit, (x, 20, heading))
    put(state, 3, (14, 40, 270))
    set_each(state.fighters, "faith", [9] * len(state.fighters))
    ask(state, c.Commune(0))
    play(state, "communion:judgement-of-merin/0-unit-0-1", "fighter:0-unit-1-1")
    assert options(state) == ("fighter:0-unit-2-1",)  # these two look away
    play(state, "fighter:0-unit-2-1")
    assert options(state) == ("unit:1-unit-0",)


def test_the_eminence_must_live() -> None:  # rule: communion.ends-if-unseen
    state = choir()
    assert c.reaches(state, Conclave("chorus-of-aegis", 0, (1,), 0))
    state.places[0] = None
    assert not c.reaches(state, Conclave("chorus-of-aegis", 0, (1,), 1))


def test_whoever_begins_a_stored_communion_knows_it() -> None:  # rule: communion.procedure
    state = choir()
    step = c.Gather(0, "chorus-of-aegis", (0, 1))
    assert step.fits(state), "the Eminence, named first, has it; the Disciple need not"
    assert not c.Gather(0, "chorus-of-aegis", (1, 0)).fits(state)
