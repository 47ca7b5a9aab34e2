"""What each miracle does."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.measure import tables as t
from fimbul.games.rag_narok.rules import values as v
from fimbul.games.rag_narok.rules.ending import EndPhase
from fimbul.games.rag_narok.rules.faith.divination import AimMiracle, Divination, StakeFaith
from fimbul.games.rag_narok.rules.faith.miracles import Call, callable_by, targets
from fimbul.games.rag_narok.rules.lasting import lay
from fimbul.games.rag_narok.rules.melee.fights import attack_value, combats, defence_value
from fimbul.games.rag_narok.state import fighter, remove
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    fly,
    options,
    play,
    put,
    roll_next,
    set_each,
    stand,
    words,
)
from tests.games.rag_narok.faith.drawn import blessed, number, praying


def test_what_the_lasting_miracles_add() -> None:  # rule: miracle.calling, end.sequence
    state = battle(["4 fianna, 1 oracle-of-danu"], ["7 morbid-puppet"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (20, 13, 270))
    cleric = number(state, "oracle-of-danu")
    set_each(state.fighters, "foe", [1] * 5 + [0] * 7)
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
    state.fighters[0].faith = 3
    ask(state, AimMiracle(0, Call(0, "occult-knighting")))
    named = ["fighter:0-unit-1-1", "fighter:0-unit-1-2", "fighter:0-unit-1-3"]
    play(state, *named)
    roll_next(state, 4)  # 7 against 6 + 2
    play(state, "button:done")
    assert "7 against 8, refused" in words(state)
    state.fighters[0].faith, state.faith.prayers = 3, ()
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
    state.phase = p.MELEE
    set_each(state.fighters, "foe", [1] * 5 + [0] * 5)
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
    state.fighters[0].faith = 2
    ask(state, AimMiracle(0, Call(0, "divine-wrath")))
    roll_next(state, 3, 5)
    play(state, "fighter:1-unit-0-4")
    assert "STR 7 against" in words(state)
    assert state.fighters[4].fate == p.DEAD
    assert state.fighters[0].faith == 0  # Reverence: 2 instead of 3
    state.fighters[0].faith = 3
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
    assert state.fighters[cleric].faith == 3 + 6
    roll_next(state, 5)
    play(state, "miracle:call-of-the-reapers/0-unit-0-6", "spot:90", "dice:1")
    assert [state.fighters[member].fate for member in state.units[1].ranks] == [p.STANDING] * 2
    assert (state.fighters[cleric].faith, state.units[1].orders) == (3, ())
    state.faith.prayers, state.fighters[cleric].faith = (), 9
    assert not callable_by(state, [cleric], False)
    ask(state, Divination())
    assert state.fighters[cleric].faith == 3 + 6 + 2
