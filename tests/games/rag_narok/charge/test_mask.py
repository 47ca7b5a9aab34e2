"""The Mask of High Works: what those it struck unseen cannot do for the rest of the turn."""

from __future__ import annotations

import pytest

from fimbul.games.rag_narok import parts as p
from fimbul.games.rag_narok.ground.contact import contacts, touching
from fimbul.games.rag_narok.ground.field import loosen
from fimbul.games.rag_narok.ground.slots import Slot
from fimbul.games.rag_narok.rules.charge.assault import Assault
from fimbul.games.rag_narok.rules.charge.charges import (
    Charge,
    Engage,
    assault,
    charge_ahead,
    in_sight,
)
from fimbul.games.rag_narok.rules.charge.closing import close_in
from fimbul.games.rag_narok.rules.flight.attacks import swoop
from fimbul.games.rag_narok.rules.melee import phase as m
from fimbul.games.rag_narok.rules.melee.push import steps, stride
from fimbul.games.rag_narok.state import RagNarok, place_of
from fimbul.kernel import settle
from tests.games.rag_narok.drawn import ask, battle, fly, options, play, put, set_each, stand


def test_who_was_missed_by_the_mask_cannot_charge_or_engage_it() -> None:
    # rule: artefact.mask-receive-charge
    state = battle(["1 executor mask-of-high-works", "3 griffin-duelist"], ["3 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (50, 10, 90))
    put(state, 2, (40, 20, 270))
    assert in_sight(state, 2) == [0, 1]
    state.magic.masked = ((0, 2),)
    assert in_sight(state, 2) == [1]
    ask(state, Engage(1, 2))
    assert "unit:0-unit-0" not in options(state)
    state.magic.masked = ((0, 3),)
    assert in_sight(state, 2) == [0, 1]


def test_attackers_close_up_away_from_the_mask() -> None:  # rule: artefact.mask-receive-charge
    units = ["4 griffin-duelist, 1 executor mask-of-high-works"]
    for masked in (False, True):
        state = battle(units, ["6 skorize"])
        put(state, 0, (30, 10, 90), files=4)
        executor = state.units[0].ranks[-1]
        x, y, _ = place_of(state, executor)
        put(state, 1, (x / 100 - 4, y / 100 + 5.2, 270), files=6)
        loosen(state, 1)
        state.magic.masked = ((executor, 1),) if masked else ()
        close_in(state, 1, 0)
        assert (executor in contacts(state)) != masked
        assert any(n in contacts(state) for n in state.units[0].ranks)


def test_a_blind_charge_from_out_of_sight_is_one_by_the_mask() -> None:
    # rule: artefact.mask-receive-charge
    state = battle(["1 executor mask-of-high-works"], ["3 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 24, 90))
    charge_ahead(state, 0)
    settle(state)
    assert state.magic.masked == ((0, 1),)


def test_no_push_forward_ends_beside_the_mask() -> None:  # rule: artefact.mask-receive-charge
    for masked in (False, True):
        state = battle(["1 executor mask-of-high-works"], ["2 skorize"])
        put(state, 0, (30, 10, 90))
        stand(state, 1, (30, 12.5, 270))
        stand(state, 2, (30, 16.5, 270))
        state.magic.masked = ((0, 1),) if masked else ()
        set_each(state.units, "brawl", m.brawls(state))
        slot = stride(state, 1, 2, ())
        assert (slot is not None and near_at(state, slot)) != masked


def near_at(state: RagNarok, slot: Slot) -> bool:
    """Whether somebody would be in contact with the first fighter there."""
    bases = state.roster.bases
    return touching(slot.place, bases[slot.member], place_of(state, 0), bases[0], p.CONTACT)


@pytest.mark.parametrize(("heading", "pushes"), [(90, False), (270, True)])
def test_who_did_not_see_the_mask_cannot_push_towards_it(heading: int, pushes: bool) -> None:
    # rule: artefact.mask-receive-charge
    state = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 24, heading), files=5)
    assault(state, Assault(0, 1, True))
    set_each(state.units, "brawl", m.brawls(state))
    assert (state.magic.masked == ()) == pushes
    assert bool(steps(state, 1)) == pushes


def test_receive_charge_is_not_stopped_by_the_mask() -> None:
    # example: example.mask
    # rule: artefact.mask-receive-charge, receive.procedure
    state = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(state, 0, (30, 10, 90))
    put(state, 1, (30, 24, 90), files=5)
    assault(state, Assault(0, 1, True))
    alone = sum(n in contacts(state) for n in state.units[1].ranks)
    other = battle(["1 executor mask-of-high-works"], ["5 tiger-of-dirz"])
    put(other, 0, (30, 10, 90))
    put(other, 1, (30, 24, 90), files=5)
    assault(other, Assault(0, 1, True, answer=p.RECEIVE_CHARGE))
    assert other.magic.masked == ((0, 1),)
    assert sum(n in contacts(other) for n in other.units[1].ranks) > alone


def mixed(masked: bool, aside: float) -> RagNarok:
    """Five Skorize before an Executor among four Duelists, so far aside from their middle."""
    state = battle(["4 griffin-duelist, 1 executor mask-of-high-works"], ["5 skorize"])
    put(state, 0, (30, 10, 90), files=5)
    put(state, 1, (30 + aside, 24, 270), files=5)
    state.units[1].resisted = 20  # this is not about Courage
    state.magic.masked = ((state.units[0].ranks[-1], 1),) if masked else ()
    return state


def test_a_block_that_charges_his_unit_does_not_touch_the_mask() -> None:
    # rule: artefact.mask-receive-charge, ruling.mask-in-a-unit
    touched = {True: 0, False: 0}
    for masked in (False, True):
        for aside in range(-8, 6):
            state = mixed(masked, aside)
            ask(state, Charge(1, 1))
            play(state, "unit:0-unit-0")
            executor = state.units[0].ranks[-1]
            assert any(n in contacts(state) for n in state.units[0].ranks)
            touched[masked] += executor in contacts(state)
    assert touched[False] > 5
    assert not touched[True]


def test_whoever_could_touch_nobody_but_the_mask_does_not_reach() -> None:
    # rule: ruling.mask-in-a-unit, charge.failed
    for masked in (False, True):
        state = battle(["1 executor mask-of-high-works, 1 griffin-duelist"], ["1 skorize"])
        executor, duelist = state.units[0].ranks
        stand(state, executor, (68, 20, 90))
        stand(state, duelist, (68, 5, 90))
        put(state, 1, (68, 30, 270))
        state.units[1].resisted = 20
        state.magic.masked = ((executor, 1),) if masked else ()
        ask(state, Charge(1, 1))
        play(state, "unit:0-unit-0")
        assert (executor in contacts(state)) != masked
        assert bool(state.units[1].shaken) == masked


def test_who_dives_at_his_unit_lands_away_from_the_mask() -> None:
    # rule: ruling.mask-in-a-unit, flight.air-charge-placement
    touched = {}
    for masked in (False, True):
        state = battle(["4 griffin-duelist, 1 executor mask-of-high-works"], ["3 morbid-angel"])
        put(state, 0, (30, 10, 90), files=5)
        executor = state.units[0].ranks[-1]
        x, y, _ = place_of(state, executor)
        fly(state, 1, (x / 100, y / 100 + 14, 270))
        state.magic.masked = ((executor, 1),) if masked else ()
        assert swoop(state, Assault(1, 0, True))
        touched[masked] = executor in contacts(state)
    assert touched == {False: True, True: False}
