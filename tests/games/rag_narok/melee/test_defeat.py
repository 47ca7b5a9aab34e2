"""The end of the melee phase: defeat, regeneration, and their order."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.rules.ending import is_over
from fimbul.games.rag_narok.rules.faith.divination import Divination
from fimbul.games.rag_narok.rules.harm import kill, levels_left
from fimbul.games.rag_narok.rules.magic.spells import MendBones
from fimbul.games.rag_narok.rules.melee import fights
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.regrowth import regenerate
from fimbul.games.rag_narok.state import RagNarok, fighter, place_of
from tests.games.rag_narok.drawn import (
    ask,
    battle,
    each,
    fight,
    play,
    put,
    roll_next,
    set_each,
    set_those,
    words,
)


def test_defeat() -> None:
    # example: example.undead-defeated
    # rule: fear.defeat, end.melee-close, skill.undead-fearless
    state = fight("6 alahan-guard", "6 morbid-puppet")
    set_each(state.units, "losses", [4, 1])
    roll_next(state, 2)
    m.defeat(state, 0)
    assert "breaks after the defeat, 5 + 2 = 7 against 9" in words(state)
    assert state.units[0].mood == p.CONTROL
    set_each(state.units, "losses", [1, 6])
    state.events = []
    m.defeat(state, 0)
    assert (words(state), state.units[1].mood) == ("", p.CALM)
    set_each(state.units, "losses", [6, 1])
    roll_next(state, 2)
    m.defeat(state, 0)
    assert "= 7 against 10" in words(state)  # as the living would
    wolves = fight("6 alahan-guard", "3 wolfen-warrior")
    set_each(wolves.units, "losses", [0, 9])
    roll_next(wolves, 2)
    m.defeat(wolves, 0)
    fearsome = "breaks after the defeat, 7 + 2 = 9 against 10"  # by their Fear, 10 at most
    assert fearsome in words(wolves)


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
    state.units[1].orders = (p.MARCH,)
    victim = state.units[1].ranks[0]
    strike_dead(state, victim)
    assert (each(state.units, "orders")[1], is_over(state)) == ((), False)
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
    victim = state.units[1].ranks[0]
    strike_dead(state, victim)
    ask(state, MendBones(1, 1))
    assert (state.fighters[victim].fate, state.fighters[victim].hurt) == (p.STANDING, 0)
    roll_next(state, 6)
    regenerate(state)
    assert (state.fighters[victim].hurt, levels_left(state, victim)) == (0, 1)


def test_the_melee_phase_closes_in_order() -> None:  # rule: end.melee-close, end.regeneration
    state = fight("6 alahan-guard", "3 troll")
    troll = state.units[1].ranks[0]
    state.fighters[troll].hurt = 1
    set_those(state.fighters, "struck", [troll])
    set_each(state.units, "losses", [0, 2])
    roll_next(state, 5, 1)  # it heals; then its Unit breaks
    ask(state, m.CloseMelee())
    told = words(state)
    broken = "breaks after the defeat, 8 + 1 = 9 (a 1) against 8"
    assert told.index("Troll heals") < told.index(broken)
    assert state.fighters[troll].hurt == 0


def test_regeneration_waits_for_the_end_of_the_melee_phase() -> None:
    # rule: end.regeneration, skill.regeneration-destroyed-unit
    state = battle(["3 alahan-guard"], ["1 skull-warrior"])
    put(state, 0, (20, 10, 90))
    put(state, 1, (40, 40, 270))
    state.phase, state.winner = p.SECOND_SHOOTING, 0
    victim = state.units[1].ranks[0]
    strike_dead(state, victim)
    roll_next(state, 6)
    ask(state, Divination())
    assert state.fighters[victim].fate == p.DEAD
    ask(state, m.Melee())
    assert state.fighters[victim].fate == p.STANDING


def strike_dead(state: RagNarok, victim: int) -> None:
    state.fighters[victim].hurt = fighter(state, victim).card.wounds
    state.fighters[victim].struck = 1
    kill(state, victim)


def test_dispersed_fighters_are_slow() -> None:  # rule: formation.dispersed
    state = fight("3 alahan-guard", "3 morbid-puppet")
    state.units[0].spread = 1
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
    assert state.melee.combat is None
    assert state.melee.fought == ((0, 1),)
