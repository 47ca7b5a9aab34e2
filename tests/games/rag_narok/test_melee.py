"""Shooting and melee: who may, how hard, what it does."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground import sight
from fimbul.games.rag_narok.ground.contact import in_melee
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules import rolls
from fimbul.games.rag_narok.rules.charge.withdraw import Disengage
from fimbul.games.rag_narok.rules.ending import is_over
from fimbul.games.rag_narok.rules.faith.divination import Divination
from fimbul.games.rag_narok.rules.harm import kill, levels_left, strike
from fimbul.games.rag_narok.rules.magic.spells import MendBones
from fimbul.games.rag_narok.rules.melee import blows, duel, fights
from fimbul.games.rag_narok.rules.melee import combat as k
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.regrowth import regenerate
from fimbul.games.rag_narok.rules.rolls import Roll
from fimbul.games.rag_narok.rules.shooting import volleys as sh
from fimbul.games.rag_narok.rules.shooting.bands import band
from fimbul.games.rag_narok.rules.shooting.victims import allocation, hit
from fimbul.games.rag_narok.scene.foretell.chances import foretold
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of, remove
from fimbul.games.rag_narok.state.affairs import Combat
from fimbul.kernel import Rolled
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    begin,
    fight,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)

FOE = "unit:1-unit-0"


def range_field(first: str, second: str, apart: float) -> RagNarok:
    state = battle([first], [second])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 10 + 2.5 + apart, 270))
    return state


# -- shooting --------------------------------------------------------------------------------


@pytest.mark.parametrize(("apart", "difficulty"), [(15, 4), (15.1, 7), (30, 7), (40, 10)])
def test_difficulty_by_range(apart: float, difficulty: int) -> None:  # rule: shoot.difficulty
    state = range_field("1 griffin-fusilier", "1 alahan-guard", apart)
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [difficulty]


def test_range_is_measured_to_the_nearest_base() -> None:  # rule: shoot.difficulty
    state = battle(["1 griffin-fusilier"], ["1 alahan-guard, 1 dragon"])
    put(state, 0, (68, 10, 90))
    stand(state, state.ranks[1][0], (66, 27.6, 270))
    stand(state, state.ranks[1][1], (71, 28.4, 270))  # its middle is farther, its base nearer
    assert [band(state, 0, victim) for victim in state.ranks[1]] == [7, 4]
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [4 - 1]


def test_too_far_is_no_shot() -> None:  # rule: shoot.difficulty, shoot.who
    state = battle(["1 griffin-fusilier"], ["1 alahan-guard"])
    put(state, 0, (68, 5, 90))
    put(state, 1, (68, 53, 270))
    assert not list(sh.shots(state, 0, 1))
    assert not sh.has_shot(state, 0, 1)


def test_modifiers() -> None:
    # rule: shoot.modifiers
    state = range_field("4 griffin-fusilier", "12 alahan-guard", 20)
    put(state, 1, (60, 35, 270), files=6)

    def amount(partial: bool = False) -> int:
        return sum(one.amount for one in sh.modifiers(state, 0, 1, partial))

    assert amount() == -1
    state.spread[1] = 1
    assert amount() == 0
    assert amount(True) == 1
    state.moved[0] = p.MARCHED
    assert amount() == 1
    small = range_field("4 griffin-fusilier", "3 goblin-warrior", 20)
    assert [one.text for one in sh.modifiers(small, 0, 1, False)] == ["Small"]
    big = range_field("4 griffin-fusilier", "1 dragon", 20)
    assert [one.amount for one in sh.modifiers(big, 0, 1, False)] == [-1]
    fray = battle(["1 griffin-fusilier", "1 griffin-duelist"], ["1 melmoth"])
    put(fray, 0, (68, 10, 90))
    put(fray, 2, (68, 30, 270))
    put(fray, 1, (68, 32.5, 270))
    assert [one.amount for one in sh.modifiers(fray, 0, 2, False)] == [2]


def test_partly_visible_targets_are_harder() -> None:
    # rule: shoot.modifiers, los.seen-over-is-partial
    state = battle(["1 griffin-fusilier"], ["1 minotaur", "1 fianna"])
    put(state, 0, (68, 10, 90))
    put(state, 1, (68, 32, 270))
    put(state, 2, (68, 20, 270))
    assert sight.sees(state, 0, 1) == sight.PARTIAL
    assert [shot.difficulty for shot in sh.shots(state, 0, 1)] == [8]


def test_who_disengaged_may_shoot_as_after_a_march() -> None:
    # example: example.disengaged-may-shoot
    # rule: disengage.shoot-combinations, shoot.modifiers
    state = battle(["3 griffin-fusilier"], ["2 morbid-puppet", "3 griffin-duelist"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (40, 32.5, 270))
    put(state, 2, (40, 48, 270))
    plain = sum(one.amount for one in sh.modifiers(state, 0, 2, False))
    assert not sh.may_shoot(state, 0)
    ask(state, Disengage(0, 0))
    roll_next(state, 4)
    for _ in range(3):  # how, which way, how far
        play(state, options(state)[0])
    assert not in_melee(state, 0)
    state.phase = p.SECOND_SHOOTING
    assert sh.may_shoot(state, 0)
    assert sum(one.amount for one in sh.modifiers(state, 0, 2, False)) == plain + 1


def test_who_may_shoot() -> None:
    # rule: shoot.who, shoot.once, disengage.shoot-combinations, move.run, move.feat
    # rule: state.rout, state.disorganised
    state = range_field("4 griffin-fusilier", "3 alahan-guard", 20)
    assert sh.may_shoot(state, 0)
    for moved in (p.MARCHED, p.FAST, p.FEATED, p.RAN):
        state.moved[0] = moved
        assert sh.may_shoot(state, 0) == (moved == p.MARCHED)
    state.moved[0] = p.STILL
    for order, card in enumerate(t.ORDERS.values()):  # moved or not
        state.revealed[0] = order
        assert sh.may_shoot(state, 0) == (card.may_shoot_after or card.id == "rapid-fire")
    state.revealed[0] = -1
    state.moved[0], state.moods[0] = p.STILL, p.ROUT
    assert not sh.may_shoot(state, 0)
    state.moods[0], state.shaken[0] = p.CALM, 1
    assert not sh.may_shoot(state, 0)
    state.shaken[0], state.shot[0] = 0, 1
    assert not sh.may_shoot(state, 0)
    assert not sh.may_shoot(state, 1)


def test_a_volley() -> None:
    # rule: shoot.roll, shoot.once, turn.shoot-cast-activation, ruling.chapter-numbers
    state = range_field("2 griffin-fusilier", "3 morbid-puppet", 20)
    state.phase = p.SECOND_SHOOTING
    ask(state, sh.SecondShooting())
    assert options(state) == ("unit:0-unit-0", "button:pass")
    play(state, "unit:0-unit-0")
    assert options(state)[-1] == sh.HOLD
    roll_next(state, 5, 1, 4)
    play(state, FOE)
    assert "2 shots at Unit 0, difficulty 7: dice 5 and 1, 1 hit" in words(state)
    assert len(state.ranks[1]) == 2
    assert state.shot[0] == 1
    assert not state.open


def test_each_shot_has_the_strength_of_its_weapon() -> None:  # rule: shoot.roll
    state = battle(["1 griffin-fusilier", "1 fianna"], ["3 alahan-guard"])
    put(state, 0, (68, 10, 90))
    put(state, 2, (68, 18, 270))
    stand(state, 1, (70, 10, 90))
    gun, javelin = (fighter(state, n).card.weapon for n in (0, 1))
    assert gun
    assert javelin
    assert gun.strength != javelin.strength
    found = [sh.Shot(n, 4, state.ranks[2]) for n in (0, 1)]
    roll_next(state, 5, 5)
    sh.volley(state, 0, 2, found)
    for weapon in (gun, javelin):
        assert f"STR {weapon.strength} against" in words(state)


@pytest.mark.parametrize("winner", [0, 1])
def test_the_tactics_winner_shoots_first_and_two_passes_end_it(winner: int) -> None:
    # rule: turn.shoot-cast-activation
    state = range_field("2 griffin-fusilier", "2 griffin-fusilier", 20)
    state.winner = winner
    ask(state, sh.SecondShooting())
    asked = []
    for thing in ("button:pass", f"unit:{1 - winner}-unit-0", sh.HOLD, "button:pass"):
        asked.append(state.open[0].seat)
        play(state, thing)
    assert asked == [winner, 1 - winner, 1 - winner, winner]
    assert not state.open  # one has shot, the other has passed, and nobody else can


def test_hits_go_to_the_ranks_first() -> None:  # rule: shoot.allocation
    state = range_field("1 griffin-fusilier", "3 morbid-puppet, 1 melmoth", 20)
    crew = state.ranks[1]
    found = allocation(state, 0, 1, set(crew))
    assert set(found) == set(crew[:3])
    assert found[0] == crew[1]
    assert allocation(state, 0, 1, {crew[3]}) == [crew[3]]


def test_of_two_as_near_the_wounded_is_hit() -> None:  # rule: shoot.allocation
    state = range_field("1 griffin-fusilier", "3 troll", 20)
    crew = state.ranks[1]
    for wounded, other in ((0, 2), (2, 0)):
        state.hurt[crew[wounded]], state.hurt[crew[other]] = 1, 0
        assert allocation(state, 0, 1, set(crew)) == [crew[1], crew[wounded], crew[other]]


@pytest.mark.parametrize(("die", "seat"), [(3, 0), (4, 1)])
def test_shots_into_a_melee_may_strike_friends(die: int, seat: int) -> None:
    # rule: shoot.into-melee
    state = battle(["1 griffin-fusilier", "3 griffin-duelist"], ["3 morbid-puppet"])
    put(state, 0, (68, 10, 90))
    put(state, 2, (68, 30, 270))
    put(state, 1, (68, 32.5, 270))
    roll_next(state, die, 6)
    hit(state, 0, 2, (set(state.ranks[2]), 20))
    gone = [n for n, fate in enumerate(state.fates) if fate == p.DEAD]
    assert [fighter(state, n).seat for n in gone] == [seat]


def test_a_quarter_turn_before_shooting_but_not_in_rapid_fire() -> None:
    # example: example.rapid-fire-no-quarter-turn
    # rule: shoot.quarter-turn-before
    state = battle(["3 griffin-fusilier"], ["3 morbid-puppet"])
    put(state, 0, (60, 40, 90))
    put(state, 1, (40, 44, 0))
    ask(state, sh.Volley(0, 0, True))
    assert not state.open
    state.shot[0] = 0
    ask(state, sh.Volley(0, 0))
    assert options(state) == ("turn:90", "turn:-90", sh.HOLD)
    play(state, "turn:90")
    assert FOE in options(state)


def test_rapid_fire_in_order_of_initiative() -> None:
    # example: example.rapid-fire-order
    # rule: rapidfire.ini-order, rapidfire.ini-tie, rapidfire.simultaneous-reveal
    # rule: rapidfire.before-movement, rapidfire.first-phase
    state = battle(["3 griffin-fusilier"], ["3 griffin-fusilier", "3 fianna"])
    put(state, 0, (40, 30, 90))
    put(state, 1, (30, 50, 270))
    put(state, 2, (50, 40, 270))
    state.winner, state.orders = 1, [(p.RAPID_FIRE,)] * 3
    ask(state, sh.FirstShooting())
    assert state.phase == p.FIRST_SHOOTING
    assert sorted(range(3), key=lambda unit: sh.fire_rank(state, unit)) == [2, 1, 0]
    assert state.revealed == [p.RAPID_FIRE] * 3
    assert state.done == [1] * 3
    assert [event.seat for event in state.events if "reveals" in event.words] == [0, 1, 1]
    assert state.open[0].seat == 1
    assert state.open[0].prompt == "Unit 1: choose a target"


def test_rapid_fire_or_the_other_order() -> None:
    # example: example.rapid-fire-choice
    # rule: rapidfire.second-order-choice, rapidfire.first-phase, rapidfire.before-movement
    state = range_field("3 griffin-fusilier", "3 morbid-puppet", 20)
    state.orders[0] = (p.MARCH, p.RAPID_FIRE)
    ask(state, sh.FirstShooting())
    assert options(state) == ("token:0-unit-0-1", "token:0-unit-0-2")
    play(state, "token:0-unit-0-1")
    assert (state.orders[0], state.revealed[0], state.open) == ((p.MARCH,), -1, ())


# -- melee -----------------------------------------------------------------------------------


def test_melees_and_fights() -> None:
    # example: example.fight-choice
    # rule: melee.groups, melee.separation, melee.step1-separation, melee.step2-choose-fight
    # rule: melee.order, melee.step4-ini, melee.step6-resolve-first, melee.once-per-turn
    state = battle(["3 alahan-guard", "3 alahan-guard"], ["3 morbid-puppet", "3 morbid-puppet"])
    for unit, (x, y, heading) in enumerate(
        [(20, 40, 90), (50, 40, 90), (20, 42.5, 270), (50, 42.5, 270)]
    ):
        put(state, unit, (x, y, heading))
    state.winner = 1
    ask(state, m.Melee())
    assert state.brawls == [0, 1, 0, 1]
    fights_now = ("fight:0-unit-0/1-unit-0", "fight:0-unit-1/1-unit-1")
    assert options(state) == fights_now
    assert state.open[0].seat == state.winner
    play(state, fights_now[1])
    assert state.fought == [(1, 3)]
    assert "Initiative" in words(state)


def test_abel_between_two_profiles() -> None:
    # example: example.abel-skorize-keratis
    # rule: melee.step1-separation, melee.step3-choose-opponents, melee.step5-commit-dice
    # rule: melee.step7-second-combat, melee.additional-dice, ruling.two-profiles-generalised
    # rule: ruling.no-dice-left, melee.dice-pool
    state = fight("1 abel", "1 skorize, 1 keratis")
    ask(state, m.NextFight(0))
    assert fights.dice_of(state, 0) == 3
    assert len(options(state)) == 2
    first = options(state)[0]
    play(state, first)
    assert "dice:3" in options(state)
    state.agenda, before = state.agenda, state.clone()
    play(state, "dice:2")
    assert state.spent[0] == 2
    assert fights.free_dice(state, 0) == 1
    while "Initiative" not in words(state):  # all defend, so he survives
        play(state, state.open[0].options[-1])
    assert state.combat is not None
    assert (state.combat.groups, state.combat.dice) == ((0, 2), (1, 1))
    other = before
    play(other, "dice:3")
    assert fights.free_dice(other, 0) == 0
    other.agenda.clear()
    pair = (0, 2) if other.clashed == [(0, 1)] else (0, 1)
    ask(other, k.BeginCombat(groups=pair))
    assert "Initiative" not in words(other)
    assert other.combat is not None
    assert other.combat.first == 1


def test_initiative_and_who_places_first() -> None:
    # rule: melee.ini, melee.step4-ini, test.opposed, melee.dice-split, ruling.empty-headings
    state = fight("3 alahan-guard", "3 griffin-duelist")
    roll_next(state, 4, 2)
    ask(state, k.BeginCombat(groups=(0, 1)))
    assert state.combat is not None
    assert state.combat.first == 0
    assert state.open[0].seat == 1  # the loser divides its dice first
    assert options(state)[0] == "split:3-0"
    tie = fight("3 alahan-guard", "3 griffin-duelist")
    tie.charging[1] = 1
    roll_next(tie, 3, 2)
    ask(tie, k.BeginCombat(groups=(0, 1)))
    assert tie.combat is not None
    assert tie.combat.first == 1


def loaded(state: RagNarok, unit: int) -> int:
    """Dice with which the second side always fails."""
    face = 2 if unit else 5
    state.events.append(Rolled(seat=unit, thing="", face=face, sides=p.FACES))
    return face


def test_losing_attack_dice() -> None:
    # example: example.guards-v-puppets, example.duelists-v-carnivores
    # rule: melee.remove-attack-dice, melee.all-attacks-first, melee.dice-split, dice.by-size
    state = fight("7 alahan-guard", "9 morbid-puppet")
    begin(state, attack=(5, 5), defence=(2, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rolls, "d6", loaded)
        ask(state, k.Strike(0), k.Strike(1))
        play(state, "difficulty:7")
        while not isinstance(state.agenda[-1][0], k.Strike):
            play(state, options(state)[0])
    assert (len(state.ranks[1]), state.open[0].seat) == (4, 1)
    assert k.attacks(state, 1) == 4
    other = fight("9 griffin-duelist", "3 vile-tis-carnivore")
    begin(other, attack=(5, 4), defence=(4, 2))
    remove(other, other.ranks[1][0], p.DEAD)
    card = fighter(other, other.ranks[1][0]).card
    assert (card.dice, len(other.ranks[1])) == (2, 2)
    assert k.attacks(other, 1) == 4


def test_attacks_and_defences() -> None:
    # example: example.attack-announced
    # rule: melee.attack, melee.defence, ruling.announced-difficulty-range
    state = fight("3 alahan-guard", "3 alahan-guard")
    begin(state, attack=(3, 0), defence=(0, 1))
    ask(state, k.Strike(0))
    assert options(state)[0] == "difficulty:4"
    assert options(state)[-1] == "difficulty:15"
    roll_next(state, 3, 4, 5, 2, 1)
    play(state, "difficulty:7")
    assert "2 attacks succeed against 7" in words(state)
    assert state.combat is not None
    assert state.combat.defence == (0, 0)
    while state.open:
        told = words(state)
        play(state, options(state)[0])
    assert told.count("STR 5 against RES 6") + words(state).count("STR 5 against RES 6") == 2


def test_a_parried_attack_does_nothing() -> None:  # rule: melee.defence
    state = fight("1 alahan-guard", "1 alahan-guard")
    begin(state, attack=(1, 0), defence=(0, 1))
    ask(state, k.Strike(0))
    roll_next(state, 5, 3)
    play(state, "difficulty:7")
    assert len(state.ranks[1]) == 1


def test_counter_attacks() -> None:
    # example: example.counter-attack-roll
    # rule: melee.counter-attack
    state = fight("1 alahan-guard", "1 griffin-duelist")
    begin(state, attack=(1, 0), defence=(0, 1), announced=(6, 0), hits=(0,))
    ask(state, k.Parry(1))
    assert options(state) == (blows.PARRY, blows.RIPOSTE)
    roll_next(state, 5)
    play(state, blows.RIPOSTE)
    assert options(state)[0] == "difficulty:5"
    roll_next(state, 3, 6)
    play(state, "difficulty:5")
    assert state.ranks[0] == ()
    low = fight("1 alahan-guard", "1 griffin-duelist")
    begin(low, attack=(1, 0), defence=(0, 1), announced=(6, 0), hits=(0,))
    ask(low, k.Parry(1))
    roll_next(low, 4, 1)
    play(low, blows.RIPOSTE)
    assert not low.open


def test_born_killers_roll_again() -> None:
    # example: example.born-killer-reroll
    # rule: skill.born-killer-defence
    state = fight("1 alahan-guard", "1 wolfen-warrior")
    begin(state, defence=(0, 1), announced=(9, 0), rerolls=(0, 1))
    assert duel.killers(state, 1) == 1
    roll_next(state, 2, 5)
    assert duel.defend(state, 1, 9)


def test_born_killers_roll_failed_attacks_again() -> None:
    # rule: ruling.born-killer, melee.attack
    state = fight("2 wolfen-warrior", "2 alahan-guard")
    begin(state, attack=(2, 0), rerolls=(2, 0))
    ask(state, k.Strike(0))
    roll_next(state, 1, 1)
    play(state, options(state)[0])
    assert options(state) == ("again:2", "again:1", "again:0")
    assert [note.title.split(":")[0] for note in foretold(state, k.RollAgain(0, 2), "again:1")] == [
        "Attack",
        "Their parry",
        "Each hit on Guard of Alahan",
    ]
    roll_next(state, 5)
    play(state, "again:1")
    assert "rolls 1 again: a 5, 1 succeeds" in words(state)
    assert state.combat is not None
    assert state.combat.rerolls == (1, 0)  # one is left to parry with
    calm = fight("2 alahan-guard", "2 wolfen-warrior")
    begin(calm, attack=(2, 0), rerolls=(0, 2))
    ask(calm, k.Strike(0))
    roll_next(calm, 1, 1)
    play(calm, options(calm)[0])
    assert not calm.open


def test_born_killers_and_devastating_attacks() -> None:
    # rule: ruling.born-killer, skill.born-killer-defence
    state = fight("1 minotaur", "2 wolfen-warrior, 1 wolfen-alpha")
    alpha = next(n for n in state.ranks[1] if fighter(state, n).card.kind == "character")
    begin(state, announced=(9, 0))
    for parries, hurt in (((2, 5), False), ((2,), True)):  # once in a combat
        state.spent[alpha] = 0
        ask(state, blows.Devastate(0, (0,)))
        roll_next(state, 5, *parries, 5)
        play(state, fighter(state, alpha).id)
        assert bool(state.hurt[alpha]) == hurt
    ours = fight("2 wolfen-warrior", "3 alahan-guard")
    begin(ours, announced=(9, 0), rerolls=(1, 0))
    ask(ours, blows.Devastate(0, (0,)))
    roll_next(ours, 1, 5, 3)
    play(ours, options(ours)[0])
    assert len(ours.ranks[1]) == 2
    assert ours.combat is not None
    assert ours.combat.rerolls == (0, 0)


def test_the_routed_never_attack() -> None:
    # example: example.routed-no-ambidextrous
    # rule: rout.no-attacks, state.rout-contact, rout.failed-disengage-stays
    state = fight("3 griffin-duelist", "3 morbid-puppet")
    state.moods[0] = p.ROUT
    begin(state, dice=(3, 3))
    ask(state, k.Split(0))
    assert state.combat is not None
    assert (state.combat.attack[0], state.combat.defence[0]) == (0, 3)
    begin(state, defence=(3, 0), announced=(0, 5), hits=(0,))
    assert blows.Ward(0).options(state) == ()
    state.moods[0] = p.CALM
    assert blows.RIPOSTE in blows.Ward(0).options(state)
    state.moods[0] = p.ROUT
    routed = fight("1 sasia-samaris", "1 alahan-guard")
    routed.moods[0] = p.ROUT
    begin(routed, defence=(1, 0), announced=(0, 7), hits=(0,))
    roll_next(routed, 5)
    ask(routed, k.Parry(0))
    assert "Defence" in words(routed)
    assert not routed.open  # it parried, and that is all
    assert fights.initiative(state, 0, 1) == 3
    assert fights.defence_value(state, 0, 1) == 2


def test_the_ambidextrous_strike_with_the_die_that_parried() -> None:
    # rule: ruling.ambidextrous
    state = fight("1 sasia-samaris", "1 alahan-guard")
    begin(state, defence=(1, 0), announced=(0, 7), hits=(0,))
    roll_next(state, 5, 6, 1)
    ask(state, k.Parry(0))
    assert state.combat is not None
    assert state.combat.defence[0] == 0
    assert options(state)[0] == f"difficulty:{fights.attack_value(state, 0, 1) + 1}"
    roll_next(state, 6, 6)
    play(state, options(state)[0])
    assert not state.ranks[1]  # the Guard has no die left to parry
    failed = fight("1 sasia-samaris", "1 alahan-guard")
    begin(failed, defence=(1, 0), announced=(0, 11), hits=(0,))
    roll_next(failed, 2, 1)
    ask(failed, k.Parry(0))
    assert not failed.open  # a die that did not parry cannot strike


def test_two_ambidextrous_strike_back_until_the_dice_are_spent() -> None:
    # rule: ruling.ambidextrous, devastating.defence-dice-stay
    state = fight("1 sasia-samaris", "1 sasia-samaris")
    begin(state, defence=(1, 1), announced=(9, 9), hits=(0,))
    roll_next(state, 5, 5, 5, 1)  # parry, strike, parry, strike in vain
    ask(state, k.Parry(0))
    assert options(state) == (blows.HOLD, blows.STRIKE)  # the other has a die, and could answer
    calm = state.clone()
    play(state, blows.STRIKE)
    assert state.combat is not None
    assert state.combat.defence == (0, 0)
    assert words(state).count("Defence") == 1
    assert len([event for event in state.events if isinstance(event, Rolled)]) == 3
    play(calm, blows.HOLD)
    assert calm.combat is not None
    assert calm.combat.defence == (0, 1)
    assert not calm.events


def furious(foes: str, *splits: str) -> list[int]:
    """The attack dice of three Templars in each combat, by what they commit and how they divide."""
    state, found = fight("3 griffin-templar", foes), []
    things = list(splits)
    for pair in fights.combats(state, 0, 1).values():
        state.combat = Combat(pair)
        ask(state, k.Commit(0), k.Split(0))
        while state.open:
            play(state, things.pop(0))
        state.clashed.append(pair)
        found.append(state.combat.attack[0])
    return found


def test_war_fury() -> None:  # rule: melee.additional-dice
    assert furious("3 morbid-puppet", "split:3-0") == [6]
    assert furious("3 morbid-puppet", "split:2-1") == [2]


def test_war_fury_gives_each_fighter_one_die() -> None:
    # rule: melee.additional-dice, ruling.war-fury
    two = "1 skorize, 1 keratis"  # all three Templars touch both
    assert furious(two, "dice:3", "split:3-0") == [6, 0]
    assert furious(two, "dice:1", "split:1-0", "split:2-0") == [2, 4]
    assert furious(two, "dice:0", "split:3-0") == [0, 6]
    assert furious(two, "dice:1", "split:0-1", "split:2-0") == [0, 2]


def test_losses_fall_on_the_wounded_first() -> None:
    # rule: melee.casualties, wounds.by-size
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    state.hurt[state.ranks[1][1]] = 1
    step = blows.Suffer(1)
    assert step.victims(state) == [state.ranks[1][1]]
    state.hurt[state.ranks[1][1]] = 0
    ask(state, blows.Suffer(1, 20))
    assert len(options(state)) > 1
    chosen = state.ranks[1][0]
    roll_next(state, 3)
    play(state, fighter(state, chosen).id)
    assert state.fates[chosen] == p.DEAD


def test_among_the_wounded_their_owner_chooses() -> None:  # rule: melee.casualties
    state = fight("3 alahan-guard", "3 wolfen-warrior")
    begin(state, attack=(1, 0), announced=(6, 0))
    wounded = state.ranks[1][1:]
    for number in wounded:
        state.hurt[number] = 1
    ask(state, blows.Suffer(1, 20))
    assert state.open[0].seat == 1
    assert options(state) == tuple(fighter(state, number).id for number in wounded)


@pytest.mark.parametrize(("hurt", "excess"), [(0, 0), (1, 1)])
def test_devastating_attacks_count_what_was_left(hurt: int, excess: int) -> None:
    # example: example.minotaur-wolfen-no-devastating, example.minotaur-wolfen-devastating
    # rule: devastating.definition, devastating.remaining-levels
    state = fight("1 minotaur", "1 wolfen-warrior")
    victim = state.ranks[1][0]
    state.hurt[victim] = hurt
    roll_next(state, 6)
    assert strike(state, 0, victim, 12) == excess
    assert state.fates[victim] == p.DEAD


def test_a_devastating_attack_stays_in_its_fight() -> None:
    # example: example.devastating-not-other-fight, example.defence-dice-stay
    # rule: devastating.same-fight-only, devastating.target-may-defend, devastating.effect
    # rule: devastating.defence-dice-stay
    state = battle(["1 minotaur"], ["2 alahan-guard, 1 alahan-standard", "1 griffin-duelist"])
    put(state, 0, (40, 40, 90))
    put(state, 1, (40, 43.25, 270))
    stand(state, 4, (43.3, 40, 180))
    state.phase = p.MELEE
    m.Melee().run(state, None)
    state.agenda.clear()
    assert state.foes[0] == 1
    begin(state, announced=(6, 0))
    step = blows.Devastate(0, (0,))
    assert 4 not in step.targets(state)
    bearer = next(n for n in state.ranks[1] if fighter(state, n).card.kind == "standard")
    assert bearer in step.targets(state)
    ask(state, step)
    play(state, fighter(state, bearer).id)
    assert options(state) == ("dice:1", "dice:0")
    assert state.open[0].seat == 1
    roll_next(state, 1)
    play(state, "dice:1")
    assert (state.spent[bearer], state.guard[bearer]) == (1, 1)
    assert fights.free_dice(state, bearer) == 0
    state.combat = Combat((0, fighter(state, bearer).group), dice=(0, 0))
    ask(state, k.Split(1))
    assert state.combat is not None
    assert (state.combat.attack[1], state.combat.defence[1]) == (0, 1)


def test_a_character_masterstroke() -> None:
    # example: example.character-masterstroke
    # rule: masterstroke.character, ruling.masterstroke-rules, skill.masterstroke-two-rules
    state = fight("1 alderan", "3 alahan-guard")
    begin(state, attack=(2, 0))
    ask(state, k.Strike(0))
    assert k.MASTERSTROKE in options(state)
    play(state, k.MASTERSTROKE)
    assert k.MASTERSTROKE not in options(state)
    roll_next(state, 4, 3)
    play(state, "difficulty:10")
    play(state, options(state)[0])
    strength = fighter(state, 0).card.strength
    assert f"STR {strength + 10} against" in words(state)
    assert state.masters == [0]
    begin(state, attack=(2, 0))
    assert k.Strike(0).heroes(state) == []  # once a turn
    rival = fight("1 alderan", "1 alderan")
    begin(rival)
    roll_next(rival, 4)
    blows.suffer(rival, 0, rival.ranks[1][0], 10)
    assert "STR 18 against RES 8, a 4: 2 wounds" in words(rival)


def test_a_character_with_the_skill_adds_its_x(monkeypatch: pytest.MonkeyPatch) -> None:
    # rule: skill.masterstroke-character-with-x, skill.masterstroke-two-rules
    card = t.PROFILES["alderan"]
    gifted = structs.replace(card, skills=(*card.skills, "masterstroke/2"))
    monkeypatch.setitem(t.PROFILES, "alderan", gifted)
    state = fight("1 alderan", "1 minotaur, 1 formor-minion")  # armies of no other test
    begin(state, announced=(card.att + 2, 0))
    roll_next(state, 6, 6)
    assert duel.attack(state, 0) == [0]  # the other rule, whatever the result
    assert duel.masterstroke(state, 0) == [card.att + 2 + 2]


def test_a_born_killer_rolls_its_masterstroke_again() -> None:
    # rule: ruling.born-killer, masterstroke.character
    state = fight("1 wolfen-alpha", "3 alahan-guard")
    begin(state, attack=(3, 0), rerolls=(1, 0))
    ask(state, k.Strike(0, 1))
    roll_next(state, 1, 1)
    play(state, options(state)[0])
    assert options(state) == ("again:1", "again:0")
    roll_next(state, 5, 3)
    announced = state.combat.announced[0] if state.combat else 0
    play(state, "again:1")
    play(state, options(state)[0])
    strength = fighter(state, 0).card.strength
    assert f"STR {strength + announced} against" in words(state)


@pytest.mark.parametrize(
    ("roll", "announced", "skill", "added"),
    [
        (Roll(10, False, 5), 8, 1, [0]),
        (Roll(11, False, 6), 6, 1, [7]),
        (Roll(12, False, 6), 7, 0, [7]),
        (Roll(12, False, 6), 7, -1, [0]),
        (Roll(6, False, 2), 7, 0, []),
        (Roll(20, True, 6), 7, 0, []),
    ],
)
def test_the_masterstroke_skill(roll: Roll, announced: int, skill: int, added: list[int]) -> None:
    # rule: masterstroke.skill, ability.praetorian-not-masterstroke, skill.masterstroke-several
    # rule: skill.masterstroke-two-rules, ruling.masterstroke-rules
    assert duel.success(roll, announced, skill) == added


def test_several_masterstrokes_in_one_turn() -> None:
    # example: example.lion-knight-several
    # rule: skill.masterstroke-several
    state = fight("1 lion-knight", "3 alahan-guard")
    begin(state, attack=(2, 0))
    roll_next(state, 6, 6, 5, 5)
    ask(state, k.Strike(0))
    play(state, "difficulty:7")
    told = words(state)
    while state.open:
        play(state, options(state)[0])
        told += words(state)
    assert told.count("STR 15 against RES 6") == 2


def test_a_praetorian_who_does_not_reach_the_masterstroke() -> None:
    # example: example.praetorian-unblocked
    # rule: ability.praetorian-not-masterstroke, masterstroke.skill
    state = fight("1 griffin-praetorian", "1 troll")
    begin(state, attack=(1, 0))
    roll_next(state, 5, 6, 6)
    ask(state, k.Strike(0))
    play(state, "difficulty:8")
    assert "1 attack succeeds against 8" in words(state)
    assert "STR 7 against RES 11" in words(state)
    assert state.struck == [1]  # not sacred: the Troll may regenerate


def test_defeat() -> None:
    # example: example.undead-defeated
    # rule: fear.defeat, end.melee-close, skill.undead-fearless
    state = fight("6 alahan-guard", "6 morbid-puppet")
    state.losses = [4, 1]
    roll_next(state, 2)
    m.defeat(state, 0)
    assert "defeat: 5 + 2 = 7 against 9, breaks" in words(state)
    assert state.moods[0] == p.CONTROL
    state.losses = [1, 6]
    state.events = []
    m.defeat(state, 0)
    assert (words(state), state.moods[1]) == ("", p.CALM)
    state.losses = [6, 1]
    roll_next(state, 2)
    m.defeat(state, 0)
    assert "against 10, breaks" in words(state)  # as the living would
    wolves = fight("6 alahan-guard", "3 wolfen-warrior")
    wolves.losses = [0, 9]
    roll_next(wolves, 2)
    m.defeat(wolves, 0)
    assert "defeat: 7 + 2 = 9 against 10, breaks" in words(wolves)  # by their Fear, 10 at most


def test_the_larger_part_of_a_mixed_unit_faces_its_defeat() -> None:
    # rule: fear.defeat, fear.mixed-compare, ruling.unit-value-majority
    steel = fight("1 elghir, 5 thermo-warrior", "6 morbid-puppet")
    assert m.steadiness(steel, 0) == 5  # their Fear, not his Courage of 7
    even = fight("1 elghir, 1 thermo-warrior", "6 morbid-puppet")
    assert m.steadiness(even, 0) == 7


def test_regeneration() -> None:
    # example: example.regen-destroyed-by-rapid-fire
    # rule: end.regeneration, skill.regeneration-destroyed-unit, skill.regeneration-no-orders
    # rule: ruling.regeneration-wiped, end.melee-close
    state = battle(["3 alahan-guard"], ["1 skull-warrior"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (40, 40, 270))
    state.orders[1] = (p.MARCH,)
    victim = state.ranks[1][0]
    strike_dead(state, victim)
    assert (state.orders[1], is_over(state)) == ((), False)
    roll_next(state, 5)
    regenerate(state)
    assert place_of(state, victim) == (4000, 4000, 270)
    assert levels_left(state, victim) == 1
    strike_dead(state, victim)
    roll_next(state, 4)
    regenerate(state)
    assert is_over(state)


def test_who_is_whole_again_does_not_regenerate() -> None:  # rule: end.regeneration
    state = battle(["3 alahan-guard"], ["3 skull-warrior"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (40, 40, 270))
    victim = state.ranks[1][0]
    strike_dead(state, victim)
    ask(state, MendBones(1, 1))
    assert (state.fates[victim], state.hurt[victim]) == (p.STANDING, 0)
    roll_next(state, 6)
    regenerate(state)
    assert (state.hurt[victim], levels_left(state, victim)) == (0, 1)


def test_the_melee_phase_closes_in_order() -> None:  # rule: end.melee-close, end.regeneration
    state = fight("6 alahan-guard", "3 troll")
    troll = state.ranks[1][0]
    state.hurt[troll], state.struck, state.losses = 1, [troll], [0, 2]
    roll_next(state, 5, 1)  # it heals; then its Unit breaks
    ask(state, m.CloseMelee())
    told = words(state)
    assert told.index("Troll heals") < told.index("defeat: 8 + 1 = 9 (a 1) against 8, breaks")
    assert state.hurt[troll] == 0


def test_regeneration_waits_for_the_end_of_the_melee_phase() -> None:
    # rule: end.regeneration, skill.regeneration-destroyed-unit
    state = battle(["3 alahan-guard"], ["1 skull-warrior"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (40, 40, 270))
    state.phase, state.winner = p.SECOND_SHOOTING, 0
    victim = state.ranks[1][0]
    strike_dead(state, victim)
    roll_next(state, 6)
    ask(state, Divination())
    assert state.fates[victim] == p.DEAD
    ask(state, m.Melee())
    assert state.fates[victim] == p.STANDING


def strike_dead(state: RagNarok, victim: int) -> None:
    state.hurt[victim] = fighter(state, victim).card.wounds
    if victim not in state.struck:
        state.struck.append(victim)
    kill(state, victim)


def test_dispersed_fighters_are_slow() -> None:  # rule: formation.dispersed
    state = fight("3 alahan-guard", "3 morbid-puppet")
    state.spread[0] = 1
    assert fights.initiative(state, 0, 1) == 2


def test_a_whole_melee_phase_ends() -> None:  # rule: melee.order, end.melee-close
    state = fight("3 alahan-guard", "3 morbid-puppet")
    ask(state, m.Melee())
    for _ in range(60):
        if not state.open:
            break
        decision = state.open[0]
        play(state, decision.options[0])
    assert not state.open
    assert state.combat is None
    assert state.fought == [(0, 1)]
