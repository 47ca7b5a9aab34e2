"""General Staffs and their relays, the Black Diamond, the War Cry."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import GAME
from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.setup import RagSetup
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import Charge, assault, begin_contact
from fimbul.games.rag_narok.rules.command import staffs as s
from fimbul.games.rag_narok.rules.fear.courage import must_test
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.melee.phase import face_defeat
from fimbul.games.rag_narok.rules.movement.marches import Wheel
from fimbul.games.rag_narok.rules.turn import Turn, refresh
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.sides import Staff
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
)


def member(state: RagNarok, profile: str) -> int:
    return next(n for n, one in enumerate(state.roster.fighters) if one.card.id == profile)


def lions(gap: float = 9) -> RagNarok:
    """The bearer stands 9 cm from Alderan, and so far beyond him three Guards."""
    head = "1 alderan, 1 alahan-standard, 1 alahan-musician"
    state = battle([head, "3 alahan-guard"], ["1 melmoth"])
    stand(state, member(state, "alderan"), (10, 10, 90))
    stand(state, member(state, "alahan-standard"), (10 + 2.5 + 9, 10, 90))
    stand(state, member(state, "alahan-musician"), (10, 5, 90))
    put(state, 1, (10 + 2.5 + 9 + 2.5 + gap, 10, 90), files=1)
    put(state, 2, (40, 50, 270))
    return state


def test_the_values_of_the_book() -> None:
    # example: example.staff-relay-chain
    # rule: staff.bonus, staff.relay
    state = lions(8)
    assert v.unit_value(state, 1, "cou") == 8 - 1
    state.staffs = (Staff(member(state, "alderan"), (member(state, "alahan-standard"),)),)
    assert v.unit_value(state, 1, "cou") == 8 - 1 + 1
    assert v.unit_value(state, 1, "dis") == 7 - 1  # no Musician in this Staff


def test_a_staff_passes_values_on_from_its_relays() -> None:
    # rule: staff.relay, staff.relay-range, staff.exclusive
    state = lions()
    head, bearer = member(state, "alderan"), member(state, "alahan-standard")
    music = member(state, "alahan-musician")
    assert not v.commands(state, head, 1)
    assert v.unit_value(state, 1, "cou") == 5  # without a Staff nobody relays
    state.staffs = (Staff(head, (bearer,)),)
    assert v.unit_value(state, 1, "cou") == 8 - 1 + 1
    stand(state, head, (10 - 1.1, 10, 90))  # 10.1 cm: the bearer hears nobody
    assert v.unit_value(state, 1, "cou") == 5
    stand(state, music, (20, 15, 90))
    assert v.unit_value(state, 1, "cou") == 5  # the Musician is of no Staff
    state.staffs = (Staff(head, (bearer, music)),)
    assert (v.unit_value(state, 1, "cou"), v.unit_value(state, 1, "dis")) == (8, 7)


def test_orders_are_not_relayed() -> None:  # rule: staff.relay, order.basic
    state = lions()
    head, bearer = member(state, "alderan"), member(state, "alahan-standard")
    state.staffs = (Staff(head, (bearer,)),)
    set_each(state.sides, "general", [-1, -1])
    set_each(state.sides, "tactics", [9, 9])
    assert v.order_sources(state, 0) == ((0,),)


def test_the_staff_replaces_the_bonus_in_their_own_unit() -> None:  # rule: staff.bonus
    state = battle(
        ["8 griffin-templar, 1 templar-standard, 1 templar-musician, 1 sered"], ["1 abel"]
    )
    put(state, 0, (30, 10, 90))
    head = member(state, "sered")
    assert (v.own_value(state, 0, "cou"), v.own_value(state, 0, "dis")) == (7, 7)
    assert (v.unit_value(state, 0, "cou"), v.unit_value(state, 0, "dis")) == (9, 9)
    aides = (member(state, "templar-standard"), member(state, "templar-musician"))
    state.staffs = (Staff(head, aides),)
    assert (v.own_value(state, 0, "cou"), v.own_value(state, 0, "dis")) == (6, 6)
    assert (v.unit_value(state, 0, "cou"), v.unit_value(state, 0, "dis")) == (9, 9)


def test_a_unit_adds_its_own_bonus_to_what_is_passed_on() -> None:
    # rule: musician.discipline, standard.courage-fear, ruling.bonus-on-passed
    troops = "3 wolfen-warrior, 1 wolfen-warrior leader"
    values = []
    for more in ("", ", 1 wolfen-standard, 1 wolfen-musician"):
        state = battle([troops + more], ["1 abel"])
        put(state, 0, (30, 10, 90))
        values.append([v.unit_value(state, 0, what) for what in ("fear", "dis")])
    led, accompanied = values
    assert accompanied == [(value or 0) + 1 for value in led]


def test_a_brave_bearer_adds_nothing_to_passed_fear() -> None:
    # rule: standard.same-type-only, ruling.bonus-on-passed
    troops = "3 wolfen-warrior, 1 wolfen-warrior leader"
    found = []
    for more in ("", ", 1 templar-standard"):
        state = battle([troops + more], ["1 abel"])
        put(state, 0, (30, 10, 90))
        found.append(v.passed_on(state, 0, "fear"))
    assert found[0] is not None
    assert found[0] == found[1]


def test_who_may_serve() -> None:
    # example: example.staff-wrong-category, example.staff-exclusive
    # rule: staff.same-category-and-type, staff.eligibility, staff.composition, ruling.staff-rank
    # rule: staff.exclusive
    units = [
        "4 griffin-templar, 1 templar-musician, 1 sered",
        "3 griffin-templar, 1 templar-standard",
    ]
    state = battle(units, ["1 great-skull, 1 wolfen-standard", "1 executor, 1 templar-standard"])
    for unit in range(4):
        put(state, unit, (15 + 15 * unit, 10 + 20 * (unit > 1), 90))
    assert list(s.candidates(state, 0)) == ["staff:0-unit-0-6/0-unit-0-5"]
    assert list(s.candidates(state, 1)) == []  # category 3; and no Commander
    head, stranger = member(state, "sered"), member(state, "templar-standard")
    musician = member(state, "templar-musician")
    put(state, 1, (40, 10, 90))
    put(state, 0, (6, 10, 90), files=1)
    state.staffs = (Staff(head, (musician,)),)
    assert v.commands(state, stranger, 1)
    assert not v.conveys(state, head, 1)  # the Standard Bearer there is not of his Staff
    mixed = battle(["1 melmoth, 1 templar-standard"], ["1 abel"])
    put(mixed, 0, (15, 10, 90))
    assert list(s.candidates(mixed, 0)) == []  # fearsome and brave


def test_staffs_are_declared_before_the_tactics_roll_only() -> None:
    # example: example.staff-timing
    # rule: staff.before-game, staff.before-tactics, staff.not-in-movement, staff.composition
    state = battle(["4 griffin-templar, 1 templar-standard, 1 sered"], ["1 melmoth"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 40, 270))
    ask(state, Wheel(0, 0))
    assert not any(option.startswith("staff:") for option in options(state))
    assert not s.DeclareStaffs(0).fits(state)  # in the movement phase
    ask(state, Turn())
    assert options(state) == ("button:done", "staff:0-unit-0-6/0-unit-0-5")
    assert each(state.sides, "tactics") == [0, 0]  # nobody has rolled yet
    play(state, "staff:0-unit-0-6/0-unit-0-5")
    head, bearer = member(state, "sered"), member(state, "templar-standard")
    assert state.staffs == (Staff(head, (bearer,)),)
    assert max(each(state.sides, "tactics")) > 0  # everything that could be changed has been
    ask(state, Turn())
    play(state, "staff:0-unit-0-6/0-unit-0-5")
    assert list(state.staffs) == []


def test_one_of_each_kind() -> None:  # rule: staff.composition
    two = "4 griffin-templar, 1 templar-standard, 1 templar-standard, 1 templar-musician, 1 sered"
    state = battle([two], ["1 melmoth"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 40, 270))
    ask(state, Turn())
    first = "staff:0-unit-0-8/0-unit-0-5"
    play(state, first)
    assert options(state) == ("button:done", "staff:0-unit-0-8/0-unit-0-7")
    play(
        state,
        "staff:0-unit-0-8/0-unit-0-7",
    )
    assert len(state.staffs[0].aides) == 2


def test_before_the_game_the_same_is_asked() -> None:  # rule: staff.before-game
    state = battle(["4 griffin-templar, 1 templar-standard, 1 sered"], ["1 melmoth"])
    state.phase = p.DEPLOYMENT
    ask(state, s.DeclareStaffs(0))
    assert options(state)[0] == "button:done"
    assert s.DeclareStaffs(0).fits(state)


def test_without_its_commander_a_staff_is_none() -> None:
    # rule: staff.composition, musician.discipline, standard.courage-fear
    unit = "8 griffin-templar, 1 templar-standard, 1 templar-musician, 1 sered, 1 abel"
    state = battle([unit], ["1 melmoth"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 40, 270))
    bearer, music = member(state, "templar-standard"), member(state, "templar-musician")
    state.staffs = (Staff(member(state, "sered"), (bearer, music)),)
    assert (v.own_value(state, 0, "cou"), v.own_value(state, 0, "dis")) == (6, 6)
    kill(state, member(state, "sered"))
    assert list(state.staffs) == []
    assert (v.own_value(state, 0, "cou"), v.own_value(state, 0, "dis")) == (7, 7)
    abel = member(state, "abel")
    assert s.fits_in(state, (abel, bearer))  # another Commander may have them now
    state.staffs = (Staff(abel, (bearer, music)),)
    kill(state, bearer)
    assert state.staffs == (Staff(abel, (music,)),)
    kill(state, music)
    assert list(state.staffs) == []


def test_a_match_begins_with_its_staffs() -> None:  # rule: staff.before-game
    setup = RagSetup(scenario=PITCHED, first="lions-600", second="acheron-600")
    state = GAME.new(setup)
    play(state, options(state)[0])  # the edge
    pair = "staff:0-guard-of-the-banner-{}/0-guard-of-the-banner-{}"
    assert options(state) == ("button:done", pair.format(15, 1), pair.format(15, 2))
    play(state, pair.format(15, 1))
    assert state.staffs == (Staff(14, (0,)),)


def test_staffs_wait_for_the_reserves_of_the_turn() -> None:
    # rule: staff.before-tactics, turn.sequence
    units = ["4 griffin-templar, 1 templar-standard, 1 sered", "6 griffin-duelist"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (30, 10, 90))
    put(state, 2, (30, 40, 270))
    state.aside.reserve = (1,)
    roll_next(state, 1)
    ask(state, Turn())  # the Duelists do not come
    assert options(state) == ("button:done", "staff:0-unit-0-6/0-unit-0-5")


# -- the Black Diamond ---------------------------------------------------------------------------


def test_the_black_diamond_commands_the_dead_but_passes_no_fear() -> None:
    # example: example.black-diamond-gravedigger, example.black-diamond-normal
    # rule: artefact.black-diamond-undead-orders, artefact.black-diamond-no-fear
    # rule: artefact.black-diamond-normal-orders, ruling.diamond-commander
    for diamond, orders, fear in (("", (), 7), (" black-diamond", ((0,),), 5)):
        units = [f"6 morbid-puppet, 1 gravedigger-of-salaliel leader{diamond}", "1 melmoth"]
        state = battle(units, ["1 abel"])
        put(state, 0, (20, 10, 90))
        put(state, 1, (60, 10, 90))
        put(state, 2, (40, 50, 270))
        set_each(state.sides, "general", [-1, -1])
        set_each(state.sides, "tactics", [9, 9])
        mine = tuple(units for units in v.order_sources(state, 0) if units == (0,))
        assert mine == orders  # one basic Order
        assert v.unit_value(state, 0, "fear") == fear
        state.sides[0].general = member(state, "gravedigger-of-salaliel")
        more = [units for units in v.order_sources(state, 0) if 0 in units]
        assert len(more) == 4 * len(orders)  # as army Commander his additional ones too


def test_the_black_diamond_withholds_fear_from_the_dead_only() -> None:
    # rule: artefact.black-diamond-no-fear, command.transmission
    for diamond, dead in (("", 13 - 2), (" black-diamond", 5)):
        state = battle([f"1 belial{diamond}", "7 morbid-puppet", "3 gravekeeper"], ["1 abel"])
        for unit, x in enumerate((40, 20, 60)):
            put(state, unit, (x, 10, 90))
        assert [v.unit_value(state, unit, "fear") for unit in (1, 2)] == [dead, 13 - 1]
    led = battle(["3 gravekeeper, 1 gravedigger-of-salaliel leader black-diamond"], ["1 abel"])
    put(led, 0, (20, 10, 90))
    assert v.passed_on(led, 0, "fear") is None
    assert v.passed_on(led, 0, "dis") is not None


# -- the War Cry ---------------------------------------------------------------------------------


def test_the_commanders_war_cry_is_that_of_the_unit() -> None:
    # example: example.warcry-commander-8
    # rule: skill.warcry-commander, skill.warcry-no-staff-bonus, ruling.war-cry-brave
    state = battle(["4 orc-warrior, 1 kelt-war-chief, 1 templar-standard"], ["5 alahan-guard"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    assert v.war_cry(state, 0) == 0  # the bearer has none
    cry = battle(["4 orc-warrior, 1 kelt-war-chief"], ["5 alahan-guard", "1 melmoth"])
    put(cry, 0, (30, 10, 90))
    put(cry, 1, (30, 22, 270))
    put(cry, 2, (60, 22, 270))
    chief = member(cry, "kelt-war-chief")
    cry.staffs = (Staff(chief, (0,)),)
    assert v.war_cry(cry, 0) == 8
    assert (v.terror(cry, 0), must_test(cry, 0, 2)) == (0, True)
    ask(cry, Charge(0, 0))
    roll_next(cry, 1)
    play(cry, "unit:1-unit-0")
    assert (cry.units[0].roar, v.terror(cry, 0)) == (8, 8)
    assert cry.units[1].mood > p.CALM  # 5 + 1 against 8
    assert not must_test(cry, 0, 2)  # it counts as fearsome
    refresh(cry)
    assert v.terror(cry, 0) == 0


def test_no_standard_raises_a_war_cry(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: skill.warcry-no-staff-bonus, skill.warcry-commander
    card = t.PROFILES["alahan-standard"]
    monkeypatch.setitem(
        t.PROFILES, "alahan-standard", structs.replace(card, skills=("command/10", "war-cry/3"))
    )
    state = battle(["3 orc-warrior, 1 kelt-war-chief, 1 alahan-standard"], ["6 alahan-guard"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 22, 270))
    state.staffs = (Staff(member(state, "kelt-war-chief"), (member(state, "alahan-standard"),)),)
    begin_contact(state, Assault(0, 1, True))
    assert (state.units[0].roar, v.terror(state, 0)) == (
        8,
        8,
    )  # nor does a difference of Rank lower it


def test_the_cry_stands_against_a_defeat() -> None:  # rule: ruling.war-cry-brave, fear.defeat
    state = battle(["2 giant-barbarian"], ["5 alahan-guard"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 20, 270))
    for cry, held in ((0, False), (8, True)):
        state.units[0].roar, state.units[0].mood = cry, p.CALM
        roll_next(state, 2)
        face_defeat(state, 0, 10, 5)
        assert (state.units[0].mood == p.CALM) == held


def test_without_a_commander_the_lowest_cry_counts_and_an_engagement_has_none() -> None:
    # rule: ruling.war-cry-brave
    state = battle(["2 orc-warrior, 2 giant-barbarian"], ["5 alahan-guard"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 20, 270))
    assert v.war_cry(state, 0) == 3
    begin_contact(state, Assault(0, 1, False))
    assert state.units[0].roar == 0
    begin_contact(state, Assault(0, 1, True))
    assert state.units[0].roar == 3
    assert fighter(state, 0).card.cou == 4


def test_a_counter_charge_lets_both_cry() -> None:
    # rule: ruling.war-cry-brave, countercharge.procedure
    state = battle(["4 giant-barbarian"], ["4 orc-warrior"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 20, 270))
    assault(state, Assault(0, 1, False, answer=p.COUNTER_CHARGE))
    assert each(state.units, "charging") == [1, 1]
    assert each(state.units, "roar") == [8, 3]


def test_who_is_not_met_has_not_cried() -> None:
    # rule: countercharge.cancelled, ruling.war-cry-brave
    state = battle(["4 alahan-guard"], ["4 giant-barbarian"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 20, 270))
    roll_next(state, 1)
    assault(state, Assault(0, 1, True, answer=p.COUNTER_CHARGE))
    assert state.units[0].mood == p.ROUT
    assert each(state.units, "roar") == [0, 0]
