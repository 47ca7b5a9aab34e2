"""Pushing movements: up to an enemy, forward, or back together."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts
from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.ground.slots import is_chain
from fimbul.games.rag_narok.measure.geometry import Place, squared
from fimbul.games.rag_narok.rules.melee import push
from fimbul.games.rag_narok.state import fighter, place_of
from tests.games.rag_narok.drawn import ask, battle, fight, options, play, put, set_each, stand


def test_pushing() -> None:
    # example: example.push-forward
    # rule: push.procedure, push.forward
    state = fight("3 alahan-guard", "3 morbid-puppet", (1, 3))
    stand(state, 2, (31.2, 47.5, 90))
    idle = [n for n in state.units[0].ranks if n not in contacts(state)]
    assert idle
    ask(state, push.NextPush(0))
    assert options(state) == (push.PUSH, push.REGROUP, push.STAY)
    before = {n: place_of(state, n) for n in idle}
    play(state, push.PUSH)
    moved = [n for n in idle if place_of(state, n) != before[n]]
    assert moved
    assert all(n in contacts(state) for n in moved)
    back = fight("2 alahan-guard", "2 morbid-puppet")
    stand(back, 1, (60, 40, 90))
    stand(back, 3, (60, 34.5, 90))
    assert any(slot.member == 1 for slot in push.steps(back, 0))


@pytest.mark.parametrize(
    ("foe", "after"),
    [
        ((30, 50, 270), (3000, 4500, 90)),  # ahead: half of MOV 10 towards him
        ((36, 48, 270), (3301, 4399, 90)),  # ahead, by a bearing of whole degrees
        ((42, 40, 270), (3000, 4500, 90)),  # beside: only forward
        ((30, 32, 270), (3000, 4500, 90)),  # behind and out of reach
    ],
)
def test_who_reaches_nobody_pushes_forward(foe: tuple[float, float, int], after: Place) -> None:
    # example: example.push-forward
    # rule: push.procedure, push.forward, ruling.push-ahead
    state = battle(["1 alahan-guard"], ["1 morbid-puppet"])
    stand(state, 0, (30, 40, 90))
    stand(state, 1, foe)
    state.phase = p.MELEE
    set_each(state.units, "brawl", [0, 0])
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    assert place_of(state, 0) == after


def test_a_push_stops_where_somebody_stands() -> None:
    # rule: push.procedure, ruling.push-ahead
    state = fight("6 alahan-guard", "2 morbid-puppet", (2, 2))
    third = [member for member in state.units[0].ranks if member not in contacts(state)]
    assert len(third) == 2
    ask(state, push.Push(0, 0))
    assert options(state) == (push.REGROUP, push.STAY)  # close behind the others
    for member in third:
        x, y, heading = place_of(state, member)
        state.places[member] = (x, y - 220, heading)
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    second = min(
        place_of(state, member)[1] for member in state.units[0].ranks if member not in third
    )
    assert [second - place_of(state, member)[1] for member in third] == [270, 270]  # 2 cm forward


def test_a_push_leaves_nobody_behind() -> None:  # rule: ruling.push-ahead, formation.distance
    state = fight("3 alahan-guard", "1 morbid-puppet", (3, 1))
    line = state.units[0].ranks
    for member, x in zip(line, (40, 35.1, 30.2), strict=True):
        stand(state, member, (x, 40, 90))
    stand(state, 3, (42, 43, 270))
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    # the first fights; 5 cm would take the second out of reach of it, the third keeps up with him
    assert [place_of(state, member)[1] for member in line] == [4000, 4300, 4500]
    assert is_chain(state, {member: place_of(state, member) for member in line})


@pytest.mark.parametrize(("mood", "asked"), [(p.FEAR, True), (p.CONTROL, False), (p.ROUT, False)])
def test_who_is_under_control_or_routed_does_not_push(mood: int, asked: bool) -> None:
    # rule: state.control, state.rout, push.procedure
    state = fight("3 alahan-guard", "3 morbid-puppet", (1, 3))
    state.units[0].mood = mood
    ask(state, push.Push(0, 0))
    assert bool(state.open) == asked


def test_nobody_pushes_into_another_melee() -> None:
    # rule: ruling.push-ahead, move.keep-distance
    state = battle(["1 alahan-guard"], ["1 morbid-puppet", "1 morbid-puppet"])
    stand(state, 0, (30, 40, 90))
    stand(state, 1, (30, 60, 270))
    stand(state, 2, (30, 48, 270))  # nearer, but of no melee
    state.phase = p.MELEE
    set_each(state.units, "brawl", [0, 0, -1])
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    assert place_of(state, 0) == (3000, 4250, 90)  # 3 cm are left between the bases
    assert not contacts(state)
    ask(state, push.Push(0, 0))
    assert push.PUSH not in options(state)
    state.places[2] = (3000, 4900, 270)
    set_each(state.units, "brawl", [0, -1, 0])
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    assert contacts(state)


def test_who_has_an_enemy_in_contact_does_not_leave_him_to_regroup() -> None:
    # rule: ruling.regroup-in-contact, push.regroup-point, push.regroup-point-fixed
    # example: example.push-regroup
    state = fight("5 alahan-guard", "1 morbid-puppet", (5, 1))
    crew = state.units[0].ranks
    for member, x in zip(crew, (28, 33, 38, 43, 48), strict=True):
        stand(state, member, (x, 40, 90))
    stand(state, 5, (48, 43.5, 270))
    assert list(contacts(state)[5]) == [crew[4]]
    ask(state, push.Push(0, 0))
    play(state, push.REGROUP, fighter(state, crew[1]).id)
    assert [place_of(state, member)[0] for member in (crew[1], crew[4])] == [3300, 4800]
    assert place_of(state, crew[0])[0] == 3050  # beside the rallying point
    assert place_of(state, crew[2])[0] == 3550
    assert place_of(state, crew[3])[0] == 3800  # 5 cm at most
    for member in crew:
        stand(state, member, (48 - 2.5 * crew.index(member), 40, 90))
    stand(state, 5, (43, 42.5, 270))
    assert len(contacts(state)[5]) == 5
    ask(state, push.Push(0, 0))
    assert not state.open  # nobody is free to go anywhere


def test_a_unit_torn_apart_by_losses_still_pushes() -> None:
    # rule: ruling.push-ahead, push.procedure
    state = fight("3 alahan-guard", "1 morbid-puppet", (3, 1))
    for member, x in zip(state.units[0].ranks, (30, 36, 38.5), strict=True):
        stand(state, member, (x, 40, 90))
    stand(state, 3, (42, 43.5, 270))
    first, second, third = state.units[0].ranks
    assert contacts(state)[3] == (third,)
    assert not is_chain(state, {n: place_of(state, n) for n in state.units[0].ranks})
    ask(state, push.Push(0, 0))
    play(state, push.PUSH)
    assert second in contacts(state)  # steps up beside the other
    assert place_of(state, first) == (3000, 4500, 90)


def test_a_machine_without_a_crew_does_not_push() -> None:
    # rule: machine.crew, ruling.crew-wounds, push.procedure
    state = battle(["1 griffin-bombard"], ["1 morbid-puppet"])
    stand(state, 0, (30, 40, 90))
    stand(state, 1, (30, 50, 270))
    state.phase = p.MELEE
    set_each(state.units, "brawl", [0, 0])
    assert push.can_push(state, 0)
    state.fighters[0].hurt = fighter(state, 0).card.crew
    assert state.fighters[0].hurt
    assert not push.can_push(state, 0)


def test_the_tactics_winner_pushes_first() -> None:  # rule: push.procedure
    state = fight("3 alahan-guard", "3 griffin-duelist", (1, 1))
    for winner in (0, 1):
        twin = state.clone()
        ask(twin, push.NextPush(winner))
        assert twin.open[0].seat == winner
        play(twin, push.STAY)
        assert twin.open[0].seat == 1 - winner
        play(twin, push.STAY)
        assert not twin.open


def test_regrouping() -> None:
    # example: example.push-regroup
    # rule: push.regroup-point, push.regroup-point-fixed, formation.loose
    state = battle(["5 alahan-guard"], ["3 morbid-puppet"])
    put(state, 0, (40, 40, 90), spread=1)
    put(state, 1, (10, 10, 90))
    loosen(state, 0)
    state.units[0].spread = 0
    point = state.units[0].ranks[2]
    here = place_of(state, point)
    before = {n: place_of(state, n) for n in state.units[0].ranks}
    ask(state, push.Regroup(0, 0))
    play(state, fighter(state, point).id)
    assert place_of(state, point) == here
    for n in state.units[0].ranks:  # at most half of MOV 10
        assert squared(before[n][:2], place_of(state, n)[:2]) <= 500**2
    assert state.units[0].files in (0, 3)
    wide = [place_of(state, n)[0] for n in state.units[0].ranks]
    assert max(wide) - min(wide) < 1800


def test_who_is_in_no_melee_does_not_push() -> None:  # rule: push.procedure
    state = fight("3 alahan-guard", "3 griffin-duelist", (1, 1))
    set_each(state.units, "brawl", [-1, -1])
    ask(state, push.NextPush(0))
    assert not state.open


def test_who_is_free_regroups_into_ranks_if_nobody_has_too_far_to_go() -> None:
    # rule: push.regroup-point, push.regroup-point-fixed, formation.loose
    for apart, files in ((3.5, 3), (12, 0)):
        state = battle(["3 alahan-guard"], ["3 morbid-puppet"])
        put(state, 0, (40, 40, 90))
        put(state, 1, (10, 10, 90))
        for member in state.units[0].ranks:
            stand(state, member, (40 + apart * member, 40, 90))
        ask(state, push.Regroup(0, 0))
        play(state, fighter(state, 0).id)
        assert place_of(state, 0) == (4000, 4000, 90)
        assert state.units[0].files == files
