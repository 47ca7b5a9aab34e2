"""Melees are separated into fights, as the Tactics winner likes."""

from __future__ import annotations

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.rules.melee import fights
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.state import fighter
from fimbul.kernel import default_of
from tests.games.rag_narok.drawn import ask, battle, each, options, play, stand


def test_separation() -> None:
    # rule: melee.separation, ruling.separation-options
    state = battle(["1 alahan-guard", "1 abel"], ["1 morbid-puppet", "1 morbid-puppet"])
    stand(state, 0, (40, 40, 90))
    stand(state, 1, (70, 10, 90))
    stand(state, 2, (40, 42.5, 270))
    stand(state, 3, (42.5, 40, 180))
    state.phase = p.MELEE
    ask(state, m.Melee())
    assert state.fighters[0].foe == 2
    assert state.fighters[2].foe == state.fighters[3].foe == 0
    guard = fighter(state, 0).id
    assert options(state) == (m.DONE, guard)  # one of the Puppets stays idle: which, he decides
    assert default_of(state, state.winner) == m.DONE
    play(state, guard)
    assert state.fighters[0].foe == 3
    assert state.melee.fought == ((0, 3),)  # nobody is left to be moved: the fight begins


def test_no_change_leaves_more_without_an_opponent() -> None:
    # rule: melee.separation, ruling.separation-options
    state = battle(["1 alahan-guard"], ["2 morbid-puppet", "1 morbid-puppet"])
    for member, at in enumerate([(40, 40), (39, 43), (42, 43), (40, 37)]):
        stand(state, member, (*at, 90))
    assert m.separation(state)[0] == 1
    state.phase = p.MELEE
    ask(state, m.Melee())
    assert not m.Separate(0).can_change(state, 0)  # two would be idle then, not one
    assert state.melee.fought == ((0, 1),)


def test_nobody_is_left_without_an_opponent_if_it_can_be_helped() -> None:
    # rule: melee.separation, ruling.separation-options
    state = battle(["1 alahan-guard", "2 alahan-guard"], ["3 morbid-puppet"])
    for member, at in enumerate([(37, 40), (40, 43), (43, 43), (40, 40), (43, 40), (60, 10)]):
        stand(state, member, (*at, 90))
    assert contacts(state)[0] == (3,)  # who also has both of the other Unit before it
    assert set(contacts(state)[3]) == {0, 1, 2}
    foes = m.separation(state)
    assert all(fights.mutual(state, member, foes) for member in range(5))
    assert foes[3] == 0


def test_a_fighter_between_three_units_may_be_given_to_each() -> None:
    # rule: melee.separation, ruling.separation-options
    state = battle(["1 alahan-guard"] * 3, ["1 morbid-puppet"])
    for member, at in enumerate([(37, 40), (43, 40), (40, 43), (40, 40)]):
        stand(state, member, (*at, 90))
    state.phase, state.winner = p.MELEE, 1
    ask(state, m.Melee())
    assert state.open[0].seat == 1
    seen = [state.fighters[3].foe]
    while fighter(state, 3).id in options(state):
        play(state, fighter(state, 3).id)
        seen.append(state.fighters[3].foe)
    assert sorted(seen) == [0, 1, 2]


def test_two_fighters_may_change_places() -> None:
    # rule: melee.separation, ruling.separation-options
    state = battle(["1 morbid-puppet", "1 morbid-puppet"], ["2 alahan-guard"])
    for member, at in enumerate([(40, 40), (43, 40), (40, 43), (43, 43)]):
        stand(state, member, (*at, 90))
    state.phase = p.MELEE
    ask(state, m.Melee())
    before = each(state.fighters, "foe")[2:]
    assert sorted(before) == [0, 1]  # both Puppets have a Guard
    assert len(options(state)) == 3
    play(state, fighter(state, 2).id)
    assert options(state) == (fighter(state, 3).id,)  # nobody stops half-way
    play(state, fighter(state, 3).id)
    assert each(state.fighters, "foe")[2:] == before[::-1]
    assert state.melee.fought or "fight" in options(state)[0]


def test_units_linked_by_contact_are_in_one_melee() -> None:  # rule: melee.separation
    state = battle(["1 alahan-guard"] * 4, ["1 morbid-puppet"] * 4)
    places = [(20, 40), (25, 40), (60, 40), (90, 10), (22.5, 40), (27.5, 40), (60, 42.5), (90, 60)]
    for member, at in enumerate(places):
        stand(state, member, (*at, 90))
    assert m.brawls(state) == [0, 0, 2, -1, 0, 0, 2, -1]
    state.places[4] = None
    state.units[4].ranks = ()
    assert m.brawls(state) == [-1, 1, 2, -1, -1, 1, 2, -1]
    for member in (5, 6):
        state.places[member] = None
        state.units[member].ranks = ()
    assert m.brawls(state) == [-1] * 8
