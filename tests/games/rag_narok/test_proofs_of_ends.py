"""What happens where something cannot go on: the last Unit gone, no room, no way, no target."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.army.levy import problems
from fimbul.games.rag_narok.army.terms import PITCHED
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.ground.field import Way
from fimbul.games.rag_narok.rules.charge import withdraw as w
from fimbul.games.rag_narok.rules.charge.approach import face
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import assault, counter_charge, miss
from fimbul.games.rag_narok.rules.ending import CloseTurn
from fimbul.games.rag_narok.rules.faith.communions import NextFinalCall
from fimbul.games.rag_narok.rules.faith.divination import Divination, Pray
from fimbul.games.rag_narok.rules.harm import kill
from fimbul.games.rag_narok.rules.magic.incantation import may_cast
from fimbul.games.rag_narok.rules.magic.rituals import FinalIncantations
from fimbul.games.rag_narok.rules.melee.regrowth import heal
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.movement.parties import divide
from fimbul.games.rag_narok.rules.rolls import best_of
from fimbul.games.rag_narok.rules.set_up import reserves
from fimbul.games.rag_narok.rules.set_up.reserves import ShapeUp
from fimbul.games.rag_narok.rules.shooting.harassment import Harass
from fimbul.games.rag_narok.rules.shooting.volleys import FireRapidly, Shoot
from fimbul.games.rag_narok.scene.foretell.needs import of_attack
from fimbul.games.rag_narok.state import RagNarok, middle, place_of
from fimbul.games.rag_narok.state.affairs import Conclave
from fimbul.kernel import Step
from tests.games.rag_narok.drawn import (
    army,
    ask,
    battle,
    begin,
    fight,
    put,
    roll_next,
    stand,
    words,
)

# -- the last Unit is gone -------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [
        Divination(), Pray(0), NextFinalCall(), CloseTurn(), FinalIncantations(), FireRapidly(),
        Shoot(0), Harass(0),
    ],
    ids=lambda step: type(step).__name__,
)  # fmt: skip
def test_a_battle_ends_where_its_last_enemy_falls(step: Step[RagNarok]) -> None:
    # rule: turn.last-turn
    for alive in (True, False):
        state = battle(["6 fianna", "1 oracle-of-danu shield-of-faith"], ["1 alahan-guard"])
        state.phase = getattr(step, "phase", None) or p.DIVINATION
        put(state, 0, (40, 10, 90))
        put(state, 1, (60, 10, 90))
        put(state, 2, (40, 45, 270))
        state.conclaves = [Conclave("chorus-of-aegis", 6, (), 0)]
        if not alive:
            kill(state, 7)
        ask(state, step)
        assert (state.result is None) == alive
        if state.result is not None:
            assert state.result.because == "turn.last-turn"
            assert "Temporary Faith" not in words(state)  # nobody counts it any more


# -- nobody to command, nothing to cast ------------------------------------------------------


def test_a_leader_commands_only_where_no_commander_is() -> None:  # rule: army.commander
    both = army("8 griffin-duelist leader, 1 abel", commander="griffin-duelist")
    alone = army("8 griffin-duelist leader", commander="griffin-duelist")
    text = "a Leader commands only where no Character with Command is"
    assert text in [problem.text for problem in problems(both)]
    assert text not in [problem.text for problem in problems(alone)]


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


# -- no room ---------------------------------------------------------------------------------


def test_who_finds_no_room_does_not_rise_again() -> None:  # rule: end.regeneration
    state = battle(["3 skull-warrior"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    kill(state, 0)
    state.hurt[0] = 1
    heal(state.clone(), 0)
    for unit, y in ((0, 20), (1, 45)):
        crew = state.ranks[unit]
        for number in crew:
            x = place_of(state, number)[0] / 100
            stand(state, number, (x, y, 90))
    shut = state.clone()
    shut.fallen = [(0, -5000, -5000, 90)]  # far from its Unit, and nobody of that is left
    shut.ranks[0] = ()
    heal(shut, 0)
    assert (shut.fates[0], shut.hurt[0]) == (p.DEAD, 1)
    heal(state, 0)
    assert (state.fates[0], state.hurt[0]) == (p.STANDING, 0)


def test_a_reserve_that_finds_no_room_waits() -> None:  # rule: reserve.test
    state = battle(["1 abel, 3 griffin-duelist", "6 griffin-duelist"], ["7 morbid-puppet"])
    state.scenario, state.scenery = PITCHED, ""
    put(state, 0, (60, 10, 90), files=3)
    put(state, 2, (60, 70, 270), files=4)
    state.reserve, state.turn, state.phase = (1,), 2, p.STRATEGY
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reserves, "entries", lambda *_: {})
        ask(state, ShapeUp(0, 1))
    assert "Unit 1: finds no room to come in" in words(state)
    assert state.reserve == (1,)
    assert state.places[state.ranks[1][0]] is None


def test_who_cannot_get_out_of_a_melee_stays() -> None:
    # rule: ruling.disengage-path, rout.stragglers
    state = fight("3 griffin-duelist", "3 alahan-guard")
    before = [place_of(state, member) for member in state.ranks[0]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(w, "may_stand", lambda *_: False)
        assert not w.march_away(state, 0, [270], Way(leave=True))
    assert "finds no way out" in words(state)
    assert (state.left[0], [place_of(state, member) for member in state.ranks[0]]) == (0, before)


def test_nobody_in_contact_is_left_without_a_test() -> None:  # rule: disengage.automatic-if-free
    state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    state.events = []
    assert w.break_free(state, 0, w.DODGE)
    assert not state.events
    held = fight("3 griffin-duelist", "3 alahan-guard")
    roll_next(held, 1)
    assert not w.break_free(held, 0, w.DODGE)


def test_both_parts_of_a_unit_that_has_just_arrived_have_just_arrived() -> None:
    # rule: reserve.test
    for arrived in ((), (0,)):
        state = battle(["12 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (40, 20, 90), files=6)
        put(state, 1, (40, 45, 270))
        state.arrived = arrived
        new = divide(state, 0, state.ranks[0][:6])
        assert (new in state.arrived) == bool(arrived)


# -- no way ----------------------------------------------------------------------------------


def terrible(skull: tuple[float, float, int]) -> RagNarok:
    """A line of Duelists, an enemy half right before them, and the Great Skull whose Toga howls."""
    dead = ["1 great-skull", "3 alahan-guard", "10 morbid-puppet"]
    state = battle(["8 griffin-duelist"], dead)
    put(state, 0, (30, 15, 90), files=8)
    put(state, 1, skull)
    put(state, 2, (42, 27, 225), files=3)
    put(state, 3, (40, 52, 270), files=5)
    state.toga = [(8, *place_of(state, 8))]
    roll_next(state, 1)
    return state


def test_terror_breaks_who_pivots_into_it() -> None:
    # rule: toga.entering, countercharge.procedure
    this = Assault(2, 0, True, answer=p.COUNTER_CHARGE)
    state = terrible((23, 49.5, 270))
    calm = state.clone()
    calm.toga = []
    assert face(calm, Assault(0, 2, True))
    assert counter_charge(calm, this).answer == p.COUNTER_CHARGE
    assert counter_charge(state.clone(), this).answer == -1
    assert not face(state, Assault(0, 2, True))
    assert "against the Toga's 12, failed" in words(state)
    assert (state.moods[0], state.left[0]) == (p.ROUT, 1)  # it ran at once


def test_an_engagement_that_falls_short_goes_on_in_good_order() -> None:
    # rule: charge.failed, charge.no-contact-disorganised
    for charge, shaken in ((False, 0), (True, 1)):
        state = battle(["3 griffin-duelist"], ["3 alahan-guard"])
        put(state, 0, (12, 10, 90))
        put(state, 1, (12, 50, 270))
        miss(state, Assault(0, 1, charge))
        assert state.shaken[0] == shaken
        assert middle(state, 0)[1] == 2000  # by its MOV
        assert not in_melee(state, 0)


def test_nobody_charges_a_unit_that_is_gone() -> None:  # rule: countercharge.procedure
    state = battle(["3 griffin-duelist"], ["1 alahan-guard", "3 alahan-guard"])
    put(state, 0, (40, 10, 90))
    put(state, 1, (40, 20, 270))
    put(state, 2, (60, 50, 270))
    kill(state, state.ranks[1][0])
    before = middle(state, 0)
    assault(state, Assault(0, 1, True))
    assert middle(state, 0) == before


# -- what a roll needs -----------------------------------------------------------------------


def test_all_that_weighs_on_a_blow_is_told() -> None:
    # rule: ruling.test-policy-shown, state.fear, state.disorganised, skill.bestial-charge-one
    state = begin(fight("3 centaur", "3 alahan-guard"))
    attack, parry = of_attack(state, 0, 1, 6)
    assert [fact.amount for fact in attack.facts] == [6, -4]
    state.charging[0], state.moods[0], state.dives[0] = 1, p.FEAR, 1
    state.moods[1], state.shaken[1] = p.FEAR, 1
    attack, parry = of_attack(state, 0, 1, 6)
    told = {fact.text: fact.amount for fact in attack.facts}
    assert told == {
        "Announced": 6, "In Fear": 1, "Bestial Charge": -1, "Dived upon them": -2, "ATT": -4,
    }  # fmt: skip
    told = {fact.text: fact.amount for fact in parry.facts}
    assert told == {"Announced": 6, "In Fear": 1, "Disorganised": 1, "DEF": -4}


def test_scouts_are_looked_for_by_whoever_marches_in_the_dark_grasp() -> None:
    # rule: ruling.scout-hidden, ruling.dark-grasp-second
    for hidden in ((), ((2, 4000, 3000),)):
        state = battle(["1 melmoth", "6 morbid-puppet"], ["1 biopsist", "3 skorize"])
        put(state, 0, (40, 10, 90))
        put(state, 1, (44, 14, 90), files=3)
        put(state, 3, (40, 50, 270))
        state.hidden, state.horns[0] = hidden, 2
        state.events = []
        Activate(0).grasp(state, 1)
        assert ("Unit 1: looks out for Scouts" in words(state)) == bool(hidden)
