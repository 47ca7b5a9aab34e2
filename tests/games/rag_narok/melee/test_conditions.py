"""Conditions of melee, each alone on a small battlefield."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, near
from fimbul.games.rag_narok.rules.harm import Stroke, kill, land
from fimbul.games.rag_narok.rules.melee.assassins import assassins
from fimbul.games.rag_narok.rules.melee.banner import bearers
from fimbul.games.rag_narok.rules.melee.blows import may_counter
from fimbul.games.rag_narok.rules.melee.combat import Split, attacks
from fimbul.games.rag_narok.rules.melee.duel import is_skilled, killers, likeliest
from fimbul.games.rag_narok.rules.melee.fights import amid
from fimbul.games.rag_narok.rules.melee.phase import Melee
from fimbul.games.rag_narok.rules.melee.regrowth import heal, mending
from fimbul.games.rag_narok.scene.foretell.needs import of_attack
from fimbul.games.rag_narok.state import RagNarok, place_of
from fimbul.games.rag_narok.state.melee import Combat
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    begin,
    fight,
    play,
    put,
    roll_next,
    set_each,
    set_those,
    stand,
)
from tests.games.rag_narok.spellbook import named


def test_attack_dice_are_only_those_of_fighters_in_contact() -> None:
    # rule: melee.remove-attack-dice
    state = battle(["4 griffin-duelist"], ["2 alahan-guard"])
    stand(state, 0, (40, 30, 90))
    stand(state, 1, (44, 30, 90))
    stand(state, 2, (36, 22, 90))
    stand(state, 3, (44, 22, 90))
    stand(state, 4, (40, 33, 270))
    stand(state, 5, (44, 33, 270))
    state.phase = p.MELEE
    Melee().run(state, None)
    state.agenda.clear()
    assert sorted(contacts(state)) == [0, 1, 4, 5]
    state.melee.combat = Combat((0, 1), dice=(2, 0), attack=(2, 0))
    assert attacks(state, 0) == 2
    kill(state, 0)
    assert attacks(state, 0) == 1  # the two behind strike nobody
    kill(state, 1)
    assert attacks(state, 0) == 0


def test_who_kept_a_die_on_guard_does_not_rage() -> None:
    # rule: ruling.war-fury, melee.additional-dice, devastating.defence-dice-stay
    for guard, dice, kept in ((0, 2, 0), (1, 1, 1)):
        state = fight("2 griffin-templar", "2 alahan-guard")
        state.melee.combat = Combat((0, 1), dice=(2, 0))
        state.fighters[0].spent = state.fighters[1].spent = 1
        state.fighters[0].guard = guard
        ask(state, Split(0))
        play(state, "split:2-0")
        assert state.melee.combat is not None
        assert state.melee.combat.attack[0] == 2 + dice
        assert state.melee.combat.defence[0] == kept
        assert state.fighters[0].guard == 0


def test_characters_make_no_masterstrokes_by_the_skill() -> None:
    # rule: skill.masterstroke-two-rules
    knights = fight("2 lion-knight", "3 griffin-conscript")
    assert is_skilled(knights, 0)
    guards = fight("2 alahan-guard", "3 griffin-conscript")
    assert not is_skilled(guards, 0)
    under = fight("2 lion-knight, 1 alahan-standard lion-banner", "3 griffin-conscript")
    under.charms = ((16, 0, 9),)  # the Lion Banner: they count as Characters
    assert not is_skilled(under, 0)


def test_who_counter_attacks() -> None:  # rule: melee.counter-attack, rout.no-attacks
    state = begin(fight("3 griffin-duelist", "3 alahan-guard"))
    assert may_counter(state, 0)
    assert not may_counter(state, 1)  # without the skill
    state.units[0].mood = p.ROUT
    assert not may_counter(state, 0)


def test_each_born_killer_in_contact_rolls_one_failure_again() -> None:
    # rule: skill.born-killer-defence
    state = begin(fight("2 wolfen-warrior", "4 alahan-guard"))
    assert (killers(state, 0), killers(state, 1)) == (2, 0)
    kill(state, 0)
    assert killers(state, 0) == 1


def struck(sacred: bool, before: bool) -> RagNarok:
    """A Skull Warrior dies of a blow."""
    state = battle(["1 griffin-praetorian"], ["1 skull-warrior", "1 skull-warrior"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 30, 270))
    put(state, 2, (60, 30, 270))
    set_those(state.fighters, "struck", [1] if before else [])
    roll_next(state, 5)
    land(state, 0, 1, Stroke(20, sacred=sacred))
    return state


def test_no_wound_of_a_sacred_weapon_is_regenerated() -> None:
    # rule: ability.praetorian-sacred, end.regeneration
    assert mending(struck(False, False)) == [1]
    assert mending(struck(True, False)) == []
    assert mending(struck(True, True)) == []


def test_who_finds_no_room_does_not_rise_again() -> None:  # rule: end.regeneration
    state = battle(["3 skull-warrior"], ["3 alahan-guard"])
    put(state, 0, (40, 20, 90))
    put(state, 1, (40, 45, 270))
    kill(state, 0)
    state.fighters[0].hurt = 1
    heal(state.clone(), 0)
    for unit, y in ((0, 20), (1, 45)):
        crew = state.units[unit].ranks
        for number in crew:
            x = place_of(state, number)[0] / 100
            stand(state, number, (x, y, 90))
    shut = state.clone()
    shut.fallen = ((0, -5000, -5000, 90),)  # far from its Unit, and nobody of that is left
    shut.units[0].ranks = ()
    heal(shut, 0)
    assert (shut.fighters[0].fate, shut.fighters[0].hurt) == (p.DEAD, 1)
    heal(state, 0)
    assert (state.fighters[0].fate, state.fighters[0].hurt) == (p.STANDING, 0)


def test_all_that_weighs_on_a_blow_is_told() -> None:
    # rule: ruling.test-policy-shown, state.fear, state.disorganised, skill.bestial-charge-one
    state = begin(fight("3 centaur", "3 alahan-guard"))
    attack, parry = of_attack(state, 0, 1, 6)
    assert [fact.amount for fact in attack.facts] == [6, -4]
    state.units[0].charging, state.units[0].mood, state.units[0].dived = 1, p.FEAR, 1
    state.units[1].mood, state.units[1].shaken = p.FEAR, 1
    attack, parry = of_attack(state, 0, 1, 6)
    told = {fact.text: fact.amount for fact in attack.facts}
    assert told == {
        "Announced": 6, "In Fear": 1, "Bestial Charge": -1, "Dived upon them": -2, "ATT": -4,
    }  # fmt: skip
    told = {fact.text: fact.amount for fact in parry.facts}
    assert told == {"Announced": 6, "In Fear": 1, "Disorganised": 1, "DEF": -4}


def test_who_fell_far_from_its_unit_rises_beside_it() -> None:  # rule: end.regeneration
    for far, back in ((8.0, False), (3.0, True)):
        state = battle(["3 skull-warrior"], ["3 alahan-guard"])
        stand(state, 0, (12 + far, 20, 90))
        stand(state, 1, (12, 20, 90))
        stand(state, 2, (12, 17, 90))
        put(state, 1, (40, 50, 270))
        kill(state, 0)
        state.fighters[0].hurt = 1
        heal(state, 0)
        assert (place_of(state, 0)[:2] == (round((12 + far) * 100), 2000)) == back
        assert any(near(state, 0, member, p.CHAIN) for member in (1, 2))


@pytest.mark.parametrize(
    ("mine", "defence", "due"),
    [("3 lion-knight", 0, 7), ("3 lion-knight", 6, 9), ("3 griffin-duelist", 3, 8)],
)
def test_the_difficulty_that_pays_most_is_proposed(mine: str, defence: int, due: int) -> None:
    # rule: ruling.announced-difficulty-range
    state = begin(fight(mine, "3 alahan-guard"), attack=(3, 0), defence=(0, defence))
    assert likeliest(state, 0, 3) == f"difficulty:{due}"
    state = begin(fight("3 alahan-guard", mine), attack=(0, 3), defence=(defence, 0))
    assert likeliest(state, 1, 3) == f"difficulty:{due}"


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
    set_each(state.units, "assailed", [1, 1])
    for winner in (0, 1):
        state.winner = winner
        assert assassins(state)[0] in state.units[winner].ranks
    state.units[1].mood = p.ROUT
    assert not set(assassins(state)) & set(state.units[1].ranks)
    set_each(state.units, "assailed", [0, 0])
    assert assassins(state) == []


def test_a_banner_is_raised_once_and_in_a_melee() -> None:  # rule: ruling.lion-banner
    crew = "2 lion-knight, 1 alahan-standard lion-banner"
    state = fight(crew, "6 griffin-conscript")
    bearer = named(state, "alahan-standard")
    assert bearers(state, 0) == [bearer]
    set_those(state.fighters, "raised", [bearer])
    assert bearers(state, 0) == []
    apart = battle([crew], ["6 griffin-conscript"])
    put(apart, 0, (40, 10, 90))
    put(apart, 1, (40, 50, 270))
    assert bearers(apart, 0) == []
