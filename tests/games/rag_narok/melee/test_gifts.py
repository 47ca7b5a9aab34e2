"""Miracles and skills in melee: Bewitchment, Vengeance, sacred weapons, Bestial Charge."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules.faith.miracles import targets
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.melee import blows, duel
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.assassins import Stab
from fimbul.games.rag_narok.rules.melee.fights import attack_value, line_bonus
from fimbul.games.rag_narok.rules.melee.regrowth import regenerate
from fimbul.games.rag_narok.state import RagNarok, fighter
from fimbul.games.rag_narok.state.melee import Combat
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    happen,
    options,
    play,
    put,
    roll_next,
    set_each,
    set_those,
    those,
    words,
)


def fight(first: str, second: str) -> RagNarok:
    """Two Units face to face, fighting."""
    state = battle([first], [second])
    put(state, 0, (30, 20, 90))
    deep = fighter(state, state.units[1].ranks[0]).card.base[1] / 200
    mine = fighter(state, state.units[0].ranks[0]).card.base[1] / 200
    put(state, 1, (30, 20 + mine + deep + 0.1, 270))
    state.phase, state.turn = p.MELEE, 1
    set_each(state.fighters, "foe", m.separation(state))
    return state


def strike(state: RagNarok, announced: int, dice: int = 1) -> None:
    """The first Unit's leading group attacks; nobody defends."""
    mine, theirs = (
        fighter(state, state.units[0].ranks[0]).group,
        fighter(state, state.units[1].ranks[0]).group,
    )
    state.melee.combat = Combat((mine, theirs), attack=(dice, 0), announced=(announced, 0))


def test_the_bewitched_dies_of_a_six_after_the_wounds() -> None:
    # example: example.bewitched-six
    # rule: miracle.bewitchment-six, ruling.bewitchment-order
    state = fight("1 gravekeeper, 2 morbid-puppet", "1 alahan-guard leader, 2 alahan-guard")
    keeper = state.units[0].ranks[0]
    lay(state, "bewitchment-of-salatiel", keeper)
    assert fighter(state, keeper).card.strength == t.PROFILES["gravekeeper"].strength + 4
    strike(state, 0)
    assert (
        attack_value(
            state, fighter(state, keeper).group, fighter(state, state.units[1].ranks[0]).group
        )
        == 6 + 2
    )
    victim = state.units[1].ranks[0]
    roll_next(state, 5)
    blows.suffer(state, 0, victim, 0)
    assert (state.fighters[victim].fate, state.fighters[keeper].fate) == (p.DEAD, p.STANDING)
    victim = state.units[1].ranks[0]
    roll_next(state, 6)
    blows.suffer(state, 0, victim, 0)
    assert (state.fighters[victim].fate, state.fighters[keeper].fate) == (p.DEAD, p.DEAD)
    again = fight("1 gravekeeper", "1 great-skull")
    lay(again, "bewitchment-of-salatiel", 0)
    strike(again, 0)
    roll_next(again, 6, 3)
    blows.suffer(again, 0, 1, 0)  # STR 14 against RES 10: +4, line 9
    assert (again.fighters[1].hurt, again.fighters[0].fate) == (3, p.DEAD)


def test_a_bewitched_six_may_be_rolled_again() -> None:
    # rule: miracle.bewitchment-six, ruling.bewitchment-order
    state = fight("1 morbid-puppet, 2 morbid-puppet", "1 minotaur")
    puppet, beast = state.units[0].ranks[0], state.units[1].ranks[0]
    lay(state, "bewitchment-of-salatiel", puppet)
    strike(state, 0)
    roll_next(state, 6, 3)  # STR 9 against RES 10: line 9
    blows.suffer(state, 0, beast, 0)
    assert state.fighters[beast].hurt == 2
    assert state.fighters[puppet].fate == p.DEAD
    assert len(state.units[0].ranks) == 2


def test_vengeance_makes_every_attack_a_masterstroke() -> None:
    # example: example.vengeance-templar
    # rule: miracle.vengeance-masterstroke, ruling.vengeance-normal-attack
    state = fight("1 griffin-templar", "1 gravekeeper leader")
    strike(state, 9)
    roll_next(state, 4)
    assert duel.attack(state, 0) == [0]
    lay(state, "vengeance-of-the-temple", 0)
    roll_next(state, 4)
    assert duel.attack(state, 0) == [9]
    roll_next(state, 3)
    assert duel.attack(state, 0) == []
    target = fight("1 griffin-templar", "1 griffin-templar leader")  # RES 8
    strike(target, 9)
    roll_next(target, 3)
    blows.suffer(target, 0, target.units[1].ranks[0], 9)  # STR 16, difference +8, line 3
    assert target.fighters[target.units[0].ranks[0] + 1].hurt == 1


@pytest.mark.parametrize(("charm", "more"), [("", 0), ("vengeance-of-the-temple", 9)])
def test_vengeance_makes_a_stab_a_masterstroke_too(charm: str, more: int) -> None:
    # rule: miracle.vengeance-masterstroke, ruling.vengeance-normal-attack
    state = fight("3 griffin-templar, 1 executor", "4 tiger-of-dirz")
    executor = state.units[0].ranks[-1]
    if charm:
        lay(state, charm, 0)
    state.events = []
    roll_next(state, 5, 5)
    Stab(0, executor, state.units[1].ranks[0]).stab(state, 9)
    happen(state)
    assert f"STR {fighter(state, executor).card.strength + more} against" in words(state)


def test_a_bewitched_assassin_dies_of_a_six_as_well() -> None:
    # rule: miracle.bewitchment-six, ruling.bewitchment-order
    for die, fate in ((5, p.STANDING), (6, p.DEAD)):
        state = fight("3 mid-nor-reaper", "4 morbid-puppet")
        reaper, victim = state.units[0].ranks[0], state.units[1].ranks[0]
        lay(state, "bewitchment-of-salatiel", reaper)
        roll_next(state, 5, die)
        Stab(0, reaper, victim).stab(state, 9)
        happen(state)
        assert (state.fighters[victim].fate, state.fighters[reaper].fate) == (p.DEAD, fate)


def test_vengeance_is_for_templars() -> None:  # rule: miracle.vengeance-masterstroke
    state = battle(["3 griffin-templar, 1 sered", "3 griffin-duelist"], ["1 melmoth"])
    put(state, 0, (30, 20, 90))
    put(state, 1, (30, 26, 90))
    put(state, 2, (60, 50, 270))
    sered = next(n for n in state.units[0].ranks if fighter(state, n).card.id == "sered")
    assert targets(state, sered, t.MIRACLES["vengeance-of-the-temple"]) == ["unit:0-unit-0"]


def test_the_praetorian_masterstroke_is_sacred() -> None:
    # example: example.praetorian-masterstroke
    # rule: ability.praetorian-sacred, masterstroke.skill
    state = fight("1 griffin-praetorian", "1 troll, 1 troll")
    strike(state, 6)
    roll_next(state, 6)
    assert duel.attack(state, 0) == [7]  # 5 + 6 = 11 >= 6 + 5
    troll = state.units[1].ranks[0]
    roll_next(state, 3)
    blows.suffer(state, 0, troll, 7)  # STR 14 against RES 11
    assert (state.fighters[troll].hurt, those(state.fighters, "struck")) == (1, [])
    roll_next(state, 5, 5)
    regenerate(state)
    assert state.fighters[troll].hurt == 1  # no Regeneration against that wound
    roll_next(state, 5)
    blows.suffer(state, 0, state.units[1].ranks[1], 5)
    plain = fight("1 griffin-templar", "1 troll, 1 troll")
    strike(plain, 6)
    roll_next(plain, 3)
    blows.suffer(plain, 0, plain.units[1].ranks[0], 7)
    assert those(plain.fighters, "struck") == [plain.units[1].ranks[0]]


def test_a_blow_that_is_no_masterstroke_is_not_sacred() -> None:
    # rule: ability.praetorian-not-masterstroke, ability.praetorian-sacred
    for more, hurt in ((0, 0), (9, 1)):
        state = fight("1 griffin-praetorian", "1 gravekeeper leader")
        keeper = state.units[1].ranks[0]
        strike(state, 9)
        roll_next(state, 5, 6)
        blows.suffer(state, 0, keeper, more)
        assert bool(state.fighters[keeper].hurt) == bool(hurt)


def test_hard_boiled_does_not_help_against_a_sacred_weapon() -> None:
    # rule: ability.praetorian-sacred
    for striker, left in (("griffin-praetorian", p.DEAD), ("griffin-templar", p.STANDING)):
        state = fight(f"1 {striker}", "2 gravekeeper")
        strike(state, 6)
        victim = state.units[1].ranks[0]
        roll_next(state, 5, 6)
        blows.suffer(state, 0, victim, 7)
        assert state.fighters[victim].fate == left


def test_a_sacred_death_is_final() -> None:  # rule: ability.praetorian-sacred, end.regeneration
    state = fight("1 griffin-praetorian", "2 skull-warrior")
    strike(state, 6)
    victim = state.units[1].ranks[0]
    set_those(state.fighters, "struck", [victim])
    roll_next(state, 5)
    blows.suffer(state, 0, victim, 7)
    assert (state.fighters[victim].fate, those(state.fighters, "struck"), state.fallen) == (
        p.DEAD,
        [],
        (),
    )


# -- Bestial Charge ------------------------------------------------------------------------------


def test_bestial_charge_adds_to_the_line_but_only_a_six_shown_is_rolled_again() -> None:
    # example: example.bestial-charge-5-not-6
    # rule: skill.bestial-charge-six
    state = fight("1 tiger-of-dirz", "1 minotaur")
    strike(state, 6)
    assert line_bonus(state, fighter(state, 0).group) == 0
    state.units[0].charging = 1
    assert line_bonus(state, fighter(state, 0).group) == 1
    minotaur = state.units[1].ranks[0]
    roll_next(state, 5, 6)
    blows.suffer(state, 0, minotaur, 4)  # STR 13 against RES 10, line 6; line 5 gives 1 wound
    assert state.fighters[minotaur].hurt == 2
    faces = [event.face for event in state.events if isinstance(event, Rolled)]
    assert faces == [5]  # not rolled again


def test_bestial_charge_and_a_one() -> None:
    # example: example.bestial-one
    # rule: skill.bestial-charge-one, skill.bestial-charge-six
    state = fight("1 minotaur", "1 great-skull")
    state.units[0].charging = 1
    strike(state, 7)
    assert attack_value(state, fighter(state, 0).group, fighter(state, 1).group) == 5 + 1
    roll_next(state, 1)
    assert duel.attack(state, 0) == []  # 6 + 1 would do, but a 1 fails
    roll_next(state, 6, 1)
    skull = state.units[1].ranks[0]
    blows.suffer(state, 0, skull, 2)  # STR 14 against RES 10: +4
    assert state.fighters[skull].hurt == 0
    roll_next(state, 6, 2)
    blows.suffer(state, 0, skull, 2)
    assert state.fighters[skull].hurt > 1


@pytest.mark.parametrize("until", [0, 3])
def test_a_gift_makes_its_own_combat(until: int) -> None:  # rule: miracle.bewitchment-six
    state = fight("1 gravekeeper, 2 gravekeeper", "3 alahan-guard")
    lay(state, "bewitchment-of-salatiel", state.units[0].ranks[1], until)
    ask(state, m.NextCombat(0, 0, 1))
    assert len(options(state)) == len(set(options(state))) >= 2
    play(state, options(state)[0])
    assert state.melee.combat is not None
    assert k.attacks(state, 0) >= 0
