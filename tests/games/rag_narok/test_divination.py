"""Temporary Faith, who may call, what is rolled and paid, Censorship, each of the nine miracles."""

from __future__ import annotations

import pytest
from msgspec import structs

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.charge.withdraw import flee
from fimbul.games.rag_narok.rules.ending import EndPhase
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle, Divination, Pray, StakeFaith
from fimbul.games.rag_narok.rules.faith.faithful import (
    believes,
    can_reach_unit,
    count_faith,
    may_call,
)
from fimbul.games.rag_narok.rules.faith.miracles import Call, callable_by, targets
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.melee.fights import attack_value, combats, defence_value
from fimbul.games.rag_narok.rules.movement.activation import Activate
from fimbul.games.rag_narok.rules.turn import refresh
from fimbul.games.rag_narok.state import RagNarok, fighter, remove
from fimbul.games.rag_narok.state.charms import CHARMS, lies_on
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    options,
    play,
    put,
    roll_next,
    stand,
    words,
)


def praying(state: RagNarok) -> RagNarok:
    state.phase = p.DIVINATION
    return state


def number(state: RagNarok, profile: str) -> int:
    return next(n for n, one in enumerate(state.roster.fighters) if one.card.id == profile)


def blessed(state: RagNarok) -> list[tuple[str, int]]:
    return [(CHARMS[kind].name, target) for kind, target, _ in state.charms]


def oracle(extras: str = "shield-of-faith", foes: str = "7 morbid-puppet") -> RagNarok:
    """An Oracle of Danu amid four Fianna, enemies 20 cm ahead."""
    state = praying(battle([f"4 fianna, 1 oracle-of-danu leader {extras}"], [foes]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 32, 270))
    return state


# -- Temporary Faith ---------------------------------------------------------------------------


def test_faith_is_believers_in_the_aura_itself_and_aspects() -> None:
    # example: example.tf-timing
    # rule: tf.amount, tf.allies-stateless, tf.computed-at-divination
    units = ["6 griffin-templar, 1 sered", "1 fire-elemental", "5 griffin-conscript"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 14, 90))
    put(state, 2, (70, 10, 90))
    put(state, 3, (20, 50, 270))
    assert count_faith(state, number(state, "sered")) == 4 + 1 + 6
    put(state, 2, (20, 18, 90))
    sered = number(state, "sered")
    assert count_faith(state, sered) == 16
    for member in state.ranks[2]:
        remove(state, member, p.DEAD)
    assert state.faith[sered] == 0  # counted when the phase opens, not before
    ask(state, Divination())
    assert state.faith[sered] == 11


def test_only_believers_on_its_level_count() -> None:
    # example: example.tf-count
    # rule: tf.same-level, tf.amount, tf.allies-stateless, tf.mercenaries
    units = ["6 griffin-templar, 1 sered", "1 fire-elemental", "2 griffin-conscript"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 14, 90))
    fly(state, 2, (20, 10, 90), p.LOW)
    put(state, 3, (20, 50, 270))
    assert count_faith(state, number(state, "sered")) == 11
    state.altitude[2], state.skies[2] = p.GROUND, None
    put(state, 2, (20, 18, 90))
    assert count_faith(state, number(state, "sered")) == 13


def test_the_aura_has_an_edge() -> None:  # rule: tf.amount
    state = battle(["1 sered", "1 griffin-duelist"], ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 2, (20, 50, 270))
    stand(state, 1, (20 + 12.5 + 2.5, 10, 90))
    assert count_faith(state, 0) == 4 + 1 + 1
    stand(state, 1, (20 + 12.5 + 2.51, 10, 90))
    assert count_faith(state, 0) == 4 + 1


def test_mercenaries_count_for_their_own() -> None:
    # example: example.tf-goreth
    # rule: tf.mercenaries, tf.unaffiliated-mercenaries
    state = battle(["1 elghir", "1 goreth-the-massive", "1 giant-barbarian"], ["1 ejhin-de-vanth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 16, 90))
    put(state, 2, (26, 10, 90))
    put(state, 3, (20, 26, 270))
    elghir, ejhin = number(state, "elghir"), number(state, "ejhin-de-vanth")
    assert count_faith(state, elghir) == 3 + 1 + 1  # Goreth alone
    assert count_faith(state, ejhin) == 5 + 1 + 3  # an Iconoclast counts all enemies
    other = battle(["1 croquemitaine", "1 goreth-the-massive"], ["1 abel"])
    put(other, 0, (20, 10, 90))
    put(other, 1, (20, 16, 90))
    assert count_faith(other, 0) == 4 + 1  # another Alliance Path
    kelts = battle(["1 oracle-of-danu", "1 giant-barbarian"], ["1 abel"])
    put(kelts, 0, (20, 10, 90))
    put(kelts, 1, (20, 16, 90))
    assert count_faith(kelts, 0) == 3 + 1 + 1


def test_allies_never_count() -> None:  # rule: tf.allies-stateless
    units = ["4 cynwall-equanime, 1 cynwall-magistrate", "1 deacon-tiberius"]
    state = battle(units, ["1 melmoth"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 16, 90))
    assert count_faith(state, number(state, "deacon-tiberius")) == 3 + 1
    dwarves = battle(["1 abel", "1 elghir", "3 dwarf-bomber"], ["1 melmoth"])
    put(dwarves, 0, (40, 10, 90))
    put(dwarves, 1, (20, 10, 90))
    put(dwarves, 2, (20, 16, 90))
    assert count_faith(dwarves, number(dwarves, "elghir")) == 3 + 1  # nor for one another


def test_the_stateless_never_count_whatever_their_people() -> None:  # rule: tf.allies-stateless
    state = battle(["1 oracle-of-danu, 4 fianna"], ["1 ejhin-de-vanth"])
    monk, ejhin = (fighter(state, number(state, n)) for n in ("oracle-of-danu", "ejhin-de-vanth"))
    fianna = fighter(state, number(state, "fianna"))
    homeless = fianna._replace(card=structs.replace(fianna.card, skills=("stateless",)))
    assert [believes(state, one, monk) for one in (fianna, homeless)] == [True, False]
    assert believes(state, homeless, ejhin)  # of the other side, and an Iconoclast


def test_faith_is_kept_and_paid_in_the_movement_phase() -> None:
    # example: example.tf-carry-over
    # rule: tf.kept-until-next, tf.movement-phase-miracles
    state = oracle("shield-of-faith sudden-fervour")
    cleric = number(state, "oracle-of-danu")
    state.phase, state.faith[cleric] = p.MOVEMENT, 3
    refresh(state)
    assert state.faith[cleric] == 3
    state.orders[0] = (p.IMMOBILE,)
    ask(state, Activate(0))
    assert options(state) == ("token:0-unit-0-1", "miracle:sudden-fervour/0-unit-0-5")
    play(state, "miracle:sudden-fervour/0-unit-0-5", "unit:0-unit-0")
    roll_next(state, 3)
    play(state, "dice:1")
    assert (state.faith[cleric], v.unit_value(state, 0, "cou")) == (1, 7 - 1 + 1)
    assert options(state) == ("token:0-unit-0-1",)
    play(state, "token:0-unit-0-1", "button:carry-out")
    ask(state, Divination())
    assert state.faith[cleric] == 3 + 1 + 4  # counted anew


@pytest.mark.parametrize("order", [None, p.RECEIVE_CHARGE])
def test_who_has_no_unit_to_activate_still_calls_miracles(order: int | None) -> None:
    # rule: tf.movement-phase-miracles, turn.activation
    state = oracle("shield-of-faith sudden-fervour")
    state.phase, state.faith = p.MOVEMENT, [9] * len(state.faith)
    state.orders[0] = () if order is None else (order,)
    ask(state, Activate(0))
    assert options(state) == ("button:pass", "miracle:sudden-fervour/0-unit-0-5")
    quiet = play(state.clone(), "button:pass")
    assert not quiet.open  # and nobody is asked again
    assert quiet.idle == [1, 1]
    roll_next(state, 3)
    play(state, "miracle:sudden-fervour/0-unit-0-5", "unit:0-unit-0", "dice:1")
    assert blessed(state) == [("sudden-fervour", 0)]
    assert not state.open  # it is called once a turn


# -- who may call, and on what -----------------------------------------------------------------


def test_the_target_must_be_seen_and_in_range() -> None:  # rule: miracle.los-and-range
    state = praying(battle(["1 oracle-of-danu divine-wrath", "9 fianna"], ["1 melmoth"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 10, 90), files=9)
    wrath = t.MIRACLES["divine-wrath"]
    stand(state, number(state, "melmoth"), (20, 27.5, 270))
    assert targets(state, 0, wrath) == ["fighter:1-unit-0-1"]
    stand(state, number(state, "melmoth"), (20, 28.51, 270))
    assert targets(state, 0, wrath) == []  # 16 cm
    stand(state, number(state, "melmoth"), (20, 22.5, 270))
    put(state, 1, (20, 17, 90), files=9)
    assert targets(state, 0, wrath) == []  # hidden behind friends
    assert not can_reach_unit(state, 0, 2, wrath)
    assert wrath.deeds.reach == 1500


def test_awareness_feels_what_it_does_not_see() -> None:  # rule: miracle.los-and-range
    state = praying(battle(["1 elghir shield-of-faith", "3 dwarf-bomber"], ["1 melmoth"]))
    put(state, 0, (20, 20, 90))
    put(state, 1, (20, 10, 90))
    assert "unit:0-unit-1" in targets(state, 0, t.MIRACLES["shield-of-faith"])


def test_in_melee_only_monks_call_and_what_says_so() -> None:
    # example: example.melee-miracle
    # rule: miracle.not-in-melee, miracle.melee-exceptions, monk.communion-in-contact
    units = ["1 elghir shield-of-faith", "2 oracle-of-danu shield-of-faith hearth-oath"]
    state = praying(battle(units, ["2 morbid-puppet", "2 morbid-puppet"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (50, 10, 90))
    put(state, 2, (20, 12.6, 270))
    put(state, 3, (50, 12.6, 270))
    state.faith = [9] * len(state.faith)
    elghir, monk = number(state, "elghir"), number(state, "oracle-of-danu")
    assert not may_call(state, elghir, t.MIRACLES["shield-of-faith"])
    assert may_call(state, elghir, t.MIRACLES["hearth-oath"])
    assert may_call(state, monk, t.MIRACLES["shield-of-faith"])


def test_after_moving_too_far_only_monks_call() -> None:
    # rule: miracle.after-march-only, faithful.fled-double-no-miracle, faithful.fear-still-calls
    # rule: ruling.fled-double
    state = praying(battle(["1 croquemitaine", "1 oracle-of-danu"], ["1 abel"]))
    for unit in range(3):
        put(state, unit, (10 + 30 * unit, 45, 90))
    shield = t.MIRACLES["shield-of-faith"]
    state.faith = [9] * 3
    state.moods[0] = state.moods[1] = p.ROUT
    assert may_call(state, 0, shield)  # routed, but stuck
    state.paces[0] = 1000
    assert may_call(state, 0, shield)  # its MOV, no more
    state.moved[:2] = [p.RAN] * 2  # but that was a Run  # rule: move.run
    assert [may_call(state, n, shield) for n in (0, 1)] == [False, True]
    refresh(state)
    flee(state, 0)
    flee(state, 1)
    assert min(state.paces[:2]) > 1000
    assert not may_call(state, 0, shield)
    assert may_call(state, 1, shield)


def test_several_faithful_call_the_same_miracle() -> None:
    # example: example.same-miracle-twice
    # rule: miracle.same-miracle-many, ruling.miracle-once, ruling.same-effect-once
    state = praying(battle(["2 oracle-of-danu shield-of-faith, 4 fianna"], ["1 abel"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 50, 270))
    ask(state, Divination())
    roll_next(state, 4)
    play(state, "miracle:shield-of-faith/0-unit-0-5", "unit:0-unit-0", "dice:1")
    assert lies_on(state.charms, "shield-of-faith", 0)
    roll_next(state, 4)
    assert options(state) == ("button:pass", "miracle:shield-of-faith/0-unit-0-6")
    play(state, "miracle:shield-of-faith/0-unit-0-6", "unit:0-unit-0", "dice:1")
    assert fighter(state, state.ranks[0][0]).card.res == 5 + 1
    assert not callable_by(state, list(state.ranks[0]), False)


# -- the call ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ((3,), 6),  # 3 + 3 = 6, granted: 3 TF
        ((2,), 7),  # refused: half of 3, rounded up
        ((1, 1, 3), 4),  # three dice, the best is kept: 5 TF
        ((1, 1), 7),  # 4 TF paid, refused: half
    ],
)
def test_fervour_is_paid_and_dice_are_bought(dice: tuple[int, ...], left: int) -> None:
    # rule: miracle.calling
    state = oracle()
    cleric = number(state, "oracle-of-danu")
    state.faith[cleric] = 9
    ask(state, Pray(0))
    play(state, "miracle:shield-of-faith/0-unit-0-5")
    assert state.open[0].prompt == "Choose a target for Shield of Faith"
    roll_next(state, *dice)
    play(state, "unit:0-unit-0", f"dice:{len(dice)}")
    assert state.faith[cleric] == left
    assert lies_on(state.charms, "shield-of-faith", 0) == (max(dice) == 3)


@pytest.mark.parametrize(("profile", "faith", "able"), [
    ("oracle-of-danu", 3, True), ("oracle-of-danu", 2, False),
    ("sered", 2, True), ("sered", 1, False),
])  # fmt: skip
def test_the_fervour_must_be_there(profile: str, faith: int, able: bool) -> None:
    # rule: miracle.calling, communion.reverence
    state = praying(battle([f"1 {profile} shield-of-faith"], ["1 melmoth"]))
    put(state, 0, (20, 10, 90))
    state.faith[0] = faith
    assert bool(callable_by(state, [0], False)) == able


def test_calls_alternate_and_two_passes_end_them() -> None:  # rule: miracle.calling
    two = "1 sered shield-of-faith sudden-fervour"
    state = praying(battle(["1 oracle-of-danu shield-of-faith"], [two]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 10, 90))
    state.winner = 1
    ask(state, Divination())
    assert [decision.seat for decision in state.open] == [1]
    play(state, "button:pass")
    assert [decision.seat for decision in state.open] == [0]
    play(state, "button:pass")
    assert not state.open
    state.faith = [9] * 2
    ask(state, Pray(1))
    play(state, "miracle:shield-of-faith/1-unit-0-1", "unit:1-unit-0", "dice:1")
    assert [decision.seat for decision in state.open] == [0]


@pytest.mark.parametrize(("die", "granted"), [(4, True), (5, False)])
def test_censorship(die: int, granted: bool) -> None:
    # rule: miracle.censorship, faithful.fear-still-calls
    state = oracle(foes="1 croquemitaine, 6 morbid-puppet")
    put(state, 1, (20, 28, 270))
    cleric, censor = number(state, "oracle-of-danu"), number(state, "croquemitaine")
    state.moods[1] = p.FEAR
    state.faith[cleric], state.faith[censor] = 3, 3
    ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
    roll_next(state, 6, die)  # 3 + 6 against 6; then 4 + die against 9
    play(state, "unit:0-unit-0")
    assert options(state) == ("button:let-it-happen", fighter(state, censor).id)
    play(state, fighter(state, censor).id)
    assert lies_on(state.charms, "shield-of-faith", 0) == granted
    assert state.faith[censor] == 0


def test_who_cannot_pay_or_see_cannot_censor() -> None:  # rule: miracle.censorship
    for faith, heading in ((2, 270), (3, 90)):
        state = oracle(foes="1 croquemitaine, 6 morbid-puppet")
        put(state, 1, (20, 28, heading))
        cleric, censor = number(state, "oracle-of-danu"), number(state, "croquemitaine")
        state.faith[cleric], state.faith[censor] = 3, faith
        ask(state, AimMiracle(0, Call(cleric, "shield-of-faith")))
        roll_next(state, 6)
        play(state, "unit:0-unit-0")
        assert lies_on(state.charms, "shield-of-faith", 0)


# -- the miracles ------------------------------------------------------------------------------


def test_what_the_lasting_miracles_add() -> None:  # rule: miracle.calling, end.sequence
    state = battle(["4 fianna, 1 oracle-of-danu"], ["7 morbid-puppet"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 13, 270))
    cleric = number(state, "oracle-of-danu")
    state.foes = [1] * 5 + [0] * 7
    before = [v.unit_value(state, 0, what) for what in ("cou", "fear")]
    lay(state, "sudden-fervour", 0)
    lay(state, "embrace-of-danu", 0)
    lay(state, "hearth-oath", cleric)
    assert before == [4, None]
    assert [v.unit_value(state, 0, what) for what in ("cou", "fear")] == [6, None]
    assert defence_value(state, fighter(state, cleric).group, fighter(state, 5).group) == 4 + 2
    assert defence_value(state, fighter(state, 0).group, fighter(state, 5).group) == 3
    assert fighter(state, 0).card.strength == 5 + 1
    lay(state, "chorus-of-aegis", 0, 1)
    assert fighter(state, 0).card.res == 5 + 2
    ask(state, EndPhase())
    assert blessed(state) == [("chorus-of-aegis", 0)]
    state.turn = 2
    ask(state, EndPhase())
    assert blessed(state) == []


def test_knighting_reaches_those_in_contact_and_only_the_named() -> None:
    # example: example.knighting-range, example.knighting-named
    # rule: miracle.knighting-targets, miracle.knighting-one-roll, miracle.knighting-upkeep
    # rule: ruling.knighting-difficulty
    state = praying(battle(["1 oracle-of-danu occult-knighting", "5 fianna"], ["7 morbid-puppet"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (60, 40, 90))
    stand(state, 1, (20, 15, 90))
    assert len(targets(state, 0, t.MIRACLES["occult-knighting"])) == 1  # at 2.5 cm
    stand(state, 1, (20, 15.1, 90))
    assert targets(state, 0, t.MIRACLES["occult-knighting"]) == []  # at 2.6 cm
    put(state, 1, (20, 12.5, 90))
    put(state, 2, (20, 40, 270))
    stand(state, 1, (17.5, 10, 90))
    stand(state, 5, (22.5, 10, 90))
    assert len(targets(state, 0, t.MIRACLES["occult-knighting"])) == 5
    state.faith[0] = 3
    ask(state, AimMiracle(0, Call(0, "occult-knighting")))
    named = ["fighter:0-unit-1-1", "fighter:0-unit-1-2", "fighter:0-unit-1-3"]
    play(state, *named)
    roll_next(state, 4)  # 7 against 6 + 2
    play(state, "button:done")
    assert "7 against 8, refused" in words(state)
    state.faith[0], state.prayers = 3, []
    ask(state, AimMiracle(0, Call(0, "occult-knighting")))
    play(state, *named)
    roll_next(state, 5)
    play(state, "button:done")
    assert blessed(state) == [("occult-knighting", member) for member in (1, 2, 3)]
    roll_next(state, 2, 3, 1)
    ask(state, EndPhase())
    assert blessed(state) == [("occult-knighting", 2)]


def test_sudden_fervour_raises_fear_too() -> None:  # rule: miracle.calling
    state = battle(["4 skull-warrior"], ["1 abel"])
    put(state, 0, (20, 10, 90))
    before = v.unit_value(state, 0, "fear")
    lay(state, "sudden-fervour", 0)
    assert before is not None
    assert v.unit_value(state, 0, "fear") == before + 1


def test_knighting_is_for_those_on_the_same_level() -> None:
    # rule: miracle.knighting-targets, flight.contact-same-level
    state = praying(battle(["1 croquemitaine occult-knighting", "3 morbid-angel"], ["1 abel"]))
    knighting = t.MIRACLES["occult-knighting"]
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 13, 90))
    assert len(targets(state, 0, knighting)) == 3
    fly(state, 1, (20, 13, 90), p.LOW)
    assert targets(state, 0, knighting) == []


def test_knighted_fighters_fight_as_a_group_of_their_own() -> None:
    # rule: miracle.knighting-one-roll, leader.identical-together
    state = battle(["5 fianna"], ["5 morbid-puppet"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 12.6, 270))
    state.phase, state.foes = p.MELEE, [1] * 5 + [0] * 5
    assert len(combats(state, 0, 1)) == 1
    for member in (1, 3):
        lay(state, "occult-knighting", member, 5)
    assert len(combats(state, 0, 1)) == 2
    theirs = fighter(state, 5).group
    assert fighter(state, 1).group == fighter(state, 3).group != fighter(state, 0).group
    assert attack_value(state, fighter(state, 1).group, theirs) == 4
    assert attack_value(state, fighter(state, 0).group, theirs) == 3
    assert defence_value(state, fighter(state, 1).group, theirs) == 4
    assert defence_value(state, fighter(state, 0).group, theirs) == 3
    remove(state, 1, p.DEAD)
    assert fighter(state, 3).group == fighter(state, 1).group


def test_divine_wrath_strikes_one_enemy() -> None:  # rule: miracle.calling
    state = praying(battle(["1 sered divine-wrath"], ["7 morbid-puppet"]))
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 20, 270))
    state.faith[0] = 2
    ask(state, AimMiracle(0, Call(0, "divine-wrath")))
    roll_next(state, 3, 5)
    play(state, "fighter:1-unit-0-4")
    assert "STR 7 against" in words(state)
    assert state.fates[4] == p.DEAD
    assert state.faith[0] == 0  # Reverence: 2 instead of 3
    state.faith[0] = 3
    ask(state, StakeFaith(0, Call(0, "divine-wrath", ("fighter:1-unit-0-5",))))
    assert options(state) == ("dice:1", "dice:2")


def test_reapers_are_called_once_and_count_from_the_next_phase() -> None:
    # example: example.reaper-tf-next-phase
    # rule: tf.summoned-reapers, ruling.reapers-summoned, miracle.same-miracle-many
    host = "1 mid-nor-possessed leader, 4 mid-nor-possessed, 1 mid-nor-faithful call-of-the-reapers"
    state = praying(battle([host], ["1 abel"]))
    put(state, 0, (20, 10, 90))
    put(state, 2, (20, 50, 270))
    cleric = number(state, "mid-nor-faithful")
    state.turn, state.winner = 3, 0
    ask(state, Divination())
    assert state.faith[cleric] == 3 + 6
    roll_next(state, 5)
    play(state, "miracle:call-of-the-reapers/0-unit-0-6", "spot:90", "dice:1")
    assert [state.fates[member] for member in state.ranks[1]] == [p.STANDING] * 2
    assert (state.faith[cleric], state.orders[1]) == (3, ())
    state.prayers, state.faith[cleric] = [], 9
    assert not callable_by(state, [cleric], False)
    ask(state, Divination())
    assert state.faith[cleric] == 3 + 6 + 2


def test_why_a_miracle_cannot_be_chosen() -> None:  # rule: miracle.calling
    state = oracle()
    state.faith[number(state, "oracle-of-danu")] = 9
    ask(state, Pray(0))
    step = state.agenda[-1][0]
    assert step.why(state, "miracle:divine-wrath/0-unit-0-5")[0] == "miracle.calling"
    assert StakeFaith(0).rule == "miracle.calling"
