"""Who may, who must, and whom it strikes: conditions that stand alone on a small battlefield."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.ground.hold import stow
from fimbul.games.rag_narok.rules.fear.courage import must_test, set_mood
from fimbul.games.rag_narok.rules.machines.transport import Alight, rides
from fimbul.games.rag_narok.rules.magic.formulas import NUMBER
from fimbul.games.rag_narok.rules.magic.mana import SPRING, wells
from fimbul.games.rag_narok.rules.melee.assassins import assassins
from fimbul.games.rag_narok.rules.melee.banner import bearers
from fimbul.games.rag_narok.rules.melee.fights import amid
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.movement.leaving import departures, is_kin, may_part
from fimbul.games.rag_narok.rules.shooting.victims import allocation
from fimbul.games.rag_narok.rules.values import passes_fear, successors
from fimbul.games.rag_narok.state import RagNarok, spot_of
from fimbul.games.rag_narok.state.affairs import Council
from tests.games.rag_narok.drawn import ask, battle, fight, play, put, stand
from tests.games.rag_narok.spellbook import named


def test_of_two_as_near_the_wounded_is_struck() -> None:  # rule: shoot.allocation
    state = battle(["1 griffin-fusilier"], ["2 wolfen-warrior"])
    put(state, 0, (40, 10, 90))
    stand(state, 1, (36, 30, 270))
    stand(state, 2, (44, 30, 270))
    assert allocation(state, 0, 1, {1, 2}) == [1, 2]
    state.hurt[2] = 1
    assert allocation(state, 0, 1, {1, 2}) == [2, 1]
    assert allocation(state, 0, 1, {1}) == [1]  # and only who is seen


def test_troops_are_struck_before_those_among_them() -> None:  # rule: shoot.allocation
    state = battle(["1 griffin-fusilier"], ["2 alahan-guard, 1 alderan"])
    put(state, 0, (40, 10, 90))
    hero, (first, second) = named(state, "alderan"), (1, 2)
    stand(state, hero, (40, 25, 270))
    stand(state, first, (40, 30, 270))
    stand(state, second, (43, 30, 270))
    assert allocation(state, 0, 1, {hero, first, second}) == [first, second]
    assert allocation(state, 0, 1, {hero}) == [hero]


def test_a_source_of_fire_serves_its_own_side() -> None:  # rule: mana.other-sources
    state = battle(["1 magnus-the-mystic source-of-fire"], ["1 thermo-priest-razorback"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 26, 270))
    state.springs = [(0, 4000, 2300, 4)]
    assert [well.gems for well in wells(state, 0) if well.kind == SPRING] == [4]
    assert [well for well in wells(state, 1) if well.kind == SPRING] == []
    state.springs = [(0, 4000, 2300, 0)]
    assert [well for well in wells(state, 0) if well.kind == SPRING] == []


def test_only_troops_lend_the_gems_of_their_horns() -> None:  # rule: ruling.horns-holders
    crews = ["1 sophet-drahas", "1 skull-warrior horns-of-damnation", "1 melmoth"]
    state = battle(crews, ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (45, 20, 90))
    put(state, 2, (35, 20, 90))
    warrior, melmoth = named(state, "skull-warrior"), named(state, "melmoth")
    state.horns[warrior], state.horns[melmoth] = 2, 2
    assert {well.holder for well in wells(state, 0)} == {warrior}


def test_the_diamond_passes_no_fear_to_undead_nor_to_those_it_leads() -> None:
    # rule: artefact.black-diamond-no-fear
    led = "1 gravekeeper leader black-diamond, 3 gravekeeper"
    state = battle(
        [led, "3 gravekeeper", "6 morbid-puppet", "1 melmoth black-diamond"], ["3 alahan-guard"]
    )
    assert [passes_fear(state, 0, unit) for unit in range(3)] == [False, True, False]
    melmoth = named(state, "melmoth")
    assert all(passes_fear(state, melmoth, unit) for unit in range(4))


def test_who_rides_on_and_stands_still_forms_up() -> None:
    # rule: machine.transport, state.disorganised
    for order, shaken in ((p.IMMOBILE, 0), (p.MARCH, 1)):
        state = ride()
        state.shaken[1], state.revealed[1] = 1, order
        stow(state, 1, 0)
        ask(state, Alight(0, 1))
        play(state, "button:stay-aboard")
        assert state.shaken[1] == shaken


def ride(crew: str = "2 thermo-warrior") -> RagNarok:
    """A Tank, and a small Unit beside it."""
    state = battle(["1 dwarf-armoured-tank", crew], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (12, 50, 270))
    return state


def test_who_may_board() -> None:
    # rule: machine.transport, ruling.transport, ritual.warmage-no-move
    state = ride()
    assert rides(state, 1, p.MARCH)
    assert rides(state, 1, p.RUN)
    assert not rides(state, 1, p.CHARGE)
    routed = state.clone()
    routed.moods[1] = p.ROUT
    assert not rides(routed, 1, p.MARCH)
    flying = state.clone()
    flying.altitude[1] = p.LOW
    assert not rides(flying, 1, p.MARCH)
    mage = ride("1 magnus-the-mystic")
    assert rides(mage, 1, p.MARCH)
    spot = spot_of(mage, 1)[:2]
    mage.councils = [Council(NUMBER["column-of-light"], (2, 3, 4), 1, (1,), (spot,))]
    assert not rides(mage, 1, p.MARCH)
    held = state.clone()
    put(held, 2, (40, 25.5, 270))
    assert contacts(held)
    assert not rides(held, 1, p.MARCH)


def test_war_cries_and_resistance_spare_a_test() -> None:
    # rule: ruling.war-cry-brave, fear.resisted
    state = battle(["6 orc-warrior"], ["3 wolfen-warrior"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    assert must_test(state, 0, 1)
    state.resisted[0] = 7
    assert not must_test(state, 0, 1)
    state.resisted[0], state.roars[0] = 0, 3
    assert not must_test(state, 0, 1)


def test_control_and_rout_cost_the_orders_fear_does_not() -> None:
    # rule: state.fear, state.control, state.rout
    for mood, kept in ((p.FEAR, (p.MARCH,)), (p.CONTROL, ()), (p.ROUT, ())):
        state = battle(["6 orc-warrior"], ["3 wolfen-warrior"])
        put(state, 0, (40, 20, 90))
        state.orders[0] = (p.MARCH,)
        set_mood(state, 0, mood)
        assert state.orders[0] == kept
        set_mood(state, 0, p.FEAR)
        assert state.moods[0] == mood  # never a better one


def test_only_characters_amid_enemies_have_one_more_die() -> None:
    # rule: melee.additional-dice, ruling.additional-die
    for crew, more in (("1 alderan", [0]), ("1 lion-knight", [])):
        state = fight(crew, "3 griffin-conscript")
        state.phase = p.MELEE
        Melee().run(state, None)
        assert len(contacts(state)[0]) > 1
        assert amid(state, (0, 1)) == more


def test_assassins_strike_by_tactics_and_never_in_rout() -> None:
    # rule: skill.assassin-order, rout.no-attacks
    state = fight("2 mid-nor-reaper", "2 mid-nor-reaper")
    state.assailed = [1, 1]
    for winner in (0, 1):
        state.winner = winner
        assert assassins(state)[0] in state.ranks[winner]
    state.moods[1] = p.ROUT
    assert not set(assassins(state)) & set(state.ranks[1])
    state.assailed = [0, 0]
    assert assassins(state) == []


def test_a_banner_is_raised_once_and_in_a_melee() -> None:  # rule: ruling.lion-banner
    crew = "2 lion-knight, 1 alahan-standard lion-banner"
    state = fight(crew, "6 griffin-conscript")
    bearer = named(state, "alahan-standard")
    assert bearers(state, 0) == [bearer]
    state.raised = [bearer]
    assert bearers(state, 0) == []
    apart = battle([crew], ["6 griffin-conscript"])
    put(apart, 0, (40, 10, 90))
    put(apart, 1, (40, 50, 270))
    assert bearers(apart, 0) == []


def test_who_succeeds_a_commander() -> None:
    # rule: command.death-successor, command.successor-not-standard-musician
    crew = "1 abel, 1 templar-standard leader, 3 griffin-templar leader"
    state = battle([crew, "1 sered"], ["3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (60, 10, 90))
    abel, sered = named(state, "abel"), named(state, "sered")
    assert successors(state, 0) == [abel, sered]
    for gone in (abel, sered):
        state.fates[gone] = p.DEAD
    assert successors(state, 0) == [named(state, "griffin-templar", nth) for nth in range(3)]


def test_whom_one_may_leave_and_join() -> None:
    # rule: unit.leave-join, unit.no-leaving-in-countercharge, unit.one-people
    state = battle(
        ["6 griffin-duelist, 1 abel", "6 griffin-duelist", "6 alahan-guard"], ["3 troll"]
    )
    for unit, x in ((0, 20), (1, 45), (2, 65)):
        put(state, unit, (x, 10, 90))
    assert may_part(state, 1)
    assert is_kin(state, 0, 1)
    assert not is_kin(state, 0, 2)  # of another people
    routed, meeting, flying = state.clone(), state.clone(), state.clone()
    routed.moods[1] = p.ROUT
    meeting.revealed[1] = p.COUNTER_CHARGE
    flying.altitude[1] = p.LOW
    for held in (routed, meeting, flying):
        assert not may_part(held, 1)
        assert not is_kin(held, 0, 1)


def test_nobody_gets_off_far_from_the_machine() -> None:  # rule: machine.transport
    state = battle(["1 dwarf-armoured-tank", "2 thermo-warrior", "12 thermo-warrior"], ["3 troll"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (46, 20, 90))
    put(state, 2, (12, 50, 90), files=3)
    put(state, 3, (70, 50, 270))
    stow(state, 1, 0)
    free = set(Alight(0, 1).doors(state))
    put(state, 2, (40 + 2.6 + 3.8, 20, 90), files=3)  # a throng at the Tank's right
    assert len(free - set(Alight(0, 1).doors(state))) == 1


def test_a_magician_and_its_familiar_leave_together() -> None:
    # rule: unit.leave-join, familiar.same-unit, unit.min-max, ruling.council-stays
    crew = "6 alahan-guard, 1 alahan-mage column-of-light, 1 familiar-of-light"
    state = battle([crew, "6 alahan-guard, 1 alahan-mage"], ["3 troll"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (42, 10, 90))
    put(state, 2, (70, 50, 270))
    mage, familiar = named(state, "alahan-mage"), named(state, "familiar-of-light")
    found = departures(state, 0)  # 46 AP alone would not do
    assert {ends[0] for ends in found.values()} == {(mage, familiar)}
    assert {ends[1] for ends in found.values()} == {-1, 1}
    spot = spot_of(state, mage)[:2]
    state.councils = [Council(NUMBER["column-of-light"], (15,), state.turn, (mage,), (spot,))]
    assert {ends[1] for ends in departures(state, 0).values()} <= {-1}
    poor = battle(["6 alahan-guard, 1 alahan-mage", "6 alahan-guard"], ["3 troll"])
    put(poor, 0, (20, 10, 90))
    put(poor, 1, (42, 10, 90))
    put(poor, 2, (70, 50, 270))
    assert {ends[1] for ends in departures(poor, 0).values()} == {1}  # 26 AP are no Unit
